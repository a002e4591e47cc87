public import WorkoutEngine
import WorkoutModel

/// What must come of a scenario.
public struct Expectations: Equatable, Sendable {
  /// Which laws must hold; all where nothing is said.
  public var invariants: InvariantChoice
  /// What must become of cues.
  public var outcomes: [ExpectedOutcome]
  /// How the session must stand at the end.
  public var final: ExpectedEnd

  /// All laws and nothing else, unless told otherwise.
  public init(
    invariants: InvariantChoice = .all, outcomes: [ExpectedOutcome] = [], final: ExpectedEnd = ExpectedEnd()
  ) {
    self.invariants = invariants
    self.outcomes = outcomes
    self.final = final
  }
}

/// Which laws a run is held to.
public enum InvariantChoice: Equatable, Sendable {
  case all
  /// Those with these numbers, such as `I08`.
  case some([String])

  /// Whether the law with this number is among them.
  public func includes(_ number: String) -> Bool {
    switch self {
    case .all: true
    case .some(let numbers): numbers.contains(number)
    }
  }
}

/// What must become of a cue.
public struct ExpectedOutcome: Equatable, Sendable {
  /// The cues that are meant.
  public var cue: CueName
  /// What one of them must come to.
  public var outcome: Outcome
  /// Why; `nil` for any reason.
  public var cause: String?
  /// How many of them must come to it; `nil` for at least one.
  public var times: Int?

  /// At least one cue of a name must come to this, for whatever reason, unless told otherwise.
  public init(_ cue: CueName, is outcome: Outcome, cause: String? = nil, times: Int? = nil) {
    self.cue = cue
    self.outcome = outcome
    self.cause = cause
    self.times = times
  }
}

/// How a session must stand at the end; what is `nil` may be anything.
public struct ExpectedEnd: Equatable, Sendable {
  /// The playback by its name, such as `completed`.
  public var playback: String?
  /// Active time, exactly.
  public var elapsed: Duration?

  /// Anything, unless told otherwise.
  public init(playback: String? = nil, elapsed: Duration? = nil) {
    self.playback = playback
    self.elapsed = elapsed
  }

  /// The names that a playback can have.
  public static let playbacks = [
    "idle", "preparingToPlay", "preparingToPause", "fadingIn", "playing", "fadingOut", "paused", "completed",
    "stopped", "failed",
  ]
}
