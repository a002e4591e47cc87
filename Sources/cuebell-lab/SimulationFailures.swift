import CommandSupport
import DriftFiles
import DriftSimulation
import HostSystem
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

final class FailingScenarioWriter {
  /// The maximum number of shrunk failures; further ones probably have the same causes.
  private static let shrunk = 10
  /// The maximum number of candidates for shrinking a scenario, and of cues in all of them: a long workout would take
  /// hours.
  private static let (mostAttempts, mostCues) = (1000, 5_000_000)

  private let folder: String
  private var count = 0
  private var written: [String: Int] = [:]

  init(_ folder: String) { self.folder = folder }

  /// Writes a failed scenario; returns the file, and the time from which on it had to fail, if that is known.
  func write(
    _ verdict: Verdict, _ simulationCase: SimulationInputs.SimulationCase
  ) throws -> (file: String, certain: Duration?) {
    count += 1
    let smallest = shrink(verdict, simulationCase)
    let name = name(for: verdict.scenario)
    let path = folder == "." ? name : "\(folder)/\(name)"
    var scenario = smallest.scenario
    if let path = simulationCase.path, smallest.workout == simulationCase.workout {
      scenario.workout = RelativePath.from(folder, to: path)
    } else {
      // A generated or shortened workout is next to its scenario.
      scenario.workout = String(name.dropLast(".json".count)) + "-workout.json"
      let workoutPath = folder == "." ? scenario.workout : "\(folder)/\(scenario.workout)"
      try OutputFile.write(WorkoutWriter.write(smallest.workout), to: workoutPath)
    }
    try OutputFile.write(ScenarioWriter.write(scenario), to: path)
    return (path, count <= Self.shrunk ? simulationCase.simulation.certainty(of: verdict) : nil)
  }

  /// `failing-SEED.json`, with a number if another scenario of this run has that name.
  private func name(for scenario: Scenario) -> String {
    let name = "failing-\(scenario.seed)"
    written[name, default: 0] += 1
    let count = written[name] ?? 1
    return count == 1 ? "\(name).json" : "\(name)-\(count).json"
  }

  private func shrink(_ verdict: Verdict, _ simulationCase: SimulationInputs.SimulationCase) -> Shrinker.Case {
    // It must still fail in the same way, so that no other failure takes its place.
    guard count <= Self.shrunk, let wanted = verdict.failures.min() else {
      return Shrinker.Case(verdict.scenario, simulationCase.workout)
    }
    let start = Shrinker.Case(verdict.scenario, simulationCase.workout)
    let attempts = min(Self.mostAttempts, max(1, Self.mostCues / max(1, simulationCase.oracle.cues.count)))
    var shrinker = Shrinker(start, budget: attempts) { candidate in
      let simulation: Simulation<Engine>
      if candidate.workout == simulationCase.workout {
        simulation = simulationCase.simulation
      } else {
        // The expectations are for this workout.
        guard !verdict.violations.isEmpty, let timeline = try? Timeline(candidate.workout) else { return false }
        simulation = Simulation(Oracle(timeline))
      }
      guard candidate.scenario.names.allSatisfy({ simulation.oracle.first($0) != nil }) else { return false }
      let failures = simulation.judge(candidate.scenario, comparing: false).failures
      return failures.contains(wanted) && failures.isSubset(of: verdict.failures)
    }
    return shrinker.shrink()
  }
}

extension Scenario {
  fileprivate var names: [CueName] {
    let anchors = script.compactMap { line in if case .cue(let name, _) = line.at { name } else { nil } }
    return anchors + expected.outcomes.map(\.cue)
  }
}

enum RelativePath {
  /// The path of a file from a folder, both of which are relative to the working folder unless they begin with `/`.
  static func from(_ folder: String, to file: String) -> String {
    let (base, target) = (components(folder), components(file))
    let common = zip(base, target).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: base.count - common) + target[common...]
    return steps.joined(separator: "/")
  }

  private static func components(_ path: String) -> [Substring] {
    FullPath.absolute(path).split(separator: "/").reduce(into: []) { result, step in
      switch step {
      case ".": break
      case "..": if !result.isEmpty { result.removeLast() }
      default: result.append(step)
      }
    }
  }
}
