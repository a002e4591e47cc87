import ArgumentParser
import CommandSupport

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

  @Option(
    help: ArgumentHelp("Generate scenarios of this workout, a file or name, from seeds.", valueName: "file"),
    completion: .workouts)
  var workout: String?

  @OptionGroup var folders: FolderOptions

  @OptionGroup var arguments: SimulateArguments

  func validate() throws { try arguments.check(scenarios, workout) }

  func run() throws {
    let lab = try SeparateProgram(.lab)
    // The program knows neither the user's settings nor the folders of workouts.
    let file = try workout.map { ["--workout-file", try folders.path(of: $0, SettingsFile.load())] } ?? []
    try lab.become(Self._commandName, with: file)
  }
}
