import WorkoutModel

/// Turns candidates into a plan: passes them to the arbitrator, notes which were moved or left out, and sorts the cues
/// by due time.
struct DecisionMaker: Sendable {
  /// A cue by the moment at which it must be decided.
  private struct Dated: Comparable {
    let at: Duration
    let cue: ScheduledWarning
    /// Its move, to be noted if the cue is kept.
    var moved: Move?

    static func < (a: Dated, b: Dated) -> Bool { a.at != b.at ? a.at < b.at : a.cue.precedes(b.cue) }
    static func == (a: Dated, b: Dated) -> Bool { a.cue === b.cue }
  }

  /// The original of a moved cue, and the cause of the move.
  private struct Move {
    let from: ScheduledWarning
    let because: CueKind
  }

  /// A place of words that aren't spoken.
  struct Vacancy {
    /// The last position from which a plan still finds the cue.
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

  /// The position before which everything due is decided.
  private(set) var decidedBefore: Duration
  private var candidates: CandidateStream
  private var arbitrator: SpeechArbitrator
  private var cues = OrderedQueue<Dated>()
  private var unsaid = OrderedQueue<Dated>()
  private var notes = OrderedQueue<DatedNote>()
  /// Cues that are kept only where a count begins, or only where none does.
  private var counted = OrderedQueue<Dated>()
  /// The moments at which the first number of a count is heard.
  private var counts: Set<Duration> = []
  /// The places of words that were placed but aren't spoken, because their condition on a count isn't met.
  private var vacant: [Vacancy]
  /// Whether the texts of all cues that are left out are kept, or only of those that shorter words might save.
  private let keepsAllTexts: Bool

  /// Begins at the position where `candidates` begin, with the words in progress and the cues that were moved after it
  /// before.
  init(
    _ candidates: CandidateStream, from position: Duration, speaking: [SpokenTime.Span] = [],
    waiting: [ScheduledWarning] = [], around vacant: [Vacancy] = [], keepsAllTexts: Bool = true
  ) {
    decidedBefore = position
    self.candidates = candidates
    self.keepsAllTexts = keepsAllTexts
    self.vacant = vacant
    let speaking = speaking + vacant.map(\.span)
    arbitrator = SpeechArbitrator(speaking: speaking.filter { $0.end > position }, waiting: waiting)
  }

  /// Leaves a segment; returns the next one, or `nil` if the search hasn't reached that far or nothing follows.
  mutating func leave(_ context: SegmentContext) -> SegmentContext? { candidates.leave(context) }

  /// The cues that were moved beyond what is decided.
  var pending: [ScheduledWarning] { cues.elements.map(\.cue) }

  /// The places of words that aren't spoken and that a plan from `position` on no longer finds; later cues were decided
  /// around them.
  func vacant(at position: Duration) -> [Vacancy] {
    vacant.filter { $0.at < position && $0.span.end > position }
  }

  /// Decides everything that is due before `limit`, and adds it to a part of the plan that ends where this begins.
  mutating func decide(before limit: Duration, into part: inout PlanPart, _ expander: CueExpander) {
    // The desired onset of words after a sound is `speechDelay` after their cue is due.
    arbitrator.decide(before: limit + CueExpander.speechDelay, &candidates, expander)
    collect()
    while let item = counted.popFirst(where: { $0.at < limit }) { settle(counted: item, expander) }
    while let item = cues.popFirst(where: { $0.at < limit }) { part.cues.append(item.cue) }
    while let item = unsaid.popFirst(where: { $0.at < limit }) { part.unsaid.append(item.cue) }
    while let item = notes.popFirst(where: { $0.note.due < limit }) { part.notes.append(item.note) }
    decidedBefore = limit
    if counts.count > 1000 { counts = counts.filter { $0 >= limit - .seconds(1) } }
  }

  private mutating func collect() {
    let (decisions, leftOut) = arbitrator.drainDecisions()
    for note in leftOut { notes.insert(DatedNote(note: note)) }
    for decision in decisions { collect(decision) }
  }

  private mutating func collect(_ decision: SpeechArbitrator.Decision) {
    var cue = decision.cue
    // A cue that was moved in an earlier plan has met its conditions already.
    let isDecided = cue.due > cue.mark
    var moved: Move?
    switch decision.verdict {
    case .unchanged: break
    case .moved(let onset, let kind):
      moved = Move(from: cue, because: kind)
      cue = cue.speaking(at: onset)
    case .silenced(let kind, let mayFit):
      leaveOut(cue, "\(kind.rawValue) speaks then", for: kind)
      if mayFit || keepsAllTexts { unsaid.insert(Dated(at: cue.due, cue: cue)) }
      if cue.sound == nil { return }
      cue = cue.silenced
    }
    if cue.key.number == cue.entry.rule.count { counts.insert(cue.mark) }
    if cue.entry.rule.condition.counted == nil || isDecided {
      add(Dated(at: cue.due, cue: cue, moved: moved))
    } else {
      counted.insert(Dated(at: min(cue.due, cue.mark), cue: cue, moved: moved))
    }
  }

  /// Decides whether to keep a cue that depends on a count at its mark; arbitration has already placed it.
  private mutating func settle(counted item: Dated, _ expander: CueExpander) {
    let cue = item.cue
    arbitrator.decide(through: CueClass.countdown.rank, before: cue.mark + .nanoseconds(1), &candidates, expander)
    collect()
    let begins = counts.contains(cue.mark)
    if begins == cue.entry.rule.condition.counted {
      add(Dated(at: cue.due, cue: cue, moved: item.moved))
    } else {
      if let speech = cue.speech {
        vacant.removeAll { $0.span.end < decidedBefore - .seconds(300) }
        let span = SpokenTime.Span(start: speech.onset, end: speech.end, kind: cue.entry.kind)
        vacant.append(Vacancy(at: min(cue.due, cue.mark), span: span))
      }
      leaveOut(cue, begins ? "a count begins at its moment" : "no count begins at its moment")
    }
  }

  /// Adds a cue to the plan, with its note.
  private mutating func add(_ item: Dated) {
    cues.insert(item)
    guard let moved = item.moved, let onset = item.cue.speech?.onset else { return }
    let late = Self.milliseconds(onset - (moved.from.speech?.onset ?? onset))
    let reason = "by \(late) ms: \(moved.because.rawValue) speaks"
    notes.insert(DatedNote(note: Self.note(.moved, moved.from, to: onset, reason, for: moved.because)))
  }

  private mutating func leaveOut(_ cue: ScheduledWarning, _ reason: String, for speaker: CueKind? = nil) {
    notes.insert(DatedNote(note: Self.note(.leftOut, cue, reason, for: speaker)))
  }

  private static func note(
    _ kind: PlanNote.Kind, _ cue: ScheduledWarning, to onset: Duration? = nil, _ reason: String,
    for speaker: CueKind?
  ) -> PlanNote {
    PlanNote(
      kind: kind, key: cue.key, cueKind: cue.entry.kind, mark: cue.mark, due: cue.speech?.onset ?? cue.due,
      movedTo: onset, content: cue.speech?.phrase.text ?? cue.sound?.name ?? "", reason: reason,
      speaker: speaker, lastStart: min(cue.due, cue.mark))
  }

  private static func milliseconds(_ duration: Duration) -> Int { duration.inNanoseconds / 1_000_000 }
}
