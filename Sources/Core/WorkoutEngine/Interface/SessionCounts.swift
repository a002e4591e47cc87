/// Counts of what happened in a session. They are reported when it ends and sent nowhere else.
public struct SessionCounts: Equatable, Sendable {
  /// Accepted actions by name.
  public private(set) var actions: [String: Int] = [:]
  /// Refused actions by name.
  public private(set) var refusals: [String: Int] = [:]
  private var settled = OutcomeCounts()

  /// Creates counts of zero.
  public init() {}

  /// Cues by outcome.
  public var outcomes: [String: Int] { Dictionary(uniqueKeysWithValues: settled.byOutcome.map { ($0.rawValue, $1) }) }

  mutating func count(_ action: Action, _ result: ActionResult) {
    count(action: action.name, isRefused: result != .accepted)
  }

  /// Counts an action by its name, as it was written down.
  package mutating func count(action name: String, isRefused: Bool) {
    if isRefused { refusals[name, default: 0] += 1 } else { actions[name, default: 0] += 1 }
  }

  /// Counts cues of an outcome.
  package mutating func count(_ outcome: Outcome, times: Int = 1) { settled.count(outcome, times: times) }

  mutating func add(_ other: SessionCounts) {
    for (name, count) in other.actions { actions[name, default: 0] += count }
    for (name, count) in other.refusals { refusals[name, default: 0] += count }
    settled.add(other.settled)
  }
}
