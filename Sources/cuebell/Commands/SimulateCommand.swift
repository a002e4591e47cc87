import ArgumentParser
import DriftFiles
import DriftSimulation
import FoundationEssentials
import HostSystem
import SessionReporting
import WorkoutModel

/// `simulate`: runs a workout on a virtual clock with faults of the host.
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replay drift scenarios on a virtual clock and judge them.",
    discussion: """
      Examples:
        cuebell simulate Scenarios/*.json
        cuebell simulate --workout tabata --seeds 1000
        cuebell simulate --random-workouts 1000
        cuebell simulate --merge one.json two.json

      A failing scenario is shrunk and written as failing-SEED.json. An hour of a workout takes \
      a millisecond. The status is 1 if a law is violated or an expectation is not met.
      """)

  @Argument(help: "Scenario files; - for stdin. With --merge, reports.", completion: .file(extensions: ["json"]))
  var scenarios: [String] = []

  @Option(help: "Generate scenarios of this workout, a file or name, from seeds.", completion: .workouts)
  var workout: String?

  @OptionGroup var folders: FolderOptions

  @Option(help: "The number of random workouts to generate, each with scenarios.")
  var randomWorkouts: Int?

  @Option(help: "The number of scenarios to generate; by default 3 per random workout.")
  var seeds: Int?

  @Option(help: ArgumentHelp("The first seed, by default 1; the others follow it.", valueName: "number"))
  var seed: Int?

  @Option(help: ArgumentHelp("Generate only these faults, such as suspend,wallStep.", valueName: "a,b"))
  var faults: FaultList?

  @Option(help: ArgumentHelp(RecordedSignals.help, valueName: "trace.csv"), completion: .file(extensions: ["csv"]))
  var signals: String?

  @Option(
    help: ArgumentHelp("Write every event, one JSON object per line; - for stdout.", valueName: "out.ndjson"),
    completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp("Draw planned against actual cues; - for stdout.", valueName: "out.svg"), completion: .file())
  var svg: String?

  @Option(help: ArgumentHelp("The folder for failing scenarios.", valueName: "dir"), completion: .directory)
  var out: String = "."

  @Option(
    help: ArgumentHelp(
      "The number of threads, by default one per processor.", valueName: "number"))
  var jobs: Int?

  @Flag(help: "Print the report as one JSON object.")
  var json = false

  @Flag(help: "Add up reports that other runs have printed with --json.")
  var merge = false

  @OptionGroup var verbosity: Verbosity

  /// The maximum number of seeds of a run; they take some hours.
  private static let mostSeeds = 1_000_000
  private static let mostJobs = 256
  private static let seedsOfEach = 3

  func validate() throws {
    if merge, scenarios.isEmpty || jobs != nil || trace != nil || svg != nil {
      throw ValidationError("--merge takes reports alone: files, or - for stdin.")
    }
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("--jobs must be 1 to \(Self.mostJobs).")
    }
    let isNamed = [!scenarios.isEmpty, workout != nil, randomWorkouts != nil]
    guard isNamed.count(where: \.self) == 1 else {
      throw ValidationError(
        "Name scenario files, or a workout with --workout FILE --seeds N, or use --random-workouts N.")
    }
    guard workout == nil || seeds != nil, scenarios.isEmpty || seeds == nil else {
      throw ValidationError("--workout and --seeds go together.")
    }
    if let randomWorkouts, !(1...Self.mostSeeds).contains(randomWorkouts) {
      throw ValidationError("--random-workouts must be 1 to \(Self.mostSeeds).")
    }
    if let seeds, !(1...Self.mostSeeds).contains(seeds) {
      throw ValidationError("--seeds must be 1 to \(Self.mostSeeds).")
    }
    if let seed, !(0...Int.max - Self.mostSeeds).contains(seed) {
      throw ValidationError("--seed must be 0 to \(Int.max - Self.mostSeeds).")
    }
    if !scenarios.isEmpty, faults != nil || seed != nil {
      throw ValidationError("--faults and --seed go with --workout and --seeds, or with --random-workouts.")
    }
    if signals != nil, randomWorkouts != nil || merge {
      throw ValidationError("--signals goes with scenario files, or with --workout and --seeds.")
    }
    if svg != nil, scenarioCount != 1 { throw ValidationError("--svg draws exactly one scenario.") }
  }

  private var scenarioCount: Int {
    randomWorkouts.map { $0 * (seeds ?? Self.seedsOfEach) } ?? (scenarios.count + (seeds ?? 0))
  }

  func run() throws {
    if merge { return try finish(ReportMerging.report(of: scenarios)) }
    let progress = SimulationProgress(of: scenarioCount)
    let line = verbosity.quiet ? nil : ProgressLine { progress.text }
    defer { line?.finish() }
    let workout = try workout.map { try folders.path(of: $0, SettingsFile.load()) }
    var files = OutputConflictCheck()
    files.read(workout, as: "the workout")
    for scenario in scenarios { files.read(scenario, as: "a scenario") }
    files.read(signals, as: "the recorded signals")
    try files.write(trace, as: "--trace")
    try files.write(svg, as: "--svg")
    if json { try files.claimStdout(as: "--json") }
    var inputs = try SimulationInputs(replaying: RecordedSignals.measurements(signals))
    let work = try work(workout, &inputs)
    let log = try trace.map { try OutputFile($0) }
    let failures = FailingScenarioWriter(out)
    let outputs = JudgedScenario.Outputs(
      hasTrace: log != nil, hasPicture: svg != nil, progress: line == nil ? nil : progress)
    var report = BatchReport(version: Release.version, seeds: judgedSeeds(inputs))
    func add(_ scenario: JudgedScenario) throws {
      try log?.write(scenario.trace)
      if let svg, let picture = scenario.picture { try OutputFile.write(picture, to: svg) }
      report.add(scenario.summary)
      guard let verdict = scenario.verdict else { return }
      let shrunk = verdict.passed ? nil : try failures.write(verdict, scenario.setting)
      report.list(verdict, file: scenario.file, shrunk: shrunk)
    }
    let threads = min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, Self.mostJobs)
    try OrderedPool.run(
      work, threads: threads,
      onEachThread: {
        var own: SimulationInputs.SimulationCase?
        return { $0.judge(outputs, &own) }
      }, consume: { try $0.forEach(add) })
    try log?.commit()
    try finish(report)
  }

  /// Prints the report, whose failures are the command's.
  private func finish(_ report: BatchReport) throws {
    // Other output doesn't go to stdout then.
    if trace == "-" || svg == "-" {
      Streams.err(verbosity.quiet ? report.problems : report.text)
    } else {
      try Streams.out(json ? report.json : verbosity.quiet ? report.problems : report.text)
    }
    if !report.passed { throw ExitCode.notAsItMust }
  }

  private func judgedSeeds(_ inputs: SimulationInputs) -> [SeedRange] {
    let kinds = faults.map { ", faults \($0.kinds.map(\.rawValue).joined(separator: ","))" } ?? ""
    let first = UInt64(seed ?? 1)
    if let randomWorkouts {
      let origin = "random workouts, \(Counted.of(seeds ?? Self.seedsOfEach, "scenario", "scenarios")) each\(kinds)"
      return [SeedRange(of: origin, first..<first + UInt64(randomWorkouts))]
    }
    guard let seeds, let timeline = inputs.onlyTimeline else { return [] }
    let origin = "\(timeline.workout.name) (\(timeline.digest))\(kinds)"
    return [SeedRange(of: origin, first..<first + UInt64(seeds))]
  }

  /// The scenarios in order, as units of work that are created on demand.
  private func work(_ workout: String?, _ inputs: inout SimulationInputs) throws -> AnySequence<SimulationWork> {
    let first = UInt64(seed ?? 1)
    let kinds = faults?.kinds ?? []
    if let randomWorkouts {
      let workouts = first..<first + UInt64(randomWorkouts)
      let count = UInt64(seeds ?? Self.seedsOfEach)
      return AnySequence(SimulationWork.units(randomWorkouts: workouts, scenarios: count, kinds))
    }
    guard let workout, let seeds else { return AnySequence(try inputs.read(scenarios).map { .file($0) }) }
    let setting = try inputs.setting(of: workout)
    return AnySequence(SimulationWork.units(first..<first + UInt64(seeds), kinds, of: setting))
  }
}

/// Kinds of faults on the command line, separated by commas.
struct FaultList: ExpressibleByArgument {
  let kinds: [Fault.Kind]

  init?(argument: String) {
    let kinds = argument.split(separator: ",").map { Fault.Kind(rawValue: String($0)) }
    guard !kinds.isEmpty, !kinds.contains(nil) else { return nil }
    self.kinds = kinds.compactMap(\.self)
  }

  static let allValueStrings = Fault.Kind.allCases.map(\.rawValue)
}
