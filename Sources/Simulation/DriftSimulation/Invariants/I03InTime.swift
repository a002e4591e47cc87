import SessionReporting
import WorkoutEngine
import WorkoutModel

struct InTime: Invariant {
  let number = "I03"
  let law = "No cue is early. On time is at most 50 ms late, late is within the grace, and nothing plays later."

  func violations(in record: RunRecord) -> [Violation] {
    record.facts.compactMap { fact in
      judge(fact, record).map { violation("\(fact.report.kind.words) \(fact.report.cue) \($0)", at: fact.step) }
    }
  }

  private func judge(_ fact: CueFact, _ record: RunRecord) -> String? {
    let report = fact.report
    let cue = fact.place.map { record.oracle.cues[$0] }
    if let cue, report.outcome != .cancelled, report.outcome != .duplicate, let visit = fact.visit,
      let due = record.closing(cue, fact, on: visit) ?? record.due(of: cue, on: visit), due != report.due,
      report.due != due + record.frozen(in: fact.step), report.due != due - record.headStart(of: cue, report.phrase),
      !record.mayBeMoved(cue, at: fact.step),
      !record.isOfLaterPhase(fact, cue, on: visit), !record.isResumed(at: report.due, for: cue, on: visit)
    {
      return "was due at \(due) and says \(report.due)"
    }
    guard let at = record.start(of: fact) else {
      return [.onTime, .late].contains(report.outcome) ? "is \(report.outcome.words) but never began" : nil
    }
    let late = at - report.due
    if late < .zero { return "began \(.zero - late) early" }
    switch report.outcome {
    case .onTime: return late <= PlannedCue.onTime ? nil : "is on time though \(late) late"
    case .late:
      if late <= PlannedCue.onTime { return "is late though only \(late)" }
      return grace(cue, fact, record).map { late <= $0 } ?? true ? nil : "is \(late) late, beyond its grace"
    case .failed:
      return grace(cue, fact, record).map { late <= max($0, PlannedCue.onTime) } ?? true ? nil : "is \(late) late"
    case .skipped, .collapsed, .cancelled, .duplicate: return "is \(report.outcome.words) but began"
    }
  }

  /// The grace of a cue: for a start, half the length that its phase had when the session came to it, or the longest
  /// grace if the user has changed what it announces, or may end it at any time.
  private func grace(_ cue: PlannedCue?, _ fact: CueFact, _ record: RunRecord) -> Duration? {
    guard let cue, let grace = cue.grace else { return nil }
    guard cue.cueClass == .start, let number = fact.visit else { return grace }
    let visit = record.visits[number]
    if cue.on != .phase { return visit.edits > 0 || visit.isShifted || cue.isOpen ? PlannedCue.longestGrace : grace }
    guard visit.edits == 0, let end = visit.cursor.end else { return PlannedCue.longestGrace }
    return min(PlannedCue.longestGrace, (end - visit.start) / 2)
  }
}

extension RunRecord {
  /// The time that doesn't count of a suspend that a step reports; cues that were due before it are due so much later.
  func frozen(in step: Int) -> Duration {
    guard scenario.whenSuspended == .freeze, let sleep = trace.steps[step].sleep else { return .zero }
    return trace.steps[step].now - sleep.start
  }

  /// How much earlier than planned a cue begins whose words end at its moment, because it says others.
  fileprivate func headStart(of cue: PlannedCue, _ said: Phrase?) -> Duration {
    guard cue.isTimedByValues, cue.rule.sound == nil, let planned = cue.warning.speech?.phrase, let said else {
      return .zero
    }
    return oracle.durations.length(of: said) - oracle.durations.length(of: planned)
  }

  /// Whether a session that was paused exactly at the moment of a cue was resumed there at an instant.
  fileprivate func isResumed(at instant: Duration, for cue: PlannedCue, on visit: Int) -> Bool {
    plannedPosition(of: cue, on: visit).map { last.visits.runsOn(from: $0, at: instant) } ?? false
  }

  /// The due time of a cue that closes a workout, whose words may wait for others.
  fileprivate func closing(_ cue: PlannedCue, _ fact: CueFact, on visit: Int) -> Duration? {
    // What was due by the plan at the very instant at which the user left isn't said of the end.
    guard cue.mark == cue.anchor.end, let end = closing(fact, on: visit) else { return nil }
    // Nor is what should have ended, where it began by then, at an end to come.
    if fact.report.due < fact.report.mark, fact.report.mark > end { return nil }
    return end + max(cue.due - cue.mark, .zero)
  }

  /// The due time of a cue that closes a workout whose last phase the user left before its end: the instant at which
  /// bed and track are silent, which is the end. `nil` for other cues.
  func closing(_ fact: CueFact, on visit: Int) -> Duration? {
    // A late host may learn only at the end of a phase, or a set, that was over before the last one began.
    guard let last = visits.last, oracle.isWithin(fact.report.cue, last.segment) else { return nil }
    // While time that a suspend has left out is still to come, a resume after the user's last *done* ends the workout
    // at once; the phase counts as left only after that time.
    guard states[fact.step].mode == .over, visits[visit].leaving != .time, let ended = self.last.ended,
      ended.completed, visits[visit].leftAt.map({ fact.report.due >= min($0, ended.at) }) ?? true
    else { return nil }
    return ended.at
  }

  /// Whether a cue of a set, or of the workout, came after the phase in which the plan has it, because the user has
  /// since moved or changed a length.
  func isOfLaterPhase(_ fact: CueFact, _ cue: PlannedCue, on visit: Int) -> Bool {
    guard cue.on != .phase, let last = visits[visit].lastStep else { return false }
    return (fact.step > last || fact.present > visit) && states[fact.step].hasMoved
  }

  /// Whether other words may have moved a cue without a sound, because the user's moves or a pause changed the plan.
  func mayBeMoved(_ cue: PlannedCue, at step: Int) -> Bool {
    cue.rule.sound == nil && cue.mayWait && hasOtherWords(at: step)
  }

  /// Whether the words near a cue may differ at a step from those in the plan of the whole workout.
  func hasOtherWords(at step: Int) -> Bool {
    // A cue that gave way to words which a pause then cut short may be spoken after all.
    states[step].hasPaused || states[step].hasMoved || isLongerThanPlanned(states[step].visit)
  }

  /// Whether a visit ended otherwise than that on which the user has ended the phase, which the plan has.
  private func isLongerThanPlanned(_ visit: Int) -> Bool {
    guard visits.indices.contains(visit), let done = oracle.dones[visits[visit].segment] else { return false }
    return visits[visit].to.map { $0 - visits[visit].start != done.length } ?? false
  }

  /// The actual start of a cue's sound: not before its host could start it.
  func start(of fact: CueFact) -> Duration? { fact.report.at.map { max($0, trace.steps[fact.step].soundsFrom) } }
}
