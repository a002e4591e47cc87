import WorkoutModel

/// Plans the warnings ahead: the rest of the current phase, then future phases, up to a horizon.
///
/// The plan grows in equal steps, which don't affect its decisions: they are those of one pass over the whole workout,
/// even if a plan is rebuilt from the middle. Planning can be repeated at any time; settled cues aren't planned again.
///
/// Cues aren't timers that are set once, because a background process is throttled or suspended: its timer callbacks
/// come late, in a burst, or not at all. Notifications that were scheduled in advance say what was true then.
/// - *Replanned on a lifecycle change*, as after every move: the plan follows from the live state, so a session that
///   was away for a while can't follow an old one. Planning twice gives the same plan, so a pause that cuts no words
///   short leaves it unchanged, and so does its end.
/// - *Resolved live*: the planned set number serves planning only. A delayed cue may play while another set runs, so
///   its words are resolved when it plays (`Engine.currentPhrase`). A difference is reported as an event.
/// - *Deduplicated twice*, because replanning may plan what has been played: by key, so that nothing is said twice in a
///   set, and by time, so that the same key isn't repeated within 10 s in any set. In the last set only the rule by
///   time applies: a warning that played for the wrong set doesn't cost the last set its own. For the same moment only
///   words come again there, because they may have been cut short (`Facts`).
struct WarningScheduler: Sendable {
  /// The minimum reach of the plan ahead of the session, in workouts of ordinary density.
  static let lookAhead = Duration.seconds(20)
  /// The length of the stretches in which an open phase promises its cues.
  private static let stretchLength = Duration.seconds(60)

  /// The planned cues that are not settled yet, by due time; a slice, because removing its first element doesn't move
  /// the others.
  private(set) var queue: ArraySlice<ScheduledWarning> = []
  /// Candidates whose words did not fit, though shorter ones might have, by due time.
  private var unsaid: ArraySlice<ScheduledWarning> = []
  /// The cues that are left out, by the moments at which it is told.
  private var leftOut: ArraySlice<LeftOutCue> = []
  /// The position before which everything due is planned; `nil` when nothing is left to plan.
  private(set) var plannedUpTo: Duration?
  /// The end of the workout, if it is known.
  private let end: Duration?
  /// The length of the steps in which it grows, in each of which are a few thousand cues at most.
  let step: Duration
  /// The minimum reach of the plan ahead of the session.
  let reach: Duration

  /// The position before which everything due is decided; it may be decided before the plan must contain it.
  private(set) var decidedBefore: Duration
  private var arbitrator: SpeechArbitrator
  private var decided = Decisions()

  /// Whether the texts of all cues that are left out are kept, or only of those that shorter words might save.
  private var keepsAllTexts: Bool { step >= Self.lookAhead }

  /// Begins a plan at `position` in the segment of `context`, an empty plan if it is `nil`, after the `facts`, by
  /// default none. The marks of `waiting` cues lie before it.
  init(
    at context: SegmentContext?, from position: Duration, after facts: Facts? = nil, waiting: [ScheduledWarning] = [],
    _ expander: CueExpander
  ) {
    let facts = facts ?? Facts(since: position)
    step = expander.rules.planningStep
    reach = min(Self.lookAhead, step * 4)
    plannedUpTo = context == nil ? nil : position
    end = context?.workoutEnd
    decidedBefore = position
    let candidates = CandidateStream(at: context, from: position, after: facts, lead: expander.lead)
    // Planned words never give way to others.
    let speaking = facts.speaking.filter { $0.end > position && $0.kind.isPlanned }
    arbitrator = SpeechArbitrator(
      candidates, speaking: speaking.map { SpokenTime.Span(start: $0.onset, end: $0.end, kind: $0.kind) },
      waiting: waiting)
  }

  /// The cues where it begins that have begun already.
  var repeated: [ScheduledWarning] { arbitrator.candidates.repeated }

  /// The position of the session at which the plan must grow; `nil` when nothing is left to plan.
  var growsAt: Duration? { plannedUpTo.map { $0 - reach } }

  /// The closing cues alone, for a session that ends at the end of `context` because the user left its last phase.
  static func closing(at context: SegmentContext, _ expander: CueExpander) -> [ScheduledWarning] {
    guard let end = context.cursor.end else { return [] }
    var scheduler = WarningScheduler(at: context, from: end, expander)
    scheduler.extend(to: end, expander)
    return scheduler.queue.filter { $0.cueClass == .completion || $0.key.node == 0 }
  }

