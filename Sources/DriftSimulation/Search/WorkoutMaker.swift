public import WorkoutEngine
public import WorkoutModel

/// Makes workouts of seeds from the whole grammar of the workout file: ordinary ones and such as nobody would write.
///
/// Boundaries are where bugs sit: phases of no length, of a millisecond and of just a countdown, names that take longer
/// than their phases, bells every second, groups in groups that the clock cuts. The law: the same seed is the same
/// workout, and it has no problems.
public struct WorkoutMaker: Sendable {
  /// At most so many phases as laid out, and cues: more of them find no more, but take longer.
  private static let mostPhases = 120
  private static let mostCues = 500
  private static let longest = Duration.seconds(6 * 3600)

  /// Makes workouts.
  public init() {}

  /// The workout of a seed.
  public func workout(seed: UInt64) -> Workout {
    var random = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 1)
    while true {
      var draft = WorkoutDraft(random)
      let workout = draft.workout(name: "Random \(seed)")
      random = draft.random
      if Self.isFit(workout) { return workout }
    }
  }

  /// Lengths of phrases that differ from the estimates, as a voice may be slow or fast with each: the same for the same
  /// seed.
  public func lexicon(for workout: Workout, seed: UInt64) -> Lexicon {
    var lexicon = Lexicon()
    guard seed.isMultiple(of: 2) else { return lexicon }
    var random = SplitMix64(seed: seed)
    let plan = ReferencePlan(workout, lexicon: lexicon, doneAfter: Oracle.doneAfter)
    for text in Set(plan.cues.compactMap(\.speech?.text)).sorted() {
      let permille = 500 + random.below(1500)
      lexicon.learn(text, length: .nanoseconds(lexicon.length(of: text).inNanoseconds / 1000 * permille))
    }
    return lexicon
  }

  private static func isFit(_ workout: Workout) -> Bool {
    guard workout.problems.isEmpty, let timeline = try? Timeline(workout) else { return false }
    if let total = timeline.total, total > longest || total == .zero { return false }
    let layout = ReferenceLayout(workout, [:], ended: [:])
    guard !layout.phases.isEmpty, layout.phases.count <= mostPhases else { return false }
    let plan = ReferencePlan(workout, lexicon: Lexicon(), doneAfter: Oracle.doneAfter)
    return plan.phases.count <= mostPhases && plan.cues.count <= mostCues && plan.length <= longest
  }
}

/// Random workouts with what is true of them.
public enum RandomWorkouts {
  /// The simulation of the random workout of a seed; `nil` where it can't be laid on the clock.
  public static func simulation(seed: UInt64) -> Simulation<Engine>? {
    let maker = WorkoutMaker()
    let workout = maker.workout(seed: seed)
    guard let timeline = try? Timeline(workout) else { return nil }
    return Simulation(Oracle(timeline, lexicon: maker.lexicon(for: workout, seed: seed)))
  }
}
