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
    ignoreSignals()
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

  /// Ignores the signals of the terminal, and those of a host that is gone.
  package static func ignoreSignals() {
    for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE] { Glibc.signal(signal, SIG_IGN) }
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

/// The worker's end of the connection: whole messages over two blocking descriptors.
package struct Channel {
  package enum Received: Equatable {
    /// The buffer contains a message of this number of bytes.
    case message(Int)
    /// The host closed its end between two messages.
    case ended
    /// The length is invalid or the message is truncated.
    case malformed
  }

  package let input: Int32
  package let output: Int32

  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Passes each message to `answer` until the input ends; returns the exit status of a worker, which is 1 after a
  /// malformed message, or where `answer` fails.
  package func serve(_ answer: (Slice<UnsafeMutableRawBufferPointer>) -> Bool) -> Int32 {
    let request = UnsafeMutableRawBufferPointer.allocate(byteCount: WorkerRequest.maximumBytes, alignment: 16)
    defer { unsafe request.deallocate() }
    while true {
      switch unsafe receive(into: request) {
      case .ended: return 0
      case .malformed: return 1
      case .message(let length): if unsafe !answer(request[..<length]) { return 1 }
      }
    }
  }

  /// Reads one message into `buffer`, whose size is the maximum length.
  package func receive(into buffer: UnsafeMutableRawBufferPointer) -> Received {
    var length: UInt32 = 0
    let header = unsafe withUnsafeMutableBytes(of: &length) { unsafe fill($0) }
    guard header > 0 else { return header == 0 ? .ended : .malformed }
    let size = Int(UInt32(littleEndian: length))
    guard header == 4, size > 0, size <= buffer.count else { return .malformed }
    let body = unsafe fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
    return body == size ? .message(size) : .malformed
  }

  /// Writes one message; returns `false` if the write fails.
  package func send(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe send($0) }
  }

  func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let length = UInt32(bytes.count).littleEndian
    return unsafe withUnsafeBytes(of: length) { unsafe OutputWriter.write($0, to: output) } == nil
      && OutputWriter.write(bytes, to: output) == nil
  }

  /// Reads until `buffer` is full or the input ends; returns the number of bytes, or -1 for an error.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      guard let count = try? unsafe FileDescriptor(rawValue: input).read(into: rest) else { return -1 }
      if count == 0 { break }
      done += count
    }
    return done
  }
}
