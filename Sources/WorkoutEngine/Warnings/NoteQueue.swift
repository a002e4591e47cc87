import WorkoutModel

/// What the plan has moved or left out, until it is told: when the cue would have been due, each once.
///
/// A plan is made again and again, and what the user does may change it. So a note isn't told before its time, and a
/// plan that is made again at the position where notes were told doesn't tell them again.
struct NoteQueue: Sendable {
  /// A note that was told at a position of the plan.
  struct Told: Equatable, Sendable, Codable {
    let key: CueKey
    let mark: Duration
    let kind: PlanNote.Kind
    let position: Duration
  }

  /// By the position at which they are told; a slice, as its first element leaves without moving the others.
  private var waiting: ArraySlice<(note: PlanNote, position: Duration)> = []
  /// What was told at the last position at which anything was.
  private(set) var told: [Told]

  init(told: [Told] = []) { self.told = told }

  /// The position at which the next note is told.
  var next: Duration? { waiting.first?.position }

  /// Forgets what is to be told, as the plan is made again.
  mutating func begin() { waiting = [] }

  /// Forgets what was told, as the user begins something again.
  mutating func forgetTold() { told = [] }

  /// Adds what a plan notes at `position`; nothing is told after `end`, where there is one.
  mutating func add(_ notes: [PlanNote], at position: Duration, end: Duration?) {
    for note in notes {
      let due = max(position, end.map { min($0, note.due) } ?? note.due)
      if told.contains(Told(key: note.key, mark: note.mark, kind: note.kind, position: due)) { continue }
      var place = waiting.endIndex
      while place > waiting.startIndex, waiting[place - 1].position > due { place -= 1 }
      waiting.insert((note, due), at: place)
    }
  }

  /// Takes out the note that is told next.
  mutating func removeFirst() -> PlanNote {
    let (note, position) = waiting.removeFirst()
    if told.last?.position != position { told = [] }
    told.append(Told(key: note.key, mark: note.mark, kind: note.kind, position: position))
    return note
  }
}
