import DriftSimulation
import FoundationEssentials
import Glibc
import ScenarioFiles
import WorkoutFiles
import WorkoutModel

/// Runs the scenarios that it is given, and says which of them find something wrong.
///
/// Exits 0 where none does, 1 where one does, and 2 where a file can't be read.
@main struct Judge {
  private var oracles: [String: Oracle] = [:]

  static func main() {
    var judge = Judge()
    var caught = 0
    do {
      for path in CommandLine.arguments.dropFirst() {
        guard let finding = try judge.finding(path) else { continue }
        if caught == 0 { print("\(path): \(finding)") }
        caught += 1
      }
    } catch {
      print(error)
      exit(2)
    }
    print("\(caught) of \(CommandLine.arguments.count - 1) scenarios find something wrong")
    exit(caught == 0 ? 0 : 1)
  }

  /// The first law that a scenario finds broken, or the first expectation that isn't met.
  private mutating func finding(_ path: String) throws -> String? {
    let scenario = try ScenarioReader.document(Self.bytes(of: path), named: path).scenario
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let oracle = try oracle(of: "\(path.hasPrefix("/") ? "/" : "")\(folder)/\(scenario.workout)")
    let verdict = Simulation(oracle).judge(scenario, comparing: false)
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
