import WorkoutModel

/// A cue that isn't played, and the note that tells why at its moment.
struct LeftOutCue: Comparable, Sendable {
  let note: PlanNote
  /// The position of the plan at which it is told.
  let at: Duration
  /// The phase that contains its mark.
  let segment: SegmentID
  /// The time from the start of that phase to its mark.
  let offset: Duration

  init(_ note: PlanNote, at position: Duration? = nil, in context: SegmentContext) {
    self.note = note
    at = position ?? note.due
    (segment, offset) = (context.id, note.mark - context.cursor.start)
  }

  static func < (a: LeftOutCue, b: LeftOutCue) -> Bool {
    a.at != b.at ? a.at < b.at : a.note.key.precedes(b.note.key)
  }
  static func == (a: LeftOutCue, b: LeftOutCue) -> Bool { a.note == b.note }
}

/// What has been decided about the cues that lie beyond the plan.
struct Decisions: Sendable {
  /// A cue by the moment at which it must be decided.
  struct Dated: Comparable {
    let at: Duration
    let cue: ScheduledWarning

    static func < (a: Dated, b: Dated) -> Bool { a.at != b.at ? a.at < b.at : a.cue.precedes(b.cue) }
    static func == (a: Dated, b: Dated) -> Bool { a.cue === b.cue }
  }

  var cues = OrderedQueue<Dated>()
  /// Candidates whose words did not fit, though shorter ones might have, by due time.
  var unsaid = OrderedQueue<Dated>()
  /// The cues that are left out, by the moment at which that is told.
  var leftOut = OrderedQueue<LeftOutCue>()

  /// Adds the decision that follows from a verdict; `keepsText` is whether a text that is left out may yet be said.
  mutating func add(_ decision: SpeechArbitrator.Decision, keepsText: Bool) {
    let cue = decision.cue
    guard case .silenced(let speaker, let mayFit) = decision.verdict else {
      return cues.insert(Dated(at: cue.due, cue: cue))
    }
    if mayFit || keepsText { unsaid.insert(Dated(at: cue.due, cue: cue)) }
    let note = cue.leftOut(because: .silenced(by: speaker))
    if cue.sound == nil {
      leftOut.insert(LeftOutCue(note, in: cue.context))
    } else {
      cues.insert(Dated(at: cue.due, cue: cue.silenced(note)))
    }
  }
}
