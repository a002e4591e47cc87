import WorkoutModel

/// Finds the cues with marks in a stretch of the plan, before it is decided which of them may sound.
///
/// It is created once for the known lengths, and shared by planning and playback.
final class CueExpander: Sendable {
  let rules: CompiledRules
  let durations: PhraseDurations
  /// The user's changes to the lengths of phases.
  let edits: [PhaseEdit]
  /// The count that has begun: it is said to its end, whichever phase lasts until then.
  private let count: CountInProgress?
  /// The maximum time by which a cue begins before its mark.
  let lead: Duration
  /// What has been found before in whole pieces of the plan, which copies of a session share.
  let known: [PieceKey: Piece]

  init(
    _ rules: CompiledRules, _ durations: PhraseDurations, _ edits: [PhaseEdit] = [], _ count: CountInProgress? = nil,
    known: [PieceKey: Piece] = [:]
  ) {
    self.rules = rules
    self.durations = durations
    self.edits = edits
    self.count = count
    self.known = known
    lead = rules.backTiming.lead(durations)
  }

  struct PieceKey: Hashable {
    let node: Int
    let from: Duration
  }

  struct Piece {
    let stretch: Stretch
    let findings: Findings
  }

  /// The same expander that knows what it finds from a position in a segment on, up to another of the plan.
  func knowing(from context: SegmentContext, at start: Duration, to position: Duration) -> CueExpander {
    var known = known
    var place: (context: SegmentContext, from: Duration)? = (context, Stretch.start(at: start, in: context))
    while let (context, from) = place, from <= position {
      let stretch = Stretch(of: context, from: from)
      known[PieceKey(node: context.id.node, from: from)] = Piece(stretch: stretch, findings: find(in: stretch))
      place = stretch.isLast ? context.following.map { (self.context(of: $0), stretch.to) } : (context, stretch.to)
    }
    return CueExpander(rules, durations, edits, count, known: known)
  }

  func context(of cursor: Cursor) -> SegmentContext {
    let known = known[PieceKey(node: cursor.node, from: cursor.start)]?.stretch.context
    return known.flatMap { $0.cursor == cursor ? $0 : nil } ?? SegmentContext(cursor, rules)
  }

  /// A stretch of one segment; its end belongs to it only if the segment ends there.
  struct Stretch {
    /// The length of the pieces in which longer segments are searched.
    private static let longest = Duration.seconds(60)

    let context: SegmentContext
    let from: Duration
    let to: Duration

    init(context: SegmentContext, from: Duration, to: Duration) {
      (self.context, self.from, self.to) = (context, from, to)
    }

    init(of context: SegmentContext, from: Duration) {
      let whole = from + Self.longest
      self.init(context: context, from: from, to: context.cursor.end.map { min($0, whole) } ?? whole)
    }

    /// The start of the piece that contains a position, where a segment is searched from its start on.
    static func start(at position: Duration, in context: SegmentContext) -> Duration {
      let start = context.cursor.start
      return start + longest * ((position - start).inNanoseconds / longest.inNanoseconds)
    }

    var isFirst: Bool { from == context.cursor.start }
    var isLast: Bool { to == context.cursor.end }
  }

  /// The cues found, in no order, and notes on those that were left out at once.
  struct Findings {
    var candidates: [ScheduledWarning] = []
    var leftOut: [LeftOutCue] = []

    /// Leaves out what asks for a count at its moment where none begins, or for none where one does.
    fileprivate mutating func followCounts() {
      let counts = Set(candidates.lazy.filter { $0.key.number == $0.entry.rule.count }.map { $0.mark })
      candidates.removeAll { cue in
        let begins = counts.contains(cue.mark)
        guard let counted = cue.entry.rule.condition.counted, counted != begins else { return false }
        let note = cue.leftOut(because: begins ? .countBegins : .noCountBegins)
        leftOut.append(LeftOutCue(note, in: cue.context))
        return true
      }
    }
  }

  /// The phase, set or workout that a rule is applied to.
  struct Anchored {
    let node: Int
    let span: ScheduledWarning.Span
    /// The set itself, or the innermost set around a phase, by its level in `SegmentContext.sets`.
    let level: Int?
    /// The sets of the groups around it, outermost first, counted from 1.
    let sets: [Int]
    /// Whether its length depends on when the user says done.
    let endsByUser: Bool
    /// Whether nobody is to know its end before it comes.
    let isHidden: Bool

