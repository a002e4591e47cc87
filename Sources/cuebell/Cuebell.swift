import ArgumentParser
import EspeakSpeech
import Glibc

/// The command.
@main
struct Cuebell: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "cuebell",
    abstract: "Runs workouts that talk.",
    discussion: """
      Examples:
        cuebell run Workouts/tabata.json
        cuebell render Workouts/tabata.json -o tabata.flac

      A JSON file says what to do; Cuebell keeps the time, speaks, strikes gongs and plays an ambient bed.
      Everything works without a sound card and without a terminal.
      """,
    version: """
      cuebell \(version)
      Sources: Apache-2.0. This binary links libespeak-ng and is distributed under GPL-3.0-or-later.
      """,
    groupedSubcommands: [
      CommandGroup(name: "Workouts:", subcommands: [Run.self, Render.self, Show.self, Check.self, New.self]),
      CommandGroup(name: "Sessions:", subcommands: [Resume.self, History.self]),
      CommandGroup(name: "Proof:", subcommands: [Simulate.self]),
      CommandGroup(name: "This machine:", subcommands: [Sounds.self, Voices.self, Devices.self, Doctor.self]),
    ])

  static func main() {
    // A file that may not grow any more is an error to tell and to clean up after, not a death.
    signal(SIGXFSZ, SIG_IGN)
    // The process that speaks is started by the others and never by a user: it is no command, and begins at once.
    if CommandLine.arguments.dropFirst() == [SpeechWorker.argument] { Glibc.exit(SpeechWorker.run()) }
    main(nil)
  }
}
