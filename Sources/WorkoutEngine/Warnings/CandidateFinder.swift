import WorkoutModel

/// Finds the cues whose moments lie in a stretch of the plan, before it is decided which of them may sound.
struct CandidateFinder {
  let timeline: Timeline
  let book: CueBook
  let lexicon: Lexicon

  /// A stretch of one segment, whose end belongs to it only where the segment ends.
  struct Stretch {
    let cursor: Cursor
    /// The sets around the cursor, innermost first, the workout last.
    let sets: [Timeline.SetSpan]
    let from: Duration
    let to: Duration

    var isFirst: Bool { from == cursor.start }
  }

  /// What was found: cues in the order of the workout's rules, and what was left out at once.
  struct Findings {
    var candidates: [ScheduledWarning] = []
    var notes: [PlanNote] = []
  }

  /// All cues whose moments lie in `stretch`; those of ends before those of starts.
  func find(in stretch: Stretch) -> Findings {
    var findings = Findings()
    let sets = stretch.sets
    let phase = Anchored(
      on: .phase, node: stretch.cursor.id.node,
      span: ScheduledWarning.Span(start: stretch.cursor.start, end: stretch.cursor.end), set: sets.dropLast().first)
    for entry in book.phases[phase.node] ?? [] { collect(entry, phase, stretch, &findings) }
    for (level, set) in sets.dropLast().enumerated() {
      let anchored = Anchored(
        on: .set, node: set.group, span: ScheduledWarning.Span(start: set.start, end: set.end), set: set)
      for entry in book.sets[set.group] ?? [] where !isSaidOutside(entry, level, sets) {
        collect(entry, anchored, stretch, &findings)
      }
    }
    if let whole = sets.last {
      let anchored = Anchored(
        on: .workout, node: 0, span: ScheduledWarning.Span(start: .zero, end: whole.end), set: nil)
      for entry in book.workout { collect(entry, anchored, stretch, &findings) }
    }
    findings.candidates.sort { ($0.mark, $0.isEnd ? 0 : 1) < ($1.mark, $1.isEnd ? 0 : 1) }
    return findings
  }

  /// The phase, set or workout that a rule is applied to.
  private struct Anchored {
    let on: Anchor
    let node: Int
    let span: ScheduledWarning.Span
    /// The set itself, or the innermost around a phase.
    let set: Timeline.SetSpan?
  }

  /// Where sets of nested groups end together, only the outer one's completion is said.
  private func isSaidOutside(_ entry: CueBook.Entry, _ level: Int, _ sets: [Timeline.SetSpan]) -> Bool {
    guard case .end = entry.rule.at, entry.rule.say != nil, let end = sets[level].end else { return false }
    return sets.dropLast().dropFirst(level + 1).contains { outer in
      outer.end == end
        && (book.sets[outer.group] ?? []).contains { other in
          other.rule.at == entry.rule.at && other.rule.say != nil
            && holds(other.rule.condition, set: outer, length: outer.end.map { $0 - outer.start })
        }
    }
  }

  private func collect(
    _ entry: CueBook.Entry, _ anchored: Anchored, _ stretch: Stretch, _ findings: inout Findings
  ) {
    let rule = entry.rule
    guard holds(rule, anchored, stretch) else { return }
    let seed = SplitMix64.seed(timeline.workout.name, [entry.index, anchored.node] + keySets(anchored, stretch))
    let finder = MomentFinder(anchor: anchored.span, seed: seed)
    let begins = stretch.isFirst && stretch.from == anchored.span.start
    if begins { noteWhatLiesOutside(entry, anchored, stretch, finder, &findings) }
    for mark in finder.marks(of: rule, from: stretch.from, through: stretch.to) {
      let isWithin = mark.at < stretch.to || (stretch.to == stretch.cursor.end && mark.at == anchored.span.end)
      guard isWithin, anchored.span.contains(mark.at), passes(rule.condition, mark.at, finder) else { continue }
      let maker = CandidateMaker(timeline: timeline, lexicon: lexicon, stretch: stretch, entry: entry)
      let key = CueKey(
        rule: entry.index, node: anchored.node, sets: keySets(anchored, stretch), number: mark.number)
      do throws(LeftOut) {
        findings.candidates.append(
          try maker.make(key, at: mark.at, in: anchored.span, group: rule.on == .set ? anchored.node : nil))
      } catch {
        findings.notes.append(error.note(key: key, kind: entry.kind, mark: mark.at, rule: rule))
      }
    }
  }

