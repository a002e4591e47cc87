/// The sets of a group in code: `Sets(8) { … }`.
public typealias Sets = SetGroup

extension SetGroup {
  /// Creates a group of some sets of the phases and groups in a block of code; `between` is done between two of them,
  /// and between two sets.
  public init(
    _ sets: Int, name: String? = nil, order: SetOrder = .given, pick: Int? = nil, skip: SkippedSets? = nil,
    sides: Sides? = nil, cues: [CueRule] = [], between: Phase? = nil, metronome: Metronome? = nil, coach: Coach? = nil,
    @NodeBuilder nodes: () -> [Node]
  ) {
    self.init(
      .sets(sets), name: name, order: order, pick: pick, skip: skip, sides: sides, cues: cues, between: between,
      metronome: metronome, coach: coach, nodes: nodes)
  }

  /// Creates a group that is repeated as `repetition` says, such as `.total(.seconds(720))` for as many rounds as
  /// possible, or `.interval(sets: 10, every: .seconds(60))` for every minute on the minute.
  public init(
    _ repetition: Repetition, name: String? = nil, order: SetOrder = .given, pick: Int? = nil,
    skip: SkippedSets? = nil, sides: Sides? = nil, cues: [CueRule] = [], between: Phase? = nil,
    metronome: Metronome? = nil, coach: Coach? = nil, @NodeBuilder nodes: () -> [Node]
  ) {
    self.init(
      repetition, name: name, order: order, pick: pick, skip: skip, sides: sides, cues: cues, nodes: nodes(),
      between: between.map { .phase($0) }, metronome: metronome, coach: coach)
  }
}
