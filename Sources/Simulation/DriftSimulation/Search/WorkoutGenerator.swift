public import WorkoutEngine
public import WorkoutModel

/// Generates workouts from seeds, using the whole grammar of the workout file: ordinary workouts and improbable ones.
///
/// Errors occur at boundaries: phases of zero length, of a millisecond and of exactly a countdown, names that take
/// longer than their phases, bells every second, nested groups that the clock cuts. The law: the same seed gives the
/// same workout, and it has no problems.
public struct WorkoutGenerator: Sendable {
  /// The maximum numbers of phases as laid out and of cues: larger workouts find no more faults, but take longer.
  private static let mostPhases = 120
  private static let mostCues = 500
  private static let longest = Duration.seconds(6 * 3600)

  /// Creates a generator.
  public init() {}

  /// The workout of a seed.
  public func workout(seed: UInt64) -> Workout {
    var random = SeededRandom(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 1)
    while true {
      var builder = WorkoutBuilder(random)
      let workout = builder.workout(name: "Random \(seed)")
      random = builder.random
      if Self.isFit(workout) { return workout }
    }
  }

  /// Lengths of phrases that differ from the estimates, because a voice may be slow or fast with each; the same seed
  /// gives the same lengths.
  public func durations(for workout: Workout, seed: UInt64) -> PhraseDurations {
    var durations = PhraseDurations()
    guard seed.isMultiple(of: 2) else { return durations }
    var random = SeededRandom(seed: seed)
    let plan = ReferencePlan(
      workout, durations: durations, seed: Timeline.standardSeed, doneAfter: Oracle.doneAfter)
    let spoken = Set(plan.cues.compactMap(\.speech?.phrase))
    for phrase in spoken.sorted(by: { ($0.text, $0.voice?.rate ?? 0) < ($1.text, $1.voice?.rate ?? 0) }) {
      let permille = 500 + random.below(1500)
      durations.record(phrase, length: .nanoseconds(durations.length(of: phrase).inNanoseconds / 1000 * permille))
    }
    return durations
  }

  private static func isFit(_ workout: Workout) -> Bool {
    guard workout.problems.isEmpty, let timeline = try? Timeline(workout) else { return false }
    if let total = timeline.total, total > longest || total == .zero { return false }
    let layout = ReferenceLayout(workout, [:], seed: Timeline.standardSeed, ended: [:])
    guard !layout.phases.isEmpty, layout.phases.count <= mostPhases else { return false }
    let plan = ReferencePlan(
      workout, durations: PhraseDurations(), seed: Timeline.standardSeed, doneAfter: Oracle.doneAfter)
    return plan.phases.count <= mostPhases && plan.cues.count <= mostCues && plan.length <= longest
  }
}

/// Simulations of random workouts.
public enum RandomWorkouts {
  /// The simulation of the random workout of a seed; `nil` if it has no valid timeline.
  public static func simulation(seed: UInt64) -> Simulation<Engine>? {
    let generator = WorkoutGenerator()
    let workout = generator.workout(seed: seed)
    guard let timeline = try? Timeline(workout) else { return nil }
    return Simulation(Oracle(timeline, durations: generator.durations(for: workout, seed: seed)))
  }
}
