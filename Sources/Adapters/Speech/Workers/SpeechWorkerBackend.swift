package import AudioMixing
package import Glibc
package import HostSystem
import Synchronization

/// Speech by a worker process, which can crash and hang without harm to this one.
///
/// The first phrase starts the worker. One that ends between phrases is replaced; one that hangs is killed and
/// replaced. After repeated failures, requests fail at once for a while. Calls from several threads are serialized. The
/// law: the same request gives the same samples in every run.
package final class SpeechWorkerBackend: SpeechBackend {
  package struct Patience: Sendable {
    /// The time limit for one start or one answer; longer than the worker's own limit for a phrase.
    package var answer: Duration
    /// After this number of failures in a row, requests are refused.
    package var failures = 5
    package var refusal: Duration = .seconds(30)
    /// Why requests are refused for good after an answer that came too late or not at all; `nil` to ask again.
    package var reasonToGiveUp: String?

    package init(answer: Duration = .seconds(5), reasonToGiveUp: String? = nil) {
      self.answer = answer
      self.reasonToGiveUp = reasonToGiveUp
    }
  }

  private struct State: ~Copyable {
    var worker: WorkerProcess?
    var failures = 0
    var refusedUntil: SuspendingClock.Instant?
    var hasGivenUp = false
  }

  private let executable: String
  private let arguments: [String]
  private let patience: Patience
  private let speakable: @Sendable (String) -> String
  private let errors: ChildProcess.Stream
  private let state = Mutex(State())
  private let isClosed = Atomic(false)
  private let busy = Mutex<pid_t?>(nil)

  /// Makes a backend that starts the program at the path `executable` with `arguments`; `speakable` removes from a text
  /// what the worker can't speak, and `errors` receives the worker's stderr.
  package init(
    executable: String, arguments: [String], patience: Patience, errors: ChildProcess.Stream = .nothing,
    speakable: @escaping @Sendable (String) -> String = SpeechWorkerBackend.spoken
  ) {
    self.errors = errors
    self.executable = executable
    self.arguments = arguments
    self.patience = patience
    self.speakable = speakable
  }

  deinit { close() }

  /// A text with anything to speak, unchanged; otherwise an empty one.
  package static func spoken(_ text: String) -> String { text.contains { $0.isLetter || $0.isNumber } ? text : "" }

  /// Speaks one phrase.
  ///
  /// - Throws: Any `SpeechError`; the next phrase may succeed.
  package func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    var sanitized = request
    sanitized.text = speakable(request.text)
    if sanitized.text.isEmpty { throw .nothingToSay }
    guard case .speech(let speech) = try ask(.speak(sanitized)) else { throw Self.wrongAnswer }
    return speech
  }

  /// Lists the voices that are installed.
  ///
  /// - Throws: `unavailable` if there is no worker or no espeak-ng.
  package func voices() throws(SpeechError) -> VoiceList {
    guard case .voices(let list) = try ask(.voices) else { throw Self.wrongAnswer }
    return list
  }

  /// Ends the worker, and with it a request in progress; requests fail from now on.
  package func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    busy.withLock { if let worker = $0 { _ = kill(worker, SIGTERM) } }
    state.withLock { $0.worker.take()?.close() }
  }

  package var workerIdentifier: pid_t? {
    state.withLock { state in state.worker?.identifier }
  }

  private static let wrongAnswer = SpeechError.unavailable("the speech worker sent an unexpected answer")

  private func ask(_ request: WorkerRequest) throws(SpeechError) -> WorkerAnswer {
    let bytes = request.bytes
    guard bytes.count <= WorkerRequest.maximumBytes else { throw .unavailable("the text is too long to speak") }
    return try state.withLock { state throws(SpeechError) in
      if state.hasGivenUp, let reason = patience.reasonToGiveUp { throw .unavailable(reason) }
      do throws(SpeechError) {
        let answer = try exchange(bytes, &state)
        if case .failure(let error) = answer { throw error }
        return answer
      } catch {
        guard error == .timedOut, let reason = patience.reasonToGiveUp else { throw error }
        state.hasGivenUp = true
        state.worker.take()?.close()
        throw .unavailable(reason)
      }
    }
  }

  /// Sends a request to the worker, and to a second one if the first has ended.
  private func exchange(_ request: [UInt8], _ state: inout State) throws(SpeechError) -> WorkerAnswer {
    for _ in 0..<2 {
      var worker = try checkOutWorker(&state)
      busy.withLock { [identifier = worker.identifier] in $0 = identifier }
      // Before the process is waited for, so that its number isn't another's yet.
      defer { busy.withLock { $0 = nil } }
      try checkOpen()
      do throws(WorkerProcess.Fault) {
        let deadline = SuspendingClock().now + patience.answer
        try worker.send(request, by: deadline)
        guard let answer = WorkerAnswer(try worker.receive(by: deadline)) else { throw .malformed }
        state.worker = consume worker
        state.failures = 0
        return answer
      } catch {
        // The worker is killed: a late answer to this request must not be taken for the answer to the next one.
        recordFailure(&state)
        if error == .late { throw .timedOut }
      }
    }
    throw .crashed
  }

  private func checkOutWorker(_ state: inout State) throws(SpeechError) -> WorkerProcess {
    try checkOpen()
    if let worker = state.worker.take() { return worker }
    if let end = state.refusedUntil, SuspendingClock().now < end {
      throw .unavailable("the speech worker failed \(patience.failures) times in a row")
    }
    do throws(SpeechError) {
      return try startWorker()
    } catch {
      recordFailure(&state)
      throw error
    }
  }

  private func checkOpen() throws(SpeechError) {
    if isClosed.load(ordering: .sequentiallyConsistent) { throw .unavailable("the speech backend is closed") }
  }

  private func startWorker() throws(SpeechError) -> WorkerProcess {
    var worker = try WorkerProcess(executable: executable, arguments: arguments, errors: errors)
    let first: WorkerAnswer?
    do {
      first = WorkerAnswer(try worker.receive(by: SuspendingClock().now + patience.answer))
    } catch {
      throw .unavailable("\(executable) is not a speech worker")
    }
    switch first {
    case .ready(version: WorkerAnswer.version): return worker
    case .failure(let error): throw error
    default: throw .unavailable("\(executable) is not a speech worker of this version")
    }
  }

  private func recordFailure(_ state: inout State) {
    state.failures += 1
    guard state.failures >= patience.failures else { return }
    state.failures = 0
    state.refusedUntil = SuspendingClock().now + patience.refusal
  }
}
