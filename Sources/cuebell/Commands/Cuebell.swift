import ArgumentParser
import CommandSupport
import Glibc
import HostSystem
import LiveRuns
import Speech

@main
struct Cuebell: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cuebell",
    abstract: "Talking interval timer.",
    discussion: """
      Examples:
        cuebell run quick-start
        cuebell render tabata -o tabata.flac

      A workout is a JSON file. Cuebell keeps the time, speaks, and plays sounds and ambient sound.
      Everything works without a sound card and without a terminal.
      """,
    version: """
      cuebell \(Release.version)
      Sources: Apache-2.0. This binary links libespeak-ng and is distributed under GPL-3.0-or-later.
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Workouts:",
        subcommands: [Run.self, List.self, Next.self, Render.self, Show.self, Check.self, New.self, Edit.self]),
      CommandGroup(name: "Other programs:", subcommands: [Import.self, Export.self, Share.self, Feed.self, Mcp.self]),
      CommandGroup(
        name: "Sessions:",
        subcommands: [Resume.self, History.self, Ctl.self, Serve.self, Rooms.self, Mqtt.self]),
      CommandGroup(name: "Drift tests:", subcommands: [Simulate.self, Judge.self]),
      CommandGroup(
        name: "This machine:",
        subcommands: [Tour.self, Doctor.self, Config.self, Sounds.self, Voices.self, Devices.self, Sensors.self]),
    ])

  static func main() {
    openStandardStreams()
    // A file-size limit is an error to report and clean up after, and must not end the process.
    signal(SIGXFSZ, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Workers are started by the other commands, never by a user: they are no commands, and start at once.
    if arguments == [SpeechWorker.argument] { Glibc.exit(SpeechWorker.run()) }
    if arguments.first == CommandWorker.argument { Glibc.exit(CommandWorker.run(Array(arguments.dropFirst()))) }
    if arguments.first == WyomingWorker.argument { Glibc.exit(WyomingWorker.run(Array(arguments.dropFirst()))) }
    if let form = SentForm(arguments: arguments) { Glibc.exit(SentWorkoutReader.run(form)) }
    SignalRescue.install()
    do {
      try MistypedCommand.check(arguments)
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      end(error, after: arguments)
    }
  }

  /// Prints the introduction for a user who has typed only the command's name.
  func run() throws {
    try Streams.out(
      """
      Cuebell is a talking interval timer. To hear a workout of one minute:

        cuebell run quick-start

      Next steps:

        cuebell tour              three minutes: sound, keys, a workout of your own, the wall
        cuebell list              the workouts that come with Cuebell, and yours
        cuebell new mine          a first workout of your own, in mine.json
        cuebell doctor            check this machine
        cuebell help              all commands; cuebell help run: a single one
      """)
  }

  /// Ends the command after an error, in the form of ArgumentParser, with a suggestion like those for files.
  private static func end(_ error: any Error, after arguments: [String]) -> Never {
    let code = exitCode(for: error)
    // A command that throws its status has already printed the reason.
    guard code == .validationFailure, !(error is ExitCode) else { exit(withError: error) }
    let message = fullMessage(for: error)
    // A missing word is often present, but mistyped.
    let usage = message.firstRange(of: "\nUsage: ").map { message[$0.lowerBound...] } ?? ""
    let suggestion = (MistypedCommand.shortForm(in: arguments) ?? MistypedCommand.option(in: arguments)).map {
      "Error: \($0)\(usage)"
    }
    // The parser's own suggestion may resemble nothing that was typed.
    Streams.err(suggestion ?? message.replacing(/'\. Did you mean '.*'\?/, with: "'"))
    Glibc.exit(code.rawValue)
  }

  /// Opens standard streams that the command's parent has closed, so that none of the command's files gets one of their
  /// numbers; reading from or writing to such a stream fails as before.
  private static func openStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
