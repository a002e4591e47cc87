/// A gain that moves between silence and full, and can be reversed at any time without a jump.
///
/// A *position* between 0 (silence) and 1 (full) moves with a constant slope, and gain = curve(position). A reversal
/// flips the slope, so the gain continues from its current value, and a half-done fade takes half the time back. The
/// value at a frame depends only on the last turn, never on how earlier frames were rendered.
package struct Fade: Equatable, Sendable {
  /// The function from position to gain.
  package let curve: FadeCurve
  /// The end that it moves to, or has reached.
  package private(set) var target: FadeEnd
  /// The frame of the last turn; before it the position is constant.
  package private(set) var start: Int
  /// The first frame at which the target is reached, exactly.
  package private(set) var end: Int
  private var origin: Double
  private var length: Int

  /// A fade at one of its ends.
  package init(at target: FadeEnd, curve: FadeCurve) {
    self.curve = curve
    self.target = target
    origin = target.rawValue
    start = 0
    end = 0
    length = 1
  }

  /// Turns towards `target` at a frame, with a slope that covers the whole way in `length` frames.
  ///
  /// From the far end it arrives exactly at `frame + length`; from a position between, proportionally sooner. With
  /// length 0 it arrives at once.
  package mutating func turn(to target: FadeEnd, at frame: Int, over length: Int) {
    origin = position(at: frame)
    self.target = target
    self.length = max(length, 1)
    start = frame
    let way = (target.rawValue - origin).magnitude
    end = frame + (length <= 0 ? 0 : Int((way * Double(length)).rounded(.up)))
  }

  /// Turns towards silence, unless the current fade reaches silence no later.
  mutating func fall(at frame: Int, over length: Int) {
    var turned = self
    turned.turn(to: .silence, at: frame, over: length)
    if target == .full || turned.end < end { self = turned }
  }

  /// The position at a frame, between 0 and 1.
  package func position(at frame: Int) -> Double {
    if frame >= end { return target.rawValue }
    if frame <= start { return origin }
    let way = Double(frame - start) / Double(length)
    return target == .full ? min(origin + way, 1) : max(origin - way, 0)
  }
}

extension Fade: Envelope {
  /// The gain at a frame.
  package func gain(at frame: Int) -> Float { curve.gain(at: position(at: frame)) }

  var motion: Range<Int> { start..<max(start, end) }

  /// Whether it is silent from a frame on until the next turn.
  func restsInSilence(at frame: Int) -> Bool { target == .silence && frame >= end }
}

/// The function from the position of a fade to its gain.
public enum FadeCurve: Equatable, Sendable {
  /// Gain = x. For declicking, and for crossfades of equal material.
  case linear
  /// Gain = x², −12 dB half way: perceptually even. For beds.
  case square
  /// Gain = sin(πx/2): two unrelated sounds that crossfade keep their total power.
  case equalPower

  /// The gain at a position; exactly 0 at 0 and exactly 1 at 1.
  package func gain(at position: Double) -> Float {
    if position <= 0 { return 0 }
    if position >= 1 { return 1 }
    switch self {
    case .linear: return Float(position)
    case .square: return Float(position * position)
    case .equalPower: return Float(Double.sin(position * .pi / 2))
    }
  }
}

/// The ends of a fade.
public enum FadeEnd: Double, Sendable {
  /// Nothing is heard.
  case silence = 0
  /// The full level.
  case full = 1
}
