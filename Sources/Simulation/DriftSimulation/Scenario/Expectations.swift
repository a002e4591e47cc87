public import WorkoutEngine
import WorkoutModel

/// The expected results of a scenario.
///
/// ```swift
/// scenario.expected.outcomes = [ExpectedOutcome(CueName(.setCompletion, set: 3), is: .skipped, cause: "suspend")]
/// ```
///
/// ```swift
/// scenario.expected = Expectations(final: ExpectedEnd(playback: "completed", elapsed: .seconds(240)))
/// ```
public struct Expectations: Equatable, Sendable {
  /// The laws that must hold; all by default.
  public var invariants: InvariantChoice
  /// The required outcomes of cues.
  public var outcomes: [ExpectedOutcome]
  /// The required state of the session at the end.
  public var final: ExpectedEnd

  /// By default all laws and nothing else.
  public init(
    invariants: InvariantChoice = .all, outcomes: [ExpectedOutcome] = [], final: ExpectedEnd = ExpectedEnd()
  ) {
    self.invariants = invariants
    self.outcomes = outcomes
    self.final = final
  }
}

/// The choice of laws that are checked.
public enum InvariantChoice: Equatable, Sendable {
  /// All of them.
  case all
  /// The laws with these numbers, such as `I08`.
  case some([String])

  /// Whether the law with this number is chosen.
  package func includes(_ number: String) -> Bool {
    switch self {
    case .all: true
    case .some(let numbers): numbers.contains(number)
    }
  }
}

/// A required outcome of a cue.
public struct ExpectedOutcome: Equatable, Sendable {
  /// The cues concerned.
  public var cue: CueName
  /// The outcome that one of them must have.
  public var outcome: Outcome
  /// The required cause; `nil` for any.
  public var cause: String?
  /// The number of cues that must have it; `nil` for at least one.
  public var times: Int?

  /// Requires that at least one cue of a name have this outcome; by default with any cause.
  public init(_ cue: CueName, is outcome: Outcome, cause: String? = nil, times: Int? = nil) {
    self.cue = cue
    self.outcome = outcome
    self.cause = cause
    self.times = times
  }
}

/// The required state of a session at the end; `nil` properties are not checked.
public struct ExpectedEnd: Equatable, Sendable {
  /// The name of the playback state, such as `completed`.
  public var playback: String?
  /// Active time, exactly.
  public var elapsed: Duration?

  /// By default nothing is required.
  public init(playback: String? = nil, elapsed: Duration? = nil) {
    self.playback = playback
    self.elapsed = elapsed
  }

  /// The names of the playback states.
  package static let playbacks = [
    "idle", "preparingToPlay", "preparingToPause", "fadingIn", "playing", "fadingOut", "paused", "completed",
    "stopped", "failed",
  ]
}
