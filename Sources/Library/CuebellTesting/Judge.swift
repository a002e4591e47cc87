public import Cuebell
public import DriftSimulation
import Synchronization

/// A day that a model hasn't survived.
public struct DriftFailure: Equatable, Sendable, CustomStringConvertible {
  /// The seed of the day, with which `judge` plays it again.
  public let seed: Int
  /// The scenario of the day.
  public let scenario: Scenario
  /// What was violated, in the order of time.
  public let messages: [String]

  /// The seed, what happened, and the first violation.
  public var description: String { "\(scenario.name): \(messages.first ?? "")" }
}

/// Plays bad days to a model of an app on a virtual clock, and judges each: what is said, shown and counted must be
/// what the workout and the user have asked for.
///
/// ```swift
/// struct Model: EngineHost { var engine: Engine }
/// for failure in try judge(Model.init, of: workout, seeds: 0..<100, faults: .machine) { report(failure) }
/// ```
///
/// The same seed is the same day. A hundred days of a workout of five minutes take about a second.
///
/// - Parameters:
///   - model: Makes the model of an engine that has not begun, or of one that was restored after a crash.
///   - workout: The workout.
///   - seeds: One day for each.
///   - faults: What may happen.
/// - Returns: The days that went wrong.
/// - Throws: `TimelineError` with every invalid length of the workout.
public func judge<Model: EngineHost>(
  _ model: @escaping @Sendable (Engine) -> Model, of workout: Workout, seeds: Range<Int> = 0..<100,
  faults: Faults = .all
) throws(TimelineError) -> [DriftFailure] {
  let oracle = Oracle(try Timeline(workout))
  let complaints = Complaints()
  let simulation = Simulation(oracle) { policies in
    JudgedHost(
      model(Engine(oracle.timeline, durations: oracle.durations, policies: policies)), make: model, complaints)
  }
  let kinds = faults == .all ? [] : faults.kinds
  let generator = ScenarioGenerator(oracle, workout: workout.name, kinds: kinds)
  return seeds.compactMap { seed in
    let scenario = generator.scenario(seed: UInt64(seed.magnitude))
    let verdict = simulation.judge(scenario, comparing: false)
    let own = complaints.removeAll()
    let laws = verdict.violations.map { violation in
      "\(violation.message)\(violation.at.map { " at \($0)" } ?? "") (\(violation.number))"
    }
    let messages = laws + verdict.unmet.map { "\($0.name): \($0.message)" } + own
    return messages.isEmpty ? nil : DriftFailure(seed: seed, scenario: scenario, messages: messages)
  }
}
