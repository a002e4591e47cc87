import AudioMixing
import CueAudio
import DriftFiles
import DriftSimulation
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// A unit of scenarios that one thread judges in order.
enum SimulationWork: Sendable {
  case file(SimulationInputs.Source)
  case seeds(Range<UInt64>, [Fault.Kind], SimulationInputs.SimulationCase)
  /// The scenarios with these numbers, of `count` in all, of a random workout.
  case random(workout: UInt64, Range<UInt64>, of: UInt64, [Fault.Kind])

  /// The maximum number of scenarios of a random workout in one unit; each unit generates the workout.
  private static let mostOfWorkout: UInt64 = 100
  /// The approximate number of cues of the scenarios in one unit: enough to make the exchange between threads cheap,
  /// and few enough for the results to need little memory.
  private static let cues = 1000

  /// The units of scenarios generated from `seeds`, of a workout.
  static func units(
    _ seeds: Range<UInt64>, _ kinds: [Fault.Kind], of simulationCase: SimulationInputs.SimulationCase
  ) -> some Sequence<SimulationWork> {
    let size = UInt64(max(1, cues / max(1, simulationCase.oracle.cues.count)))
    return ranges(seeds, size).lazy.map { .seeds($0, kinds, simulationCase) }
  }

  /// The units of random workouts with these seeds, and of `count` scenarios of each.
  static func units(
    randomWorkouts: Range<UInt64>, scenarios count: UInt64, _ kinds: [Fault.Kind]
  ) -> some Sequence<SimulationWork> {
    randomWorkouts.lazy.flatMap { workout in
      ranges(0..<count, mostOfWorkout).map { .random(workout: workout, $0, of: count, kinds) }
    }
  }

  /// A range split into others of a size; the last may be shorter.
  private static func ranges(_ range: Range<UInt64>, _ size: UInt64) -> some Sequence<Range<UInt64>> {
    stride(from: range.lowerBound, to: range.upperBound, by: Int(size)).lazy
      .map { $0..<min($0 + size, range.upperBound) }
  }

  /// Judges the scenarios; the results contain their traces.
  ///
  /// Units of seeds have all the same case, of which the first one on a thread makes `own`: threads that share a plan
  /// wait for each other wherever they count references to it.
  func judge(_ outputs: JudgedScenario.Outputs, _ own: inout SimulationInputs.SimulationCase?) -> [JudgedScenario] {
    sources(&own).map { JudgedScenario($0, outputs) }
  }

  private func sources(_ own: inout SimulationInputs.SimulationCase?) -> [SimulationInputs.Source] {
    switch self {
    case .file(let source): return [source]
    case .seeds(let seeds, let kinds, let shared):
      let simulationCase = own ?? shared.copy
      own = simulationCase
      let generator = ScenarioGenerator(simulationCase.oracle, workout: simulationCase.path ?? "", kinds: kinds)
      return seeds.map { .seed($0, generator, simulationCase) }
    case .random(let number, let range, let count, let kinds):
      let simulationCase = SimulationInputs.random(number)
      let generator = ScenarioGenerator(simulationCase.oracle, workout: "", kinds: kinds)
      return range.map { .seed(number &* count &+ $0, generator, simulationCase) }
    }
  }
}

struct JudgedScenario: Sendable {
  struct Outputs: Sendable {
    let version: String
    let hasTrace: Bool
    let hasPicture: Bool
    let progress: SimulationProgress?
  }

  let file: String?
  let simulationCase: SimulationInputs.SimulationCase
  let summary: BatchSummary
  /// `nil` for a generated scenario that passed, which is only in the summary of the report.
  let verdict: Verdict?
  /// The lines of the trace, if it is requested.
  let trace: String
  let picture: String?

  init(_ source: SimulationInputs.Source, _ outputs: Outputs) {
    (file, simulationCase) = (source.file, source.simulationCase)
    let scenario = source.scenario
    let (simulation, twice) = (simulationCase.simulation, source.isRunTwice)
    let verdict =
      outputs.progress?.judge(scenario, simulation, twice: twice) ?? simulation.judge(scenario, twice: twice)
    var summary = BatchSummary()
    summary.add(verdict)
    self.summary = summary
    self.verdict = source.file == nil && verdict.passed ? nil : verdict
    trace = outputs.hasTrace ? simulationCase.lines(of: verdict, outputs.version) : ""
    picture = outputs.hasPicture ? TracePicture(verdict).svg : nil
  }
}

extension SimulationInputs.SimulationCase {
  fileprivate func lines(of verdict: Verdict, _ version: String) -> String {
    let hello = SessionEvent.Kind.hello(
      version: version, workout: workout.name, total: oracle.timeline.total, sampleRate: Bus.sampleRate,
      seed: oracle.timeline.seed)
    return TraceLines.text(of: verdict, hello: hello) { FrameClock().frame(at: $0) }
  }
}