  /// The cues in the plan from `start` through `end`, in the order in which they may be spoken: those planned, and
  /// those that would be planned if phrases turned out shorter than estimated.
  func cues(from start: Duration, through end: Duration) -> [ScheduledWarning] {
    let spare = unsaid.drop { $0.due < start }.prefix { $0.due <= end }
    return (queue.prefix { $0.due <= end } + spare).enumerated().sorted {
      ($0.element.due, $0.offset) < ($1.element.due, $1.offset)
    }.map { $0.element }
  }

  // MARK: Planning

  /// Plans everything that is due at or before `position`.
  mutating func extend(to position: Duration, _ expander: CueExpander) {
    while let planned = plannedUpTo, planned <= position {
      let limit = limit(after: planned)
      if decidedBefore < limit { decide(before: limit, expander) }
      while let item = decided.cues.popFirst(where: { $0.at < limit }) { queue.append(item.cue) }
      while let item = decided.unsaid.popFirst(where: { $0.at < limit }) { unsaid.append(item.cue) }
      while let item = decided.leftOut.popFirst(where: { $0.at < limit }) { leftOut.append(item) }
      plannedUpTo = limit == SpeechArbitrator.never ? nil : limit
    }
  }

  /// Decides everything that is due at or before `position`, without planning it before its time.
  mutating func decide(to position: Duration, _ expander: CueExpander) {
    guard let planned = plannedUpTo else { return }
    var limit = max(planned, decidedBefore)
    while limit <= position {
      limit = self.limit(after: limit)
      decide(before: limit, expander)
    }
    decided.cues.sort()
  }

  private mutating func decide(before limit: Duration, _ expander: CueExpander) {
    // The desired onset of words after a sound is `speechDelay` after their cue is due.
    arbitrator.decide(before: limit + BackTiming.speechDelay, expander)
    let found = arbitrator.drainDecisions()
    for cue in found.leftOut { decided.leftOut.insert(cue) }
    for decision in found.decisions { decided.add(decision, keepsText: keepsAllTexts) }
    decidedBefore = limit
  }

  /// The end of the next step; after the end of the workout nothing is left to plan.
  private func limit(after position: Duration) -> Duration {
    let next = position + step
    return end.map { $0 < next } ?? false ? SpeechArbitrator.never : next
  }

  /// The position up to which every plan has decided when the session is at `position` of a segment that began at
  /// `start`.
  static func leastPlan(at position: Duration, from start: Duration) -> Duration {
    let stretches = (position + lookAhead - start).inNanoseconds / stretchLength.inNanoseconds + 1
    return start + stretchLength * stretches
  }

  /// The cues that are due at or after `position` although their marks lie before it, or at the end of the segment
  /// before that of `context`, because they waited for other words.
  func waiting(at position: Duration, in context: SegmentContext?) -> [ScheduledWarning] {
    (queue + decided.cues.elements.map { $0.cue }).filter { cue in
      guard cue.due >= position, cue.due > cue.mark else { return false }
      // The cues at the start of the next segment are yet to be found.
      let isOver = cue.context.cursor.start < position && cue.context.id != context?.id
      return cue.mark < position || (cue.mark == position && isOver)
    }.sorted { $0.due < $1.due }
  }

  // MARK: Taking

  mutating func removeFirst() -> ScheduledWarning {
    let cue = queue.removeFirst()
    while let first = unsaid.first, first.due < cue.due { unsaid.removeFirst() }
    return cue
  }

  /// Removes the matching cues from what is planned so far.
  mutating func remove(where isSettled: (ScheduledWarning) -> Bool) { queue.removeAll(where: isSettled) }

  /// The position at which it is told next that a cue is left out: its moment, but not after the end.
  var nextLeftOut: Duration? { leftOut.first.map { cue in end.map { min($0, cue.at) } ?? cue.at } }

  mutating func removeFirstLeftOut() -> LeftOutCue { leftOut.removeFirst() }

  /// Whether the plan leaves out a cue whose moment is before `end`, if there is one.
  func leavesOut(_ key: CueKey, before end: Duration?) -> Bool {
    leftOut.contains { cue in cue.note.key == key && end.map { cue.note.mark < $0 } ?? true }
  }
}
