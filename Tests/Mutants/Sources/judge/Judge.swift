import DriftFiles
import DriftSimulation
import EngineReference
import FoundationEssentials
import Glibc
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Judges scenarios, and workouts of files and random ones with random scenarios, and reports the first failure. Of
/// each workout the engine's plan is compared with the reference first.
///
///     judge [--random-workouts N] [--first SEED] [--seeds N] FILE...
///
/// A file is a scenario, or a workout. Each workout, of a file or random, is judged with `--seeds` random scenarios,
/// one by default. Exits with 0 if there is no failure, 1 if there is one, and 2 if a file can't be read.
///
/// In the environment ALL=1 reports all failures, SHOW=1 also the steps around each, and WHOLE=1 all of its steps.
@main struct Judge {
  private var oracles: [String: Oracle] = [:]
  private var findings = 0

  static func main() {
    var judge = Judge()
    var arguments = Array(CommandLine.arguments.dropFirst())
    var numbers: [String: UInt64] = ["--random-workouts": 0, "--first": 0, "--seeds": 1]
    while arguments.count > 1, numbers[arguments[0]] != nil, let number = UInt64(arguments[1]) {
      numbers[arguments[0]] = number
      arguments.removeFirst(2)
    }
    let (workouts, first) = (numbers["--random-workouts"] ?? 0, numbers["--first"] ?? 0)
    let seeds = numbers["--seeds"] ?? 1
    do {
      for path in arguments { try judge.judge(path, seeds: seeds) }
    } catch {
      print(error)
      exit(2)
    }
    for seed in first..<(first + workouts) { judge.judge(workout: seed, seeds: seeds) }
    guard judge.findings == 0 else { exit(1) }
    print("\(arguments.count) files and \(workouts) random workouts find nothing wrong")
  }

  private mutating func tell(_ name: String, _ finding: String?) {
    guard let finding else { return }
    print("\(name): \(finding)")
    findings += 1
    if getenv("ALL") == nil { exit(1) }
  }

  private mutating func judge(_ path: String, seeds: UInt64) throws {
    if !path.contains("Workouts/") { return tell(path, try finding(path)) }
    let oracle = try oracle(of: path)
    tell(path, Self.finding(oracle))
    judge(oracle, path, 0..<seeds)
  }

  private mutating func judge(workout seed: UInt64, seeds: UInt64) {
    let generator = WorkoutGenerator()
    var workout = generator.workout(seed: seed)
    // The phases of some workouts have tracks, which random workouts lack because there are no files for them.
    if seed.isMultiple(of: 3) { workout.nodes = workout.nodes.map { $0.withTracks } }
    guard let timeline = try? Timeline(workout) else { return }
    tell("random workout \(seed)", MoveComparison.differences(timeline, seed: seed).first.map { "moves: \($0)" })
    let oracle = Oracle(timeline, durations: generator.durations(for: workout, seed: seed))
    tell("random workout \(seed)", Self.finding(oracle))
    judge(oracle, "random workout \(seed)", (seed * seeds)..<((seed + 1) * seeds))
  }

  private mutating func judge(_ oracle: Oracle, _ name: String, _ seeds: Range<UInt64>) {
    let maker = ScenarioGenerator(oracle, workout: "random.json")
    for seed in seeds {
      let verdict = Simulation(oracle).judge(maker.scenario(seed: seed), comparing: false)
      tell("\(name), seed \(seed)", Self.finding(verdict))
      if getenv("SHOW") != nil, let excerpt = verdict.excerpt {
        for line in verdict.scenario.script { print("  ", line.at, line.fault.kind.rawValue, line.fault) }
        for step in getenv("WHOLE") != nil ? verdict.trace.steps : excerpt.steps {
          print("  STEP", step.now, step.input, step.playback, step.progress, step.bed)
          for event in step.events { print("      ", event.at, event.kind) }
          for effect in step.effects { print("      =>", effect) }
        }
      }
    }
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

  private static func finding(_ verdict: Verdict) -> String? {
    if let broken = verdict.violations.first { return "\(broken.number) \(broken.message)" }
    return verdict.unmet.first.map { "\($0.name): \($0.message)" }
  }

  private mutating func oracle(of workout: String) throws -> Oracle {
    if let known = oracles[workout] { return known }
    let file = try WorkoutReader.read(Self.bytes(of: workout), named: workout)
    // A judge reads no sound: any track lasts a minute.
    let oracle = Oracle(try Timeline(file, trackLengths: file.sounds.mapValues { _ in .seconds(60) }))
    oracles[workout] = oracle
    return oracle
  }

  private static func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
}

extension Node {
  /// The same node with a track in each phase of the highest intensity that the clock ends.
  fileprivate var withTracks: Node {
    switch self {
    case .phase(var phase):
      if case .after = phase.end, phase.intensity == .high { phase.track = "song.flac" }
      return .phase(phase)
    case .group(var group):
      group.nodes = group.nodes.map(\.withTracks)
      return .group(group)
    }
  }
}
