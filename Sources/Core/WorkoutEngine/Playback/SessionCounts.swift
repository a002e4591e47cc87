/// Counts of what happened in a session. They are reported when it ends and sent nowhere else.
public struct SessionCounts: Equatable, Sendable, Codable {
  /// Accepted actions by name.
  public private(set) var actions: [String: Int] = [:]
  /// Refused actions by name.
  public private(set) var refusals: [String: Int] = [:]
  /// Cues by outcome.
  public var outcomes: [String: Int] {
    Dictionary(uniqueKeysWithValues: Outcome.allCases.map { ($0.rawValue, settled[$0.index]) }).filter { $1 > 0 }
  }
  /// Cues by the index of their outcome, which avoids a lookup by name for every cue.
  private var settled = Array(repeating: 0, count: Outcome.allCases.count)

  /// Creates counts of zero.
  public init() {}

  private enum CodingKeys: CodingKey {
    case actions, refusals, outcomes
  }

  /// Decodes counts by name; unknown outcomes are ignored.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    actions = try fields.decode([String: Int].self, forKey: .actions)
    refusals = try fields.decode([String: Int].self, forKey: .refusals)
    let outcomes = try fields.decode([String: Int].self, forKey: .outcomes)
    for outcome in Outcome.allCases { settled[outcome.index] = outcomes[outcome.rawValue] ?? 0 }
  }

  /// Encodes counts by name.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(actions, forKey: .actions)
    try fields.encode(refusals, forKey: .refusals)
    try fields.encode(outcomes, forKey: .outcomes)
  }

  mutating func count(_ action: Action, _ result: ActionResult) {
    if result == .accepted { actions[action.name, default: 0] += 1 } else { refusals[action.name, default: 0] += 1 }
  }

  mutating func count(_ outcome: Outcome) { settled[outcome.index] += 1 }
}

extension Outcome {
  /// The index of its count.
  fileprivate var index: Int {
    switch self {
    case .onTime: 0
    case .late: 1
    case .skipped: 2
    case .collapsed: 3
    case .cancelled: 4
    case .failed: 5
    case .duplicate: 6
    }
  }
}
