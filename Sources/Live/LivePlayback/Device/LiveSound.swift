package import AudioMixing
package import AudioOutput
package import HostSystem
package import SessionReporting
package import Snapcast
import Synchronization

/// The sound output of a live session: the requested device, the default one, a FIFO, a Snapcast server, or none until
/// a device can be opened.
package struct LiveSound {
  package struct Settings {
    package var device = OutputDevice.standard
    package var fifo: String?
    package var snapcast: SnapcastOutput?
    /// Whether the session keeps time without sound.
    package var isSilent = false
    /// Whether a session without a device fails.
    package var needsDevice = false
    package var buffering = ALSASink.Buffering.normal
    /// Whether few wake-ups matter more than a power failure: the silent sink uses blocks as large as the device's, and
    /// a session that nobody follows is stored less often though it is heard.
    package var savesPower = false
    /// Whether a program follows the events of the session.
    package var isFollowed = true
    /// The additional latency of the sound, beyond what the device reports.
    package var latencyOffset = Duration.zero
    /// The speed of the session relative to real time; only a silent one can be faster.
    package var speed = 1

    package init() {}

    /// The name of the sink in events.
    fileprivate var sink: String { snapcast != nil ? "snapcast" : fifo != nil ? "fifo" : "alsa" }
    /// Whether it plays to a device of this machine.
    fileprivate var hasDevice: Bool { fifo == nil && snapcast == nil }
  }

  /// The first device; `nil` for none.
  package private(set) var first: Transfer<any LiveSink>?
  package let output: LiveOutput
  /// The report on it in the first event.
  package let report: SessionEvent.AudioReport
  /// The sink's name in events while the device is open.
  let sink: String
  package let outputDevice: OutputDevice
  /// The reason why there is no sound at the beginning; `nil` if there is, or if none is requested.
  package private(set) var failure: SinkError?
  /// What the user must change before the Snapcast server can play the session.
  package private(set) var snapcastFault: SnapcastFault?

  /// Whether the session can be heard from its beginning.
  var isHeard: Bool { first != nil && outputDevice.hasListener }

  /// The time limits for the sound system to answer before the session begins without it, and for a device that answers
  /// to play.
  ///
  /// The second limit is for devices that hang: one that plays nothing is detected.
  private static let (answerMilliseconds, playMilliseconds): (Int32, Int32) = (1_500, 8_000)

  /// The silence that players in other rooms get before the first sound: after a pause they open their devices again,
  /// and are up to 80 ms apart for two seconds.
  private static let openingSilence = Duration.seconds(3)

  /// Opens the output, and does `work` meanwhile; `descriptor` wakes the sink when a message waits for the session, and
  /// `send` receives the changes of a FIFO's reader.
  package init(
    _ settings: Settings, waking descriptor: WakeDescriptor?, clock: BootClock,
    report send: @escaping @Sendable (AudioChange, _ instant: Duration) -> Void, meanwhile work: () -> Void = {}
  ) throws(NoThread) {
    sink = settings.sink
    let device = OutputDevice(requested: settings.snapcast?.name ?? settings.fifo ?? settings.device)
    outputDevice = device
    guard !settings.isSilent else {
      work()
      var output = LiveOutput(opener: nil)
      output.speed = settings.speed
      output.isFollowed = settings.isFollowed
      output.wakeDescriptor = descriptor
      // The difference is inaudible and only serves to save wake-ups.
      if settings.savesPower { output.silentBlockFrames = settings.buffering.periodFrames }
      self.output = output
      report = Self.report("silent", nil)
      return
    }
    let isAwaited = Atomic(false)
    let opener: DeviceOpener
    if let snapcast = settings.snapcast {
      opener = try DeviceOpener(longestPause: SnapcastOutput.longestPause) { _, hasOpened throws(SinkError) in
        try snapcast.open(clock, hasOpened)
      }
    } else if let fifo = settings.fifo {
      opener = try Self.opener(ofFifo: fifo, device, clock, send)
    } else {
      opener = try Self.opener(device, settings.buffering, waking: descriptor) { isAwaited.load(ordering: .acquiring) }
    }
    var output = LiveOutput(opener: opener, latencyOffset: settings.snapcast?.usualBuffer ?? settings.latencyOffset)
    if settings.hasDevice { output.silentBlockFrames = settings.buffering.periodFrames }
    if settings.savesPower { output.isFollowed = settings.isFollowed }
    output.needsDevice = settings.needsDevice
    // A reader of a FIFO may take its end for the end of the workout.
    output.releasesIdleDevice = settings.hasDevice
    do throws(SinkError) {
      first = try opener.first(milliseconds: Self.answerMilliseconds, playing: Self.playMilliseconds) {
        work()
        isAwaited.store(true, ordering: .releasing)
      }
      report = Self.report(sink, device.name)
      if !settings.hasDevice, device.hasListener { output.openingSilence = Self.openingSilence }
    } catch {
      failure = error
      report = Self.report("silent", nil, reason: error.explanation)
    }
    self.output = output
    snapcastFault = settings.snapcast?.fault
  }

  private static func opener(
    _ outputDevice: OutputDevice, _ buffering: ALSASink.Buffering, waking descriptor: WakeDescriptor?,
    until isAwaited: @escaping @Sendable () -> Bool
  ) throws(NoThread) -> DeviceOpener {
    try DeviceOpener { isSuspect, hasOpened throws(SinkError) in
      try outputDevice.open { device throws(SinkError) in
        let sink = try ALSASink(device: device, buffering: buffering, wakeDescriptor: descriptor?.number ?? -1)
        hasOpened()
        try sink.waitUntilPlaying(isRetry: isSuspect, until: isAwaited)
        return Transfer(sink)
      }
    }
  }

  private static func opener(
    ofFifo path: String, _ outputDevice: OutputDevice, _ clock: BootClock,
    _ send: @escaping @Sendable (AudioChange, Duration) -> Void
  ) throws(NoThread) -> DeviceOpener {
    try DeviceOpener { _, _ throws(SinkError) in
      let sink = try FifoSink(path: path, clock: clock) { reader, instant in
        send(reader.change(of: path), instant)
      }
      outputDevice.hasListener = sink.reader == .present
      return Transfer(sink)
    }
  }

  private static func report(_ sink: String, _ device: String?, reason: String? = nil) -> SessionEvent.AudioReport {
    SessionEvent.AudioReport(sink: sink, device: device, state: .opened, xruns: 0, reason: reason)
  }
}

