import WorkoutEngine
import WorkoutModel

struct NoStaleCue: Invariant {
  let number = "I06"
  let law = "Phase, set and time in a phrase are correct at the instant at which the phrase begins."

  func violations(in record: RunRecord) -> [Violation] {
    record.facts.compactMap { fact in
      guard fact.isStarted, let place = fact.place, let start = record.start(of: fact) else { return nil }
      return judge(fact, record.oracle.cues[place], start, record).map { violation($0, at: fact.step) }
    }
  }

  private func judge(_ fact: CueFact, _ cue: PlannedCue, _ start: Duration, _ record: RunRecord) -> String? {
    let report = fact.report
    if cue.on == .workout || report.set != cue.set {
      let sets = record.sets(for: cue, fact)
      if !sets.isEmpty, !sets.contains(report.set), !isOverdue(cue, fact, record) {
        return "\(cue.key) speaks in set \(report.set as Any), expected \(sets)"
      }
    }
    guard let number = fact.visit else {
      return cue.on == .phase && cue.cueClass != .completion ? "\(cue.key) sounds outside its phase" : nil
    }
    let visit = record.visits[number]
    if cue.on == .phase, report.phase != record.names[number] {
      return "\(cue.key) speaks of the phase \(report.phase)"
    }
    let heard = start - record.frozen(in: fact.step)
    if let leftAt = visit.leftAt, heard > leftAt + fact.leeway(of: cue, at: leftAt), cue.on == .phase,
      cue.cueClass != .completion, record.closing(fact, on: number) == nil
    {
      return "\(cue.key) speaks of a phase that was over at \(leftAt)"
    }
    // Words that can't be spoken tell nothing.
    guard let begin = record.wordsBegin(fact) else { return nil }
    guard let planned = cue.say, let said = report.say, visit.edits == 0, !visit.isShifted,
      visit.start == cue.segmentStart
    else { return nil }
    if record.hasOtherLength(visit, than: cue, at: fact.step) { return nil }
    // Where the user ends a phase in a pause, no time of it is left when its words are said.
    if visit.leaving == .done, visit.to == visit.from { return nil }
    // Words that others have kept from being said before the end of a phase tell of that end once it silences those.
    if visit.leaving == .done, let to = visit.to, let leftAt = visit.leftAt, cue.due <= to, report.due >= leftAt,
      record.hasOtherWords(at: fact.step)
    {
      return nil
    }
    if let done = visit.doneAfter {
      // Where the user says so in a pause, the words that are due there may tell of its end already.
      if cue.offset == done { return nil }
      // After a pause other words may leave room, before the user says so, for words that the plan has after that.
      let isBefore = record.states[fact.step].position <= visit.start + done
      if isBefore, cue.offset > done, record.hasOtherWords(at: fact.step) { return nil }
    }
    if cue.on != .phase, record.states[fact.step].hasMoved { return nil }
    let late = start - report.due
    if record.tellsTruth(said, fact, cue, from: start, begin) { return nil }
    // Time that a suspend has frozen doesn't change the plan.
    if said == planned, case .suspended = record.trace.steps[fact.step].action,
      record.scenario.whenSuspended == .freeze
    {
      return nil
    }
    // A move may lead back into a phase that the user has ended: less of it remains than in the plan.
    if visit.cursor.isEndedByUser, record.oracle.mentionsTime(cue) { return nil }
    // A cue that a stall has delayed beyond its phase refers to the current one; a completion to what it completes.
    if cue.cueClass != .completion, let phase = record.phase(during: fact, enteredSince: report.due),
      said == record.oracle.words(of: cue, late: late, heldUpInto: phase)
    {
      return nil
    }
    if record.oracle(asOf: fact.step).says(said, in: cue.key, late: late) { return nil }
    return "\(cue.key) says \"\(said)\", expected \"\(record.oracle.words(of: cue, late: late) ?? planned)\""
  }
}

extension RunRecord {
  /// Whether the words of a cue, which sounds from an instant on, tell what is true where they begin.
  fileprivate func tellsTruth(
    _ said: String, _ fact: CueFact, _ cue: PlannedCue, from start: Duration, _ begin: Duration
  ) -> Bool {
    let late = start - fact.report.due
    // A value is that of its moment, as `SaysTrueValues` has it.
    if cue.isMeasured {
      let texts = values(for: fact, at: start).compactMap { rate in
        oracle.words(of: cue, late: late > PlannedCue.onTime ? late : .zero, heartRate: rate)
      }
      if late > PlannedCue.onTime || texts.contains(said) { return true }
    }
    if oracle.says(said, in: cue.key, late: late) { return true }
    // Words that had to wait tell what is true where they begin, or a second before.
    let after = begin - fact.report.mark
    if after <= .seconds(1), said == oracle.words(of: cue, beginning: .zero) { return true }
    // What is on time says what is true where it should begin.
    if late <= PlannedCue.onTime, said == oracle.words(of: cue, beginning: after - late) { return true }
    return said == oracle.words(of: cue, beginning: after)
  }

