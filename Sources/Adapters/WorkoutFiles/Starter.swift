public import WorkoutModel

/// Templates for new workouts.
///
/// ```swift
/// let text = WorkoutWriter.write(Starter.tabata.workout(named: "Mine"))
/// ```
public enum Starter: String, CaseIterable, Sendable {
  case tabata, hiit, emom, amrap, boxing, pyramid, meditation, breathing

  /// A complete workout of this kind.
  public func workout(named name: String) -> Workout {
    var workout = Workout(name: name, ambient: Ambient(sound: bed), nodes: [Self.ready] + nodes)
    workout.style = style
    workout.description = description
    workout.cues = cues
    workout.tags = [rawValue]
    return workout
  }

  private static let ready = phase("Get ready", .prepare, 10)

  private static func phase(_ name: String, _ intensity: Intensity, _ seconds: Int, skip: SkippedSets? = nil) -> Node {
    .phase(Phase(PerSet(name), intensity, .after(.fixed(.seconds(seconds))), skip: skip))
  }

  private static func sets(_ repetition: Repetition, _ nodes: [Node]) -> Node {
    .group(SetGroup(repetition, nodes: nodes))
  }

  private var style: Style {
    switch self {
    case .boxing: .boxing
    case .meditation: .meditation
    case .breathing: .silent
    default: .hiit
    }
  }

  private var bed: String {
    switch self {
    case .meditation: BuiltInBed.ocean.rawValue
    case .breathing: BuiltInBed.drone.rawValue
    default: BuiltInBed.rain.rawValue
    }
  }

  private var description: String {
    switch self {
    case .tabata: "Eight sets: twenty seconds hard, ten easy."
    case .hiit: "Ten sets: thirty seconds hard, twenty easy."
    case .emom: "Every minute on the minute, ten minutes: say done when the work is, and rest until the next minute."
    case .amrap: "As many rounds as twelve minutes allow; say done after each exercise."
    case .boxing: "Three rounds of three minutes, a minute between them."
    case .pyramid: "Up and down again: 20 to 60 seconds of work."
    case .meditation: "Ten minutes of sitting, a bell every five."
    case .breathing: "Box breathing: in, hold, out, hold, four seconds each."
    }
  }

  private var nodes: [Node] {
    switch self {
    case .tabata:
      [
        Self.sets(.sets(8), [Self.phase("Work", .high, 20), Self.phase("Rest", .low, 10, skip: .last)]),
        Self.phase("Cool down", .cooldown, 60),
      ]
    case .hiit:
      [
        Self.phase("Warm up", .warmup, 60),
        Self.sets(.sets(10), [Self.phase("Work", .high, 30), Self.phase("Easy", .low, 20, skip: .last)]),
        Self.phase("Cool down", .cooldown, 60),
      ]
    case .emom:
      [
        Self.sets(
          .interval(sets: 10, every: .seconds(60)),
          [.phase(Phase("Kettlebell swings", .high, .open(), reps: 15))])
      ]
    case .amrap:
      [
        Self.sets(
          .total(.seconds(720)),
          [
            .phase(Phase("Push-ups", .high, .open(), reps: 10)),
            .phase(Phase("Squats", .high, .open(), reps: 15)),
            .phase(Phase("Sit-ups", .high, .open(), reps: 20)),
          ])
      ]
    case .boxing: [Self.sets(.sets(3), [Self.phase("Round", .high, 180), Self.phase("Rest", .rest, 60, skip: .last)])]
    case .pyramid: [pyramid, Self.phase("Cool down", .cooldown, 60)]
    case .meditation: [Self.phase("Sit", .sit, 600)]
    case .breathing:
      [Self.sets(.sets(15), ["Breathe in", "Hold", "Breathe out", "Hold"].map { Self.phase($0, .sit, 4) })]
    }
  }

  private var pyramid: Node {
    let lengths = [20, 30, 40, 50, 60, 50, 40, 30, 20].map { Duration.seconds($0) }
    return Self.sets(
      .sets(lengths.count),
      [.phase(Phase("Work", .high, .after(.perSet(lengths)))), Self.phase("Rest", .rest, 20, skip: .last)])
  }

  private var cues: [CueRule] {
    switch self {
    case .meditation:
      [
        CueRule(
          on: .phase, at: .every(.seconds(300)), sound: CueSound(BuiltInSound.bowl.rawValue),
          condition: Condition(intensity: [.sit]))
      ]
    case .breathing:
      [
        CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound(BuiltInSound.tick.rawValue)),
        CueRule(
          on: .phase, at: .start(offset: .zero), say: CueText(pieces: [.placeholder(.phase)]),
          condition: Condition(intensity: [.sit])),
      ]
    default: []
    }
  }
}
