import WorkoutModel

/// The bed: which one plays, and how far it is faded in.
///
/// The fade is a position from 0 to 1 that moves with constant slope, so turning it round never makes the gain jump.
public struct AmbientState: Equatable, Sendable, Codable {
  /// The bed that plays or is paused.
  public private(set) var sound: String?
  private var gain = 0.0
  private var duck = Ambient.Duck.by(0)
  private var fadeLength = Duration.zero
  /// The fade position when the last fade began.
  private var from = 0.0
  private var since = Duration.zero
  private var target = 0.0
  private var length = Duration.zero
  /// Whether the fade out at the end of the workout has begun.
  var isEnding = false

  init() {}

  /// The fade position at `now`, from 0 to 1.
  public func level(at now: Duration) -> Double {
    guard length > .zero else { return target }
    let moved = (now - since) / length
    return target > from ? min(target, from + moved) : max(target, from - moved)
  }

  /// When the fade in that is on its way would have begun in silence; `nil` while none is.
  func riseStart(at now: Duration) -> Duration? {
    // The whole length brings it from silence to the full level, so by then it is there.
    guard target > from, now - since < length, level(at: now) < target else { return nil }
    return since - length * from
  }

  /// The bed with its levels, or `nil` where none plays.
  var bed: Ambient? { sound.map { Ambient(sound: $0, gain: gain, fade: fadeLength, duck: duck) } }

  /// How long the fade out takes that the bed still has to end with; `nil` where none is to come.
  var fadeToEnd: Duration? { sound == nil || isEnding ? nil : fadeLength }

  mutating func set(_ bed: Ambient?) {
    sound = bed?.sound
    gain = bed?.gain ?? 0
    duck = bed?.duck ?? .by(0)
    fadeLength = bed?.fade ?? .zero
    isEnding = false
  }

  /// Turns the fade towards `target`; `length` is the time from silence to the full level.
  mutating func fade(to target: Double, over length: Duration, at now: Duration) {
    from = level(at: now)
    since = now
    self.target = target
    self.length = length
  }
}
