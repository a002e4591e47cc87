package import AudioMixing
package import WorkoutModel

/// Maps session time to frames and back: a line through an anchor.
///
/// Offline the anchor is zero and the rate exact: a moment is frame round(ns × 48 000 / 10⁹), halves up. All arithmetic
/// is integer, so a day is as exact as a second.
///
/// ```swift
/// FrameClock.frames(in: .milliseconds(1500))      // 72,000 at 48 kHz
/// let clock = FrameClock(frame: 480, instant: .seconds(2))
/// clock.instant(of: 960)                          // 2.01 seconds
/// ```
public struct FrameClock: Equatable, Sendable {
  /// The frame that is heard at `instant`.
  public private(set) var frame: Int
  /// The session time at which `frame` is heard.
  public private(set) var instant: Duration
  /// The excess length of a frame, in parts per 10⁹; positive for a device with a slow crystal.
  package private(set) var periodErrorPPB: Int

  /// The limit of `periodErrorPPB`, in parts per 10⁹: 500 ppm, far more than the error of sound cards' crystals.
  package static let periodErrorLimitPPB = 500_000

  /// A line through an anchor; by default frame 0 is heard at session time 0, and frames have their nominal length.
  ///
  /// A `periodErrorPPB` beyond the limit counts as the limit, and so do times and frames beyond a hundred years.
  public init(frame: Int = 0, instant: Duration = .zero, periodErrorPPB: Int = 0) {
    self.frame = Self.possible(frame)
    self.instant = instant.withinCentury
    self.periodErrorPPB = min(max(periodErrorPPB, -Self.periodErrorLimitPPB), Self.periodErrorLimitPPB)
  }

  /// The nearest frame within a hundred years.
  private static func possible(_ frame: Int) -> Int {
    let century = Int64(36_525 * 86_400) * Int64(Bus.sampleRate)
    return Int(clamping: min(max(Int64(frame), -century), century))
  }

  /// The length of 10⁹ nanoseconds of the device, in nanoseconds of the session.
  private var scale: Int128 { Int128(1_000_000_000 + periodErrorPPB) }

  /// The frame nearest to a moment, halves up.
  public func frame(at moment: Duration) -> Int {
    let scaled = Int128((moment.withinCentury - instant).inNanoseconds) * Int128(Bus.sampleRate)
    return frame + Self.floor(2 * scaled + scale, over: 2 * scale)
  }

  /// The moment of a frame, rounded down to the nanosecond.
  public func instant(of wanted: Int) -> Duration {
    instant + .nanoseconds(Self.floor(Int128(Self.possible(wanted) - frame) * scale, over: Int128(Bus.sampleRate)))
  }

  /// The grid of beats whose first is at `origin`, each at the nearest frame, halves up: as `frame(at:)` of the exact
  /// moment, which need not be a whole number of nanoseconds.
  package func beats(from origin: Duration, _ period: BeatPeriod) -> BeatGrid {
    let (rate, count) = (Int128(Bus.sampleRate), Int128(period.beats))
    let first = Int128((origin.withinCentury - instant).inNanoseconds) * rate * count
    return BeatGrid(
      origin: frame, first: 2 * first + scale * count, step: 2 * rate * Int128(period.nanoseconds),
      divisor: 2 * scale * count)
  }

  /// round(ns × 48 000 / 10⁹), halves up.
  public static func frames(in duration: Duration) -> Int { FrameClock().frame(at: duration) }

  /// The duration of a number of frames, to the nearest nanosecond.
  public static func duration(of frames: Int) -> Duration {
    let rate = Int128(Bus.sampleRate)
    return .nanoseconds(floor(Int128(possible(frames)) * 1_000_000_000 + rate / 2, over: rate))
  }

  private static func floor(_ value: Int128, over divisor: Int128) -> Int {
    let quotient = value / divisor
    return Int(value % divisor < 0 ? quotient - 1 : quotient)
  }
}
