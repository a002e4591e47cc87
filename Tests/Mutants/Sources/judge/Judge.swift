import DriftFiles
import DriftSimulation
import EngineReference
import FoundationEssentials
import Glibc
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Runs the given scenarios, then as many random workouts as `--random-workouts` specifies, and reports the first
/// failure. Of each workout the engine's plan is compared with the reference first.
///
/// Exits with 0 if there is none, 1 if there is one, and 2 if a file can't be read.
@main struct Judge {
  /// The number of scenarios for each random workout.
  private static let seeds: UInt64 = 3

  private var oracles: [String: Oracle] = [:]

  static func main() {
    var judge = Judge()
    var arguments = Array(CommandLine.arguments.dropFirst())
    var workouts: UInt64 = 0
    if arguments.count > 1, arguments[0] == "--random-workouts" {
      workouts = UInt64(arguments[1]) ?? 0
      arguments.removeFirst(2)
    }
    do {
      for path in arguments {
        if let finding = try judge.finding(path) { Self.tell(path, finding) }
      }
    } catch {
      print(error)
      exit(2)
    }
    for seed in 0..<workouts {
      if let finding = Self.finding(workout: seed) { Self.tell("random workout \(seed)", finding) }
    }
    print("\(arguments.count) scenarios and \(workouts) random workouts find nothing wrong")
  }

  private static func tell(_ name: String, _ finding: String) -> Never {
    print("\(name): \(finding)")
    exit(1)
  }

  /// The first law that a scenario finds broken, or the first expectation that isn't met; `nil` if it passes.
  private mutating func finding(_ path: String) throws -> String? {
    let scenario = try ScenarioReader.document(Self.bytes(of: path), named: path).scenario
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let oracle = try oracle(of: "\(path.hasPrefix("/") ? "/" : "")\(folder)/\(scenario.workout)")
    return Self.finding(oracle) ?? Self.finding(Simulation(oracle).judge(scenario, comparing: false))
  }

  /// The first difference of the plan from the reference.
  private static func finding(_ oracle: Oracle) -> String? {
    PlanComparison.differences(oracle.timeline, oracle.durations).first.map { "plan: \($0)" }
  }

  private static func finding(workout seed: UInt64) -> String? {
    let simulation = RandomWorkouts.simulation(seed: seed, hasVoice: true)
    if let found = finding(simulation.oracle) { return found }
    let maker = ScenarioGenerator(simulation.oracle, workout: "random.json")
    for seed in (seed * seeds)..<((seed + 1) * seeds) {
      if let found = finding(simulation.judge(maker.scenario(seed: seed), comparing: false)) { return found }
    }
    return nil
  }

  private static func finding(_ verdict: Verdict) -> String? {
    if let broken = verdict.violations.first { return "\(broken.number) \(broken.message)" }
    return verdict.unmet.first.map { "\($0.name): \($0.message)" }
  }

  private mutating func oracle(of workout: String) throws -> Oracle {
    if let known = oracles[workout] { return known }
    let oracle = Oracle(try Timeline(WorkoutReader.read(Self.bytes(of: workout), named: workout)))
    oracles[workout] = oracle
    return oracle
  }

  private static func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
}
