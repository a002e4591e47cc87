import WorkoutModel

/// Plans the warnings ahead: the rest of the current phase, then future phases, up to a horizon.
///
/// The plan is made stretch by stretch, each decided with a look at what follows it, so that a long plan and one made
/// anew on the way agree. Planning may be repeated at any time; what has been settled already isn't planned again.
struct WarningScheduler: Sendable {
  /// How far behind a stretch its decisions look: the longest phrase, and room to spare.
  static let lookAhead = Duration.seconds(20)
  /// Longer segments are planned in pieces of this length.
  private static let stretchLength = Duration.seconds(60)

  /// How many notes wait for whoever asks; older ones are dropped.
  private static let noteCapacity = 10_000

  /// What is decided and not yet settled, by due time.
  private(set) var queue: [ScheduledWarning] = []
  /// What was moved or left out since the notes were last taken.
  private(set) var notes: [PlanNote] = []
  /// What is decided before the plan has to hold it; a slice, as all copies share it.
  private var decided: ArraySlice<Decided> = []
  private var ahead: [Found] = []
  /// Where planning goes on; `nil` at the end of the workout.
  private var frontier: (spot: Spot, from: Duration)?
  /// The segments from the one that runs to the frontier.
  private var route: ArraySlice<Spot> = []
  /// Where decided speech reaches into what isn't decided yet.
  private var occupied: [ScheduledWarning.Span] = []
  /// Planned before this, a cue is too late, unless it was in the plan before.
  private var floor: Duration
  private var kept: Set<CueKey>
  /// What waits for other words, to be judged with the first stretch.
  private var waiting: [ScheduledWarning]

  private struct Found {
    let stretch: CandidateFinder.Stretch
    var findings: CandidateFinder.Findings
  }

  private struct Decided {
    let from: Duration
    /// All that was found in the stretch.
    let candidates: [ScheduledWarning]
    /// What stands of it.
    var cues: [ScheduledWarning] = []
    var notes: [PlanNote]
  }

  /// Begins a plan at `position` in the segment of `spot`.
  ///
  /// `speaking` is what is being said already. Cues that would have begun before `position` are planned only if they
  /// are `kept`. What is `waiting` was moved behind `position` although its moment lies before it.
  init(
    at spot: Spot?, from position: Duration, speaking: [ScheduledWarning.Span], keeping kept: Set<CueKey> = [],
    waiting: [ScheduledWarning] = []
  ) {
    if let spot {
      frontier = (spot, position)
      route = [spot]
    }
    occupied = speaking.filter { $0.end.map { $0 > position } ?? false }
    floor = position
    self.kept = kept
    self.waiting = waiting
  }

  /// A plan of nothing.
  static var nothing: WarningScheduler { WarningScheduler(at: nil, from: .zero, speaking: []) }

  /// What a session says that ends at the end of `spot` although its last phase was left: the closing cues alone.
  static func closing(at spot: Spot, _ finder: CandidateFinder) -> [ScheduledWarning] {
    guard let end = spot.cursor.end else { return [] }
    var scheduler = WarningScheduler(at: spot, from: end, speaking: [])
    scheduler.extend(to: end, finder)
    return scheduler.queue.filter { $0.cueClass == .completion || $0.key.node == 0 }
  }

  /// Every text that the plan holds so far, in the order in which it may be said.
  var texts: [String] {
    let horizon = (plannedUpTo ?? .zero) + Self.lookAhead
    let coming = decided.map { ($0.from, $0.candidates) } + ahead.map { ($0.stretch.from, $0.findings.candidates) }
    let near = coming.prefix { from, _ in from < horizon }.flatMap { _, candidates in candidates }
    return (queue + near).compactMap(\.speech?.text)
  }

  /// Everything whose moment lies before it is planned; `nil` when nothing is left to plan.
  var plannedUpTo: Duration? { decided.isEmpty ? decidedUpTo : decided[decided.startIndex].from }

  private var decidedUpTo: Duration? { ahead.isEmpty ? frontier?.from : ahead[0].stretch.from }

  /// Plans everything whose moment lies at or before `position`.
  mutating func extend(to position: Duration, _ finder: CandidateFinder) {
    while let next = plannedUpTo, next <= position, let stretch = decided.popFirst() ?? decideNextStretch(finder) {
      notes += stretch.notes
      if notes.count > Self.noteCapacity { notes.removeFirst(notes.count - Self.noteCapacity) }
      for cue in stretch.cues { enqueue(cue) }
    }
  }

  /// Decides everything whose moment lies at or before `position`, yet plans none of it before its time.
  mutating func decide(to position: Duration, _ finder: CandidateFinder) {
    while let next = decidedUpTo, next <= position, let stretch = decideNextStretch(finder) { decided.append(stretch) }
  }

