/// A group of nodes that is repeated; each repetition is a set.
///
/// ```swift
/// let rounds = Sets(8) { work; rest }
/// let amrap = Sets(.total(.seconds(720))) { work }
/// ```
public struct SetGroup: Hashable, Sendable {
  /// The name in announcements of the group's sets, and in placeholders such as `{set@Circuit}`. It may contain
  /// built-in words, such as `{round}`.
  public var name: String?
  /// The name as in the file, if `name` is in a language instead.
  package var template: String?
  /// The number of sets, or the time for which they are repeated.
  public var repetition: Repetition
  /// The order of the nodes in a set.
  public var order: SetOrder
  /// The number of nodes drawn for a set; `nil` for all.
  public var pick: Int?
  /// The sets of the enclosing group that skip this group.
  public var skip: SkippedSets?
  /// The sides; the group runs once for each.
  public var sides: Sides?
  /// Rules for the phases and sets of this group, in addition to those of its groups and the workout.
  public var cues: [CueRule]
  /// The nodes of one set, in order.
  public var nodes: [Node]
  /// The node that is run between two nodes, and between two sets; `nil` for none.
  public var between: Node?
  /// The metronome of its phases that have none.
  public var metronome: Metronome?
  /// Whether the targets of its phases are coached; `nil` for that of the innermost enclosing group, or the workout.
  public var coach: Coach?

  /// Creates a group. By default it has no name, runs all its nodes in order, and adds no rules.
  public init(
    _ repetition: Repetition, name: String? = nil, order: SetOrder = .given, pick: Int? = nil,
    skip: SkippedSets? = nil, sides: Sides? = nil, cues: [CueRule] = [], nodes: [Node], between: Node? = nil,
    metronome: Metronome? = nil, coach: Coach? = nil
  ) {
    self.name = name
    self.repetition = repetition
    self.order = order
    self.pick = pick
    self.skip = skip
    self.sides = sides
    self.cues = cues
    self.nodes = nodes
    self.between = between
    self.metronome = metronome
    self.coach = coach
  }
}

extension SetGroup {
  package var allNodes: [Node] { nodes + (between.map { [$0] } ?? []) }
}

/// How a group is repeated.
///
/// ```swift
/// let forTime = Sets(.capped(sets: 5, cap: .seconds(1200))) { work }
/// ```
public enum Repetition: Hashable, Sendable {
  /// A number of sets.
  case sets(Int)
  /// A number of sets, cut off at the cap (rounds for time).
  case capped(sets: Int, cap: Duration)
  /// Sets repeat until the time is over; the last one is cut off (AMRAP).
  case total(Duration)
  /// Each set starts on the interval, and the remaining time is a rest phase (EMOM).
  case interval(sets: Int, every: SetInterval)
  /// Each set starts on the interval until the time is over; the last one is cut off.
  case totalInterval(total: Duration, every: SetInterval)

  /// The number of sets, or `nil` if time ends the group.
  package var sets: Int? {
    switch self {
    case .sets(let count), .capped(let count, _), .interval(let count, _): count
    case .total, .totalInterval: nil
    }
  }

  /// The intervals at which sets start, if the remaining time of each is a rest phase.
  package var every: SetInterval? {
    switch self {
    case .interval(_, let every), .totalInterval(_, let every): every
    case .sets, .capped, .total: nil
    }
  }
}

/// The order of the nodes in a set; random orders depend on the session's seed.
public enum SetOrder: String, CaseIterable, Sendable {
  /// As written.
  case given
  /// Random, the same in all sets.
  case shuffled
  /// Random in each set.
  case shuffledEachSet = "shuffled-each-set"
}
