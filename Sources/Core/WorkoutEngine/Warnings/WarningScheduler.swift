import WorkoutModel

/// Plans the warnings ahead: the rest of the current phase, then future phases, up to a horizon.
///
/// The plan grows in steps of one length. What it decides doesn't depend on them: the decisions are those of one pass
/// over the whole workout, also where a plan is made again from the middle. Planning may be repeated at any time; what
/// has been settled already isn't planned again.
///
/// Why cues take this way, and aren't simply timers that are set once: a process in the background is throttled or
/// suspended, and its timer callbacks come late, in a burst, or not at all. Notifications that were scheduled before
/// say what was true then.
/// - *Planned again on a lifecycle change*, as after every move: the plan follows from the live state, so a session
///   that was away for a while can't follow an old one. Planning twice gives the same plan, so a pause that cuts no
///   words short, and its end, leave it as it is.
/// - *Resolved live*: the set number that is planned serves planning only. A cue that is held up may play when another
///   set runs, so its words are resolved when it plays (`CueEnvironment.liveText`). A difference is an event.
/// - *Deduplicated twice*, as planning again may plan what has been played: by key, so that nothing is said twice in a
///   set, and by time, so that the same key isn't repeated within 10 s whatever the set. In the last set only the rule
///   by time holds: a warning that was once played for the wrong set doesn't cost the last set its own
///   (`WarningLedger`).
struct WarningScheduler: Sendable {
  /// How far ahead of the session the plan reaches at least, in workouts of ordinary density.
  static let lookAhead = Duration.seconds(20)
  /// An open phase promises its cues in stretches of this length.
  private static let stretchLength = Duration.seconds(60)

  /// What is planned and not yet settled, by due time; a slice, as its first element leaves without moving the others.
  private(set) var queue: ArraySlice<ScheduledWarning> = []
  /// What was moved or left out since the notes were last taken.
  private(set) var notes: [PlanNote] = []
  /// Everything that is due before it is planned; `nil` when nothing is left to plan.
  private(set) var plannedUpTo: Duration?
  /// Candidates whose words did not fit, though shorter ones might have, by due time.
  private var unsaid: ArraySlice<ScheduledWarning> = []
  /// What is decided before the plan has to hold it; slices, as all copies share them.
  private var decided = PlanPart()
  private var decisions: DecisionMaker
  /// When the workout ends, where that is known.
  private let end: Duration?
  private let step: Duration
  /// How far ahead of the session the plan reaches at least.
  let reach: Duration

  /// Begins a plan at `position` in the segment of `context`.
  ///
  /// `speaking` is what is being said already. Cues that would have begun before `position` are planned only if they
  /// are `kept`, and those at `position` only if they aren't `settled`. What is `waiting` was moved behind `position`
  /// although its moment lies before it. The places that are `vacant` stay so.
  init(
    at context: SegmentContext?, from position: Duration, speaking: [SpokenTime.Span], keeping kept: Set<CueKey> = [],
    without settled: Set<CueKey> = [], waiting: [ScheduledWarning] = [], around vacant: [DecisionMaker.Vacancy] = [],
    _ expander: CueExpander
  ) {
    step = expander.rules.planningStep
    reach = min(Self.lookAhead, step * 4)
    decisions = DecisionMaker(
      CandidateStream(at: context, from: position, keeping: kept, without: settled, lead: expander.lead),
      from: position, speaking: speaking, waiting: waiting, around: vacant, keepsAllTexts: step >= Self.lookAhead)
    plannedUpTo = context == nil ? nil : position
    end = context?.workoutEnd
  }

  private init() {
    decisions = DecisionMaker(CandidateStream(at: nil, from: .zero, keeping: [], lead: .zero), from: .zero)
    end = .zero
    step = Self.lookAhead
    reach = Self.lookAhead
  }

  /// A plan of nothing.
  static var nothing: WarningScheduler { WarningScheduler() }

  /// At which position of the session the plan must grow; `nil` when nothing is left to plan.
  var growsAt: Duration? { plannedUpTo.map { $0 - reach } }

  /// The cues of a session that ends at the end of `context` because the user left its last phase: the closing cues
  /// alone.
  static func closing(at context: SegmentContext, _ expander: CueExpander) -> [ScheduledWarning] {
    guard let end = context.cursor.end else { return [] }
    var scheduler = WarningScheduler(at: context, from: end, speaking: [], expander)
    scheduler.extend(to: end, expander)
    return scheduler.queue.filter { $0.cueClass == .completion || $0.key.node == 0 }
  }