  /// Up to where every plan has decided, when the session stands at `position` of a segment that began at `start`.
  static func leastPlan(at position: Duration, from start: Duration) -> Duration {
    let stretches = (position + lookAhead - start).inNanoseconds / stretchLength.inNanoseconds + 1
    return start + stretchLength * stretches
  }

  /// Takes the first cue out of the plan.
  mutating func removeFirst() -> ScheduledWarning { queue.removeFirst() }

  /// Takes cues out of what is planned so far.
  mutating func remove(where isSettled: (ScheduledWarning) -> Bool) { queue.removeAll(where: isSettled) }

  /// Leaves a segment for the next one; `nil` where the plan doesn't reach that far, or nothing follows.
  mutating func leave(_ spot: Spot) -> Spot? {
    guard let index = route.firstIndex(where: { $0 === spot }) else { return nil }
    route = route[(index + 1)...]
    return route.first
  }

  /// Takes out the notes made so far.
  mutating func takeNotes() -> [PlanNote] {
    defer { notes = [] }
    return notes
  }

  private mutating func decideNextStretch(_ finder: CandidateFinder) -> Decided? {
    if ahead.isEmpty { findNextStretch(finder) }
    guard let end = ahead.first?.stretch.to else { return nil }
    while let from = frontier?.from, from < end + Self.lookAhead { findNextStretch(finder) }
    var candidates: [ScheduledWarning] = []
    candidates.reserveCapacity(ahead.reduce(0) { $0 + $1.findings.candidates.count })
    for found in ahead { candidates += found.findings.candidates }
    let own = ahead.removeFirst()
    var stretch = Decided(
      from: own.stretch.from, candidates: own.findings.candidates, notes: own.findings.notes)
    stretch.cues.reserveCapacity(stretch.candidates.count)
    let verdicts = Arbiter(occupied: occupied).judge(candidates)
    for (index, candidate) in stretch.candidates.enumerated() {
      settle(candidate, verdicts?[index] ?? .stands, in: &stretch)
    }
    occupied.removeAll { $0.end.map { $0 <= end } ?? true }
    return stretch
  }

  private mutating func settle(
    _ candidate: ScheduledWarning, _ verdict: Arbiter.Verdict, in stretch: inout Decided
  ) {
    var cue = candidate
    switch verdict {
    case .stands: break
    case .moved(let onset, let kind):
      let late = Self.milliseconds(onset - (cue.speech?.onset ?? onset))
      stretch.notes.append(Self.note(.moved, cue, "by \(late) ms: \(kind.rawValue) speaks"))
      cue = cue.speaking(at: onset)
    case .silenced(let kind):
      let reason = kind.map { "\($0.rawValue) speaks then" } ?? "another phrase is being spoken then"
      stretch.notes.append(Self.note(.leftOut, cue, reason))
      if cue.sound == nil { return }
      cue = cue.silenced
    }
    guard cue.due >= floor || kept.contains(cue.key) else { return }
    if let speech = cue.speech { occupied.append(ScheduledWarning.Span(start: speech.onset, end: speech.end)) }
    stretch.cues.append(cue)
  }

  /// Cues come nearly in the order in which they are due; of two that are due at once the first stays the first.
  private mutating func enqueue(_ cue: ScheduledWarning) {
    var place = queue.count
    while place > 0, queue[place - 1].due > cue.due { place -= 1 }
    queue.insert(cue, at: place)
  }

  private static func note(_ kind: PlanNote.Kind, _ cue: ScheduledWarning, _ reason: String) -> PlanNote {
    PlanNote(
      kind: kind, key: cue.key, cueKind: cue.entry.kind, mark: cue.mark, content: cue.speech?.text ?? "",
      reason: reason)
  }

  private static func milliseconds(_ duration: Duration) -> Int { duration.inNanoseconds / 1_000_000 }

  private mutating func findNextStretch(_ finder: CandidateFinder) {
    guard let (spot, from) = frontier else { return }
    let whole = from + Self.stretchLength
    let to = spot.cursor.end.map { min($0, whole) } ?? whole
    let stretch = CandidateFinder.Stretch(spot: spot, from: from, to: to)
    ahead.append(Found(stretch: stretch, findings: finder.find(in: stretch)))
    if !waiting.isEmpty {
      ahead[ahead.count - 1].findings.candidates.insert(contentsOf: waiting, at: 0)
      waiting = []
    }
    guard to == spot.cursor.end else {
      frontier = (spot, to)
      return
    }
    frontier = spot.following.map { (Spot($0, finder.timeline, finder.book), to) }
    if let next = frontier?.spot { route.append(next) }
  }
}
