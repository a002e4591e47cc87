import WorkoutModel

/// Finds the cues whose moments lie in a stretch of the plan, before it is decided which of them may sound.
struct CandidateFinder {
  let timeline: Timeline
  let book: CueBook
  let lexicon: Lexicon
  /// What the user did to the lengths of phases.
  var edits: [PhaseEdit] = []

  /// How long before its mark a cue begins at most.
  var lead: Duration { book.backTiming.lead(lexicon) }

  /// A stretch of one segment, whose end belongs to it only where the segment ends.
  struct Stretch {
    let spot: Spot
    let from: Duration
    let to: Duration

    var isFirst: Bool { from == spot.cursor.start }
  }

  /// What was found: cues, in no order, and what was left out at once.
  struct Findings {
    var candidates: [ScheduledWarning] = []
    var notes: [PlanNote] = []
  }

  /// The phase, set or workout that a rule is applied to.
  struct Anchored {
    let node: Int
    let span: ScheduledWarning.Span
    /// The set itself, or the innermost around a phase, by its level in the sets of the spot.
    let level: Int?
    /// The sets of the groups around it, outermost first, counted from 1.
    let sets: [Int]
    /// Whether its length depends on when the user says done.
    let isUsers: Bool
  }

  /// All cues whose moments lie in `stretch`.
  func find(in stretch: Stretch) -> Findings {
    var findings = Findings()
    let spot = stretch.spot
    let phase = Anchored(
      node: spot.id.node, span: ScheduledWarning.Span(start: spot.cursor.start, end: spot.cursor.end),
      level: spot.innermost, sets: spot.setNumbers, isUsers: spot.sheet.isOpen)
    for entry in spot.sheet.rules { collect(entry, phase, stretch, &findings) }
    for level in spot.groups {
      let set = spot.sets[level]
      let anchored = Anchored(
        node: set.group, span: ScheduledWarning.Span(start: set.start, end: set.end), level: level,
        sets: spot.setNumbers(at: level), isUsers: set.isUsers)
      for entry in book.sets[set.group] where !isSaidOutside(entry, level, spot) {
        collect(entry, anchored, stretch, &findings)
      }
    }
    let whole = Anchored(
      node: 0, span: ScheduledWarning.Span(start: .zero, end: spot.workoutEnd), level: nil, sets: [],
      isUsers: spot.sets.last?.isUsers ?? false)
    for entry in book.workout { collect(entry, whole, stretch, &findings) }
    return findings
  }

  /// Where sets of nested groups end together, only the outer one's completion is said.
  private func isSaidOutside(_ entry: CueBook.Entry, _ level: Int, _ spot: Spot) -> Bool {
    guard case .end = entry.rule.at, entry.rule.say != nil, let end = spot.sets[level].end else { return false }
    return spot.groups.dropFirst(level + 1).contains { level in
      let outer = spot.sets[level]
      return outer.end == end
        && book.sets[outer.group].contains { other in
          other.rule.at == entry.rule.at && other.rule.say != nil
            && holds(other.rule.condition, level, spot, length: end - outer.start)
        }
    }
  }

  private func collect(
    _ entry: CueBook.Entry, _ anchored: Anchored, _ stretch: Stretch, _ findings: inout Findings
  ) {
    guard holds(entry, anchored, stretch.spot) else { return }
    let finder = MomentFinder(
      anchor: anchored.span, isUsers: anchored.isUsers, seed: seed(of: entry, anchored),
      drawnLength: drawnLength(for: entry, anchored))
    if stretch.isFirst, stretch.from == anchored.span.start {
      noteWhatLiesOutside(entry, anchored, finder, &findings)
    }
    for mark in finder.marks(of: entry.rule, from: stretch.from, through: stretch.to) {
      guard holds(stretch, mark.at, in: anchored.span), passes(entry, mark.at, finder) else { continue }
      let key = CueKey(rule: entry.index, node: anchored.node, sets: anchored.sets, number: mark.number)
      do throws(LeftOut) {
        findings.candidates.append(try make(key, of: entry, at: mark.at, in: anchored.span, stretch.spot))
      } catch {
        findings.notes.append(error.note(key: key, kind: entry.kind, mark: mark.at, rule: entry.rule))
      }
    }
  }

