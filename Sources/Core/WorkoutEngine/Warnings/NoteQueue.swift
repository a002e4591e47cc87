import WorkoutModel

/// The notes about cues that the plan has left out.
///
/// Each note is reported once, when its cue would have been due. A plan is rebuilt often, and actions of the user may
/// change it. So a note isn't reported before its time, a plan rebuilt at the position where notes were reported
/// doesn't report them again, and a note that a rebuilt plan no longer makes, because its cue has begun, isn't lost.
struct NoteQueue: Sendable {
  struct Reported: Equatable, Sendable, Codable {
    let key: CueKey
    let mark: Duration
    let kind: PlanNote.Kind
    let position: Duration
  }

  /// A note with the position at which it is reported.
  struct Pending: Sendable {
    let note: PlanNote
    let position: Duration
  }

  /// The pending notes, in the order of their positions; a slice, because removing its first element doesn't move the
  /// others.
  private var waiting: ArraySlice<Pending> = []
  /// The start of the plan; notes that a plan from here on wouldn't make are left out.
  private var start = Duration.zero
  /// The notes reported at the last position that had any.
  private(set) var reported: [Reported]

  init(reported: [Reported] = []) { self.reported = reported }

  var next: Duration? { waiting.first?.position }

  /// Whether a pending note says that the plan leaves out a cue, whose moment is before `end`, if there is one.
  func isLeftOut(_ key: CueKey, before end: Duration?) -> Bool {
    waiting.contains { item in
      let note = item.note
      return note.key == key && note.kind == .leftOut && end.map { note.mark < $0 } ?? true
    }
  }

  /// Discards the pending notes that a plan rebuilt from `position` on makes again, unless their cues are `settled`.
  mutating func begin(at position: Duration, without settled: Set<CueKey>) {
    waiting.removeAll { $0.note.isMade(from: position) && !settled.contains($0.note.key) }
    start = .zero
  }

  /// Discards all pending notes, because the user has moved in the plan, and forgets which were reported.
  mutating func reset() { (waiting, reported) = ([], []) }

  /// Discards the pending notes about some cues.
  mutating func remove(where isObsolete: (CueKey) -> Bool) { waiting.removeAll { isObsolete($0.note.key) } }

  /// From now on leaves out the notes that a plan rebuilt from `position` on wouldn't make; pending ones stay.
  mutating func leaveOut(before position: Duration) { start = position }

  /// Adds the notes that a plan makes at `position`; none is reported after `end`, if there is one.
  mutating func add(_ notes: [PlanNote], at position: Duration, end: Duration?) {
    for note in notes where note.isMade(from: start) {
      let due = max(position, end.map { min($0, note.due) } ?? note.due)
      if reported.contains(Reported(key: note.key, mark: note.mark, kind: note.kind, position: due)) { continue }
      insert(Pending(note: note, position: due))
    }
  }

  private mutating func insert(_ item: Pending) {
    var place = waiting.endIndex
    while place > waiting.startIndex, waiting[place - 1].position > item.position { place -= 1 }
    waiting.insert(item, at: place)
  }

  mutating func removeFirst() -> PlanNote {
    let item = waiting.removeFirst()
    let (note, position) = (item.note, item.position)
    if reported.last?.position != position { reported = [] }
    reported.append(Reported(key: note.key, mark: note.mark, kind: note.kind, position: position))
    return note
  }
}

extension PlanNote {
  fileprivate func isMade(from position: Duration) -> Bool { lastStart >= position }
}
