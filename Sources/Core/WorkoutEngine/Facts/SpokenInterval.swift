import WorkoutModel

/// Words in progress, at their place in the plan.
///
/// Its times are those planned, because further planning must not depend on how late a host is. A late host speaks the
/// words later, or not at all.
struct SpokenInterval: Equatable, Sendable {
  /// The pause between two phrases when the second had to wait.
  static let pause = Duration.milliseconds(150)

  let key: CueKey
  let kind: CueKind
  let cueClass: CueClass
  /// Whether it leads up to a moment, such as the count of an end.
  let announcesEnd: Bool
  let text: String
  /// The phase that contains the mark of its cue.
  let segment: SegmentID
  /// The time from the start of that phase to the mark.
  let offset: Duration
  private(set) var mark: Duration
  private(set) var due: Duration
  private(set) var onset: Duration
  private(set) var end: Duration
  /// By how much later than planned it is heard; `nil` if it isn't.
  var late: Duration?

  /// By how much it lasts longer than planned, because a late host says what is true by then.
  let overrun: Duration

  /// The words of a cue, which are heard `late` after their time; `said` are those that a late host says instead.
  init(
    _ cue: ScheduledWarning, _ speech: ScheduledWarning.Speech, saying said: Phrase?, late: Duration?, overrun: Duration
  ) {
    (key, kind, cueClass, announcesEnd) = (cue.key, cue.entry.kind, cue.cueClass, cue.announcesEnd)
    text = (said ?? speech.phrase).text
    (segment, offset) = (cue.context.id, cue.offset)
    (mark, due, onset, end) = (cue.mark, cue.due, speech.onset, speech.end)
    (self.late, self.overrun) = (late, overrun)
  }

  /// Words of the coach, which aren't heard yet.
  init(of cue: CueReport, in context: SegmentContext, for length: Duration) {
    (key, kind, cueClass, announcesEnd) = (cue.cue, cue.kind, .info, false)
    let position = cue.position
    (text, segment, offset) = (cue.say ?? "", context.id, position - context.cursor.start)
    (mark, due, onset, end) = (position, position, position, position + length)
    (late, overrun) = (nil, .zero)
  }

  func isHeard(from start: Duration, to end: Duration? = nil) -> Bool {
    guard let late else { return false }
    return self.end + late + overrun > start && end.map { onset + late < $0 } ?? true
  }

  /// The position at which its words end, however late they are.
  var heardUntil: Duration { end + (late ?? .zero) + overrun }

  /// Whether its words are over, and the pause that others leave behind them, too.
  func isOver(at position: Duration) -> Bool { max(heardUntil, end + Self.pause) <= position }

  /// Moves it to the place of the same instants where all positions are later by `shift`.
  mutating func shift(by shift: Duration) {
    mark += shift
    due += shift
    onset += shift
    end += shift
  }

  /// The note that its words fall silent at a position of the plan.
  func cutNote(at position: Duration, _ reason: PlanNote.Reason) -> PlanNote {
    PlanNote(
      kind: .cut, key: key, cueKind: kind, mark: mark, due: onset + (late ?? .zero), cutAt: position, content: text,
      reason: reason)
  }
}
