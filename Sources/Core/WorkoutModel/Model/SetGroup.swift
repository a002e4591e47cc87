/// Nodes that are done several times; each time is a set.
public struct SetGroup: Equatable, Sendable {
  /// Names the group's sets when they are spoken of, and lets a text name them, as in `{set@Circuit}`.
  public var name: String?
  /// How many sets there are, or for how long they are repeated.
  public var repetition: Repetition
  /// In which order the nodes of a set are done.
  public var order: SetOrder
  /// How many of the nodes are drawn for a set; all of them where it is `nil`.
  public var pick: Int?
  /// The sets of the enclosing group in which this group is left out.
  public var skip: SkippedSets?
  /// The sides for each of which the group runs once.
  public var sides: Sides?
  /// Rules for the phases and sets of this group, in addition to those around it.
  public var cues: [CueRule]
  /// What one set consists of, in order.
  public var nodes: [Node]
  /// The beats of each phase in it that has none of its own.
  public var metronome: Metronome?

  /// Creates a group. By default it has no name, does all its nodes in their order, and adds no rules.
  public init(
    _ repetition: Repetition, name: String? = nil, order: SetOrder = .given, pick: Int? = nil,
    skip: SkippedSets? = nil, sides: Sides? = nil, cues: [CueRule] = [], nodes: [Node], metronome: Metronome? = nil
  ) {
    self.name = name
    self.repetition = repetition
    self.order = order
    self.pick = pick
    self.skip = skip
    self.sides = sides
    self.cues = cues
    self.nodes = nodes
    self.metronome = metronome
  }
}

/// How often the nodes of a group are done.
public enum Repetition: Equatable, Sendable {
  /// A number of sets.
  case sets(Int)
  /// A number of sets, cut where the cap ends them before (rounds for time).
  case capped(sets: Int, cap: Duration)
  /// Sets follow one another until the time is over; the last one is cut (AMRAP).
  case total(Duration)
  /// Each set starts on the interval and the rest of it is a phase of its own (EMOM).
  case interval(sets: Int, every: Duration)

  /// How many sets there are, or `nil` where the time decides.
  public var sets: Int? {
    switch self {
    case .sets(let count), .capped(let count, _), .interval(let count, _): count
    case .total: nil
    }
  }
}

/// In which order the nodes of a set are done; what is drawn depends on the session's seed.
public enum SetOrder: String, CaseIterable, Sendable {
  /// As they are written.
  case given
  /// Drawn once for all sets.
  case shuffled
  /// Drawn for each set.
  case shuffledEachSet = "shuffled-each-set"
}
