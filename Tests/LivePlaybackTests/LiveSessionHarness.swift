import AudioMixing
import AudioOutput
import CueAudio
import Dispatch
import Glibc
import HostSystem
import LivePlayback
import Synchronization
import TestSupport
import WorkoutEngine
import WorkoutModel

/// Time that passes only while the session waits for it; at one moment the machine may be suspended.
final class FakeClock: HostClock {
  private struct State {
    var now = Duration.zero
    var asleep = Duration.zero
    var sleep: (at: Duration, length: Duration)?
    var appointments: [(at: Duration, work: @Sendable () -> Void)] = []
  }

  private let state: Mutex<State>
  private let waits = DispatchSemaphore(value: 0)

  init(sleepingAt moment: Duration? = nil, for length: Duration = .zero) {
    state = Mutex(State(sleep: moment.map { ($0, length) }))
  }

  func now() -> Duration { state.withLock { $0.now } }
  var asleep: Duration { state.withLock { $0.asleep } }

  /// Does something on the session's thread as soon as `instant` has come.
  func at(_ instant: Duration, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.appointments.append((instant, work)) }
  }

  func wait(until instant: Duration) {
    let due = state.withLock { state in
      state.now = max(state.now, instant)
      if let sleep = state.sleep, state.now >= sleep.at {
        state.now += sleep.length
        state.asleep += sleep.length
        state.sleep = nil
      }
      let now = state.now
      defer { state.appointments.removeAll { $0.at <= now } }
      return state.appointments.filter { $0.at <= now }
    }
    for appointment in due { appointment.work() }
    waits.signal()
  }

  func wait(until instant: Duration, waking descriptor: WakeDescriptor) { descriptor.wait(for: instant - now()) }

  /// Blocks until the session has waited so long that `instant` is over.
  func block(until instant: Duration) { while now() < instant { waits.wait() } }
}

/// A device whose crystal is off: it holds 120 ms, or what a test says, and knows to the frame what has been heard.
struct FakeDevice: LiveSink {
  let clockEpoch = 0
  var blockFrames = 1_440
  var held = 5_760
  private let clock: FakeClock
  private let crystal: FrameClock
  private var written = 0
  /// Whether it takes nothing.
  var isLost = false
  /// Whether it takes everything at once, and keeps it until it is waited for or told to pass it on.
  var keepsFrames = false
  private var keptSince: Duration?
  /// The frames at which something begins after at least 100 ms of silence.
  private let onsets: Onsets

  final class Onsets: Sendable {
    let frames = Mutex<[Int]>([])
    /// The last frame that isn't silent.
    let lastLoud = Mutex(-4_800)
    /// The longest time for which it has kept something.
    let longestKept = Mutex(Duration.zero)
    /// How many frames it had been given each time that it was released.
    let releases = Mutex<[Int]>([])

    func record(_ samples: Span<Float>, from first: Int) {
      for index in samples.indices where samples[index] != 0 {
        let frame = first + index
        lastLoud.withLock { last in
          if frame - last >= 4_800 { frames.withLock { $0.append(frame) } }
          last = frame
        }
      }
    }
  }

  init(_ clock: FakeClock, periodErrorPPB: Int, _ onsets: Onsets) {
    self.clock = clock
    self.onsets = onsets
    crystal = FrameClock(instant: clock.now(), periodErrorPPB: periodErrorPPB)
  }

  var latencyFrames: Int { max(0, written - crystal.frame(at: clock.now())) }

  /// When a frame is heard.
  func heard(_ frame: Int) -> Duration { crystal.instant(of: frame) }

  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    if isLost { throw .lost("unplugged") }
    onsets.record(left, from: written)
    written += left.count
    keptSince = keptSince ?? clock.now()
    if !keepsFrames { clock.wait(until: crystal.instant(of: written - held)) }
  }

  mutating func waitForSpace() throws(SinkError) -> SinkReadiness {
    try passOn()
    return .space
  }

  mutating func passOn() throws(SinkError) {
    guard keepsFrames, let since = keptSince else { return }
    let kept = clock.now() - since
    onsets.longestKept.withLock { $0 = max($0, kept) }
    keptSince = nil
  }

  mutating func finish() throws(SinkError) { clock.wait(until: crystal.instant(of: written)) }

  mutating func release() { onsets.releases.withLock { $0.append(written) } }
}

extension LiveSession.Report {
  var isPhaseStart: Bool {
    if case .session(.event(let event)) = self, case .phaseStarted = event.kind { true } else { false }
  }
}

