import AudioMixing
import WorkoutModel

/// Maps session time to frames and back: one straight line through an anchor.
///
/// Offline the anchor is zero and the map the identity of FORMAT: a moment is frame round(ns × 48 000 / 10⁹), halves
/// up.
public struct FrameClock: Equatable, Sendable {
  /// The frame that is heard at `instant`.
  public private(set) var frame: Int
  /// The moment of session time at which `frame` is heard.
  public private(set) var instant: Duration

  /// A line through an anchor; by default frame 0 is heard at moment 0.
  public init(frame: Int = 0, instant: Duration = .zero) {
    self.frame = frame
    self.instant = instant
  }

  /// The frame at which a moment lies: the nearest, halves up.
  public func frame(at moment: Duration) -> Int { frame + Self.frames(in: moment - instant) }

  /// The moment of a frame: the first nanosecond that maps to it or a later one.
  public func instant(of wanted: Int) -> Duration {
    let nanoseconds = Int128(wanted - frame) * 1_000_000_000
    let rate = Int128(Bus.sampleRate)
    let quotient = nanoseconds / rate
    let floor = nanoseconds % rate < 0 ? quotient - 1 : quotient
    return instant + .nanoseconds(Int(floor))
  }

  /// round(ns × 48 000 / 10⁹), halves up.
  public static func frames(in duration: Duration) -> Int {
    let scaled = Int128(duration.inNanoseconds) * Int128(Bus.sampleRate) + 500_000_000
    let quotient = scaled / 1_000_000_000
    return Int(scaled % 1_000_000_000 < 0 ? quotient - 1 : quotient)
  }

  /// How long a number of frames is, to the nearest nanosecond.
  public static func duration(of frames: Int) -> Duration {
    .nanoseconds(Int((Int128(frames) * 1_000_000_000 + Int128(Bus.sampleRate / 2)) / Int128(Bus.sampleRate)))
  }
}
