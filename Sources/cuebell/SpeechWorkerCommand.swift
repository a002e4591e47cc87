import ArgumentParser
import EspeakSpeech

/// `speech-worker`: the process that speaks, started by the others and never by a user.
struct SpeechWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "speech-worker", abstract: "Speak for another process.", shouldDisplay: false)

  func run() throws {
    let status = SpeechWorker.run()
    if status != 0 { throw ExitCode(status) }
  }
}
