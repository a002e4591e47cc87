import ArgumentParser
import CommandSupport
import DriftFiles
import DriftSimulation
import FoundationEssentials
import HostSystem
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// Runs workouts on a virtual clock with faults of the host; `cuebell simulate` executes it.
struct Simulate: ParsableCommand {
  @Argument var scenarios: [String] = []
  // As they were typed; the command has found the workout.
  @Option(help: .private) var workout: String?
  @OptionGroup var folders: FolderOptions

  /// The file of the workout.
  @Option(help: .private) var workoutFile: String?
  @OptionGroup var arguments: SimulateArguments
  @OptionGroup var start: CommandStart

  func run() throws {
    if arguments.merge { return try finish(ReportMerging.report(of: scenarios, version: start.release)) }
    let progress = SimulationProgress(of: arguments.scenarioCount(of: scenarios))
    let line = arguments.verbosity.quiet ? nil : ProgressLine { progress.text }
    defer { line?.finish() }
    var files = OutputConflictCheck()
    files.read(workoutFile, as: "the workout")
    for scenario in scenarios { files.read(scenario, as: "a scenario") }
    files.read(arguments.signals, as: "the recorded signals")
    try files.write(arguments.trace, as: "--trace")
    try files.write(arguments.svg, as: "--svg")
    if arguments.json { try files.claimStdout(as: "--json") }
    var inputs = try SimulationInputs(replaying: RecordedSignals.measurements(arguments.signals))
    let work = try work(&inputs)
    let log = try arguments.trace.map { try OutputFile($0) }
    let failures = FailingScenarioWriter(arguments.out)
    let outputs = JudgedScenario.Outputs(
      version: start.release, hasTrace: log != nil, hasPicture: arguments.svg != nil,
      progress: line == nil ? nil : progress)
    var report = BatchReport(version: start.release, seeds: judgedSeeds(inputs))
    func add(_ scenario: JudgedScenario) throws {
      try log?.write(scenario.trace)
      if let svg = arguments.svg, let picture = scenario.picture { try OutputFile.write(picture, to: svg) }
      report.add(scenario.summary)
      guard let verdict = scenario.verdict else { return }
      let failure = verdict.passed ? nil : try failures.write(verdict, scenario.simulationCase)
      report.list(verdict, file: scenario.file, shrunk: failure?.file, certain: failure?.certain)
    }
    let threads = min(arguments.jobs ?? ProcessInfo.processInfo.activeProcessorCount, SimulateArguments.mostJobs)
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
    if arguments.trace == "-" || arguments.svg == "-" {
      Streams.err(arguments.verbosity.quiet ? report.problems : report.text)
    } else {
      try Streams.out(arguments.json ? report.json : arguments.verbosity.quiet ? report.problems : report.text)
    }
    if !report.passed { throw ExitCode.checkFailed }
  }

  private func judgedSeeds(_ inputs: SimulationInputs) -> [SeedRange] {
    let kinds = arguments.faults.map { ", faults \($0.names.joined(separator: ","))" } ?? ""
    let first = UInt64(arguments.seed ?? 1)
    if let randomWorkouts = arguments.randomWorkouts {
      let origin = "random workouts, \(Counted.of(arguments.seedCount, "scenario", "scenarios")) each\(kinds)"
      return [SeedRange(of: origin, first..<first + UInt64(randomWorkouts))]
    }
    guard let seeds = arguments.seeds, let timeline = inputs.onlyTimeline else { return [] }
    let origin = "\(timeline.workout.name) (\(timeline.digest))\(kinds)"
    return [SeedRange(of: origin, first..<first + UInt64(seeds))]
  }

  /// The scenarios in order, as units of work that are created on demand.
  private func work(_ inputs: inout SimulationInputs) throws -> AnySequence<SimulationWork> {
    let first = UInt64(arguments.seed ?? 1)
    let kinds = arguments.faults?.names.compactMap(Fault.Kind.init) ?? []
    if let randomWorkouts = arguments.randomWorkouts {
      let workouts = first..<first + UInt64(randomWorkouts)
      let count = UInt64(arguments.seedCount)
      return AnySequence(SimulationWork.units(randomWorkouts: workouts, scenarios: count, kinds))
    }
    guard let workoutFile, let seeds = arguments.seeds else {
      return AnySequence(try inputs.read(scenarios).map { .file($0) })
    }
    let simulationCase = try inputs.simulationCase(for: workoutFile)
    return AnySequence(SimulationWork.units(first..<first + UInt64(seeds), kinds, of: simulationCase))
  }
}
