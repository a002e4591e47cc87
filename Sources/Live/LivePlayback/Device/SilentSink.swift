import AudioMixing
import AudioOutput
import CueAudio
import HostSystem

/// Accepts sound at the pace of a clock and plays none.
///
/// A session without a sound card uses it. A frame counts as heard when it is due, so the session keeps its time.
struct SilentSink: LiveSink {
  let blockFrames: Int
  /// Whether `write` waits until a block has been heard; the loop of a quiet session waits itself.
  private let isPaced: Bool
  /// Incremented when time was lost: the host held up the loop for longer than a moment.
  private(set) var clockEpoch = 0
  private let clock: any HostClock
  private var written = 0
  private var start: Duration

  /// If it is further behind than this, it shifts its start by the delay instead of catching up.
  static let longestDelay = Duration.milliseconds(200)

  /// Paced by `clock`, in blocks of `blockFrames`; its first frame is heard at `start`, or now.
  init(clock: any HostClock, blockFrames: Int, startingAt start: Duration?, isPaced: Bool) {
    self.isPaced = isPaced
    self.clock = clock
    self.blockFrames = blockFrames
    self.start = start ?? clock.now()
  }

  /// The number of written frames that have not been heard by the clock; negative if the host is late.
  var latencyFrames: Int { FrameClock.frames(in: end - clock.now()) }

  mutating func write(left: Span<Float>, right: Span<Float>) throws(SinkError) {
    guard isPaced else {
      written += left.count
      return
    }
    let delay = clock.now() - end
    if delay > Self.longestDelay {
      start += delay
      clockEpoch += 1
    }
    written += left.count
    clock.wait(until: end)
  }

  mutating func finish() throws(SinkError) {}

  /// The instant at which the last written frame has been heard.
  private var end: Duration { start + FrameClock.duration(of: written) }
}

extension LiveOutput {
  /// The sink for times without a device, from `start` on, by default now.
  func silentSink(_ clock: any HostClock, startingAt start: Duration? = nil) -> SilentSink {
    SilentSink(clock: clock, blockFrames: silentBlockFrames, startingAt: start, isPaced: wakeDescriptor == nil)
  }
}
