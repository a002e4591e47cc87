import AudioMixing
import AudioOutput
import CueAudio
import HostSystem

/// Monitors the sinks of a session: which frame is heard when, and how often they ran dry.
struct SinkMonitor {
  /// The relation of the current sink's frames to session time.
  private(set) var deviceClock = DeviceClock()
  private(set) var underruns = 0
  private var epoch: Int
  private var reported = 0

  /// A reading that takes less than this needs no second one.
  private static let quickReading = Duration.microseconds(100)

  init(_ sink: any LiveSink) { epoch = sink.clockEpoch }

  /// Continues with another sink, whose frames have no known relation to time.
  mutating func replaceSink(with sink: any LiveSink) {
    (epoch, reported) = (sink.clockEpoch, sink.underruns)
    deviceClock.invalidate()
  }

  mutating func adopt(_ clock: DeviceClock) { deviceClock = clock }

  /// Reads which frame is heard now, if `position` is written next and the sound has an additional latency of `offset`;
  /// returns the instant of the reading.
  mutating func observe(
    _ sink: any LiveSink, at position: Int, by clock: any HostClock, latencyOffset offset: Duration
  ) -> Duration {
    if sink.clockEpoch != epoch {
      epoch = sink.clockEpoch
      deviceClock.invalidate()
    }
    underruns += sink.underruns - reported
    reported = sink.underruns
    let (latency, instant) = Self.reading(of: sink, by: clock)
    deviceClock.observe(position - latency, heardAt: instant + offset)
    return instant
  }

  /// The number of frames written but not yet heard, with the instant of that reading: the quickest of three.
  private static func reading(of sink: any LiveSink, by clock: any HostClock) -> (latency: Int, at: Duration) {
    func read() -> (latency: Int, at: Duration, width: Duration) {
      let before = clock.now()
      let latency = sink.latencyFrames
      let width = clock.now() - before
      return (latency, before + width / 2, width)
    }
    var best = read()
    for _ in 0..<2 where best.width >= quickReading {
      let next = read()
      if next.width < best.width { best = next }
    }
    return (best.latency, best.at)
  }
}
