public import AudioMixing
public import CueAudio
public import HostThreads
import Synchronization
public import WorkoutEngine
import WorkoutModel

/// A session that is heard as it happens: the conductor on a thread of its own, a loader of phrases and a door to the
/// device beside it.
public final class LiveSession: Sendable {
  /// What the session tells its followers, everything when it is heard.
  public enum Report: Equatable, Sendable {
    case session(SessionReport)
    case audio(AudioChange, at: Duration)
    case over
  }

  /// What has become of the device.
  public enum AudioChange: Equatable, Sendable {
    /// It is gone or stands still, and why; the session goes on in silence.
    case lost(SinkError)
    /// The session is heard again.
    case restored
    /// The device ran dry, so often until now.
    case ranDry(times: Int)
  }

  /// Where a session is heard, and how.
  public struct Output: Sendable {
    /// Where devices come from; `nil` for a session that is meant to be silent.
    public var door: SinkDoor?
    /// Frames a block while there is no device.
    public var silentBlockFrames: Int
    /// How much later than the device knows its sound is heard.
    public var latencyOffset: Duration
    /// How many times as fast as real time the clock of the session runs; what is made ahead has so much less time.
    public var speed = 1
    /// Whether the device is let go during a long pause.
    public var restsInPauses = true

    /// An output through `door`.
    public init(door: SinkDoor?, silentBlockFrames: Int = Bus.sampleRate / 25, latencyOffset: Duration = .zero) {
      self.door = door
      self.silentBlockFrames = silentBlockFrames
      self.latencyOffset = latencyOffset
    }
  }

  /// What reaches the conductor from other threads.
  package enum Letter: Sendable {
    case action(Action)
    /// These phrases have been made; and whether they are all that was ordered last.
    case learned([String], isAll: Bool)
    /// What came of the wish with this number.
    case device(SinkDoor.Answer, wish: Int)
    /// Others wait for the device.
    case letGo(@Sendable () -> Void)
  }

  let inbox: Mailbox<Letter>
  let orders = Mailbox<[String]>(capacity: 64)
  let phrases: PhraseBook
  private let waiting = Mutex<[SessionReport]>([])
  private let report: @Sendable (Report) -> Void
  private let beat: @Sendable () -> Void

  /// A session whose followers `report` tells.
  ///
  /// - Parameters:
  ///   - phrases: What is said.
  ///   - descriptor: Becomes readable when something waits for the conductor: what a sink must be woken by.
  ///   - beat: Is called by the conductor's loop each time round, so that a watchdog knows that it lives.
  ///   - report: Is told what happens, by threads of the session's own.
  public init(
    phrases: PhraseBook, waking descriptor: WakeDescriptor? = nil, beat: @escaping @Sendable () -> Void = {},
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
  ///   - conductor: The session, not yet started; its reports must come to `tell`.
  ///   - sink: Where it is heard at first; `nil` for nowhere.
  ///   - output: What follows when the device goes or comes.
  ///   - clock: Session time.
  /// - Throws: `NoThread` where there is none for it, or none to make its phrases: nothing begins, and nothing is told.
  public func start(
    _ conductor: sending Conductor, into sink: Parcel<any AudioSink>?, _ output: Output, clock: any HostClock
  ) throws(NoThread) {
    let cargo = Parcel(conductor)
    try startLoader()
    do throws(NoThread) {
      try startLoop(cargo, into: sink, output, clock)
    } catch {
      orders.put([])
      throw error
    }
  }

  private func startLoop(
    _ cargo: Parcel<Conductor>, into sink: Parcel<any AudioSink>?, _ output: Output, _ clock: any HostClock
  ) throws(NoThread) {
    try HostThread { [self] in
      guard let conductor = cargo.take() else { return }
      // A rehearsal is in nobody's ear, and could take a whole processor from those who make its speech.
      if output.speed == 1 { HostThread.askForPriority() }
      var loop = SessionLoop(conductor, into: sink?.take(), output, clock: clock, self)
      loop.run()
      orders.put([])
      say(.over)
    }.detach()
  }

  /// Tells the followers what the session says, once it is heard.
  public func tell(_ report: SessionReport) { waiting.withLock { $0.append(report) } }

  /// Lets the user or the system act.
  public func send(_ action: Action) { inbox.put(.action(action)) }

  /// Lets go of the device at once, for another run or because the process stops, and has it back when the session goes
  /// on; `isDone` is called when others can have it.
  public func letGo(_ isDone: @escaping @Sendable () -> Void) { inbox.put(.letGo(isDone)) }

  /// Tells the followers what has been heard by `instant`, which may be a little ahead.
  func release(upTo instant: Duration) {
    let due = waiting.withLock { waiting in
      let count = waiting.firstIndex { $0.instant.map { $0 > instant } ?? false } ?? waiting.count
      defer { waiting.removeFirst(count) }
      return waiting.prefix(count)
    }
    for item in due { report(.session(item)) }
    beat()
  }

  /// Tells the followers something at once.
  func say(_ item: Report) { report(item) }

  private func startLoader() throws(NoThread) {
    let (orders, phrases, inbox) = (orders, phrases, inbox)
    try HostThread {
      let loader = PhraseLoader(orders, phrases) { inbox.put(.learned($0, isAll: $1)) }
      loader.run()
    }.detach()
  }
}

extension SessionReport {
  /// When it is heard; `nil` for what has no instant of its own.
  fileprivate var instant: Duration? {
    if case .event(let event) = self { event.at } else { nil }
  }
}
