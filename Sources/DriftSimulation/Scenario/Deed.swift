public import WorkoutEngine
import WorkoutModel

/// Something that a script does: the user's actions, what the system reports, and the faults of host, clocks, sound and
/// speech.
///
/// What lasts until a time lasts to the end of the run where `until` is `nil`; a later one of the same kind takes its
/// place.
public enum Deed: Equatable, Sendable {
  /// The user acts.
  case user(UserAction)
  /// The user makes the phase longer, or shorter.
  case extend(by: Duration)
  case background
  case foreground
  case interrupt
  case interruptEnd(shouldResume: Bool)
  /// The host sleeps: boot and wall clock run on, the monotonic clock stands, nothing wakes it.
  case suspend(length: Duration)
  /// The host is held up: all clocks run on, nothing wakes it.
  case stall(length: Duration)
  /// Wake-ups come only at multiples of `to` by the host's boot clock.
  case coalesce(to: Duration, until: Duration?)
  /// Wake-ups come late.
  case jitter(Jitter, until: Duration?)
  /// Each wake-up is lost with this chance; the host tries again half a second later.
  case drop(chance: Double, until: Duration?)
  /// Each wake-up comes twice with this chance.
  case duplicate(chance: Double, until: Duration?)
  /// Wake-ups for a deadline come so much before it, and are then made up for.
  case early(by: Duration, until: Duration?)
  /// Somebody sets the wall clock.
  case wallStep(by: Duration)
  /// The host's clocks run fast by so many millionths, or slow where negative.
  case skew(partsPerMillion: Int, until: Duration?)
  /// The sound card's clock, which paces the wake-ups, runs fast or slow against the host's.
  case audioSkew(partsPerMillion: Int, until: Duration?)
  case deviceLost
  case deviceBack
  /// Phrases take so many times as long to make.
  case speechSlow(factor: Double)
  /// Nothing is made for so long.
  case speechHang(length: Duration)
  /// The phrase being made, or the next one, is lost.
  case speechCrash
  /// The session's process dies and is started again after so long: restored from what was stored last, paused, and
  /// resumed.
  case kill(length: Duration)
}

/// What users do that needs no more words.
public enum UserAction: String, CaseIterable, Equatable, Sendable {
  case pause, resume, toggle, skip, back, restartPhase, done, stop, undo, redo

  /// What the engine is told.
  public var action: Action {
    switch self {
    case .pause: .pause
    case .resume: .resume
    case .toggle: .toggle
    case .skip: .skip
    case .back: .back
    case .restartPhase: .restartPhase
    case .done: .done
    case .stop: .stop
    case .undo: .undo
    case .redo: .redo
    }
  }
}

extension UserAction {
  /// The word for it.
  public var word: DeedWord {
    switch self {
    case .pause: .pause
    case .resume: .resume
    case .toggle: .toggle
    case .skip: .skip
    case .back: .back
    case .restartPhase: .restartPhase
    case .done: .done
    case .stop: .stop
    case .undo: .undo
    case .redo: .redo
    }
  }
}

/// How late wake-ups come: a distribution.
public enum Jitter: Equatable, Sendable {
  /// Anything up to `scale` alike.
  case uniform(scale: Duration)
  /// At least `scale`, and more than x with the chance (scale / x) to the power of `alpha`: mostly little, now and then
  /// very much. Never more than `cap`.
  case pareto(scale: Duration, alpha: Double, cap: Duration)

  /// The weight of the tail where nobody says otherwise: what an idle machine showed.
  public static let standardAlpha = 1.25
  /// The most where nobody says otherwise.
  public static let standardCap = Duration.seconds(1)
}

/// The words for deeds, as files write them; each is a class of faults.
public enum DeedWord: String, CaseIterable, Hashable, Sendable, Comparable {
  case pause, resume, toggle, skip, back, restartPhase, done, stop, undo, redo, extend
  case background, foreground, interrupt, interruptEnd
  case suspend, stall, coalesce, jitter, drop, duplicate, early
  case wallStep, skew, audioSkew
  case deviceLost, deviceBack, speechSlow, speechHang, speechCrash, kill

  /// In the order of the format's table.
  public static func < (a: DeedWord, b: DeedWord) -> Bool { a.rank < b.rank }

  private var rank: Int { DeedWord.allCases.firstIndex(of: self) ?? 0 }
}

extension Deed {
  /// The word for it.
  public var word: DeedWord {
    switch self {
    case .user(let action): action.word
    case .extend: .extend
    case .background: .background
    case .foreground: .foreground
    case .interrupt: .interrupt
    case .interruptEnd: .interruptEnd
    case .suspend: .suspend
    case .stall: .stall
    case .coalesce: .coalesce
    case .jitter: .jitter
    case .drop: .drop
    case .duplicate: .duplicate
    case .early: .early
    case .wallStep: .wallStep
    case .skew: .skew
    case .audioSkew: .audioSkew
    case .deviceLost: .deviceLost
    case .deviceBack: .deviceBack
    case .speechSlow: .speechSlow
    case .speechHang: .speechHang
    case .speechCrash: .speechCrash
    case .kill: .kill
    }
  }

  /// Until when it lasts, for what lasts until a time.
  public var until: Duration? {
    switch self {
    case .coalesce(_, let until), .jitter(_, let until), .drop(_, let until), .duplicate(_, let until),
      .early(_, let until), .skew(_, let until), .audioSkew(_, let until):
      until
    default: nil
    }
  }

  /// When it ends, having begun at a true time: at once for what lasts no time, `nil` for what lasts to the end.
  public func end(from start: Duration) -> Duration? {
    switch self {
    case .suspend(let length), .stall(let length), .speechHang(let length), .kill(let length): start + length
    case .coalesce, .jitter, .drop, .duplicate, .early, .skew, .audioSkew: until
    case .speechSlow: nil
    default: start
    }
  }

  /// What the engine is told of it; `nil` for what happens to the host behind its back.
  public var action: Action? {
    switch self {
    case .user(let action): action.action
    case .extend(let amount): .extend(by: amount)
    case .background: .lifecycle(.background)
    case .foreground: .lifecycle(.active)
    case .interrupt: .interruptionBegan
    case .interruptEnd(let shouldResume): .interruptionEnded(shouldResume: shouldResume)
    case .deviceLost: .audioLost
    case .deviceBack: .audioRestored
    default: nil
    }
  }
}
