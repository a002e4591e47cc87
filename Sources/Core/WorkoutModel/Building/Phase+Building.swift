/// Phases in code, whose values are the same in every set; the initialiser with an end takes values set by set.
extension Phase {
  /// Creates a phase that ends after a length of time.
  public init(
    _ name: String, for length: Duration, _ intensity: Intensity = .high, reps: Int? = nil, say: String? = nil,
    target: Target? = nil, cues: [CueRule] = [], ambient: PhaseAmbient = .inherited, skip: SkippedSets? = nil,
    sides: Sides? = nil, notes: String? = nil, metronome: Metronome? = nil, coach: Coach? = nil,
    overtime: Overtime? = nil, stages: [PhaseStage] = []
  ) {
    self.init(
      name, for: .fixed(length), intensity, reps: reps, say: say, target: target, cues: cues, ambient: ambient,
      skip: skip, sides: sides, notes: notes, metronome: metronome, coach: coach, overtime: overtime, stages: stages)
  }

  /// Creates a phase whose length differs from set to set, is drawn, or is that of its repetitions, its track or
  /// another phase.
  public init(
    _ name: String, for length: PhaseLength, _ intensity: Intensity = .high, reps: Int? = nil, say: String? = nil,
    target: Target? = nil, cues: [CueRule] = [], ambient: PhaseAmbient = .inherited, track: String? = nil,
    skip: SkippedSets? = nil, sides: Sides? = nil, notes: String? = nil, metronome: Metronome? = nil,
    coach: Coach? = nil, overtime: Overtime? = nil, stages: [PhaseStage] = []
  ) {
    self.init(
      PerSet(name), intensity, .after(length), reps: reps.map { .perSet(PerSet($0)) }, say: say.map { PerSet($0) },
      cues: cues, ambient: ambient, track: track, skip: skip, sides: sides, notes: notes.map { PerSet($0) },
      metronome: metronome, target: target.map { PerSet($0) }, coach: coach, overtime: overtime, stages: stages)
  }

  /// Creates an open phase: it ends when the user says that it is done or a sensor has measured what `until` asks for,
  /// at the latest after `cap`, and not before `atLeast`.
  public init(
    open name: String, _ intensity: Intensity = .high, cap: Duration? = nil, atLeast: Duration? = nil,
    until: Until? = nil, reps: Int? = nil, say: String? = nil, target: Target? = nil, cues: [CueRule] = [],
    ambient: PhaseAmbient = .inherited, track: String? = nil, skip: SkippedSets? = nil, sides: Sides? = nil,
    notes: String? = nil, metronome: Metronome? = nil, coach: Coach? = nil, overtime: Overtime? = nil,
    stages: [PhaseStage] = []
  ) {
    self.init(
      PerSet(name), intensity, .open(cap: cap, atLeast: atLeast, until: until), reps: reps.map { .perSet(PerSet($0)) },
      say: say.map { PerSet($0) }, cues: cues, ambient: ambient, track: track, skip: skip, sides: sides,
      notes: notes.map { PerSet($0) }, metronome: metronome, target: target.map { PerSet($0) }, coach: coach,
      overtime: overtime, stages: stages)
  }
}
