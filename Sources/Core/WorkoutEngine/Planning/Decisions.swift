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
  /// Cues that are kept only where a count begins, or only where none does.
  var counted = OrderedQueue<Dated>()
  /// The moments at which the first number of a count is heard.
  var counts: Set<Duration> = []

  mutating func leaveOut(_ cue: ScheduledWarning, _ reason: String, for speaker: CueKind? = nil) {
    let note = PlanNote(
      kind: .leftOut, key: cue.key, cueKind: cue.entry.kind, mark: cue.mark, due: cue.speech?.onset ?? cue.due,
      content: cue.speech?.text ?? cue.sound?.name ?? "", reason: reason, speaker: speaker,
      lastStart: min(cue.due, cue.mark))
    notes.insert(DatedNote(note: note))
  }

  /// Forgets the counts before a limit once there are many.
  mutating func forgetCounts(before limit: Duration) {
    if counts.count > 1000 { counts = counts.filter { $0 >= limit - .seconds(1) } }
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
    if cue.key.number == cue.entry.rule.count { decided.counts.insert(cue.mark) }
    // A cue that was moved in an earlier plan has met its conditions already.
    if cue.entry.rule.condition.counted == nil || decision.isDecided {
      decided.cues.insert(Decisions.Dated(at: cue.due, cue: cue))
    } else {
      decided.counted.insert(Decisions.Dated(at: min(cue.due, cue.mark), cue: cue))
    }
  }

  /// The moment `position` if a count begins at it, so that a plan from there on knows.
  func counts(at position: Duration) -> Set<Duration> { decided.counts.intersection([position]) }

  /// Decides whether to keep a cue that depends on a count at its mark; arbitration has already placed it.
  mutating func settle(counted item: Decisions.Dated, _ expander: CueExpander) {
    let cue = item.cue
    arbitrator.decide(through: expander.rules.countRank, before: cue.mark + .nanoseconds(1), expander)
    collectDecisions()
    let begins = decided.counts.contains(cue.mark)
    if begins == cue.entry.rule.condition.counted {
      decided.cues.insert(Decisions.Dated(at: cue.due, cue: cue))
    } else {
      if let speech = cue.speech {
        // It may be decided far ahead of the session, which is where the plan ends.
        let past = (plannedUpTo ?? decidedBefore) - .seconds(300)
        vacancies.removeAll { $0.span.end < past }
        let span = SpokenTime.Span(start: speech.onset, end: speech.end, kind: cue.entry.kind)
        vacancies.append(Vacancy(at: min(cue.due, cue.mark), segment: cue.context.id, span: span))
      }
      decided.leaveOut(cue, begins ? "a count begins at its moment" : "no count begins at its moment")
    }
  }
}
