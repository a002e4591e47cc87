public import AudioMixing
public import WorkoutModel

/// Maps session time to frames and back: one straight line through an anchor.
///
/// Offline the anchor is zero, the rate true, and the map the identity of FORMAT: a moment is frame
/// round(ns × 48 000 / 10⁹), halves up. All of it is integer arithmetic, so a day is as exact as a second.
public struct FrameClock: Equatable, Sendable {
  /// The frame that is heard at `instant`.
  public private(set) var frame: Int
  /// The moment of session time at which `frame` is heard.
  public private(set) var instant: Duration
  /// By how many parts in 10⁹ a frame lasts longer than it should: a device whose crystal is slow has more than 0.
  public private(set) var slowness: Int

  /// The most by which a clock may be off, in parts in 10⁹: 500 ppm, as sound cards' crystals are far better than that.
  public static let slownessLimit = 500_000

  /// A line through an anchor; by default frame 0 is heard at moment 0, and frames last what they should.
  ///
  /// A `slowness` beyond the limit counts as the limit.
  public init(frame: Int = 0, instant: Duration = .zero, slowness: Int = 0) {
    self.frame = frame
    self.instant = instant
    self.slowness = min(max(slowness, -Self.slownessLimit), Self.slownessLimit)
  }

  /// 10⁹ nanoseconds of the device, in nanoseconds of the session.
  private var scale: Int128 { Int128(1_000_000_000 + slowness) }

  /// The frame at which a moment lies: the nearest, halves up.
  public func frame(at moment: Duration) -> Int {
    let scaled = Int128((moment - instant).inNanoseconds) * Int128(Bus.sampleRate)
    return frame + Self.floor(2 * scaled + scale, over: 2 * scale)
  }

  /// The moment of a frame, rounded down to the nanosecond.
  public func instant(of wanted: Int) -> Duration {
    instant + .nanoseconds(Self.floor(Int128(wanted - frame) * scale, over: Int128(Bus.sampleRate)))
  }

  /// Where beats lie whose first is at `origin`, each to the nearest frame, halves up: as `frame(at:)` of the exact
  /// moment, which need not be a whole number of nanoseconds.
  public func beats(from origin: Duration, _ period: BeatPeriod) -> BeatGrid {
    let (rate, count) = (Int128(Bus.sampleRate), Int128(period.beats))
    let first = Int128((origin - instant).inNanoseconds) * rate * count
    return BeatGrid(
      origin: frame, first: 2 * first + scale * count, step: 2 * rate * Int128(period.nanoseconds),
      divisor: 2 * scale * count)
  }

  /// round(ns × 48 000 / 10⁹), halves up.
  public static func frames(in duration: Duration) -> Int { FrameClock().frame(at: duration) }

  /// How long a number of frames is, to the nearest nanosecond.
  public static func duration(of frames: Int) -> Duration {
    let rate = Int128(Bus.sampleRate)
    return .nanoseconds(floor(Int128(frames) * 1_000_000_000 + rate / 2, over: rate))
  }

  private static func floor(_ value: Int128, over divisor: Int128) -> Int {
    let quotient = value / divisor
    return Int(value % divisor < 0 ? quotient - 1 : quotient)
  }
}

/// The clock that paces a live session: time since the session began, which suspends don't stop.
public protocol HostClock: Sendable {
  /// Session time now.
  func now() -> Duration
  /// How long the machine has slept since the session began.
  var asleep: Duration { get }
  /// Waits until `instant`, or returns at once where it is past.
  func wait(until instant: Duration)
}
