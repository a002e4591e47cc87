import WorkoutModel

struct Decisions: Sendable {
  /// A cue by the moment at which it must be decided.
  struct Dated: Comparable {
    let at: Duration
    let cue: ScheduledWarning

    static func < (a: Dated, b: Dated) -> Bool { a.at != b.at ? a.at < b.at : a.cue.precedes(b.cue) }
    static func == (a: Dated, b: Dated) -> Bool { a.cue === b.cue }
  }

  struct DatedNote: Comparable {
    let note: PlanNote

    static func < (a: DatedNote, b: DatedNote) -> Bool {
      a.note.due != b.note.due ? a.note.due < b.note.due : a.note.key.precedes(b.note.key)
    }
    static func == (a: DatedNote, b: DatedNote) -> Bool { a.note == b.note }
  }

  var cues = OrderedQueue<Dated>()
  /// Candidates whose words did not fit, though shorter ones might have, by due time.
  var unsaid = OrderedQueue<Dated>()
  /// The notes, by the moment at which the words had to begin.
  var notes = OrderedQueue<DatedNote>()

  mutating func leaveOut(_ cue: ScheduledWarning, _ reason: String, for speaker: CueKind) {
    notes.insert(DatedNote(note: cue.leftOut(because: reason, for: speaker)))
  }
}

/// Turns the verdicts on words into decisions about cues.
extension WarningScheduler {
  mutating func collectDecisions() {
    let (decisions, leftOut) = arbitrator.drainDecisions()
    for note in leftOut { decided.notes.insert(Decisions.DatedNote(note: note)) }
    for decision in decisions { collect(decision) }
  }

  private mutating func collect(_ decision: SpeechArbitrator.Decision) {
    var cue = decision.cue
    switch decision.verdict {
    case .spoken: break
    case .silenced(let kind, let mayFit):
      decided.leaveOut(cue, "\(kind.rawValue) speaks then", for: kind)
      if mayFit || keepsAllTexts { decided.unsaid.insert(Decisions.Dated(at: cue.due, cue: cue)) }
      if cue.sound == nil { return }
      cue = cue.silenced
    }
    decided.cues.insert(Decisions.Dated(at: cue.due, cue: cue))
  }
}
