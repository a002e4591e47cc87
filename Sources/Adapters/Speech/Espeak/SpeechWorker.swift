import AudioMixing
import Glibc
import HostSystem

/// The speech worker: it reads requests from one descriptor and writes answers to another, until the first one ends.
///
/// It initialises espeak-ng and the default voice once and synthesises each phrase in a forked copy of that state. So a
/// phrase is bit-identical whatever was synthesised before, and a crash costs one phrase. Only messages are written to
/// `output` (see `WorkerRequest`).
package enum SpeechWorker {
  /// The only argument of a program that is started as the worker.
  package static let argument = "speech-worker"

  /// Answers requests until `input` ends, and returns the exit status: 0, or 1 after a failure or a malformed message.
  ///
  /// Call it from the main thread of a process that does nothing else. Signals of the terminal are ignored; the host
  /// closes `input` to end it.
  package static func run(input: Int32 = 0, output: Int32 = 1) -> Int32 {
    // espeak-ng connects to the sound server when it starts, although it plays nothing; a server that hangs would
    // block it.
    unsafe setenv("PULSE_SERVER", "unix:/dev/null", 1)
    let synthesizer = EspeakSynthesizer()
    return unsafe Channel.run(input, output) { () throws(SpeechError) in
      // Without descriptors espeak-ng doesn't fail: it speaks wrongly, or finds fewer voices.
      if let code = NoDescriptor.shortage(of: neededDescriptors)?.code {
        throw .unavailable("the speech worker can't open files: \(code)")
      }
      try synthesizer.prepare()
      guard let sandbox = ForkedSandbox(capacity: WorkerAnswer.maximumBytes) else {
        throw .unavailable("the speech worker has not enough memory")
      }
      return sandbox
    } answer: { sandbox, request, channel in
      let outcome = unsafe sandbox.run(closing: [channel.input, channel.output]) { memory in
        unsafe answer(request, with: synthesizer, into: memory)
      }
      return send(outcome, from: sandbox, over: channel)
    }
  }

  /// An upper bound of the descriptors that espeak-ng and a forked copy need at once.
  private static let neededDescriptors = 8

  private static func send(
    _ outcome: ForkedSandbox.Outcome, from sandbox: ForkedSandbox, over channel: Channel
  ) -> Bool {
    switch outcome {
    case .answered(let length): unsafe channel.send(UnsafeRawBufferPointer(rebasing: sandbox.memory[..<length]))
    case .crashed: channel.send(.failure(.crashed))
    case .timedOut: channel.send(.failure(.timedOut))
    case .notStarted(let code):
      channel.send(.failure(.unavailable("can't start a process for a phrase: \(code)")))
    }
  }

  /// Computes the answer, in the copy, and returns its length.
  private static func answer(
    _ request: Slice<UnsafeMutableRawBufferPointer>, with synthesizer: EspeakSynthesizer,
    into memory: UnsafeMutableRawBufferPointer
  ) -> Int? {
    let answer = WorkerAnswer(
      to: unsafe WorkerRequest(Array(request)), speak: synthesizer.synthesize, voices: synthesizer.voices)
    let bytes = answer.bytes
    guard bytes.count <= memory.count else { return nil }
    unsafe memory.copyBytes(from: bytes)
    return bytes.count
  }
}
