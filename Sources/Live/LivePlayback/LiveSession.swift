package import AudioOutput
package import CueAudio
package import HostSystem
import Synchronization
package import WorkoutEngine
import WorkoutModel

/// A session played in real time: the session renderer on a dedicated thread, with a phrase synthesis queue and a
/// device opener.
package final class LiveSession: Sendable {
  /// A report of the session, passed on when it is heard.
  package enum Report: Equatable, Sendable {
    case session(SessionReport)
    case audio(AudioChange, at: Duration)
    /// The session can't begin yet, because its first phrases are being synthesised.
    case preparingVoice
    case over
  }

  package enum Message: Sendable {
    /// - `by`: The origin of the action.
    /// - `answer`: Called with its event as soon as the engine has decided; with `nil` if the session is over.
    case action(Action, by: ActionOrigin? = nil, answer: (@Sendable (EngineEvent?) -> Void)? = nil)
    /// These phrases, or their stand-ins, have been synthesised or have failed; `isAll` if none of the last order
    /// remains.
    case synthesized([Phrase], isAll: Bool, areStandIns: Bool = false)
    case device(DeviceOpener.Answer, request: Int)
    case releaseDevice(@Sendable () -> Void)
    /// The machine is about to suspend, and waits for the callback.
    case prepareForSleep(@Sendable () -> Void)
    /// The machine has resumed, or the suspend was cancelled.
    case wakeUp
  }

  package let inbox: Mailbox<Message>
  package let orders = Mailbox<[Phrase]>(capacity: 64)
  /// The orders of stand-ins, which are not delayed by a synthesiser that is slow.
  private let standInOrders = Mailbox<[Phrase]>(capacity: 64)
  let phrases: SpeechCache
  /// The reports that aren't heard yet; the first `observed` of them are observed already.
  private let waiting = Mutex((reports: [SessionReport](), observed: 0))
  private let observe: @Sendable ([EngineEvent], _ isRequested: Bool) -> Void
  let report: @Sendable (Report) -> Void
  /// Called when words begin or end to be heard.
  let speak: @Sendable (Bool) -> Void
  private let beat: @Sendable () -> Void

  /// Creates a session that reports to `report`, on threads of its own; a message makes `descriptor` readable, which
  /// must wake the sink, and each iteration of the loop calls `beat`, for a watchdog. `observe` is called with the
  /// events of the engine when they are heard or, before a request is answered that was decided after them, with all
  /// of them (`isRequested`). `speak` is called when words are heard or about to be, and when no more are.
  package init(
    phrases: SpeechCache, waking descriptor: WakeDescriptor? = nil, beat: @escaping @Sendable () -> Void = {},
    observe: @escaping @Sendable (_ events: [EngineEvent], _ isRequested: Bool) -> Void = { _, _ in },
    speak: @escaping @Sendable (_ isHeard: Bool) -> Void = { _ in },
    report: @escaping @Sendable (Report) -> Void
  ) {
    inbox = Mailbox(capacity: 1024, waking: descriptor)
    self.phrases = phrases
    self.beat = beat
    self.observe = observe
    self.speak = speak
    self.report = report
  }

  /// Runs the session on a dedicated thread. The renderer has one, not yet started, which must pass its reports to
  /// `enqueue`. Without a thread for the session or its phrases nothing is started or reported.
  package func start(
    _ renderer: sending SessionRenderer, into sink: Transfer<any LiveSink>?, _ output: LiveOutput, clock: any HostClock
  ) throws(NoThread) {
    let transfer = Transfer(renderer)
    do throws(NoThread) {
      try startSynthesis()
      try HostThread { [self] in
        guard let renderer = transfer.consume(), let played = renderer.sessions.first else { return }
        // A rehearsal is inaudible, and at high priority could take a whole processor from speech synthesis.
        if output.speed == 1 { HostThread.askForPriority() }
        var loop = self.loop(renderer, playing: played, into: sink?.consume(), output, clock: clock)
        loop.run()
        order([])
        report(.over)
      }.detach()
    } catch {
      order([])
      throw error
    }
  }

  /// The loop of the session, for a thread that runs it; its phrases are ordered in `orders`.
  package func loop(
    _ renderer: SessionRenderer, playing played: MixedSession, into sink: (any LiveSink)?, _ output: LiveOutput,
    clock: any HostClock
  ) -> SessionLoop { SessionLoop(renderer, playing: played, into: sink, output, clock: clock, self) }

  package func enqueue(_ report: SessionReport) { waiting.withLock { $0.reports.append(report) } }

  /// Sends an action of the user or the system; `answer` is called on a thread of the session with the event of the
  /// action, as soon as the engine has decided, or with `nil` if the session is over.
  package func send(
    _ action: Action, by origin: ActionOrigin? = nil, answer: (@Sendable (EngineEvent?) -> Void)? = nil
  ) {
    inbox.put(.action(action, by: origin, answer: answer))
  }

  /// Fades out, stores the session and releases the device, because the machine is about to suspend; `isDone` is called
  /// when it may.
  package func prepareForSleep(_ isDone: @escaping @Sendable () -> Void) { inbox.put(.prepareForSleep(isDone)) }

  /// Reopens the device after a suspend, or after one that was cancelled.
  package func wakeUp() { inbox.put(.wakeUp) }

  /// Releases the device at once, for another run or because the process stops, and reopens it when the session
  /// resumes; `isDone` is called once the device is available to other programs.
  package func releaseDevice(_ isDone: @escaping @Sendable () -> Void) { inbox.put(.releaseDevice(isDone)) }

  /// Passes on the queued reports up to `instant`, which may be slightly ahead of what is heard.
  func release(upTo instant: Duration) {
    let (due, observed) = waiting.withLock { waiting in
      let count = waiting.reports.firstIndex { $0.instant.map { $0 > instant } ?? false } ?? waiting.reports.count
      let due = (waiting.reports.prefix(count), waiting.observed)
      waiting.reports.removeFirst(count)
      waiting.observed = max(0, waiting.observed - count)
      return due
    }
    observe(due.dropFirst(observed), isRequested: false)
    for item in due { report(.session(item)) }
    beat()
  }

  /// Has all queued events observed, because the answer to a request tells them.
  func observeAll() {
    let reports = waiting.withLock { waiting in
      defer { waiting.observed = waiting.reports.count }
      return waiting.reports.dropFirst(waiting.observed)
    }
    observe(reports, isRequested: true)
  }

  private func observe(_ reports: ArraySlice<SessionReport>, isRequested: Bool) {
    let events = reports.compactMap { if case .event(let event) = $0 { event } else { nil } }
    if !events.isEmpty { observe(events, isRequested) }
  }

  /// The time of the next queued report; `nil` if none is queued.
  var nextReport: Duration? { waiting.withLock { $0.reports.first.map { $0.instant ?? .zero } } }

  /// Orders the synthesis of phrases; an empty order is the last one.
  func order(_ phrases: [Phrase]) {
    orders.put(phrases)
    guard self.phrases.standInName != nil else { return }
    let missing = phrases.filter { self.phrases.measure($0) == .unknown }
    if phrases.isEmpty || !missing.isEmpty { standInOrders.put(missing) }
  }

  private func startSynthesis() throws(NoThread) {
    let (orders, standInOrders, phrases, inbox) = (orders, standInOrders, phrases, inbox)
    try HostThread {
      PhraseSynthesisQueue.run(orders, phrases.prepare) { inbox.put(.synthesized($0, isAll: $1)) }
    }.detach()
    guard phrases.standInName != nil else { return }
    try HostThread {
      PhraseSynthesisQueue.run(standInOrders, phrases.prepareStandIns) {
        inbox.put(.synthesized($0, isAll: $1, areStandIns: true))
      }
    }.detach()
  }
}

extension SessionReport {
  /// The instant at which it is heard; `nil` if it has none.
  fileprivate var instant: Duration? {
    if case .event(let event) = self { event.at } else { nil }
  }
}
