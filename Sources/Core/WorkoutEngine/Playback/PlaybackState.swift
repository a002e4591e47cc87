import WorkoutModel

/// The state of the playback.
///
/// Fades are states with a beginning and a length, so time alone ends them: no callback can come late or twice.
public enum PlaybackState: Equatable, Sendable, Codable {
  case idle
  /// The session is being activated and the first phrases are being synthesised; the timer is stopped.
  case preparingToPlay
  /// A pause was asked for before the playback had begun.
  case preparingToPause(PauseReason)
  case fadingIn(Ramp)
  case playing
  case fadingOut(Ramp, to: FadeOutTarget)
  case paused(PauseReason)
  case completed
  case stopped
  case failed(reason: String)

  /// A fade's place in time.
  public struct Ramp: Equatable, Sendable, Codable {
    /// When it began.
    public let since: Duration
    /// How long it takes.
    public let length: Duration

    /// When it is over.
    public var end: Duration { since + length }
  }

  /// Where a fade out ends.
  public enum FadeOutTarget: Equatable, Sendable, Codable {
    case paused(PauseReason)
    case stopped
    /// The user has ended the last phase; the closing cues follow the silence.
    case completed
  }

  /// The name that events use.
  public var name: String {
    switch self {
    case .idle: "idle"
    case .preparingToPlay: "preparingToPlay"
    case .preparingToPause: "preparingToPause"
    case .fadingIn: "fadingIn"
    case .playing: "playing"
    case .fadingOut: "fadingOut"
    case .paused: "paused"
    case .completed: "completed"
    case .stopped: "stopped"
    case .failed: "failed"
    }
  }

  /// Whether the session is over.
  public var isOver: Bool {
    switch self {
    case .completed, .stopped, .failed: true
    default: false
    }
  }
}

extension PlaybackState {
  /// How far a session has come.
  enum Stage { case notBegun, begun, over }

  static let isOverText = "the workout is over"

  /// How far the session has come; one that fades out to its stop is over.
  var stage: Stage {
    switch self {
    case .idle, .preparingToPlay, .preparingToPause: .notBegun
    case .completed, .stopped, .failed, .fadingOut(_, .stopped): .over
    case .fadingIn, .playing, .fadingOut(_, .paused), .fadingOut(_, .completed), .paused: .begun
    }
  }

  /// Whether the workout ends as soon as its bed is silent.
  var isClosing: Bool { if case .fadingOut(_, .completed) = self { true } else { false } }

  /// Why a move in the plan is refused; `nil` if it is possible.
  var moveRefusal: String? {
    switch stage {
    case .notBegun: "the workout hasn't begun"
    case .begun: nil
    case .over: Self.isOverText
    }
  }

  /// Why `policy` refuses a pause or a resume during a fade; `nil` if it doesn't.
  func fadeRefusal(_ policy: InputPolicy) -> String? {
    guard policy == .gate else { return nil }
    switch self {
    case .fadingIn, .fadingOut(_, .paused), .fadingOut(_, .completed): return "a fade is on its way"
    default: return nil
    }
  }
}

/// Why a workout is paused.
public enum PauseReason: String, Equatable, Sendable, Codable {
  case user
  /// Another source took the audio session, or an external request asked for silence.
  case interruption
  /// The machine slept longer than the policy lets pass.
  case suspend
  /// The session was restored from what had been stored.
  case restored
}

/// The interruptions in progress, and whether the session resumes by itself when the last of them has ended.
///
/// They nest: it resumes only where it played when the first began, the user has not paused meanwhile, and the last to
/// end says so.
public struct Interruptions: Equatable, Sendable, Codable {
  /// How many have begun and not ended.
  public private(set) var count = 0
  /// Whether it played when the first began, and the user has not paused since.
  public private(set) var pausedPlayback = false

  init() {}

  mutating func begin(whilePlaying isPlaying: Bool) {
    if count == 0 { pausedPlayback = isPlaying }
    count += 1
  }

  /// Whether the end of one is the end of the last, after which the session resumes.
  mutating func end(shouldResume: Bool) -> Bool {
    count -= 1
    defer { if count == 0 { pausedPlayback = false } }
    return count == 0 && shouldResume && pausedPlayback
  }

  /// The user's pause outlasts them.
  mutating func keepPaused() { pausedPlayback = false }

  /// The user's own resume ends them all.
  mutating func endAll() { self = Interruptions() }
}

/// The user-selectable behaviour of a session.
public struct Policies: Equatable, Sendable, Codable {
  /// What a toggle does during a fade.
  public var input: InputPolicy
  /// How to treat time spent suspended.
  public var whenSuspended: SuspendPolicy

  /// The defaults are those of the command.
  public init(input: InputPolicy = .reverse, whenSuspended: SuspendPolicy = .pauseIfOver(.seconds(2))) {
    self.input = input
    self.whenSuspended = whenSuspended
  }
}

/// What pause, resume and toggle do while a fade is on its way.
public enum InputPolicy: String, Equatable, Sendable, Codable {
  /// They turn the fade round, from the gain that it has.
  case reverse
  /// They are refused until the fade is over; `stop` never is.
  case gate
}

/// What a session does with the time during which the machine slept.
public enum SuspendPolicy: Equatable, Sendable, Codable {
  /// It counts; what was missed is collapsed.
  case `continue`
  /// It doesn't count: the workout continues from where it was.
  case freeze
  /// A gap up to this counts; a longer one leaves the workout paused at the instant of suspend.
  case pauseIfOver(Duration)
}
