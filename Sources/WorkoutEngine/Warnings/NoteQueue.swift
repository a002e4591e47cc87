import WorkoutModel

/// What the plan has moved or left out, until it is told: when the cue would have been due, each once.
///
/// A plan is made again and again, and what the user does may change it. So a note isn't told before its time.
struct NoteQueue: Sendable {
  /// How many notes that were told are remembered, more than lie at one position of a plan.
  private static let capacity = 256

  /// By the position at which they are told; a slice, as its first element leaves without moving the others.
  private var waiting: ArraySlice<Waiting> = []
  private var told: ArraySlice<Waiting> = []

  private struct Waiting: Sendable {
    let note: PlanNote
    let position: Duration

    func isSame(as other: PlanNote) -> Bool {
      note.key == other.key && note.mark == other.mark && note.kind == other.kind
    }
  }

  /// The position at which the next note is told.
  var next: Duration? { waiting.first?.position }

  /// Forgets what is to be told, as the plan is made again from `position` on; what lies behind the user who has gone
  /// back is told again.
  mutating func begin(from position: Duration) {
    waiting = []
    told.removeAll { $0.position > position }
  }

  /// Adds what a plan notes at `position`; nothing is told after `end`, where there is one.
  mutating func add(_ notes: [PlanNote], at position: Duration, end: Duration?) {
    for note in notes {
      // What was told before was due before.
      if note.due <= position, told.contains(where: { $0.isSame(as: note) }) { continue }
      let new = Waiting(note: note, position: max(position, end.map { min($0, note.due) } ?? note.due))
      var place = waiting.endIndex
      while place > waiting.startIndex, waiting[place - 1].position > new.position { place -= 1 }
      waiting.insert(new, at: place)
    }
  }

  /// Takes out the note that is told next.
  mutating func removeFirst() -> PlanNote {
    let first = waiting.removeFirst()
    told.append(first)
    if told.count > Self.capacity { told.removeFirst() }
    return first.note
  }
}