/// A whole live session on a clock of the test's own.
struct LiveSessionHarness {
  let workout: Workout
  var policies = Policies()
  var latencyOffset = Duration.zero
  var leadIn = Duration.zero
  var speed = 1
  var needsDevice = false
  var openingSilence = Duration.zero
  /// Opens devices in the place of one that is gone or released.
  var opener: DeviceOpener?
  /// Wakes a session that is kept on time without a sound.
  var wakeDescriptor: WakeDescriptor?
  /// Whether a program follows the events of the session.
  var isFollowed = true
  /// Called on each iteration of the session's loop.
  var beat: @Sendable () -> Void = {}
  /// Called with each state that is stored.
  var store: @Sendable (Engine) -> Void = { _ in }
  /// Called with the events that are observed, on the thread of the session.
  var observe: @Sendable ([EngineEvent], _ isRequested: Bool) -> Void = { _, _ in }
  /// Called when words begin or end to be heard, on the thread of the session.
  var speak: @Sendable (_ isHeard: Bool) -> Void = { _ in }
  /// Called with each report, on the thread of the session.
  var follow: @Sendable (LiveSession.Report, LiveSession) -> Void = { _, _ in }
  /// What is done at moments of a fake clock.
  var script: [(at: Duration, what: @Sendable (LiveSession) -> Void)] = []
  var audioSession: @Sendable (Effect.SessionCommand) throws(AudioSessionError) -> Void = { _ in }
  var speech: any SpeechBackend = NoSpeech(because: "there is no voice here")
  /// The phrases; by default a cache of its own, filled by `speech`.
  var phrases: SpeechCache?
  /// What the user does, each as soon as the cache has a phrase.
  var keys: [(action: Action, once: String)] = []

  /// Runs it to its end and returns its reports.
  func run(_ clock: any HostClock, into device: FakeDevice? = nil) throws -> [LiveSession.Report] {
    var engine = Engine(try Timeline(workout), policies: policies)
    let none: @Sendable (String) -> SoundLoadError = { .unknown($0) }
    let sounds = SoundLibrary(
      workout,
      loader: SoundLibrary.Loader(
        clip: { (path) throws(SoundLoadError) in throw none(path) },
        stream: { (path, _) throws(SoundLoadError) in throw none(path) },
        loop: { (path) throws(SoundLoadError) in throw none(path) },
        length: { (path) throws(SoundLoadError) in throw none(path) },
        loudest: { (path) throws(SoundLoadError) in throw none(path) }))
    let phrases = phrases ?? SpeechCache(speech, voice: workout.voice)
    let first = engine.phrases(upTo: .seconds(60))
    engine.updateDurations { durations in for phrase in first { durations.record(phrase, phrases.measure(phrase)) } }
    let reports = Mailbox<LiveSession.Report>(capacity: 100_000)
    let live = Mutex<LiveSession?>(nil)
    let session = LiveSession(phrases: phrases, waking: wakeDescriptor, beat: beat, observe: observe, speak: speak) {
      [follow] report in
      if let session = live.withLock(\.self) { follow(report, session) }
      reports.put(report)
    }
    live.withLock { $0 = session }
    defer { live.withLock { $0 = nil } }
    for (moment, what) in script { (clock as? FakeClock)?.at(moment) { what(session) } }
    let renderer = SessionRenderer(blockFrames: 960)
    renderer.add(
      engine, phrases: phrases, sounds: sounds, leadIn: leadIn, store: store, audioSession: audioSession
    ) { session.enqueue($0) }
    var output = LiveOutput(opener: opener, latencyOffset: latencyOffset)
    output.wakeDescriptor = wakeDescriptor
    output.isFollowed = isFollowed
    output.speed = speed
    output.needsDevice = needsDevice
    output.openingSilence = openingSilence
    let sink: Transfer<any LiveSink>? = device.map { Transfer($0) }
    try session.start(renderer, into: sink, output, clock: clock)
    // A hanging session fails the test instead of stopping it.
    let deadline = ContinuousClock().now + Timeout.limit
    var received: [LiveSession.Report] = []
    func receive(until isDone: (LiveSession.Report) -> Bool) {
      while !received.contains(where: isDone), ContinuousClock().now < deadline {
        reports.wait(milliseconds: 1_000)
        received += reports.drain().messages
      }
    }
    for key in keys {
      receive(until: \.isPhaseStart)
      while phrases.measure(Phrase(key.once)) == .unknown, ContinuousClock().now < deadline { usleep(1_000) }
      session.send(key.action)
    }
    receive { $0 == .over }
    return received
  }
}

extension Workout {
  /// One beep a second.
  static func beeps(_ length: Duration) -> Workout {
    let rule = CueRule(on: .phase, at: .every(.seconds(1)), sound: CueSound("beep"))
    return Workout(
      name: "Beeps", style: .silent, cues: [rule], nodes: [.phase(Phase("A", .high, .after(.fixed(length))))])
  }
}
