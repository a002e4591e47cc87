public import WorkoutModel

/// What has become of a cue: it has begun to sound, or its moment is past.
public struct Fact: Equatable, Sendable {
  /// Its identity.
  public let key: CueKey
  /// The phase that contains its mark.
  public let segment: SegmentID
  /// Its mark, in the plan.
  public internal(set) var mark: Duration
  /// The time from the start of that phase to its mark.
  public let offset: Duration
  /// The instant at which it was due, in session time.
  public internal(set) var due: Duration
  /// Whether it refuses no repeat: it was refused itself, left out, or said just as its end moved.
  public internal(set) var isRefused: Bool
  /// Whether it had words.
  public let hasWords: Bool
  /// Its place among all facts of a session, also those that are forgotten.
  package internal(set) var number = 0

  /// Makes a fact, as a log tells it.
  public init(
    _ key: CueKey, in segment: SegmentID, mark: Duration, offset: Duration, due: Duration, isRefused: Bool,
    hasWords: Bool
  ) {
    (self.key, self.segment, self.mark, self.offset) = (key, segment, mark.withinCentury, offset.withinCentury)
    (self.due, self.isRefused, self.hasWords) = (due.withinCentury, isRefused, hasWords)
  }

  /// Whether both tell the same of a cue, wherever in their sessions.
  public static func == (a: Fact, b: Fact) -> Bool {
    a.key == b.key && a.segment == b.segment && a.mark == b.mark && a.offset == b.offset && a.due == b.due
      && a.isRefused == b.isRefused && a.hasWords == b.hasWords
  }
}

/// A cue whose moment is past and whose words wait for others, so that every plan can find it.
struct WaitingCue: Equatable, Sendable {
  let key: CueKey
  let segment: SegmentID
  let mark: Duration
  /// The role of the words that it waits for; `nil` if that is unknown.
  let speaker: CueKind?

  init(_ cue: ScheduledWarning) {
    (key, segment, mark, speaker) = (cue.key, cue.context.id, cue.mark, cue.speech?.moved?.because)
  }
}