/// The device that plays a session: the requested one, or otherwise the user's default.
package final class OutputDevice: Sendable {
  package static let standard = "default"

  let requested: String

  private struct State {
    var name: String
    var refusal: SinkError?
    var hasListener = true
  }

  private let state: Mutex<State>

  /// An output device that tries `requested` first.
  init(requested: String) {
    self.requested = requested
    state = Mutex(State(name: requested))
  }

  /// The device that was opened last; before that, the requested one.
  package var name: String { state.withLock { $0.name } }

  /// The reason if that isn't the requested device; `nil` if it is.
  package var refusal: SinkError? { state.withLock { $0.refusal } }

  /// Whether the other end has a listener, if that is known: a FIFO may have no reader.
  var hasListener: Bool {
    get { state.withLock { $0.hasListener } }
    set { state.withLock { $0.hasListener = newValue } }
  }

  /// Opens the requested device, or the default one; throws the reason why the requested one can't be opened, if
  /// neither can.
  func open(
    _ opening: (String) throws(SinkError) -> Transfer<any LiveSink>
  ) throws(SinkError) -> Transfer<any LiveSink> {
    do throws(SinkError) {
      let opened = try opening(requested)
      state.withLock { $0 = State(name: requested) }
      return opened
    } catch {
      let refusal = error
      guard requested != Self.standard, let opened = try? opening(Self.standard) else { throw refusal }
      state.withLock { $0 = State(name: Self.standard, refusal: refusal) }
      return opened
    }
  }
}

extension FifoSink.Reader {
  /// The change for a session that plays through the FIFO at `path`.
  fileprivate func change(of path: String) -> AudioChange { error(path).map { .lost($0) } ?? .restored }
}
