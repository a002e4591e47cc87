import AudioMixing
import AudioOutput
import CueAudio
import HostSystem

/// What the sinks of a session report of themselves: which frame is heard when, and how often they ran dry.
struct SinkMonitor {
  /// How the frames of the present sink run against session time.
  private(set) var deviceClock = DeviceClock()
  /// How often the sinks of the session have run dry.
  private(set) var underruns = 0
  private var epoch: Int
  /// How many of its underruns the present sink has reported.
  private var reported = 0

  /// A reading that takes less than this needs no second one.
  private static let quickReading = Duration.microseconds(100)

  /// A monitor of a session that begins with `sink`.
  init(_ sink: any LiveSink) { epoch = sink.clockEpoch }

  /// Continues with another sink, of whose frames nothing is known.
  mutating func replaceSink(with sink: any LiveSink) {
    (epoch, reported) = (sink.clockEpoch, sink.underruns)
    deviceClock.invalidate()
  }

  /// Continues with what the present sink knows of its frames.
  mutating func adopt(_ clock: DeviceClock) { deviceClock = clock }

  /// Reads which frame is heard now.
  ///
  /// - Parameters:
  ///   - sink: The present sink.
  ///   - position: The frame that is written to it next.
  ///   - clock: Session time.
  ///   - offset: How much later than the sink knows its sound is heard.
  /// - Returns: The instant of the reading.
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

  /// The frames written but not yet heard, with the instant to which that applies: of three readings the quickest.
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