  /// The instant at which the words of a cue begin; `nil` if none are said.
  fileprivate func wordsBegin(_ fact: CueFact) -> Duration? {
    trace.steps[fact.step].effects.first { effect in
      if case .speak(_, _, fact.report.cue, _) = effect.kind { true } else { false }
    }?.due
  }
}

extension Oracle {
  /// Whether the words of a cue change with the time.
  fileprivate func mentionsTime(_ cue: PlannedCue) -> Bool {
    words(of: cue, late: .seconds(1)) != words(of: cue, late: .nanoseconds(1))
  }

  /// Whether the plan has words for a cue when it is this late.
  fileprivate func says(_ said: String, in key: CueKey, late: Duration) -> Bool {
    guard let cue = place(of: key).map({ cues[$0] }) else { return false }
    return said == words(of: cue, late: late) ?? cue.say || (said == cue.say && late <= PlannedCue.onTime)
  }
}

extension NoStaleCue {
  /// Whether a completion is so late that the phase in which it is settled is no longer the current one.
  private func isOverdue(_ cue: PlannedCue, _ fact: CueFact, _ record: RunRecord) -> Bool {
    guard cue.cueClass == .completion else { return false }
    return record.presentVisit(at: fact.step).map { $0.segment != cue.segment } ?? true
  }
}

extension RunRecord {
  /// The segment that the session would reach at an instant if nothing but time passed after a step; `nil` after the
  /// end.
  private func segment(at instant: Duration, asOf step: Int) -> SegmentID? {
    let position = states[step].position + (instant - trace.steps[step].now)
    var cursor = states[step].cursor
    while let here = cursor, let end = here.end, end <= position {
      cursor = oracle.timeline.next(after: here, endedAt: end)
    }
    return cursor?.id
  }

  /// Whether a phase has another length than in the plan, because it depends on that of an open phase which a move had
  /// ended otherwise, or because the clock of its group, which runs on in an undo, cuts it sooner.
  fileprivate func hasOtherLength(_ visit: PhaseVisit, than cue: PlannedCue, at step: Int) -> Bool {
    guard states[step].hasMoved, visit.segment == cue.segment, visit.cursor.end != cue.segmentEnd else { return false }
    if case .relative(_, dependsOnUser: true) = oracle.timeline.varyingLength(of: visit.segment) { return true }
    return visit.cursor.isLimited
  }

  /// The phase during which a cue was settled, as it was on entry if the session has left it in the same step; `nil` if
  /// it began before an instant.
  fileprivate func phase(during fact: CueFact, enteredSince instant: Duration) -> Cursor? {
    let state = states[fact.step]
    guard visits.indices.contains(fact.present), visits[fact.present].enteredAt >= instant else { return nil }
    return fact.present == state.visit ? state.cursor : visits[fact.present].cursor
  }

  /// The sets that a cue may name. For most cues it is their own set. For a cue of the whole workout it is the set that
  /// is current, or that was current at the cue's moment if its words begin before or after that. Empty if none can be
  /// determined.
  fileprivate func sets(for cue: PlannedCue, _ fact: CueFact) -> [Int?] {
    if cue.on != .workout { return [cue.set] }
    let report = fact.report
    guard let present = presentVisit(at: fact.step), present.enteredAt < report.due else { return [] }
    let hasPaused = states[fact.step].hasPaused
    // A pause in between, or a restart, makes its moment look later than it was.
    let moment = report.position - (trace.steps[fact.step].now - report.mark)
    let nearby = visits.filter { visit in
      visit.enteredAt <= max(report.mark, report.due)
        && (visit.leftAt.map { $0 >= report.mark } ?? true || (hasPaused && visit.to.map { $0 >= moment } ?? true))
    }
    // The set of a moment before which the session may still be stopped is that of the plan, and so is that of a moment
    // whose words had to wait.
    let planned = report.due != report.mark || !present.isShifted ? [cue.set] : []
    let segments = ([present] + nearby).map(\.segment) + [segment(at: report.mark, asOf: fact.step)].compactMap(\.self)
    return planned + segments.map { $0.sets.last.map { $0 + 1 } }
  }
}
