import WorkoutModel

/// The bed and the state of its fade.
///
/// The fade is a position from 0 to 1 that moves with constant slope, so reversing it never makes the gain jump.
/// Functions that change the fade return the commands to the bed, if any. `length` and `fade` are always the time from
/// silence to the full level or back.
package struct AmbientFader: Equatable, Sendable {
  typealias Command = Effect.AmbientCommand

  /// The bed that plays or is paused.
  package private(set) var sound: String?
  private var gain = 0.0
  private var duck = Ambient.Duck.by(0)
  private var fadeLength = Duration.zero
  /// The fade position when the last fade began.
  private var from = 0.0
  private var since = Duration.zero
  private var target = 0.0
  private var length = Duration.zero
  /// Whether the fade out at the end of the workout has begun.
  private var isEnding = false
  /// The fade of the beds that phases with another one or none have left, the longest of them.
  private var leaving: Leaving?

  private struct Leaving: Equatable {
    /// The instant by which they are silent.
    let until: Duration
    let length: Duration

    func level(at now: Duration) -> Double { length > .zero ? max(.zero, until - now) / length : 0 }

    /// Over another length from now on, if that is shorter.
    func falling(over length: Duration, at now: Duration) -> Leaving {
      let length = min(length, self.length)
      return Leaving(until: now + length * level(at: now), length: length)
    }
  }

  /// A bed below this level is inaudible. The limit keeps the slope of a last fade finite.
  private static let leastLevel = 1e-4
  /// Levels are fractions, so a fade may seem to end a little later than it does.
  private static let rounding = Duration.microseconds(1)
  /// The fade if the end comes without notice.
  private static let suddenFade = Duration.milliseconds(300)

  init() {}

  /// The fade position at `now`, from 0 to 1.
  package func level(at now: Duration) -> Double {
    // The whole length is the time from silence to the full level, or back.
    guard length > .zero, now - since < length else { return target }
    let moved = (now - since) / length
    return target > from ? min(target, from + moved) : max(target, from - moved)
  }

  var bed: Ambient? { sound.map { Ambient(sound: $0, gain: gain, fade: fadeLength, duck: duck) } }

  /// Changes to the bed of a phase: starts it, or swaps it if it differs; it stays paused unless time `isRunning`.
  ///
  /// A bed that none follows is silent before the `left` time of the workout is over.
  mutating func change(
    to wanted: Ambient?, isRunning: Bool, before left: Duration?, at instant: Duration
  ) -> [Command] {
    let (playing, level) = (bed, level(at: instant))
    guard wanted != playing else { return [] }
    set(wanted)
    fade(to: 0, over: .zero, at: instant)
    var commands: [Command]
    if let wanted {
      fade(to: 1, over: wanted.fade, at: instant)
      commands = [playing == nil ? .start(wanted) : .swap(wanted, fade: wanted.fade)]
      if playing != nil { leaving = Leaving(until: instant + wanted.fade, length: wanted.fade) }
    } else {
      let length = playing.map { min($0.fade, left ?? $0.fade) } ?? .zero
      // Others that are still heard may be louder.
      let isAlone = leaving.map { $0.until <= instant } ?? true
      leaving = Leaving(until: instant + length * (isAlone ? level : 1), length: length)
      commands = [.swap(nil, fade: length)]
    }
    if !isRunning { commands += pause(over: .zero, within: .zero, at: instant) }
    return commands
  }

  /// Fades the bed out; it is silent after `left`, even where that is too short for its level.
  mutating func pause(over length: Duration, within left: Duration, at instant: Duration) -> [Command] {
    guard bed != nil else {
      guard let now = leaving, instant < now.until else { return [] }
      let length = Self.shortened(min(length, now.length), from: now.level(at: instant), to: left)
      leaving = now.falling(over: length, at: instant)
      return [.pause(fade: length)]
    }
    let length = Self.shortened(length, from: level(at: instant), to: left)
    fade(to: 0, over: length, at: instant)
    leaving = leaving?.falling(over: length, at: instant)
    return [.pause(fade: length)]
  }

  /// The length of a fade that is silent after `left` if it begins at `level`.
  private static func shortened(_ length: Duration, from level: Double, to left: Duration) -> Duration {
    length * level <= left + rounding ? length : left / level
  }

  /// Fades the bed in again. If its final fade has begun and no more than its own fade is `left` of the workout, it has
  /// the bed silent at the end instead, and so it has one that its phase has left; `left` is `nil` if only the user
  /// knows.
  mutating func resume(before left: Duration?, at instant: Duration) -> [Command] {
    guard let bed else { return left.map { hastenLeaving(within: $0, at: instant) } ?? [] }
    if isEnding, let left, left <= bed.fade {
      return length * level(at: instant) > left ? end(over: left, at: instant) : []
    }
    let command = isEnding ? Command.start(bed) : .resume(fade: bed.fade)
    isEnding = false
    fade(to: 1, over: bed.fade, at: instant)
    return [command]
  }

  /// After a move in the plan or an end that has come nearer: the same, but a bed whose final fade hasn't begun plays
  /// on.
  mutating func restore(before left: Duration?, at instant: Duration) -> [Command] {
    isEnding || bed == nil ? resume(before: left, at: instant) : []
  }

  /// Has the beds that phases have left silent after `left`. One that fades out with them may be softer.
  mutating func hastenLeaving(within left: Duration, at instant: Duration) -> [Command] {
    guard let leaving, left > .zero, instant + left + Self.rounding < leaving.until else { return [] }
    return pause(over: bed == nil ? leaving.length : left, within: left, at: instant)
  }

  /// The instant at which the fade out at the end of the workout begins, so that it reaches silence exactly at `end`;
  /// `nil` if none is to come.
  ///
  /// A bed that is still fading in by then reverses halfway between silence and silence.
  func endingStart(before end: Duration, at now: Duration) -> Duration? {
    guard sound != nil, !isEnding else { return nil }
    if let rise = riseStart(at: now), end - rise < fadeLength * 2 {
      return max(rise + .nanoseconds((end - rise).inNanoseconds / 2), now)
    }
    return max(end - fadeLength, now)
  }

  /// The instant at which the current fade in would have begun from silence; `nil` if none is in progress.
  private func riseStart(at now: Duration) -> Duration? {
    // The whole length is the time from silence to the full level, so after it the fade is complete.
    guard target > from, now - since < length, level(at: now) < target else { return nil }
    return since - length * from
  }

  /// Fades the bed out over the `left` time of the workout, but at most over its own fade.
  mutating func end(before left: Duration, at instant: Duration) -> [Command] {
    end(over: min(fadeLength, left), at: instant)
  }

  /// Fades the bed out finally, and reaches silence after exactly `left`.
  mutating func end(over left: Duration, at instant: Duration) -> [Command] {
    guard bed != nil else { return hastenLeaving(within: left, at: instant) }
    isEnding = true
    leaving = leaving?.falling(over: left, at: instant)
    // The slope from the current level, whatever it is, to silence at the end.
    let length = left / max(level(at: instant), Self.leastLevel)
    fade(to: 0, over: length, at: instant)
    return [.stop(fade: length)]
  }

  mutating func endWithCurrentFade() { isEnding = sound != nil }

  /// Ends the session: silences the beds that are still audible.
  mutating func stop(at instant: Duration) -> [Command] {
    let isLeavingHeard = leaving.map { instant + Self.rounding < $0.until } ?? false
    leaving = nil
    guard sound != nil else { return isLeavingHeard ? [.stop(fade: Self.suddenFade)] : [] }
    let level = level(at: instant)
    // The last fade may be a rounding error away from zero.
    let isSilent = isEnding ? level < Self.leastLevel : level == 0
    set(nil)
    fade(to: 0, over: .zero, at: instant)
    return isSilent && !isLeavingHeard ? [] : [.stop(fade: Self.suddenFade)]
  }

  private mutating func set(_ bed: Ambient?) {
    sound = bed?.sound
    gain = bed?.gain ?? 0
    duck = bed?.duck ?? .by(0)
    fadeLength = bed?.fade ?? .zero
    isEnding = false
  }

  private mutating func fade(to target: Double, over length: Duration, at now: Duration) {
    from = level(at: now)
    since = now
    self.target = target
    self.length = length
  }
}
