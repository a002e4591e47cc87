import ArgumentParser
import CommandSupport
import HostSystem

/// Simulates workouts and judges recordings.
///
/// `cuebell simulate` and `cuebell judge` execute it; started directly, it executes the command first, which knows the
/// user's settings and workouts.
@main struct CuebellLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cuebell-lab", subcommands: [Simulate.self, Judge.self])

  static func main() {
    SignalRescue.install()
    do {
      let arguments = CommandLine.arguments.dropFirst()
      guard arguments.contains("--release") else {
        throw Exit.fail(.unavailable, "cuebell: \(OwnProgram.becomeCommand(arguments))")
      }
      var command = try parseAsRoot()
      try command.run()
    } catch {
      exit(withError: error)
    }
  }
}

/// What the command says of itself when it starts this program.
struct CommandStart: ParsableArguments {
  @Option(help: .private) var command: String
  @Option(help: .private) var release: String
}
