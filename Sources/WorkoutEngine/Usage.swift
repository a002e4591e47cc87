/// Counts of what happened in a session; they are told when it ends and go nowhere else.
public struct Usage: Equatable, Sendable, Codable {
  /// Accepted actions by name.
  public private(set) var actions: [String: Int] = [:]
  /// Refused actions by name.
  public private(set) var refusals: [String: Int] = [:]
  /// Cues by outcome.
  public private(set) var outcomes: [String: Int] = [:]

  /// Nothing has happened yet.
  public init() {}

  mutating func note(_ action: Action, _ answer: Answer) {
    if answer == .accepted { actions[action.name, default: 0] += 1 } else { refusals[action.name, default: 0] += 1 }
  }

  mutating func note(_ outcome: Outcome) { outcomes[outcome.rawValue, default: 0] += 1 }
}
