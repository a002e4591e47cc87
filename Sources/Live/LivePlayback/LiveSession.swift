public import AudioMixing
public import AudioOutput
public import CueAudio
public import HostSystem
import Synchronization
public import WorkoutEngine
import WorkoutModel

/// A session that is heard as it happens: the session renderer on a thread of its own, with a phrase synthesis queue
/// and a device opener beside it.
public final class LiveSession: Sendable {
  /// What the session reports, each report when it is heard.
  public enum Report: Equatable, Sendable {
    case session(SessionReport)
    case audio(AudioChange, at: Duration)
    case over
  }

  /// What has become of the device.
  public enum AudioChange: Equatable, Sendable {
    /// It is gone or has stalled, and why; the session continues in silence.
    case lost(SinkError)
    /// The session is heard again.
    case restored
    /// The device ran dry, so often until now.
    case ranDry(times: Int)
  }

  /// Where a session is heard, and how.
  public struct Output: Sendable {
    /// Where devices come from; `nil` for a session that is meant to be silent.
    public var opener: DeviceOpener?
    /// Frames a block while there is no device.
    public var silentBlockFrames: Int
    /// How much later than the device knows its sound is heard.
    public var latencyOffset: Duration
    /// How many times as fast as real time the clock of the session runs; the time for what is made ahead shrinks by
    /// the same factor.
    public var speed = 1
    /// Whether a session whose device is lost before the workout begins fails; later it continues in silence.
    public var needsDevice = false
    /// Whether the device is released during a long pause.
    public var releasesIdleDevice = true
    /// Wakes a session that is meant to be silent, which sleeps from one deadline to the next; `nil` for one that has a
    /// device, or where every block is waited for.
    public var wakeDescriptor: WakeDescriptor?

    /// An output through `opener`.
    public init(opener: DeviceOpener?, silentBlockFrames: Int = Bus.sampleRate / 25, latencyOffset: Duration = .zero) {
      self.opener = opener
      self.silentBlockFrames = silentBlockFrames
      self.latencyOffset = latencyOffset
    }
  }

  /// Messages to the session renderer from other threads.
  package enum Message: Sendable {
    /// - `by`: who asked for it.
    /// - `answer`: called with its event as soon as the engine has decided; with `nil` if the session is over.
    case action(Action, by: ActionOrigin? = nil, answer: (@Sendable (EngineEvent?) -> Void)? = nil)
    /// These phrases have been synthesised or have failed; `isAll` if none of the last order is left.
    case synthesized([Phrase], isAll: Bool)
    /// The answer to the device request with this number.
    case device(DeviceOpener.Answer, request: Int)
    /// Other programs wait for the device.
    case releaseDevice(@Sendable () -> Void)
    /// The machine is about to sleep, and waits until it is called back.
    case prepareForSleep(@Sendable () -> Void)
    /// The machine is awake, or stays awake after all.
    case wakeUp
  }

  let inbox: Mailbox<Message>
  let orders = Mailbox<[Phrase]>(capacity: 64)
  let phrases: SpeechCache
  private let waiting = Mutex<[SessionReport]>([])
  private let report: @Sendable (Report) -> Void
  private let beat: @Sendable () -> Void

  /// Creates a session that reports to `report`.
  ///
  /// - Parameters:
  ///   - phrases: What is said.
  ///   - descriptor: Becomes readable when a message waits for the session renderer; it must wake the sink.
  ///   - beat: Called on each iteration of the session loop, so that a watchdog sees that it runs.
  ///   - report: Called with each report, on threads of the session's own.
  public init(
    phrases: SpeechCache, waking descriptor: WakeDescriptor? = nil, beat: @escaping @Sendable () -> Void = {},
    report: @escaping @Sendable (Report) -> Void
  ) {
    inbox = Mailbox(capacity: 1024, waking: descriptor)
    self.phrases = phrases
    self.beat = beat
    self.report = report
  }

