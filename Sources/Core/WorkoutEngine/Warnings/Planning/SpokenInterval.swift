import WorkoutModel

/// What is being said, in the plan.
///
/// Its places are those that it was planned for, as what is planned next mustn't depend on how late a host is. Where it
/// is heard is another matter: a late host says it later, or not at all.
struct SpokenInterval: Equatable, Sendable, Codable {
  /// The role of its cue.
  let kind: CueKind
  /// The phase in which the moment of its cue lies.
  let segment: SegmentID
  /// That moment.
  let mark: Duration
  /// When its cue was due.
  let due: Duration
  /// The audible onset.
  let onset: Duration
  /// The audible end.
  let end: Duration
  /// How much later than planned it is heard; `nil` if it isn't.
  var late: Duration?

  /// By how much it lasts longer than planned, as a late host says what is true by then.
  var overrun = Duration.zero

  /// Whether any of it is heard from a place of the plan on, up to another where one is given.
  func isHeard(from start: Duration, to end: Duration? = nil) -> Bool {
    guard let late else { return false }
    return self.end + late + overrun > start && end.map { onset + late < $0 } ?? true
  }

  /// Whether nothing of it matters from `position` on.
  func isOver(at position: Duration) -> Bool { end + (late ?? .zero) + overrun <= position }
}

/// The words in progress, in the order in which they began.
struct SpeechInProgress: Sendable {
  /// What is being said.
  private(set) var intervals: [SpokenInterval]

  init(_ intervals: [SpokenInterval] = []) { self.intervals = intervals }

  /// What is being said beside a plan that begins at `position` in `segment`, and isn't planned again there.
  func present(at position: Duration, in segment: SegmentID?) -> [SpokenInterval] {
    intervals.filter { said in
      min(said.due, said.mark) < position || (said.mark == position && said.segment != segment)
    }
  }

  /// Whether any of it is heard from a place of the plan on, up to another where one is given.
  func isHeard(from start: Duration, to end: Duration? = nil) -> Bool {
    intervals.contains { $0.isHeard(from: start, to: end) }
  }

  /// Whether any of it has its place behind a position of the plan.
  func isPlanned(behind position: Duration) -> Bool { intervals.contains { $0.end > position } }

  /// The words of a cue begin, `late` after their time; `nil` if they aren't heard. They last `overrun` longer than
  /// planned.
  mutating func add(_ cue: ScheduledWarning, _ speech: ScheduledWarning.Speech, late: Duration?, overrun: Duration) {
    for index in intervals.indices.reversed() where intervals[index].isOver(at: cue.due) {
      intervals.remove(at: index)
    }
    intervals.append(
      SpokenInterval(
        kind: cue.entry.kind, segment: cue.context.id, mark: cue.mark, due: cue.due, onset: speech.onset,
        end: speech.end, late: late, overrun: overrun))
  }

  /// Nothing of it is heard any more, yet its places remain taken.
  mutating func silence() {
    for index in intervals.indices { intervals[index].late = nil }
  }

  /// Nothing is being said.
  mutating func clear() { intervals = [] }
}
