package import WorkoutEngine
public import WorkoutModel

/// Generates workouts from seeds, using the whole grammar of the workout file: ordinary workouts and improbable ones.
///
/// Errors occur at boundaries: phases of zero length, of a millisecond and of exactly a countdown, names that take
/// longer than their phases, bells every second, nested groups that the clock cuts. The law: the same seed gives the
/// same workout, and it has no problems.
///
/// ```swift
/// let workout = WorkoutGenerator().workout(seed: 7)
/// ```
public struct WorkoutGenerator: Sendable {
  private static let longest = Duration.seconds(6 * 3600)

  /// Creates a generator.
  public init() {}

  /// The workout of a seed.
  public func workout(seed: UInt64) -> Workout { rehearsed(seed: seed).workout }

  func rehearsed(seed: UInt64) -> (workout: Workout, engine: Engine, plan: RehearsedPlan) {
    var random = SeededRandom(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 1)
    while true {
      var builder = WorkoutBuilder(random)
      let workout = builder.workout(name: "Random \(seed)")
      random = builder.random
      if let (engine, plan) = Self.rehearsed(workout) { return (workout, engine, plan) }
    }
  }

  /// Lengths of phrases that differ from the estimates, because a voice may be slow or fast with each; the same seed
  /// gives the same lengths.
  package func durations(for workout: Workout, seed: UInt64) -> PhraseDurations {
    var durations = PhraseDurations()
    guard seed.isMultiple(of: 2), let timeline = try? Timeline(workout) else { return durations }
    var random = SeededRandom(seed: seed)
    // Of words with a value the plan has the longest, which no other may exceed.
    let speech = RehearsedPlan(Engine(timeline)).cues.compactMap(\.warning.speech)
    let spoken = Set(speech.filter { !$0.isMeasured }.map(\.phrase))
    for phrase in spoken.sorted(by: { ($0.text, $0.voice?.rate ?? 0) < ($1.text, $1.voice?.rate ?? 0) }) {
      let permille = 500 + random.below(1500)
      durations.record(
        phrase, length: .nanoseconds(durations.length(of: phrase).inNanoseconds / 1000 * Int64(permille)))
    }
    return durations
  }

  private static func rehearsed(_ workout: Workout) -> (engine: Engine, plan: RehearsedPlan)? {
    guard workout.problems.isEmpty, let timeline = try? Timeline(workout) else { return nil }
    if let total = timeline.total, total > longest || total == .zero { return nil }
    let engine = Engine(timeline)
    let plan = RehearsedPlan(engine) { $0.isSmall }
    return plan.isSmall && !plan.phases.isEmpty && plan.length <= longest ? (engine, plan) : nil
  }
}

extension RehearsedPlan {
  /// The maximum numbers of phases as laid out and of cues: larger workouts find no more faults, but take longer.
  private static let (mostPhases, mostCues) = (120, 500)

  fileprivate var isSmall: Bool { phases.count <= Self.mostPhases && outcomes <= Self.mostCues }
}

/// Simulations of random workouts.
package enum RandomWorkouts {
  /// The simulation of the random workout of a seed.
  package static func simulation(seed: UInt64) -> Simulation<Engine> {
    let (_, engine, plan) = WorkoutGenerator().rehearsed(seed: seed)
    return Simulation(Oracle(engine, plan))
  }
}
