import WorkoutEngine
import WorkoutModel

/// A fade as a host makes it audible that performs the effects: a level that moves at a constant speed.
struct HeardFade {
  /// Levels are fractions, so a fade may seem to end a little later than it does.
  static let rounding = Duration.microseconds(1)

  /// Whether it rises or is at its full level.
  private(set) var isUp: Bool
  /// The time from silence to the full level, or back.
  private(set) var length = Duration.zero
  private var from: Double
  private var since = Duration.zero

  /// A fade at one of its ends.
  init(isUp: Bool) {
    self.isUp = isUp
    from = isUp ? 1 : 0
  }

  func level(at now: Duration) -> Double {
    let moved = length > .zero ? (now - since) / length : 1
    return isUp ? min(1, from + moved) : max(0, from - moved)
  }

  /// The instant at which a fade out reaches silence; zero if it has begun there.
  var silentAt: Duration { from == 0 || length == .zero ? .zero : since + length * from }
  /// The instant at which a fade in would have begun from silence.
  var risesFrom: Duration { since - length * from }

  /// Turns from its level, or from another one.
  mutating func turn(up: Bool, from level: Double? = nil, over length: Duration, at instant: Duration) {
    (isUp, from, self.length, since) = (up, level ?? self.level(at: instant), length, instant)
  }

  /// Turns towards silence, unless it is silent no later anyway.
  mutating func fall(over length: Duration, at instant: Duration) {
    var turned = self
    turned.turn(up: false, over: length, at: instant)
    if isUp || turned.silentAt < silentAt { self = turned }
  }
}

/// The bed as a host makes it audible that performs the effects, and those before it that still fade out.
struct HeardBeds {
  private(set) var bed: Ambient?
  private(set) var fade = HeardFade(isUp: false)
  /// The fades of the beds that it has replaced, or that phases without a bed have left.
  private var left: [HeardFade] = []

  /// The instant at which the earlier beds are silent.
  var leftSilentAt: Duration { left.map(\.silentAt).max() ?? .zero }

  mutating func perform(_ command: Effect.AmbientCommand, at instant: Duration) {
    switch command {
    case .start(let new):
      if new.sound != bed?.sound { leave(over: new.fade, at: instant) }
      fade.turn(up: true, over: new.fade, at: instant)
      bed = new
    case .swap(let new, let length):
      leave(over: length, at: instant)
      fallLeft(over: length, at: instant)
      bed = new
      if new != nil { fade.turn(up: true, over: length, at: instant) }
    case .pause(let length):
      fade.turn(up: false, over: length, at: instant)
      fallLeft(over: length, at: instant)
    case .stop(let length):
      fade.turn(up: false, over: length, at: instant)
      // Those before it are silent with it.
      fallLeft(over: bed == nil ? length : max(.zero, fade.silentAt - instant), at: instant)
    case .resume(let length): fade.turn(up: true, over: length, at: instant)
    }
  }

  private mutating func leave(over length: Duration, at instant: Duration) {
    left.removeAll { $0.silentAt <= instant }
    fade.fall(over: length, at: instant)
    left.append(fade)
    fade = HeardFade(isUp: false)
  }

  private mutating func fallLeft(over length: Duration, at instant: Duration) {
    for index in left.indices { left[index].fall(over: length, at: instant) }
  }
}

/// The last instant at which bed and track may be heard after the timer has stopped.
struct Silence {
  private var mode = ReferenceModel.Mode.idle
  private(set) var by = Duration.zero
  /// The same for beds that another one has replaced, which may have been louder than it.
  private(set) var byLeft = Duration.zero

  /// An interruption and a sleep end playback at once, with this fade.
  private static let atOnce = Duration.milliseconds(10)
  /// The longest fade of a host that must end at once, or at an end that came without notice.
  static let sudden = Duration.milliseconds(300)

  /// Follows a step of a run.
  mutating func follow(_ index: Int, _ record: TraceRecord) {
    let (state, fadeEnd) = (record.states[index].mode, record.states[index].fadeEnd)
    let (now, fade) = (record.trace.steps[index].now, record.last.fade)
    let (hasStopped, before) = (mode != state, by)
    defer { mode = state }
    switch state {
    case .closing: by = fadeEnd
    case .paused(.restored) where hasStopped || record.trace.steps[index].restoration != nil: by = now
    case .paused:
      // An interruption also cuts the fade of a pause short.
      if hasStopped || (fadeEnd == now && record.trace.steps[index].action == .interruptionBegan) {
        by = fadeEnd + Self.atOnce
      }
    case .over: by = (record.states[index].end?.at ?? now) + Self.sudden
    case .idle, .running: break
    }
    if by == before { return }
    if case .paused(.user) = state { byLeft = max(by, now + fade) } else { byLeft = by }
  }

  /// What is heard although the timer has stopped; `nil` where it runs.
  func complaint(about heard: HeardSounds) -> String? {
    if mode == .running || mode == .idle { return nil }
    if heard.beds.fade.isUp { return "the bed plays on though the time is stopped" }
    return overtime("the bed", heard.beds.fade.silentAt, beyond: by)
      ?? overtime("a bed that was left", heard.beds.leftSilentAt, beyond: byLeft)
      ?? heard.track.flatMap { $0.isCut ? nil : overtime("the track", $0.fade.silentAt, beyond: byLeft) }
  }
}

/// What is wrong with a fade that is silent only after it should be.
func overtime(_ what: String, _ silentAt: Duration, beyond end: Duration) -> String? {
  silentAt > end + HeardFade.rounding ? "\(what) is heard until \(silentAt), longer than \(end)" : nil
}
