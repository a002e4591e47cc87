import Glibc

/// A gain on its way between silence and full, reversible at any moment without a jump.
///
/// A *position* between 0 (silence) and 1 (full) moves with a constant slope, and gain = curve(position). Turning round
/// flips the slope, so the gain continues from its current value and a half-done fade takes half the time back. The
/// value at a frame depends on the last turn alone, never on how the frames before it were rendered.
public struct Fade: Equatable, Sendable {
  /// How a position is heard.
  public enum Curve: Equatable, Sendable {
    /// Gain = x. For declicking, and for crossfades of equal material.
    case linear
    /// Gain = x², −12 dB half way: perceptually even. For beds.
    case square
    /// Gain = sin(πx/2): two unrelated sounds, one up and one down, keep their power.
    case equalPower

    /// The gain at a position; exactly 0 at 0 and exactly 1 at 1.
    public func gain(at position: Double) -> Float {
      if position <= 0 { return 0 }
      if position >= 1 { return 1 }
      switch self {
      case .linear: return Float(position)
      case .square: return Float(position * position)
      case .equalPower: return Float(sin(position * .pi / 2))
      }
    }
  }

  /// Where a fade may rest.
  public enum End: Double, Sendable {
    case silence = 0
    case full = 1
  }

  /// How positions become gains.
  public let curve: Curve
  /// Where it goes, or rests.
  public private(set) var target: End
  /// The frame of the last turn; before it the position is constant.
  public private(set) var start: Int
  /// The first frame at which the target is reached, exactly.
  public private(set) var end: Int
  private var origin: Double
  private var length: Int

  /// A fade that rests.
  public init(at target: End, curve: Curve) {
    self.curve = curve
    self.target = target
    origin = target.rawValue
    start = 0
    end = 0
    length = 1
  }

  /// Turns towards `target` at a frame, with a slope that would cover the whole way in `length` frames.
  ///
  /// From the far end it arrives exactly at `frame + length`; from anywhere between, sooner in proportion. With no
  /// length it is there at once.
  public mutating func turn(to target: End, at frame: Int, over length: Int) {
    origin = position(at: frame)
    self.target = target
    self.length = max(length, 1)
    start = frame
    let way = (target.rawValue - origin).magnitude
    end = frame + (length <= 0 ? 0 : Int((way * Double(length)).rounded(.up)))
  }

  /// Turns towards silence, unless it gets there no later as it is.
  mutating func fall(at frame: Int, over length: Int) {
    var turned = self
    turned.turn(to: .silence, at: frame, over: length)
    if target == .full || turned.end < end { self = turned }
  }

  /// The position at a frame, between 0 and 1.
  public func position(at frame: Int) -> Double {
    if frame >= end { return target.rawValue }
    if frame <= start { return origin }
    let way = Double(frame - start) / Double(length)
    return target == .full ? min(origin + way, 1) : max(origin - way, 0)
  }
}

extension Fade: Envelope {
  /// What samples are multiplied by at a frame.
  public func gain(at frame: Int) -> Float { curve.gain(at: position(at: frame)) }

  var motion: Range<Int> { start..<max(start, end) }

  /// Whether it is silent at a frame and stays so until it is turned.
  func restsInSilence(at frame: Int) -> Bool { target == .silence && frame >= end }
}
