public import WorkoutModel

/// The state of the playback.
///
/// Fades are states with a start and a length, so time alone ends them: no callback can be late or run twice.
///
/// ```swift
/// switch engine.playback {
/// case .paused(let reason): report("paused by the \(reason)")
/// case let playback: report(playback.name)
/// }
/// ```
public enum PlaybackState: Equatable, Sendable {
  /// `start` hasn't been sent.
  case idle
  /// The session is being activated and the first phrases are being synthesised; the timer is stopped.
  case preparingToPlay
  /// A pause was requested before playback began.
  case preparingToPause(PauseReason)
  /// Time runs, and the sound becomes louder.
  case fadingIn(Ramp)
  /// Time runs at the full level.
  case playing
  /// The sound becomes softer; time stands.
  case fadingOut(Ramp, to: FadeOutTarget)
  /// Time stands in silence.
  case paused(PauseReason)
  /// The workout is done.
  case completed
  /// The session was stopped.
  case stopped
  /// The session could not be prepared.
  case failed(reason: String)

  /// The start and length of a fade.
  public struct Ramp: Equatable, Sendable {
    /// The instant at which it began.
    public let since: Duration
    /// The length of the fade.
    public let length: Duration

    /// Creates a fade.
    public init(since: Duration, length: Duration) {
      (self.since, self.length) = (since.withinCentury, length.withinCentury)
    }

    /// The instant at which it ends.
    public var end: Duration { since + length }
  }

  /// The state that a fade out leads to.
  public enum FadeOutTarget: Equatable, Sendable {
    /// A pause.
    case paused(PauseReason)
    /// The end that the user asked for.
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
  enum Stage { case notBegun, begun, over }

  /// The stage of the session; a fade out to the stop counts as over.
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
  var moveRefusal: RefusalReason? {
    switch stage {
    case .notBegun: .notBegun
    case .begun: nil
    case .over: .over
    }
  }

  /// Why `policy` refuses a pause or a resume during a fade; `nil` if it doesn't.
  func fadeRefusal(_ policy: InputPolicy) -> RefusalReason? {
    guard policy == .gate else { return nil }
    switch self {
    case .fadingIn, .fadingOut(_, .paused), .fadingOut(_, .completed): return .fading
    default: return nil
    }
  }
}

/// The reason for a pause.
public enum PauseReason: String, Equatable, Sendable {
  /// The user has paused.
  case user
  /// Another source took the audio session, or an external request asked for silence.
  case interruption
  /// The machine slept longer than the policy allows.
  case suspend
  /// Another process has resumed the session.
  case restored
}

/// The interruptions in progress, and whether the session resumes by itself after the last one.
///
/// Interruptions nest. The session resumes only if it was playing when the first began, the user hasn't paused since,
/// and the last one to end requests it.
package struct Interruptions: Equatable, Sendable {
  /// The number of interruptions in progress.
  package private(set) var count = 0
  /// Whether the session was playing when the first began, and the user hasn't paused since.
  package private(set) var pausedPlayback = false

  init() {}

  mutating func begin(whilePlaying isPlaying: Bool) {
    if count == 0 { pausedPlayback = isPlaying }
    count += 1
  }

  /// Ends one interruption; returns whether it was the last and the session resumes.
  mutating func end(shouldResume: Bool) -> Bool {
    count -= 1
    defer { if count == 0 { pausedPlayback = false } }
    return count == 0 && shouldResume && pausedPlayback
  }

  /// The user's pause outlasts them.
  mutating func keepPaused() { pausedPlayback = false }

  mutating func endAll() { self = Interruptions() }
}

/// The user-selectable behaviour of a session.
///
/// ```swift
/// let engine = Engine(timeline, policies: Policies(whenSuspended: .freeze))
/// ```
public struct Policies: Equatable, Sendable {
  /// How pause, resume and toggle act during a fade.
  public var input: InputPolicy
  /// How to treat time spent suspended.
  public var whenSuspended: SuspendPolicy
  /// The person's numbers.
  public var body: BodyProfile
  /// Whether sensors may measure, so that a coach tells which signals nobody measures.
  public var expectsSensors: Bool
  /// Whether the host speaks words; where it doesn't, none can be asked for.
  public var speaks: Bool

  /// Creates policies; the defaults are those of the command.
  public init(
    input: InputPolicy = .reverse, whenSuspended: SuspendPolicy = .pauseIfOver(.seconds(2)),
    body: BodyProfile = BodyProfile(), expectsSensors: Bool = true, speaks: Bool = true
  ) {
    self.input = input
    self.whenSuspended = whenSuspended
    self.body = body
    self.expectsSensors = expectsSensors
    self.speaks = speaks
  }
}

/// How pause, resume and toggle act while a fade is in progress.
public enum InputPolicy: String, Equatable, Sendable {
  /// They reverse the fade, from its current gain.
  case reverse
  /// They are refused until the fade is over; `stop` is never refused.
  case gate
}

/// How to treat the time during which the machine slept.
public enum SuspendPolicy: Equatable, Sendable {
  /// The time counts; missed cues are collapsed.
  case `continue`
  /// The time doesn't count: the workout continues from where it was.
  case freeze
  /// A gap up to this counts; a longer one leaves the workout paused at the instant of suspend.
  case pauseIfOver(Duration)
}
