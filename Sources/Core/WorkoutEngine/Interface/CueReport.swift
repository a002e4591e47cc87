/// The outcome of a cue.
public enum Outcome: String, CaseIterable, Equatable, Sendable {
  /// It began at most 50 ms after it was due, and never before.
  case onTime
  /// It began later, within its grace.
  case late
  /// It was left out, because it was too late or no longer true.
  case skipped
  /// It was left out, because a newer announcement stands for it.
  case collapsed
  /// The session has left its moment: the user has moved, or stopped.
  case cancelled
  /// Its words can't be spoken; a sound stands for them.
  case failed
  /// It was refused, because it has been heard.
  case duplicate
}

/// The role of a cue in the workout.
public enum CueKind: String, CaseIterable, Equatable, Sendable {
  /// The start of a phase.
  case phaseStart
  /// The start of a set.
  case setStart
  /// Before the next phase: "next: rest".
  case transition
  /// Before the end of a set: "set 3 completing in".
  case setCompletion
  /// A number of a count.
  case countdown
  /// The middle of a phase, set or workout.
  case halfway
  /// A bell or words at regular or random moments.
  case interval
  /// A rule of the author that is none of these.
  case custom
  /// The end of the workout.
  case completion
  /// It follows a signal instead of the plan.
  case coach
  /// Somebody has asked for it.
  case say

  /// The roles in plans.
  package static let planned = allCases.filter { $0.isPlanned }

  /// Whether a plan contains such cues; others are said between the words of the plan.
  package var isPlanned: Bool { self != .coach && self != .say }
}

/// A cue and its outcome.
///
/// ```swift
/// if case .cueSettled(let cue) = event.kind, cue.outcome == .skipped {
///   report("\(cue.say ?? "") was left out")
/// }
/// ```
public struct CueReport: Equatable, Sendable {
  /// Its identity, the same from run to run.
  public let cue: CueKey
  /// Its role.
  public let kind: CueKind
  /// The name of the phase in which the cue lies.
  public let phase: String
  /// The set at the moment of playing.
  public package(set) var set: Int?
  /// The set that the cue was planned for; `set` is the one in which it played.
  public let plannedSet: Int?
  /// The instant at which it had to begin, in session time.
  public package(set) var due: Duration
  /// The moment that its rule names, in session time.
  public package(set) var mark: Duration
  /// The instant at which it began; `nil` if it didn't.
  public package(set) var at: Duration?
  /// Its one outcome.
  public package(set) var outcome: Outcome
  /// Why the outcome isn't `onTime`.
  public package(set) var cause: CueCause?
  /// The name of its sound, played or not; `nil` if it has none.
  public let sound: String?
  /// The number of strikes of its sound.
  public let strikes: Int
  /// Its words as resolved from the live state, in their voice, spoken or not; `nil` if it has none.
  public package(set) var phrase: Phrase?
  /// Active time when it was settled.
  public let elapsed: Duration
  /// The position in the plan when it was settled.
  public let position: Duration

  /// Creates a report.
  public init(
    cue: CueKey, kind: CueKind, phase: String, set: Int? = nil, plannedSet: Int? = nil, due: Duration, mark: Duration,
    at: Duration? = nil, outcome: Outcome, cause: CueCause? = nil, sound: String? = nil, strikes: Int = 1,
    phrase: Phrase? = nil, elapsed: Duration, position: Duration
  ) {
    (self.cue, self.kind, self.phase, self.set, self.plannedSet) = (cue, kind, phase, set, plannedSet)
    (self.due, self.mark, self.at, self.outcome, self.cause) = (due, mark, at, outcome, cause)
    (self.sound, self.strikes, self.phrase) = (sound, strikes, phrase)
    (self.elapsed, self.position) = (elapsed, position)
  }

  /// Its words as text.
  public var say: String? { phrase?.text }
}
