import AudioMixing
import Glibc
import HostSystem

/// The speech worker: it reads requests from one descriptor and writes answers to another, until the first one ends.
///
/// It initialises espeak-ng and the default voice once and synthesises each phrase in a forked copy of that state. So a
/// phrase is bit-identical whatever was synthesised before, and a crash costs one phrase. Only messages are written to
/// `output` (see `WorkerRequest`).
public enum SpeechWorker {
  /// The only argument of a program that is started as the worker.
  public static let argument = "speech-worker"

  /// Answers requests until `input` ends, and returns the exit status: 0, or 1 after a failure or a malformed message.
  ///
  /// Call it from the main thread of a process that does nothing else. Signals of the terminal are ignored; the host
  /// closes `input` to end it.
  public static func run(input: Int32 = 0, output: Int32 = 1) -> Int32 {
    Channel.ignoreSignals()
    // espeak-ng connects to the sound server when it starts, although it plays nothing; a server that hangs would
    // block it.
    unsafe setenv("PULSE_SERVER", "unix:/dev/null", 1)
    let channel = Channel(input: input, output: output)
    // Without descriptors espeak-ng doesn't fail: it speaks wrongly, or finds fewer voices.
    if let code = NoDescriptor.shortage(of: Self.neededDescriptors)?.code {
      _ = channel.send(WorkerAnswer.failure(.unavailable("the speech worker can't open files: \(code)")).bytes)
      return 1
    }
    let synthesizer = EspeakSynthesizer()
    do {
      try synthesizer.prepare()
    } catch {
      _ = channel.send(WorkerAnswer.failure(error).bytes)
      return 1
    }
    guard let sandbox = ForkedSandbox(capacity: WorkerAnswer.maximumBytes) else { return 1 }
    guard channel.send(WorkerAnswer.ready(version: WorkerAnswer.version).bytes) else { return 1 }
    return unsafe channel.serve { request in
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
    case .crashed: channel.send(WorkerAnswer.failure(.crashed).bytes)
    case .timedOut: channel.send(WorkerAnswer.failure(.timedOut).bytes)
    case .notStarted(let code):
      channel.send(WorkerAnswer.failure(.unavailable("can't start a process for a phrase: \(code)")).bytes)
    }
  }

  /// Computes the answer, in the copy, and returns its length.
  private static func answer(
    _ request: Slice<UnsafeMutableRawBufferPointer>, with synthesizer: EspeakSynthesizer,
    into memory: UnsafeMutableRawBufferPointer
  ) -> Int? {
    let answer: WorkerAnswer
    do throws(SpeechError) {
      switch unsafe WorkerRequest(Array(request)) {
      case .speak(let request): answer = .speech(try synthesizer.synthesize(request))
      case .voices: answer = .voices(try synthesizer.voices())
      case nil: answer = .failure(.unavailable("the speech worker does not know this request"))
      }
    } catch {
      answer = .failure(error)
    }
    let bytes = answer.bytes
    guard bytes.count <= memory.count else { return nil }
    unsafe memory.copyBytes(from: bytes)
    return bytes.count
  }
}

extension SpeechWorkerBackend {
  /// Speech by espeak-ng. The worker is the program at the path `executable`, started with `arguments`, for which it
  /// must call `SpeechWorker.run`.
  public convenience init(executable: String, arguments: [String] = [SpeechWorker.argument]) {
    self.init(
      executable: executable, arguments: arguments, patience: Patience(), speakable: EspeakTextSanitizer.speakable)
  }
}
