import AudioMixing
import Glibc
import Speech
import Testing

@Suite struct `A speech worker that fails` {
  /// The dotted letters still overrun the library's buffers in 1.51; a version that can speak them is as welcome.
  @Test(arguments: [
    String(repeating: "s'", count: 110), String(repeating: "a.", count: 150), String(repeating: "x", count: 5_000),
    String(repeating: "7", count: 5_000), String((0..<300).compactMap { Unicode.Scalar($0 % 32).map(Character.init) }),
    "[[" + String(repeating: "\u{1}99999999B", count: 30), String(repeating: "e\u{301}\u{302}", count: 900),
  ])
  func `survives hostile text, and the next phrase is spoken`(text: String) throws {
    let backend = backend()
    let worker = try identifierAfterSpeaking(backend)
    do {
      let audio = try backend.synthesize(SpeechRequest(text: text))
      #expect(audio.samples.count <= EspeakSynthesizer.maximumSeconds * audio.sampleRate)
    } catch {
      #expect([.crashed, .timedOut, .nothingToSay].contains(error))
    }
    #expect(try identifierAfterSpeaking(backend) == worker)
  }

  @Test func `continues with another worker when one is killed`() throws {
    let backend = backend()
    let first = try identifierAfterSpeaking(backend)
    kill(first, SIGKILL)
    #expect(try identifierAfterSpeaking(backend) != first)
  }

  @Test func `speaks the phrase in spite of a worker killed in the middle of it`() throws {
    let backend = backend()
    let request = SpeechRequest(text: "Warm up, easy pace. Next: work for forty five seconds.")
    let reference = try backend.synthesize(request)
    for round in 0..<20 {
      let first = try #require(backend.workerIdentifier)
      let delayedKill = try DelayedKill(of: first, after: UInt32(round * 100))
      #expect(try backend.synthesize(request) == reference)
      delayedKill.join()
      _ = try identifierAfterSpeaking(backend)
      #expect(backend.workerIdentifier != first)
    }
  }

  @Test func `gives up a worker that hangs, and the next phrase is spoken`() throws {
    let backend = backend(answerWithin: .seconds(5))
    let first = try identifierAfterSpeaking(backend)
    kill(first, SIGSTOP)
    #expect(throws: SpeechError.timedOut) { try backend.synthesize(SpeechRequest(text: "One")) }
    #expect(kill(first, 0) == -1 && errno == ESRCH)
    #expect(try identifierAfterSpeaking(backend) != first)
  }

  @Test func `continues after the keys of the terminal`() throws {
    let backend = backend()
    let first = try identifierAfterSpeaking(backend)
    for keys in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP] { kill(first, keys) }
    #expect(try identifierAfterSpeaking(backend) == first)
  }

  @Test func `leaves no process behind when it is closed or released`() throws {
    let closed = backend()
    let first = try identifierAfterSpeaking(closed)
    closed.close()
    #expect(kill(first, 0) == -1 && errno == ESRCH)
    #expect(throws: SpeechError.unavailable("the speech backend is closed")) {
      try closed.synthesize(SpeechRequest(text: "One"))
    }
    var dropped: SpeechWorkerBackend? = backend()
    let second = try identifierAfterSpeaking(#require(dropped))
    dropped = nil
    #expect(kill(second, 0) == -1 && errno == ESRCH)
  }

  @Test(arguments: [
    ("/nowhere/cuebell", "can't start the speech worker /nowhere/cuebell: No such file or directory"),
    ("/bin/true", "/bin/true is not a speech worker"), ("/bin/echo", "/bin/echo is not a speech worker"),
    ("/bin/ls", "/bin/ls is not a speech worker"), ("/bin/sleep", "/bin/sleep is not a speech worker"),
  ])
  func `is unavailable where the program is no worker, and stops trying`(program: String, reason: String) {
    var patience = SpeechWorkerBackend.Patience()
    patience.answer = .milliseconds(300)
    patience.failures = 3
    let arguments = program == "/bin/sleep" ? ["1000"] : ["speech-worker"]
    let backend = SpeechWorkerBackend(
      executable: program, arguments: arguments, patience: patience, speakable: EspeakTextSanitizer.speakable)
    for _ in 0..<3 {
      #expect(throws: SpeechError.unavailable(reason)) { try backend.synthesize(SpeechRequest(text: "One")) }
    }
    #expect(throws: SpeechError.unavailable("the speech worker failed 3 times in a row")) {
      try backend.synthesize(SpeechRequest(text: "One"))
    }
  }

  private func identifierAfterSpeaking(_ backend: SpeechWorkerBackend) throws -> pid_t {
    #expect(try backend.synthesize(SpeechRequest(text: "Go")).samples.count > 2_000)
    return try #require(backend.workerIdentifier)
  }
}

/// A thread that kills a process at some moment.
private final class DelayedKill: Sendable {
  private let thread: pthread_t

  init(of process: pid_t, after microseconds: UInt32) throws {
    var thread = pthread_t()
    let argument = unsafe UnsafeMutableRawPointer(bitPattern: Int(process) | Int(microseconds) << 32)
    let status = unsafe pthread_create(
      &thread, nil,
      { argument in
        let packed = Int(bitPattern: argument)
        usleep(UInt32(packed >> 32))
        kill(pid_t(truncatingIfNeeded: packed), SIGKILL)
        return nil
      }, argument)
    try #require(status == 0)
    self.thread = thread
  }

  func join() { pthread_join(thread, nil) }
}