  /// Runs the session on a thread of its own.
  ///
  /// - Parameters:
  ///   - renderer: The session renderer, not yet started; it must pass its reports to `enqueue`.
  ///   - sink: Where it is heard at first; `nil` for nowhere.
  ///   - output: What follows when the device goes or comes.
  ///   - clock: Session time.
  /// - Throws: `NoThread` if there is no thread for the session or for its phrases; nothing is started or reported
  ///   then.
  public func start(
    _ renderer: sending SessionRenderer, into sink: Transfer<any LiveSink>?, _ output: Output, clock: any HostClock
  ) throws(NoThread) {
    let transfer = Transfer(renderer)
    try startSynthesis()
    do throws(NoThread) {
      try startLoop(transfer, into: sink, output, clock)
    } catch {
      orders.put([])
      throw error
    }
  }

  private func startLoop(
    _ transfer: Transfer<SessionRenderer>, into sink: Transfer<any LiveSink>?, _ output: Output, _ clock: any HostClock
  ) throws(NoThread) {
    try HostThread { [self] in
      guard let renderer = transfer.consume() else { return }
      // A rehearsal is not heard, and at high priority could take a whole processor from speech synthesis.
      if output.speed == 1 { HostThread.askForPriority() }
      var loop = SessionLoop(renderer, into: sink?.consume(), output, clock: clock, self)
      loop.run()
      orders.put([])
      send(.over)
    }.detach()
  }

  /// Queues a report of the session until it is heard.
  public func enqueue(_ report: SessionReport) { waiting.withLock { $0.append(report) } }

  /// Sends an action of the user or the system.
  ///
  /// - Parameters:
  ///   - action: What to do.
  ///   - origin: Who asked for it.
  ///   - answer: Called on a thread of the session with the event of the action, as soon as the engine has decided;
  ///     with `nil` if the session is over.
  public func send(
    _ action: Action, by origin: ActionOrigin? = nil, answer: (@Sendable (EngineEvent?) -> Void)? = nil
  ) {
    inbox.put(.action(action, by: origin, answer: answer))
  }

  /// Fades out, stores the session and releases the device, because the machine is about to sleep; `isDone` is called
  /// once it may.
  public func prepareForSleep(_ isDone: @escaping @Sendable () -> Void) { inbox.put(.prepareForSleep(isDone)) }

  /// Reopens the device after a sleep, or after one that didn't come.
  public func wakeUp() { inbox.put(.wakeUp) }

  /// Releases the device at once, for another run or because the process stops, and reopens it when the session
  /// resumes; `isDone` is called once other programs can have the device.
  public func releaseDevice(_ isDone: @escaping @Sendable () -> Void) { inbox.put(.releaseDevice(isDone)) }

  /// Passes the queued reports up to `instant`, which may be a little ahead of what is heard.
  func release(upTo instant: Duration) {
    let due = waiting.withLock { waiting in
      let count = waiting.firstIndex { $0.instant.map { $0 > instant } ?? false } ?? waiting.count
      defer { waiting.removeFirst(count) }
      return waiting.prefix(count)
    }
    for item in due { report(.session(item)) }
    beat()
  }

  /// When the next queued report is due; `nil` if none is queued.
  var nextReport: Duration? { waiting.withLock { $0.first.map { $0.instant ?? .zero } } }

  /// Passes a report on at once.
  func send(_ item: Report) { report(item) }

  private func startSynthesis() throws(NoThread) {
    let (orders, phrases, inbox) = (orders, phrases, inbox)
    try HostThread {
      let queue = PhraseSynthesisQueue(orders, phrases) { inbox.put(.synthesized($0, isAll: $1)) }
      queue.run()
    }.detach()
  }
}

extension SessionReport {
  /// When it is heard; `nil` for what has no instant of its own.
  fileprivate var instant: Duration? {
    if case .event(let event) = self { event.at } else { nil }
  }
}

/// Carries a value from one thread to another, once.
public final class Transfer<Value>: Sendable {
  private let value: Mutex<Value?>

  /// Holds `value`, which the sender doesn't use any more.
  public init(_ value: sending Value) { self.value = Mutex(value) }

  /// Removes and returns the value; `nil` the second time.
  public func consume() -> sending Value? {
    value.withLock { value in
      let consumed = value
      value = nil
      return consumed
    }
  }
}
