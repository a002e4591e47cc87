import AudioMixing

/// The speech worker for an engine that speaks the Wyoming protocol: it keeps one connection, or one program, for all
/// phrases.
package enum WyomingWorker {
  /// The first argument that starts the executable as the worker; the arguments of the service follow.
  package static let argument = "speech-wyoming"

  /// Answers requests until `input` ends, and returns the exit status; see `SpeechWorker.run`.
  package static func run(_ arguments: [String], input: Int32 = 0, output: Int32 = 1) -> Int32 {
    unsafe Channel.run(input, output) { () throws(SpeechError) in
      guard let service = WyomingService(arguments: arguments) else {
        throw .unavailable("the speech worker does not know this service")
      }
      return WyomingClient(service)
    } answer: { client, request, channel in
      channel.send(client.answer(unsafe WorkerRequest(Array(request))))
    }
  }
}