    /// What cues may tell of the span.
    var shown: ScheduledWarning.Span { isHidden ? ScheduledWarning.Span(start: span.start, end: nil) : span }
  }

  func find(in stretch: Stretch) -> Findings {
    if let piece = known[PieceKey(node: stretch.context.id.node, from: stretch.from)],
      piece.stretch.to == stretch.to, piece.stretch.context.cursor == stretch.context.cursor
    {
      return piece.findings
    }
    var findings = Findings()
    let context = stretch.context
    let phase = Anchored(phaseOf: context)
    for entry in context.phase.rules { collect(entry, phase, stretch, &findings) }
    for level in context.groups {
      let set = context.sets[level]
      let anchored = Anchored(
        node: set.group, span: ScheduledWarning.Span(start: set.start, end: set.end), level: level,
        sets: context.setNumbers(at: level), endsByUser: set.endsByUser, isHidden: set.isEndHidden)
      for entry in rules.sets[set.group]
      where !isCutOff(entry, level, context) && !isSaidOutside(entry, level, context) {
        collect(entry, anchored, stretch, &findings)
      }
    }
    let whole = Anchored(
      node: 0, span: ScheduledWarning.Span(start: .zero, end: context.workoutEnd), level: nil, sets: [],
      endsByUser: context.sets.last?.endsByUser ?? false, isHidden: context.sets.last?.isEndHidden ?? false)
    for entry in rules.workout { collect(entry, whole, stretch, &findings) }
    if rules.asksForCounts { findings.followCounts() }
    return findings
  }

  /// Whether the completion of an outer set replaces this one, because sets of nested groups end together.
  private func isSaidOutside(_ entry: CompiledRules.Entry, _ level: Int, _ context: SegmentContext) -> Bool {
    guard case .end = entry.rule.at, entry.rule.say != nil, let end = context.sets[level].end else { return false }
    return context.groups.dropFirst(level + 1).contains { level in
      let outer = context.sets[level]
      return outer.end == end
        && rules.sets[outer.group].contains { other in
          other.rule.at == entry.rule.at && other.rule.say != nil && !isCutOff(other, level, context)
            && isSatisfied(other.rule.condition, level, context, length: outer.isEndHidden ? nil : end - outer.start)
        }
    }
  }

  /// Whether it would say of a set that time cuts off that it completes.
  private func isCutOff(_ entry: CompiledRules.Entry, _ level: Int, _ context: SegmentContext) -> Bool {
    guard entry.completesSet else { return false }
    let extended = edits.reduce(Duration.zero) { $1.id == context.id ? $0 + $1.extended : $0 }
    if extended == .zero { return context.sets[level].isCut }
    return rules.timeline.cuts(around: context.cursor, extended: extended)[level]
  }

  func collect(
    _ entry: CompiledRules.Entry, _ anchored: Anchored, _ stretch: Stretch, _ findings: inout Findings
  ) {
    // A count that has begun continues behind its last number where a phase of this length would have none.
    var begin = Duration.zero
    if !isSatisfied(entry, anchored, stretch.context, ofAnyLength: false) {
      guard let count, count.rule == entry.index, count.end == anchored.span.end,
        isSatisfied(entry, anchored, stretch.context, ofAnyLength: true)
      else { return }
      begin = count.last + .nanoseconds(1)
    }
    let moments = MomentSchedule(
      anchor: anchored.shown, hiddenEnd: anchored.isHidden ? anchored.span.end : nil, endsByUser: anchored.endsByUser,
      seed: seed(of: entry, anchored), drawnLength: anchored.isHidden ? nil : drawnLength(for: entry, anchored))
    if stretch.isFirst, stretch.from == anchored.span.start, begin == .zero {
      noteMarksOutside(entry, anchored, stretch.context, moments, &findings)
    }
    for mark in moments.marks(of: entry, from: stretch.from, through: stretch.to) {
      guard mark.at >= begin, contains(stretch, mark.at, in: anchored.span), passes(entry, mark.at, moments) else {
        continue
      }
      let key = CueKey(rule: entry.index, node: anchored.node, sets: anchored.sets, number: mark.number)
      do throws(LeftOut) {
        findings.candidates.append(try make(key, of: entry, at: mark.at, in: anchored, stretch.context))
      } catch {
        let content = content(key, of: entry, at: mark.at, in: anchored.shown, stretch.context)
        let note = error.note(key: key, kind: entry.kind, mark: mark.at, content: content)
        findings.leftOut.append(LeftOutCue(note, in: stretch.context))
      }
    }
  }

