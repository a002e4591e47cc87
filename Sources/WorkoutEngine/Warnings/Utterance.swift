import WorkoutModel

/// What is being said, in the plan.
///
/// Its places are those that it was planned for, as what is planned next mustn't depend on how late a host is. Where it
/// is heard is another matter: a late host says it later, or not at all.
struct Utterance: Equatable, Sendable, Codable {
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
  /// How much later than planned it is heard; `nil` where it isn't.
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
