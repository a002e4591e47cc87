import AudioMixing
internal import CEspeak
import Glibc

/// The process that speaks: it reads requests from one descriptor and answers on another, until the first one ends.
///
/// It initialises espeak-ng and the default voice once and speaks each phrase in a copy of that state, so that a
/// phrase sounds the same to the last bit whatever was said before, and a crash takes only its own phrase. Every
/// message is a little-endian `UInt32` length and as many bytes; nothing else is ever written to `output`.
public enum SpeechWorker {
  /// What a program that can be the worker is given as its only argument when it is to be that.
  public static let argument = "speech-worker"

  /// Serves requests until `input` ends, and returns the exit status: 0, or 1 where the conversation broke off.
  ///
  /// To be called from the main thread of a process that does nothing else. Keys of the terminal don't end it: the
  /// host that started it decides, and closes `input`.
  public static func run(input: Int32 = 0, output: Int32 = 1) -> Int32 {
    for keys in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGPIPE] { signal(keys, SIG_IGN) }
    // espeak-ng calls the sound server when it starts, though it plays nothing here: one that hangs would hang it.
    unsafe setenv("PULSE_SERVER", "unix:/dev/null", 1)
    let channel = Channel(input: input, output: output)
    // Where espeak-ng can't open one of its files it doesn't fail: it speaks wrongly, or finds fewer voices.
    if let code = Self.shortage {
      _ = channel.send(WorkerAnswer.failure(WorkerProcess.failure("the speech worker needs more files", code)).bytes)
      return 1
    }
    let synthesizer = EspeakSynthesizer()
    do {
      try synthesizer.prepare()
    } catch {
      _ = channel.send(WorkerAnswer.failure(error).bytes)
      return 1
    }
    guard let place = DisposableProcess(capacity: WorkerAnswer.maximumBytes) else { return 1 }
    guard channel.send(WorkerAnswer.ready(version: WorkerAnswer.version).bytes) else { return 1 }
    return serve(channel, synthesizer, place)
  }

  /// How many descriptors espeak-ng and the copies that speak need at once, with some to spare.
  private static let neededDescriptors = 8

  /// The number of the error where the system doesn't give as many descriptors as are needed.
  private static var shortage: Int32? {
    let spare = (0..<neededDescriptors).map { _ in unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
    let code = errno
    for descriptor in spare where descriptor >= 0 { close(descriptor) }
    return spare.contains(-1) ? code : nil
  }

  private static func serve(_ channel: Channel, _ synthesizer: EspeakSynthesizer, _ place: DisposableProcess) -> Int32 {
    let request = UnsafeMutableRawBufferPointer.allocate(byteCount: WorkerRequest.maximumBytes, alignment: 16)
    defer { unsafe request.deallocate() }
    let hidden = [channel.input, channel.output]
    while true {
      switch unsafe channel.receive(into: request) {
      case .ended: return 0
      case .broken: return 1
      case .message(let length):
        let outcome = unsafe place.run(hiding: hidden) { memory in
          unsafe answer(request[..<length], with: synthesizer, into: memory)
        }
        guard send(outcome, from: place, over: channel) else { return 1 }
      }
    }
  }

  private static func send(
    _ outcome: DisposableProcess.Outcome, from place: DisposableProcess, over channel: Channel
  ) -> Bool {
    switch outcome {
    case .answered(let length): unsafe channel.send(UnsafeRawBufferPointer(rebasing: place.memory[..<length]))
    case .crashed: channel.send(WorkerAnswer.failure(.crashed).bytes)
    case .timedOut: channel.send(WorkerAnswer.failure(.timedOut).bytes)
    case .notStarted(let code):
      channel.send(WorkerAnswer.failure(WorkerProcess.failure("no process can be started for a phrase", code)).bytes)
    }
  }

  /// Works out the answer, in the copy; returns its length.
  private static func answer(
    _ request: Slice<UnsafeMutableRawBufferPointer>, with synthesizer: EspeakSynthesizer,
    into memory: UnsafeMutableRawBufferPointer
  ) -> Int? {
    let answer: WorkerAnswer
    do throws(SpeechError) {
      switch unsafe WorkerRequest(Array(request)) {
      case .speak(let request): answer = .speech(try synthesizer.speak(request))
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
