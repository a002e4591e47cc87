import AudioMixing
import CueAudio
import Glibc
import HostThreads
import LiveHost
import Synchronization
import TestSupport
import WorkoutEngine
import WorkoutModel

/// Time that passes only where somebody waits for it; at one moment the machine may sleep.
final class FakeClock: HostClock {
  private struct State {
    var now = Duration.zero
    var asleep = Duration.zero
    var sleep: (at: Duration, length: Duration)?
  }

  private let state: Mutex<State>

  init(sleepingAt moment: Duration? = nil, for length: Duration = .zero) {
    state = Mutex(State(sleep: moment.map { ($0, length) }))
  }

  func now() -> Duration { state.withLock { $0.now } }
  var asleep: Duration { state.withLock { $0.asleep } }

  func wait(until instant: Duration) {
    state.withLock { state in
      state.now = max(state.now, instant)
      if let sleep = state.sleep, state.now >= sleep.at {
        state.now += sleep.length
        state.asleep += sleep.length
        state.sleep = nil
      }
    }
  }
}

/// A device whose crystal is off: it holds 120 ms, and knows to the frame what has been heard.
struct FakeDevice: AudioSink {
  let blockFrames = 1_440
  private let held = 5_760
  private let clock: FakeClock
  private let crystal: FrameClock
  private var written = 0
  /// The frames at which something begins after at least 100 ms of silence.
  private let onsets: Onsets

  final class Onsets: Sendable {
    let frames = Mutex<[Int]>([])
    private let lastLoud = Mutex(-4_800)

    func note(_ samples: Span<Float>, from first: Int) {
      for index in samples.indices where samples[index] != 0 {
        let frame = first + index
        lastLoud.withLock { last in
          if frame - last >= 4_800 { frames.withLock { $0.append(frame) } }
          last = frame
        }
      }
    }
  }

  init(_ clock: FakeClock, slowness: Int, _ onsets: Onsets) {
    self.clock = clock
    self.onsets = onsets
    crystal = FrameClock(instant: clock.now(), slowness: slowness)
  }

  var latencyFrames: Int { max(0, written - crystal.frame(at: clock.now())) }

  /// When a frame is heard.
  func heard(_ frame: Int) -> Duration { crystal.instant(of: frame) }

  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    onsets.note(left, from: written)
    written += left.count
    clock.wait(until: crystal.instant(of: written - held))
  }

  mutating func finish() throws(SinkError) { clock.wait(until: crystal.instant(of: written)) }
}

/// A whole live session on a clock of the test's own.
struct Stage {
  let workout: Workout
  var policies = Policies()
  var latencyOffset = Duration.zero
  var leadIn = Duration.zero
  var speed = 1
  var speech: any SpeechBackend = NoSpeech(because: "nobody speaks here")
  /// What it says; by default a book of its own, in which `speech` speaks.
  var book: PhraseBook?
  /// What the user does, each as soon as the book has a phrase.
  var keys: [(action: Action, once: String)] = []

  /// Runs it to its end and returns what was told.
  func run(_ clock: any HostClock, into device: FakeDevice? = nil) throws -> [LiveSession.Report] {
    let engine = Engine(try Timeline(workout), policies: policies)
    let none: @Sendable (String) -> SoundLoadError = { .unknown($0) }
    let sounds = SoundLibrary(
      workout,
      loader: SoundLibrary.Loader(
        clip: { (path) throws(SoundLoadError) in throw none(path) },
        stream: { (path, _) throws(SoundLoadError) in throw none(path) },
        loop: { (path) throws(SoundLoadError) in throw none(path) },
        length: { (path) throws(SoundLoadError) in throw none(path) },
        loudest: { (path) throws(SoundLoadError) in throw none(path) }))
    let phrases = book ?? PhraseBook(speech, voice: workout.voice)
    let reports = Mailbox<LiveSession.Report>(capacity: 100_000)
    let session = LiveSession(phrases: phrases) { reports.put($0) }
    let mixer = Mixer()
    let manager = AudioManager(mixer, phrases: phrases, sounds: sounds, leadIn: leadIn)
    let conductor = Conductor(engine, mixer: mixer, manager: manager, blockFrames: 960) { session.tell($0) }
    var output = LiveSession.Output(door: nil, latencyOffset: latencyOffset)
    output.speed = speed
    let sink: Parcel<any AudioSink>? = device.map { Parcel($0) }
    try session.start(conductor, into: sink, output, clock: clock)
    // A hanging session fails the test instead of stopping it.
    let deadline = ContinuousClock().now + Patience.limit
    var told: [LiveSession.Report] = []
    func listen(until isDone: (LiveSession.Report) -> Bool) {
      while !told.contains(where: isDone), ContinuousClock().now < deadline {
        reports.wait(milliseconds: 1_000)
        told += reports.drain().letters
      }
    }
    for key in keys {
      listen { if case .session(.event(let event)) = $0, case .phaseStarted = event.kind { true } else { false } }
      while phrases.measure(key.once) == .unknown, ContinuousClock().now < deadline { usleep(1_000) }
      session.send(key.action)
    }
    listen { $0 == .over }
    return told
  }
}