  /// Whether a moment within `span` lies in the stretch; the last moment of a segment is also that of its sets.
  private func holds(_ stretch: Stretch, _ mark: Duration, in span: ScheduledWarning.Span) -> Bool {
    guard mark >= stretch.from, mark <= stretch.to, span.contains(mark) else { return false }
    return mark < stretch.to || (stretch.to == stretch.spot.cursor.end && mark == span.end)
  }

  private func seed(of entry: CueBook.Entry, _ anchored: Anchored) -> UInt64 {
    guard case .random = entry.rule.at else { return 0 }
    return SplitMix64.seed(timeline.workout.name, [entry.index, anchored.node] + anchored.sets)
  }

  /// The length that random moments are drawn for: without what the user did to it, so that they stay where they are.
  private func drawnLength(for entry: CueBook.Entry, _ anchored: Anchored) -> Duration? {
    guard case .random = entry.rule.at, !edits.isEmpty else { return anchored.span.length }
    let moved = edits.reduce(Duration.zero) { $0 + $1.shift(of: anchored.node, in: anchored.sets) }
    return anchored.span.length.map { $0 - moved }
  }

  private func noteWhatLiesOutside(
    _ entry: CueBook.Entry, _ anchored: Anchored, _ finder: MomentFinder, _ findings: inout Findings
  ) {
    func note(_ mark: MomentFinder.Mark, _ reason: String) {
      let key = CueKey(rule: entry.index, node: anchored.node, sets: anchored.sets, number: mark.number)
      findings.notes.append(LeftOut(reason: reason).note(key: key, kind: entry.kind, mark: mark.at, rule: entry.rule))
    }
    switch entry.rule.at {
    case .every: break
    case .random(let count):
      if finder.random(count).isEmpty {
        note(MomentFinder.Mark(at: anchored.span.start, number: 0), "\(count) random moments don't fit")
      }
    case .start, .end, .half:
      for mark in finder.marks(of: entry.rule, from: .zero, through: .zero)
      where !anchored.span.contains(mark.at) {
        note(mark, "its moment lies outside the \(entry.rule.on.rawValue)")
      }
    }
  }

  private func holds(_ entry: CueBook.Entry, _ anchored: Anchored, _ spot: Spot) -> Bool {
    // The rules of a phase's sheet fit its intensity already.
    if entry.rule.on != .phase, let intensities = entry.rule.condition.intensity {
      guard intensities.contains(spot.sheet.intensity) else { return false }
    }
    if let changes = entry.rule.condition.intensityChanges {
      guard changesIntensity(after: spot) == changes else { return false }
    }
    if let ends = entry.rule.condition.endsSet, spot.endsSet != ends { return false }
    return holds(entry.rule.condition, anchored.level, spot, length: anchored.span.length)
  }

  /// Whether what is asked of a set, by its level, and of a length is so.
  private func holds(_ condition: Condition, _ level: Int?, _ spot: Spot, length: Duration?) -> Bool {
    if let least = condition.longerThan {
      guard let length, length > least else { return false }
    }
    if let least = condition.atLeast {
      guard let length, length >= least else { return false }
    }
    if let several = condition.severalPhases {
      guard let level, (spot.sets[level].phases > 1) == several else { return false }
    }
    guard let wanted = condition.set else { return true }
    guard let level else { return false }
    return switch wanted {
    case .first: spot.sets[level].set == 1
    // Where the time decides how many sets there are, the one that runs may always turn out not to be the last.
    case .last: spot.sets[level].isLast && spot.sets[level].sets != nil
    case .notLast: !spot.sets[level].isLast
    }
  }

  private func passes(_ entry: CueBook.Entry, _ mark: Duration, _ finder: MomentFinder) -> Bool {
    if let limit = entry.rule.condition.before.flatMap({ finder.moment($0) }), mark >= limit { return false }
    if let after = entry.rule.condition.after {
      guard let limit = finder.moment(after), mark > limit else { return false }
    }
    return true
  }

  private func changesIntensity(after spot: Spot) -> Bool {
    guard let next = spot.following else { return false }
    return book.sheet(of: next.node).intensity != spot.sheet.intensity
  }
}

extension ScheduledWarning.Span {
  func contains(_ position: Duration) -> Bool { position >= start && (end.map { position <= $0 } ?? true) }
}