  /// The phrases that the plan holds from `start` through `end`, in the order in which they may be said: what is
  /// planned, and what would be planned if phrases turned out shorter than they are thought to be.
  func phrases(from start: Duration, through end: Duration) -> [Phrase] {
    let spare = unsaid.drop { $0.due < start }.prefix { $0.due <= end }
    let all = (queue.prefix { $0.due <= end } + spare).enumerated().sorted {
      ($0.element.due, $0.offset) < ($1.element.due, $1.offset)
    }
    return all.compactMap(\.element.speech?.phrase)
  }

  /// Grows from `position` on, in the steps of a plan that begins there.
  mutating func grow(from position: Duration) { plannedUpTo = position }

  /// Plans everything that is due at or before `position`.
  mutating func extend(to position: Duration, _ expander: CueExpander) {
    while let planned = plannedUpTo, planned <= position {
      let limit = limit(after: planned)
      if decisions.decidedBefore < limit { decisions.decide(before: limit, into: &decided, expander) }
      queue += decided.cues.removePrefix { $0.due < limit }
      unsaid += decided.unsaid.removePrefix { $0.due < limit }
      notes += decided.notes.removePrefix { $0.due < limit }
      plannedUpTo = limit == SpeechArbitrator.never ? nil : limit
    }
  }

  /// Decides everything that is due at or before `position`, yet plans none of it before its time.
  mutating func decide(to position: Duration, _ expander: CueExpander) {
    guard let planned = plannedUpTo else { return }
    var limit = max(planned, decisions.decidedBefore)
    while limit <= position {
      limit = self.limit(after: limit)
      decisions.decide(before: limit, into: &decided, expander)
    }
  }

  /// The end of the next step; behind the end of the workout nothing is left to plan.
  private func limit(after position: Duration) -> Duration {
    let next = position + step
    return end.map { $0 < next } ?? false ? SpeechArbitrator.never : next
  }

  /// Up to where every plan has decided when the session is at `position` of a segment that began at `start`.
  static func leastPlan(at position: Duration, from start: Duration) -> Duration {
    let stretches = (position + lookAhead - start).inNanoseconds / stretchLength.inNanoseconds + 1
    return start + stretchLength * stretches
  }

  /// The cues that are due at or behind `position` although their marks lie before it: they had to wait for other
  /// words.
  func waiting(at position: Duration) -> [ScheduledWarning] {
    let moved = (queue + decided.cues).filter { $0.mark < position && $0.due >= position }
    return (moved + decisions.moved(fromBefore: position)).sorted { $0.due < $1.due }
  }

  /// Where words have their place that aren't said and should have been due before `position`.
  func vacant(at position: Duration) -> [DecisionMaker.Vacancy] { decisions.vacant(at: position) }

  /// Takes the first cue out of the plan.
  mutating func removeFirst() -> ScheduledWarning {
    let cue = queue.removeFirst()
    while let first = unsaid.first, first.due < cue.due { unsaid.removeFirst() }
    return cue
  }

  /// Takes cues out of what is planned so far.
  mutating func remove(where isSettled: (ScheduledWarning) -> Bool) { queue.removeAll(where: isSettled) }

  /// Leaves a segment for the next one; `nil` if the plan doesn't reach that far, or nothing follows.
  mutating func leave(_ context: SegmentContext) -> SegmentContext? { decisions.leave(context) }

  /// Takes out the notes made so far.
  mutating func drainNotes() -> [PlanNote] {
    defer { notes = [] }
    return notes
  }
}

/// A part of a plan, each list in its order.
struct PlanPart: Sendable {
  /// By due time.
  var cues: ArraySlice<ScheduledWarning> = []
  /// Candidates whose words did not fit, though shorter ones might have, by due time.
  var unsaid: ArraySlice<ScheduledWarning> = []
  /// By the moment at which the words had to begin.
  var notes: ArraySlice<PlanNote> = []
}

extension ArraySlice {
  /// Removes and returns the elements before the first that isn't wanted.
  fileprivate mutating func removePrefix(while isWanted: (Element) -> Bool) -> ArraySlice {
    let prefix = self.prefix(while: isWanted)
    self = self[prefix.endIndex...]
    return prefix
  }
}
