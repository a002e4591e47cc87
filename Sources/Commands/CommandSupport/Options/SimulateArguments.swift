package import ArgumentParser

/// The options of `simulate` beside its files, which `cuebell simulate` passes on to `cuebell-lab`.
package struct SimulateArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The number of random workouts to generate, each with scenarios.", valueName: "n"))
  package var randomWorkouts: Int?

  @Option(help: ArgumentHelp("The number of scenarios to generate; by default 3 per random workout.", valueName: "n"))
  package var seeds: Int?

  @Option(help: ArgumentHelp("The first seed, by default 1; the others follow it.", valueName: "number"))
  package var seed: Int?

  @Option(help: ArgumentHelp("Generate only these faults, such as suspend,wallStep.", valueName: "a,b"))
  package var faults: FaultNames?

  @Option(help: ArgumentHelp(RecordedSignals.help, valueName: "trace.csv"), completion: .file(extensions: ["csv"]))
  package var signals: String?

  @Option(
    help: ArgumentHelp("Write every event, one JSON object per line; - for stdout.", valueName: "out.ndjson"),
    completion: .file())
  package var trace: String?

  @Option(
    help: ArgumentHelp("Draw planned against actual cues; - for stdout.", valueName: "out.svg"), completion: .file())
  package var svg: String?

  @Option(
    help: ArgumentHelp("The folder for failing scenarios; by default the working folder.", valueName: "dir"),
    completion: .directory)
  package var out: String = "."

  @Option(
    help: ArgumentHelp(
      "The number of threads, by default one per processor.", valueName: "number"))
  package var jobs: Int?

  @Flag(help: "Print the report as one JSON object.")
  package var json = false

  @Flag(help: "Add up reports that other runs have printed with --json.")
  package var merge = false

  @OptionGroup package var verbosity: Verbosity

  package init() {}

  /// The maximum number of seeds of a run; they take some hours.
  private static let mostSeeds = 1_000_000
  package static let mostJobs = 256
  private static let seedsOfEach = 3

  /// Checks the options beside the scenarios, or the workout, that are named.
  package func check(_ scenarios: [String], _ workout: String?) throws {
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
    if svg != nil, scenarioCount(of: scenarios) != 1 { throw ValidationError("--svg draws exactly one scenario.") }
  }

  /// The number of scenarios of each random workout, or of the workout that is named.
  package var seedCount: Int { seeds ?? Self.seedsOfEach }

  /// The number of scenarios in files, or of those that are generated.
  package func scenarioCount(of files: [String]) -> Int {
    randomWorkouts.map { $0 * seedCount } ?? (files.count + (seeds ?? 0))
  }
}

/// Kinds of faults on the command line, separated by commas.
package struct FaultNames: ExpressibleByArgument {
  package let names: [String]

  package init?(argument: String) {
    names = argument.split(separator: ",").map(String.init)
    guard !names.isEmpty, names.allSatisfy(Self.allValueStrings.contains) else { return nil }
  }

  /// The kinds of the simulator, which the command doesn't contain; a test compares them.
  package static let allValueStrings = [
    "pause", "resume", "toggle", "skip", "back", "restartPhase", "done", "stop", "undo", "redo", "extend", "background",
    "foreground", "interrupt", "interruptEnd", "suspend", "stall", "coalesce", "jitter", "drop", "duplicate", "early",
    "wallStep", "skew", "audioSkew", "deviceLost", "deviceBack", "speechSlow", "speechHang", "speechCrash", "kill",
    "jump", "jumpToSet", "seek", "volume", "mute", "abort", "measure", "sensorLost", "sensorStuck", "sensorNoise",
    "sensorLate", "sensorSecond", "say",
  ]
}
