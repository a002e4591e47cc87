public import AudioMixing
import Glibc
import Synchronization

/// Speech by espeak-ng in a process of its own, which can crash and hang without harm to this one.
///
/// The worker starts with the first phrase. One that dies between phrases is replaced unnoticed; one that hangs is
/// killed and replaced. Where workers fail over and over, requests fail at once for a while instead of starting more.
/// Calls from several threads take turns. The same request gives the same samples, in this and in any other run.
public final class EspeakWorkerBackend: SpeechBackend {
  /// How patient the host is with its worker.
  package struct Patience: Sendable {
    /// For one start or one answer; longer than the worker itself gives a phrase.
    package var answer: Duration = .seconds(5)
    /// How many workers in a row may fail before requests are refused.
    package var failures = 5
    /// How long they are refused then.
    package var rest: Duration = .seconds(30)

    package init() {}
  }

  private struct Line: ~Copyable {
    var worker: WorkerProcess?
    var failures = 0
    var refusedUntil: SuspendingClock.Instant?
    var isClosed = false
  }

  private let executable: String
  private let arguments: [String]
  private let patience: Patience
  private let line = Mutex(Line())

  /// Makes a backend that starts `executable`, a path, with `arguments`; it must call `SpeechWorker.run` then.
  public convenience init(executable: String, arguments: [String] = [SpeechWorker.argument]) {
    self.init(executable: executable, arguments: arguments, patience: Patience())
  }

  package init(executable: String, arguments: [String], patience: Patience) {
    self.executable = executable
    self.arguments = arguments
    self.patience = patience
  }

  deinit { close() }

  /// Speaks one phrase; the text passes through `TextGuard` first.
  ///
  /// - Throws: any `SpeechError`; after each of them the next phrase may well succeed.
  public func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    try speak(request).audio
  }

  /// Speaks one phrase and tells where its words are.
  ///
  /// - Throws: any `SpeechError`; after each of them the next phrase may well succeed.
  public func speak(_ request: SpeechRequest) throws(SpeechError) -> Utterance {
    var guarded = request
    guarded.text = TextGuard.speakable(request.text)
    if guarded.text.isEmpty { throw .nothingToSay }
    guard case .speech(let utterance) = try ask(.speak(guarded)) else { throw Self.misunderstood }
    return utterance
  }

  /// Lists the voices that are installed.
  ///
  /// - Throws: `unavailable` where there is no worker or no espeak-ng.
  public func voices() throws(SpeechError) -> VoiceList {
    guard case .voices(let list) = try ask(.voices) else { throw Self.misunderstood }
    return list
  }

  /// Ends the worker; requests fail from now on.
  public func close() {
    line.withLock { line in
      line.isClosed = true
      line.worker.take()?.dismiss()
    }
  }

  /// The process of the worker, where one runs.
  package var workerIdentifier: pid_t? {
    line.withLock { line in line.worker?.identifier }
  }

  private static let misunderstood = SpeechError.unavailable("the speech worker answers another question")

  private func ask(_ request: WorkerRequest) throws(SpeechError) -> WorkerAnswer {
    let bytes = request.bytes
    guard bytes.count <= WorkerRequest.maximumBytes else { throw .unavailable("the request is too long to speak") }
    let answer = try line.withLock { line throws(SpeechError) in try converse(bytes, over: &line) }
    if case .failure(let error) = answer { throw error }
    return answer
  }

  /// Asks the worker, and a second one where the first turns out to be dead.
  private func converse(_ request: [UInt8], over line: inout Line) throws(SpeechError) -> WorkerAnswer {
    for _ in 0..<2 {
      let worker = try claimWorker(over: &line)
      do throws(WorkerProcess.Fault) {
        let deadline = SuspendingClock().now + patience.answer
        try worker.send(request, by: deadline)
        guard let answer = WorkerAnswer(try worker.receive(by: deadline)) else { throw .babble }
        line.worker = consume worker
        line.failures = 0
        return answer
      } catch {
        // Its end kills the worker: a late answer to this request must not be taken for the answer to the next.
        noteFailure(over: &line)
        if error == .late { throw .timedOut }
      }
    }
    throw .crashed
  }

  /// Takes the worker out of the line, or starts one.
  private func claimWorker(over line: inout Line) throws(SpeechError) -> WorkerProcess {
    if line.isClosed { throw .unavailable("the speech backend is closed") }
    if let worker = line.worker.take() { return worker }
    if let end = line.refusedUntil, SuspendingClock().now < end {
      throw .unavailable("the speech worker failed \(patience.failures) times in a row")
    }
    do throws(SpeechError) {
      return try startWorker()
    } catch {
      noteFailure(over: &line)
      throw error
    }
  }

  private func startWorker() throws(SpeechError) -> WorkerProcess {
    let worker = try WorkerProcess(executable: executable, arguments: arguments)
    let greeting: WorkerAnswer?
    do {
      greeting = WorkerAnswer(try worker.receive(by: SuspendingClock().now + patience.answer))
    } catch {
      throw .unavailable("\(executable) is no speech worker")
    }
    switch greeting {
    case .ready(version: WorkerAnswer.version): return worker
    case .failure(let error): throw error
    default: throw .unavailable("\(executable) is no speech worker of this version")
    }
  }

  private func noteFailure(over line: inout Line) {
    line.failures += 1
    guard line.failures >= patience.failures else { return }
    line.failures = 0
    line.refusedUntil = SuspendingClock().now + patience.rest
  }
}
