import WorkoutEngine
import WorkoutModel

struct BedFollowsPlan: Invariant {
  let number = "I22"
  let law = "The bed of a phase is heard exactly while its time runs, and each of its fades is over in time."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    var heard = HeardBed()
    var silence = Silence()
    let steps = record.trace.steps
    for index in steps.indices {
      // Nothing sounds in the new process.
      if steps[index].restoration != nil { heard = HeardBed() }
      for effect in steps[index].effects {
        if case .ambient(let command) = effect.kind { heard.perform(command, at: effect.due) }
      }
      silence.follow(index, record)
      if let message = complaint(heard, silence, index, record) { found.append(violation(message, at: index)) }
    }
    return found
  }

  /// The last instant at which the bed may still fade out, after the timer has stopped.
  private struct Silence {
    private var mode = ReferenceModel.Mode.idle
    private(set) var by = Duration.zero

    /// An interruption and a sleep end playback at once, with this fade.
    private static let atOnce = Duration.milliseconds(10)
    /// The longest fade of a host that must end at once, or at an end that came without notice.
    private static let sudden = Duration.milliseconds(300)

    mutating func follow(_ index: Int, _ record: RunRecord) {
      let state = record.states[index]
      let now = record.trace.steps[index].now
      defer { mode = state.mode }
      switch state.mode {
      case .closing: by = state.fadeEnd
      case .paused(.restored) where mode != state.mode || record.trace.steps[index].restoration != nil: by = now
      case .paused:
        // An interruption also cuts the fade of a pause short.
        if mode != state.mode || (state.fadeEnd == now && record.trace.steps[index].action == .interruptionBegan) {
          by = state.fadeEnd + Self.atOnce
        }
      case .over:
        if let ended = record.last.ended, ended.completed {
          by = ended.at + Self.sudden
        } else if record.trace.steps[index].action == .abort {
          by = now + Self.sudden
        } else if mode != .over {
          by = now + max(record.last.fade, Self.sudden)
        }
      case .idle, .running: break
      }
    }
  }

  private func complaint(_ heard: HeardBed, _ silence: Silence, _ index: Int, _ record: RunRecord) -> String? {
    let state = record.states[index]
    let (now, told) = (record.trace.steps[index].now, record.trace.steps[index].bed)
    if heard.bed != nil, state.mode != .over, abs(heard.level(at: now) - told) > 1e-6 {
      return "the bed is said to be at \(told), its effects have it at \(heard.level(at: now))"
    }
    switch state.mode {
    case .idle: return nil
    case .running: return complaint(heard, at: now, state, record)
    case .paused, .closing, .over:
      if heard.isUp { return "the bed plays on though the time is stopped" }
      return heard.silentAt > silence.by + HeardBed.rounding
        ? "the bed is heard until \(heard.silentAt), longer than \(silence.by)" : nil
    }
  }

  /// What is wrong while time runs.
  private func complaint(_ heard: HeardBed, at now: Duration, _ state: ReferenceState, _ record: RunRecord) -> String? {
    guard let wanted = record.oracle.bed(of: record.visits[state.visit].segment.node) else {
      return heard.isUp ? "a bed plays in a phase that has none" : nil
    }
    if heard.isUp, heard.bed != wanted || heard.length != wanted.fade {
      return "another bed plays, or fades in otherwise"
    }
    guard let left = state.remaining, let origin = state.phaseOrigin, let start = state.phaseStart, left <= wanted.fade
    else { return heard.isUp ? nil : "the bed is silent, with \(state.remaining.map { "\($0)" } ?? "any time") left" }
    let end = origin + (state.position + left - start)
    if !heard.isUp { return heard.silentAt > end + HeardBed.rounding ? "the bed outlasts the end, \(end)" : nil }
    // A bed that fades in turns halfway between silence and silence, if it isn't at its full level before.
    let turn = heard.risesFrom + .nanoseconds((end - heard.risesFrom).inNanoseconds / 2)
    return now > max(turn, end - wanted.fade) && now < end ? "the bed doesn't fade out before the end, \(end)" : nil
  }
}

/// The bed as a host makes it audible that performs the effects: a level that moves at the speed of its fade.
struct HeardBed {
  /// Levels are fractions, so a fade may seem to end a little later than it does.
  static let rounding = Duration.microseconds(1)

  private(set) var bed: Ambient?
  /// Whether it fades in or is at its full level.
  private(set) var isUp = false
  /// The time from silence to the full level, or back.
  private(set) var length = Duration.zero
  private var from = 0.0
  private var since = Duration.zero

  func level(at now: Duration) -> Double {
    let moved = length > .zero ? (now - since) / length : 1
    return isUp ? min(1, from + moved) : max(0, from - moved)
  }

  /// The instant at which a fade out reaches silence; zero if it has begun there.
  var silentAt: Duration { from == 0 || length == .zero ? .zero : since + length * from }
  /// The instant at which a fade in would have begun from silence.
  var risesFrom: Duration { since - length * from }

  mutating func perform(_ command: Effect.AmbientCommand, at instant: Duration) {
    switch command {
    case .start(let new):
      turn(up: true, from: new.sound == bed?.sound ? level(at: instant) : 0, over: new.fade, instant)
      bed = new
    case .swap(let new?, let fade):
      turn(up: true, from: 0, over: fade, instant)
      bed = new
    case .swap(nil, let fade), .pause(let fade), .stop(let fade):
      turn(up: false, from: level(at: instant), over: fade, instant)
      if case .swap = command { bed = nil }
    case .resume(let fade): turn(up: true, from: level(at: instant), over: fade, instant)
    }
  }

  private mutating func turn(up: Bool, from level: Double, over fade: Duration, _ instant: Duration) {
    (isUp, from, length, since) = (up, level, fade, instant)
  }
}
