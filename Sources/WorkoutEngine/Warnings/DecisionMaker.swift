import WorkoutModel

/// Turns candidates into a plan: has the arbiter decide them, tells what was moved or left out, and puts the cues into
/// the order in which they are due.
struct DecisionMaker: Sendable {
  /// A cue by the moment at which something must be known of it.
  private struct Dated: Comparable {
    let at: Duration
    let cue: ScheduledWarning

    static func < (a: Dated, b: Dated) -> Bool { a.at != b.at ? a.at < b.at : a.cue.precedes(b.cue) }
    static func == (a: Dated, b: Dated) -> Bool { a.cue === b.cue }
  }

  /// A place of words that aren't said.
  struct Vacancy {
    /// A plan that begins behind this no longer finds the cue.
    let at: Duration
    let span: SpokenTime.Span
  }

  private struct DatedNote: Comparable {
    let note: PlanNote

    static func < (a: DatedNote, b: DatedNote) -> Bool {
      a.note.due != b.note.due ? a.note.due < b.note.due : a.note.key.precedes(b.note.key)
    }
    static func == (a: DatedNote, b: DatedNote) -> Bool { a.note == b.note }
  }

  /// Everything that is due before this is decided.
  private(set) var decidedBefore: Duration
  private var candidates: CandidateStream
  private var arbiter: Arbiter
  private var cues = Heap<Dated>()
  private var unsaid = Heap<Dated>()
  private var notes = Heap<DatedNote>()
  /// What stands only where a count begins, or where none does.
  private var counted = Heap<Dated>()
  /// Where the first number of a count is heard.
  private var counts: Set<Duration> = []
  /// Where words took their place that aren't said, for want of their count.
  private var vacant: [Vacancy]
  /// Whether the texts of all cues that are left out are kept, or only of those that shorter words might save.
  private let keepsAllTexts: Bool

  /// Begins at the position where `candidates` begin, with what is being said and what was moved behind it before.
  init(
    _ candidates: CandidateStream, from position: Duration, speaking: [SpokenTime.Span] = [],
    waiting: [ScheduledWarning] = [], around vacant: [Vacancy] = [], keepsAllTexts: Bool = true
  ) {
    decidedBefore = position
    self.candidates = candidates
    self.keepsAllTexts = keepsAllTexts
    self.vacant = vacant
    let speaking = speaking + vacant.map(\.span)
    arbiter = Arbiter(speaking: speaking.filter { $0.end > position }, waiting: waiting)
  }

  /// Leaves a segment for the next one; `nil` where the search hasn't reached that far, or nothing follows.
  mutating func leave(_ spot: Spot) -> Spot? { candidates.leave(spot) }

  /// What was moved behind what is decided, though its mark lies before `position`.
  func moved(fromBefore position: Duration) -> [ScheduledWarning] {
    cues.elements.map(\.cue).filter { $0.mark < position }
  }

  /// Where words have their place that aren't said and that a plan from `position` on no longer finds: what follows was
  /// decided around them.
  func vacant(at position: Duration) -> [Vacancy] {
    vacant.filter { $0.at < position && $0.span.end > position }
  }

  /// Decides everything that is due before `limit`, and adds it to a part of the plan that ends where this begins.
  mutating func decide(before limit: Duration, into part: inout PlanPart, _ finder: CandidateFinder) {
    // Words behind a sound wish to begin so much after their cue is due.
    arbiter.decide(before: limit + CandidateFinder.speechDelay, &candidates, finder)
    collect()
    while let item = counted.popFirst(where: { $0.at < limit }) { settle(counted: item.cue, finder) }
    while let item = cues.popFirst(where: { $0.at < limit }) { part.cues.append(item.cue) }
    while let item = unsaid.popFirst(where: { $0.at < limit }) { part.unsaid.append(item.cue) }
    while let item = notes.popFirst(where: { $0.note.due < limit }) { part.notes.append(item.note) }
    decidedBefore = limit
    if counts.count > 1000 { counts = counts.filter { $0 >= limit - .seconds(1) } }
  }

  private mutating func collect() {
    let (decisions, leftOut) = arbiter.takeDecisions()
    for note in leftOut { notes.insert(DatedNote(note: note)) }
    for decision in decisions { collect(decision) }
  }

  private mutating func collect(_ decision: Arbiter.Decision) {
    var cue = decision.cue
    // What was moved in an earlier plan has been through all this.
    let isDecided = cue.due > cue.mark
    switch decision.verdict {
    case .stands: break
    case .moved(let onset, let kind):
      let late = Self.milliseconds(onset - (cue.speech?.onset ?? onset))
      note(.moved, cue, to: onset, "by \(late) ms: \(kind.rawValue) speaks")
      cue = cue.speaking(at: onset)
    case .silenced(let kind, let mayFit):
      note(.leftOut, cue, "\(kind.rawValue) speaks then")
      if mayFit || keepsAllTexts { unsaid.insert(Dated(at: cue.due, cue: cue)) }
      if cue.sound == nil { return }
      cue = cue.silenced
    }
    if cue.key.number == cue.entry.rule.count { counts.insert(cue.mark) }
    if cue.entry.rule.condition.counted == nil || isDecided {
      cues.insert(Dated(at: cue.due, cue: cue))
    } else {
      counted.insert(Dated(at: min(cue.due, cue.mark), cue: cue))
    }
  }

  /// Decides whether a cue stands that depends on a count at its mark; it has taken its place among the others.
  private mutating func settle(counted cue: ScheduledWarning, _ finder: CandidateFinder) {
    arbiter.decide(through: CueClass.countdown.rank, before: cue.mark + .nanoseconds(1), &candidates, finder)
    collect()
    let begins = counts.contains(cue.mark)
    if begins == cue.entry.rule.condition.counted {
      cues.insert(Dated(at: cue.due, cue: cue))
    } else {
      if let speech = cue.speech {
        vacant.removeAll { $0.span.end < decidedBefore - .seconds(300) }
        let span = SpokenTime.Span(start: speech.onset, end: speech.end, kind: cue.entry.kind)
        vacant.append(Vacancy(at: min(cue.due, cue.mark), span: span))
      }
      note(.leftOut, cue, begins ? "a count begins at its moment" : "no count begins at its moment")
    }
  }

  private mutating func note(
    _ kind: PlanNote.Kind, _ cue: ScheduledWarning, to onset: Duration? = nil, _ reason: String
  ) {
    let note = PlanNote(
      kind: kind, key: cue.key, cueKind: cue.entry.kind, mark: cue.mark, due: cue.speech?.onset ?? cue.due,
      movedTo: onset, content: cue.speech?.text ?? cue.sound?.name ?? "", reason: reason)
    notes.insert(DatedNote(note: note))
  }

  private static func milliseconds(_ duration: Duration) -> Int { duration.inNanoseconds / 1_000_000 }
}
