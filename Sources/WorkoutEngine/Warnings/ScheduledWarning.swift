public import WorkoutModel

/// A cue that is planned: what will sound, and where in the plan.
///
/// All places are positions in the plan, so a pause moves none of them.
public struct ScheduledWarning: Equatable, Sendable {
  /// Its identity, the same in every plan.
  public let key: CueKey
  /// Its role in the workout.
  public let kind: CueKind
  /// Decides who speaks when two would, and how late it may still play.
  public let cueClass: CueClass
  /// Where it must begin to sound; speech with its audible onset.
  public internal(set) var due: Duration
  /// The moment that its rule names.
  public let mark: Duration
  /// Which part of the sound lies at `mark`.
  public let align: Alignment
  /// Played; `nil` where it only speaks.
  public internal(set) var sound: CueSound?
  /// Spoken; `nil` where it only sounds.
  public internal(set) var speech: Speech?
  /// The phase in which `mark` lies.
  public let segment: SegmentID
  /// The set it is planned for: the anchor's own, or the innermost around it.
  public let plannedSet: Int?
  /// Whether no set follows that one.
  let isInLastSet: Bool
  /// Where the phase or set that it belongs to begins and ends, as planned.
  let anchor: Span
  let template: CueText?
  /// The intervals of the anchor that `{remaining}` and `{elapsed}` speak of begin and end with it.
  let context: TextContext

  /// The spoken part.
  public struct Speech: Equatable, Sendable {
    /// As it would be said now; what is said is resolved when it plays.
    public internal(set) var text: String
    /// The audible onset, in the plan.
    public internal(set) var onset: Duration
    /// From the audible onset to the audible end.
    public internal(set) var length: Duration

    var end: Duration { onset + length }
  }

  /// A stretch of the plan.
  public struct Span: Equatable, Sendable, Codable {
    /// Its first moment.
    public let start: Duration
    /// `nil` where the user ends it.
    public let end: Duration?

    var length: Duration? { end.map { $0 - start } }
  }
}

/// Something about the plan that an author should know: a cue that was moved or left out, and why.
public struct PlanNote: Equatable, Sendable {
  /// What was done.
  public enum Kind: String, Equatable, Sendable {
    case moved, leftOut
  }

  /// Moved or left out.
  public let kind: Kind
  /// The cue that it happened to.
  public let key: CueKey
  /// The role of that cue.
  public let cueKind: CueKind
  /// The moment that the rule names, in the plan.
  public let mark: Duration
  /// What would have been said or played.
  public let content: String
  /// Why, in words for the author.
  public let reason: String
}
