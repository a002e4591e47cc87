import AudioMixing
import Glibc
package import HostSystem

/// The speech worker for an engine that speaks the Wyoming protocol: it keeps one connection, or one program, for all
/// phrases.
public enum WyomingWorker {
  /// The first argument that starts the executable as the worker; the words of the service follow.
  public static let argument = "speech-wyoming"

  /// Answers requests until `input` ends, and returns the exit status; see `SpeechWorker.run`.
  public static func run(_ words: [String], input: Int32 = 0, output: Int32 = 1) -> Int32 {
    Channel.ignoreSignals()
    let channel = Channel(input: input, output: output)
    guard let service = WyomingService(arguments: words) else {
      _ = channel.send(WorkerAnswer.failure(.unavailable("the speech worker does not know this service")).bytes)
      return 1
    }
    guard channel.send(WorkerAnswer.ready(version: WorkerAnswer.version).bytes) else { return 1 }
    var client = WyomingClient(service)
    return unsafe channel.serve { channel.send(unsafe client.answer(WorkerRequest(Array($0))).bytes) }
  }
}

extension SpeechWorkerBackend {
  /// The host waits longer than the worker for the first phrase.
  private static let longest = WyomingClient.firstLimit + .seconds(5)

  /// Speech by a Wyoming service. The worker is the program at the path `executable`, started with
  /// `WyomingWorker.argument`; what a program of the service writes to stderr goes to `errors`.
  ///
  /// With a `limit`, a service that doesn't answer within it isn't asked again.
  package convenience init(
    executable: String, service: WyomingService, limit: Duration? = nil, errors: ChildProcess.Stream = .nothing
  ) {
    let reason = limit.map { "\(service.name) didn't answer within \($0.components.seconds) s" }
    self.init(
      executable: executable, arguments: [WyomingWorker.argument] + service.arguments,
      patience: Patience(answer: limit ?? Self.longest, reasonToGiveUp: reason), errors: errors)
  }
}