  private func noteWhatLiesOutside(
    _ entry: CueBook.Entry, _ anchored: Anchored, _ stretch: Stretch, _ finder: MomentFinder,
    _ findings: inout Findings
  ) {
    let sets = keySets(anchored, stretch)
    func note(_ mark: MomentFinder.Mark, _ reason: String) {
      let key = CueKey(rule: entry.index, node: anchored.node, sets: sets, number: mark.number)
      findings.notes.append(LeftOut(reason: reason).note(key: key, kind: entry.kind, mark: mark.at, rule: entry.rule))
    }
    if case .random(let count) = entry.rule.at {
      if finder.marks(of: entry.rule, from: .zero, through: .seconds(1 << 40)).isEmpty {
        note(MomentFinder.Mark(at: anchored.span.start, number: 0), "\(count) random moments don't fit")
      }
      return
    }
    if case .every = entry.rule.at { return }
    let all = finder.marks(of: entry.rule, from: .seconds(-(1 << 40)), through: .seconds(1 << 40))
    for mark in all where !anchored.span.contains(mark.at) {
      note(mark, "its moment lies outside the \(entry.rule.on.rawValue)")
    }
  }

  /// The sets of the groups around what a cue belongs to, outermost first.
  private func keySets(_ anchored: Anchored, _ stretch: Stretch) -> [Int] {
    let groups = stretch.sets.dropLast()
    switch anchored.on {
    case .workout: return []
    case .phase: return groups.reversed().map(\.set)
    case .set:
      guard let own = groups.firstIndex(where: { $0.group == anchored.node }) else { return [] }
      return groups[own...].reversed().map(\.set)
    }
  }

  private func holds(_ rule: CueRule, _ anchored: Anchored, _ stretch: Stretch) -> Bool {
    let condition = rule.condition
    if let intensities = condition.intensity {
      guard intensities.contains(timeline.phase(of: stretch.cursor.id).intensity) else { return false }
    }
    if let changes = condition.intensityChanges {
      guard changesIntensity(after: stretch.cursor) == changes else { return false }
    }
    return holds(condition, set: anchored.set, length: anchored.span.length)
  }

  private func holds(_ condition: Condition, set: Timeline.SetSpan?, length: Duration?) -> Bool {
    if let least = condition.longerThan {
      guard let length, length > least else { return false }
    }
    if let least = condition.atLeast {
      guard let length, length >= least else { return false }
    }
    if let several = condition.severalPhases {
      guard let set, (set.phases > 1) == several else { return false }
    }
    guard let wanted = condition.set else { return true }
    guard let set else { return false }
    return switch wanted {
    case .first: set.set == 1
    // Where the time decides how many sets there are, the one that runs may always turn out not to be the last.
    case .last: set.isLast && set.sets != nil
    case .notLast: !set.isLast
    }
  }

  private func passes(_ condition: Condition, _ mark: Duration, _ finder: MomentFinder) -> Bool {
    if let limit = condition.before.flatMap({ finder.moment($0) }), mark >= limit { return false }
    if let after = condition.after {
      guard let limit = finder.moment(after), mark > limit else { return false }
    }
    return true
  }

  private func changesIntensity(after cursor: Cursor) -> Bool {
    guard let next = timeline.next(after: cursor, endedAt: cursor.end ?? cursor.start) else { return false }
    return timeline.phase(of: next.id).intensity != timeline.phase(of: cursor.id).intensity
  }
}

extension ScheduledWarning.Span {
  func contains(_ position: Duration) -> Bool { position >= start && (end.map { position <= $0 } ?? true) }
}

extension ScheduledWarning {
  /// Whether its moment is the end of what it belongs to.
  var isEnd: Bool { mark == anchor.end }
}