  /// Whether a mark within `span` lies in the stretch; the last moment of a segment also belongs to its sets.
  private func contains(_ stretch: Stretch, _ mark: Duration, in span: ScheduledWarning.Span) -> Bool {
    guard mark >= stretch.from, mark <= stretch.to, span.contains(mark) else { return false }
    return mark < stretch.to || (stretch.isLast && mark == span.end)
  }

  private func seed(of entry: CompiledRules.Entry, _ anchored: Anchored) -> UInt64 {
    guard case .random = entry.rule.at else { return 0 }
    let timeline = rules.timeline
    return SeededRandom.seed(timeline.workout.name, of: timeline.seed, [entry.index, anchored.node] + anchored.sets)
  }

  /// The length for which random moments are drawn: without the user's changes, so that the moments stay where they
  /// are.
  private func drawnLength(for entry: CompiledRules.Entry, _ anchored: Anchored) -> Duration? {
    guard case .random = entry.rule.at, !edits.isEmpty else { return anchored.span.length }
    let moved = edits.reduce(Duration.zero) { $0 + $1.shift(of: anchored.node, in: anchored.sets) }
    return anchored.span.length.map { $0 - moved }
  }

  private func noteMarksOutside(
    _ entry: CompiledRules.Entry, _ anchored: Anchored, _ context: SegmentContext, _ moments: MomentSchedule,
    _ findings: inout Findings
  ) {
    func note(_ mark: MomentSchedule.Mark, _ reason: PlanNote.Reason) {
      let key = CueKey(rule: entry.index, node: anchored.node, sets: anchored.sets, number: mark.number)
      // That is told when the phase, set or workout of its cue begins.
      let note = LeftOut(reason: reason).note(
        key: key, kind: entry.kind, mark: mark.at,
        content: content(key, of: entry, at: mark.at, in: anchored.shown, context))
      findings.leftOut.append(LeftOutCue(note, at: anchored.span.start, in: context))
    }
    switch entry.rule.at {
    case .every: break
    case .random(let count):
      if moments.random(count).isEmpty {
        note(MomentSchedule.Mark(at: anchored.span.start, number: 0), .tooManyMoments(count))
      }
    case .start, .end, .half, .part:
      for mark in moments.marks(of: entry, from: .zero, through: .zero)
      where !anchored.span.contains(mark.at) {
        note(mark, .outside(entry.rule.on))
      }
    }
  }

  private func isSatisfied(
    _ entry: CompiledRules.Entry, _ anchored: Anchored, _ context: SegmentContext, ofAnyLength: Bool
  ) -> Bool {
    // `CompiledPhase.rules` match the intensity of the phase already.
    if entry.rule.on != .phase, let intensities = entry.rule.condition.intensity {
      guard intensities.contains(context.phase.intensity) else { return false }
    }
    if let changes = entry.rule.condition.intensityChanges {
      guard changesIntensity(after: context) == changes else { return false }
    }
    if let ends = entry.rule.condition.endsSet, context.endsSet != ends { return false }
    var condition = entry.rule.condition
    if ofAnyLength { (condition.longerThan, condition.atLeast) = (nil, nil) }
    return isSatisfied(condition, anchored.level, context, length: anchored.shown.length)
  }

  private func isSatisfied(_ condition: Condition, _ level: Int?, _ context: SegmentContext, length: Duration?) -> Bool
  {
    if let least = condition.longerThan {
      guard let length, length > least else { return false }
    }
    if let least = condition.atLeast {
      guard let length, length >= least else { return false }
    }
    if let several = condition.severalPhases {
      guard let level, (context.sets[level].phases > 1) == several else { return false }
    }
    guard let wanted = condition.set else { return true }
    guard let level else { return false }
    let set = context.sets[level]
    return wanted.isSatisfied(forSet: set.set, isLast: set.isLast, isKnown: set.sets != nil)
  }

  private func passes(_ entry: CompiledRules.Entry, _ mark: Duration, _ moments: MomentSchedule) -> Bool {
    if let limit = entry.rule.condition.before.flatMap({ moments.moment($0) }), mark >= limit { return false }
    if let after = entry.rule.condition.after {
      guard let limit = moments.moment(after), mark > limit else { return false }
    }
    return true
  }

  private func changesIntensity(after context: SegmentContext) -> Bool {
    guard let next = context.following else { return false }
    return rules.phase(of: next.node).intensity != context.phase.intensity
  }
}
