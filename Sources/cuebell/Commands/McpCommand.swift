import ArgumentParser
import CommandSupport
import ControlSocket
import FoundationEssentials
import Glibc
import HostSystem
import LiveRuns

/// `mcp`: workouts for assistants.
struct Mcp: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let an assistant write, check and show workouts (Model Context Protocol).",
    discussion: """
      Examples:
        cuebell mcp
        cuebell mcp --allow-run -- --volume=-6

      A server of the Model Context Protocol on stdin and stdout, for a program with an assistant, whose settings \
      take {"command": "cuebell", "args": ["mcp"]}. The tools are list, show, check, new, simulate, render and history \
      and, with --allow-run, run and control. New workouts go to your own folder, and existing ones stay as they are.
      """)

  @OptionGroup var folders: FolderOptions

  @Flag(help: "Allow the assistant to start workouts and to control those that are running.")
  var allowRun = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for rendered sound; by default ~/.cache/cuebell/renders.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After --: the run options for each workout that is started.", valueName: "option"))
  var runOptions: [String] = []

  func validate() throws {
    guard allowRun || runOptions.isEmpty else { throw ValidationError("Run options need --allow-run.") }
  }

  func run() throws {
    // Nobody reads what a command makes after that.
    try? SignalWatch.start([SIGINT, SIGTERM, SIGHUP]) { signal in
      LimitedCommand.endAll()
      SignalWatch.end(by: signal)
    }
    let environment = ProcessInfo.processInfo.environment
    let places = UserFolders(environment)
    guard let output = output.map(FullPath.absolute) ?? places.cache.map({ $0 + "/cuebell/renders" }) else {
      throw Exit.fail(.cannotWrite, "There is no folder for rendered sound: set HOME, or name one with --output.")
    }
    var runs: (starter: LiveRunStarter, options: [String])?
    if allowRun {
      guard let folder = try? ControlEndpoint.standardFolder(environment) else {
        throw Exit.fail(.unavailable, "Runs can't be found: XDG_RUNTIME_DIR and HOME are not set.")
      }
      let logs = (places.state.map { $0 + "/cuebell" } ?? folder) + "/mcp"
      runs = (LiveRunStarter(OwnProgram.path, logs: logs, hub: try LiveRunHub(folder)), runOptions)
    }
    let tools = AssistantTools(folders: folders.workouts.map(FullPath.absolute), output: output, runs: runs)
    try AssistantServer(tools: tools.all).run()
  }
}
