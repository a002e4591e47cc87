public import WorkoutModel

/// What has become of a cue: it has begun to sound, or its moment is past.
public struct Fact: Equatable, Sendable, Codable {
  /// Its identity.
  public let key: CueKey
  /// The phase that contains its mark.
  public let segment: SegmentID
  /// Its mark, in the plan.
  public internal(set) var mark: Duration
  /// The time from the start of that phase to its mark.
  let offset: Duration
  /// The instant at which it was due, in session time.
  public internal(set) var due: Duration
  /// Whether it refuses no repeat: it was refused itself, left out, or said just as its end moved.
  public internal(set) var isRefused: Bool
  /// Whether it had words; `nil` if not.
  let hasWords: Bool?
}

/// A cue whose moment is past and whose words wait for others, so that every plan can find it.
struct WaitingCue: Equatable, Sendable, Codable {
  let key: CueKey
  let segment: SegmentID
  let mark: Duration
  /// The role of the words that it waits for.
  let speaker: CueKind?

  init(_ cue: ScheduledWarning) {
    (key, segment, mark, speaker) = (cue.key, cue.context.id, cue.mark, cue.speech?.moved?.because)
  }
}
