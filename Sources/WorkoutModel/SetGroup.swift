/// Nodes that are done several times; each time is a set.
public struct SetGroup: Equatable, Sendable {
  /// Lets a text name this group's set, as in `{set@Circuit}`.
  public var name: String?
  /// How many sets there are, or for how long they go on.
  public var repetition: Repetition
  /// Rules for the phases and sets of this group, in addition to those around it.
  public var cues: [CueRule]
  /// What one set consists of, in order.
  public var nodes: [Node]

  /// A group that has no name and adds no rules, unless told otherwise.
  public init(_ repetition: Repetition, name: String? = nil, cues: [CueRule] = [], nodes: [Node]) {
    self.name = name
    self.repetition = repetition
    self.cues = cues
    self.nodes = nodes
  }
}

/// How often the nodes of a group are done.
public enum Repetition: Equatable, Sendable {
  /// A number of sets.
  case sets(Int)
  /// Sets follow one another until the time is over; the last one is cut (AMRAP).
  case total(Duration)
  /// Each set starts on the interval and the rest of it is a phase of its own (EMOM).
  case interval(sets: Int, every: Duration)

  /// How many sets there are, or `nil` where the time decides.
  public var sets: Int? {
    switch self {
    case .sets(let count), .interval(let count, _): count
    case .total: nil
    }
  }
}
