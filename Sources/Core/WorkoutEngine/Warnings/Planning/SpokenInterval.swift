import WorkoutModel

/// Words in progress, at their place in the plan.
///
/// Its times are those planned, because further planning must not depend on how late a host is. A late host speaks the
/// words later, or not at all.
struct SpokenInterval: Equatable, Sendable, Codable {
  /// The role of its cue.
  let kind: CueKind
  /// The phase that contains the mark of its cue.
  let segment: SegmentID
  /// That mark.
  let mark: Duration
  /// The position at which its cue was due.
  let due: Duration
  /// The audible onset.
  let onset: Duration
  /// The audible end.
  let end: Duration
  /// By how much later than planned it is heard; `nil` if it isn't.
  var late: Duration?

  /// By how much it lasts longer than planned, because a late host says what is true by then.
  var overrun = Duration.zero

  /// Whether any of it is heard from `start` on, up to `end` if it is given.
  func isHeard(from start: Duration, to end: Duration? = nil) -> Bool {
    guard let late else { return false }
    return self.end + late + overrun > start && end.map { onset + late < $0 } ?? true
  }

  /// Whether nothing of it matters from `position` on.
  func isOver(at position: Duration) -> Bool { end + (late ?? .zero) + overrun <= position }
}

/// The words in progress, in the order in which they began.
struct SpeechInProgress: Sendable {
  private(set) var intervals: [SpokenInterval]

  init(_ intervals: [SpokenInterval] = []) { self.intervals = intervals }

  /// The words in progress beside a plan that begins at `position` in `segment`, without those that are planned again
  /// there.
  func present(at position: Duration, in segment: SegmentID?) -> [SpokenInterval] {
    intervals.filter { said in
      min(said.due, said.mark) < position || (said.mark == position && said.segment != segment)
    }
  }

  /// Whether any words are heard from `start` on, up to `end` if it is given.
  func isHeard(from start: Duration, to end: Duration? = nil) -> Bool {
    intervals.contains { $0.isHeard(from: start, to: end) }
  }

  /// Whether the place of any words ends after a position of the plan.
  func isPlanned(behind position: Duration) -> Bool { intervals.contains { $0.end > position } }

  /// Records that the words of a cue begin, `late` after their time, or `nil` if they aren't heard; they last `overrun`
  /// longer than planned.
  mutating func add(_ cue: ScheduledWarning, _ speech: ScheduledWarning.Speech, late: Duration?, overrun: Duration) {
    for index in intervals.indices.reversed() where intervals[index].isOver(at: cue.due) {
      intervals.remove(at: index)
    }
    intervals.append(
      SpokenInterval(
        kind: cue.entry.kind, segment: cue.context.id, mark: cue.mark, due: cue.due, onset: speech.onset,
        end: speech.end, late: late, overrun: overrun))
  }

  /// Marks all words as unheard; their places remain taken.
  mutating func silence() {
    for index in intervals.indices { intervals[index].late = nil }
  }

  /// Removes all words.
  mutating func clear() { intervals = [] }
}
