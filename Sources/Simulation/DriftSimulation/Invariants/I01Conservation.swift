import SessionReporting
import WorkoutEngine
import WorkoutModel

struct Conservation: Invariant {
  let number = "I01"
  let law = "Each planned cue that the session passed or left behind ends in exactly one outcome."

  func violations(in record: RunRecord) -> [Violation] {
    var found = record.unplannedFacts.map { violation("\($0.report.cue) is in no plan", at: $0.step) }
    for visit in record.visits.indices {
      for place in record.oracle.places(in: record.visits[visit].segment) {
        if let message = judge(place, on: visit, record) {
          found.append(violation(message, at: record.visits[visit].lastStep ?? record.trace.steps.count - 1))
        }
      }
    }
    return found
  }

  private func judge(_ place: Int, on visit: Int, _ record: RunRecord) -> String? {
    let message = judge(place, on: visit, record, isBounded: false)
    guard message != nil, record.oracle.cues[place].on != .phase else { return message }
    return judge(place, on: visit, record, isBounded: true)
  }

  /// Checks one visit; `isBounded` ignores facts after it.
  private func judge(_ place: Int, on number: Int, _ record: RunRecord, isBounded: Bool) -> String? {
    let cue = record.oracle.cues[place]
    guard let due = record.plannedPosition(of: cue, on: number), due >= record.visits[number].from else { return nil }
    let count = record.count(of: place, on: number, isBounded)
    let mark = due + (cue.mark - cue.due)
    let duty = duty(of: cue, due, mark, on: number, record)
    if duty.isMet(by: count) || mayBeMissing(place, due, mark, on: number, count, duty, record) { return nil }
    return "\(cue.kind.words) \(cue.key) of set \(cue.set.map(String.init) ?? "-") should be \(duty.rawValue); "
      + "it was settled \(count.settled) times and cancelled \(count.cancelled) times"
  }

  /// The required outcome of a cue on a visit.
  private enum Duty: String {
    case settledOnce = "settled once"
    case cancelledOnce = "cancelled once"
    case atMostOnce = "settled at most once"

    func isMet(by count: RunRecord.OutcomeCount) -> Bool {
      switch self {
      case .settledOnce: count.settled == 1 && count.cancelled == 0
      case .cancelledOnce: count.settled + count.cancelled == 1
      case .atMostOnce: count.settled + count.cancelled <= 1
      }
    }
  }

  /// What a visit owes of a cue that begins at `due` for its moment `mark`.
  private func duty(
    of cue: PlannedCue, _ due: Duration, _ mark: Duration, on number: Int, _ record: RunRecord
  ) -> Duty {
    // Its moment was before the position at which the session entered, and only its words had to wait; or they would
    // have begun before it.
    if min(due, mark) < record.visits[number].from { return .atMostOnce }
    let (end, leaving) = (record.end(of: number), record.visits[number].leaving)
    if due < end || (due == end && leaving == .time) { return .settledOnce }
    guard due > end, !cue.isEarly, leaving == .forward || leaving == .stop else { return .atMostOnce }
    // Cues are promised only for a while, those of a phase that only the user ends for a shorter one.
    let promised = record.visits[number].end == nil ? RunRecord.foresight : .seconds(3600)
    let isPromised = mark < end + promised
    return isPromised ? .cancelledOnce : .atMostOnce
  }

  /// Whether a cue may lack its outcome on a visit.
  private func mayBeMissing(
    _ place: Int, _ due: Duration, _ mark: Duration, on number: Int, _ count: RunRecord.OutcomeCount, _ duty: Duty,
    _ record: RunRecord
  ) -> Bool {
    let cue = record.oracle.cues[place]
    let visit = record.visits[number]
    if duty == .settledOnce, count.settled == 0 {
      // Words that wait for others may be left with the phase, which cancels them.
      if count.cancelled <= 1, record.mayBeMoved(cue, at: record.lastStep(of: number)) { return true }
      if count.cancelled > 0 { return false }
      if record.wasLeftOut(cue, mark, on: number) { return true }
    }
    guard count.settled + count.cancelled == 0 else { return false }
    // A move to the current position finds the cue already spoken there, and reports it as a duplicate.
    if count.isRefused, record.isStay(number) && record.mayBeDue(cue, due, mark, at: visit.from, number) { return true }
    // The session reported that words block it which are not in the plan of the whole workout.
    if record.wasLeftOut(cue, mark, on: number) { return true }
    // It was settled before the session was saved, at this place or where no other words blocked it.
    if visit.isRestored, due == visit.from || record.wasSaidBefore(place, number) { return true }
    // It was settled at the border, while the phase before had a rest there that the user then took away.
    let isAtBorder = due == visit.from || mark == visit.from
    if cue.on != .phase, isAtBorder, record.wasSettledBeforeCut(place, at: visit.from, number) { return true }
    guard duty == .cancelledOnce else { return false }
    // The session is paused at the end of the visit and has not reached the cue.
    if due == visit.end, record.last.ended == nil, number == record.visits.count - 1 { return true }
    // If other words blocked it, the session would have reported that at the cue's moment.
    return record.mayHaveGivenWay(cue, place, at: record.lastStep(of: number))
  }
}

extension RunRecord {
  /// The facts that the plan doesn't have, though nothing has changed its course. The user may have ended a phase
  /// otherwise on a later visit, so the plan as of the last of them counts.
  fileprivate var unplannedFacts: [CueFact] {
    let strangers = facts.filter {
      $0.place == nil && $0.report.outcome != .cancelled && isUndisturbed(upTo: $0.step)
        && !wasDecidedAtEnd(by: $0.step)
    }
    guard let last = strangers.last else { return [] }
    let plan = oracle(asOf: last.step)
    return strangers.filter { plan.place(of: $0.report.cue) == nil }
  }

  /// Whether words were decided, up to a step, at the very instant at which the user or a measurement then ended a
  /// phase: that may free a place for them which the plan, where its end was known before, doesn't have.
  private func wasDecidedAtEnd(by step: Int) -> Bool {
    visits.contains { visit in
      guard visit.leaving == .done, let end = visit.lastStep, end <= step else { return false }
      return trace.steps[end].notes.contains { $0.mark == visit.leftAt }
    }
  }

  /// The outcomes of a cue on a visit.
  fileprivate struct OutcomeCount {
    var settled = 0
    var cancelled = 0
    var isRefused = false
  }

  /// Counts the outcomes of a cue on a visit. A cue that belongs to a set or to the workout may come again on a later
  /// visit of another phase, which `isBounded` excludes.
  fileprivate func count(of place: Int, on visit: Int, _ isBounded: Bool) -> OutcomeCount {
    var count = OutcomeCount()
    for fact in facts(of: place) where fact.visit == visit {
      if isBounded, visit < visits.count - 1, isLater(fact, than: visit) { continue }
      switch fact.report.outcome {
      case .duplicate: count.isRefused = true
      case .cancelled: count.cancelled += 1
      default: count.settled += 1
      }
    }
    return count
  }

  /// Whether a cue was settled after a visit, or where the move that ended it led.
  private func isLater(_ fact: CueFact, than visit: Int) -> Bool {
    guard let last = visits[visit].lastStep, fact.step <= last else { return visits[visit].lastStep != nil }
    return fact.step == last && visits[visit].leaving == .forward && fact.report.outcome != .cancelled
      && fact.report.position >= visits[visit + 1].from
  }

  /// Whether a visit continues the one before at the same place, even if that lies elsewhere in the plan now.
  fileprivate func isStay(_ number: Int) -> Bool {
    guard number > 0, visits[number - 1].segment == visits[number].segment else { return false }
    let (before, visit) = (visits[number - 1], visits[number])
    // Where the user has skipped the last phase, the session stays at its end, even where an undo leads there.
    if before.end == visit.from { return true }
    return before.to.map { $0 - before.start } == visit.from - visit.start
  }

  /// Whether a cue that the plan has at a position may be due at another one: that of its rule, where the words are cut
  /// that it waits for in the plan.
  fileprivate func mayBeDue(
    _ cue: PlannedCue, _ due: Duration, _ mark: Duration, at position: Duration, _ visit: Int
  ) -> Bool {
    if due == position { return true }
    return mark == position && mayBeMoved(cue, at: lastStep(of: visit))
  }

  fileprivate func lastStep(of visit: Int) -> Int { visits[visit].lastStep ?? trace.steps.count - 1 }

  /// The position at which a visit ended, or the current one.
  fileprivate func end(of visit: Int) -> Duration { visits[visit].to ?? last.position }

  /// The plan changes that the session reported for a cue on a visit, each with its step. A session that continues
  /// after a restart doesn't repeat those that were stored.
  private func notes(about cue: PlannedCue, on visit: Int) -> [(step: Int, note: PlanNote)] {
    var stretches = [visits[visit].firstStep...lastStep(of: visit)]
    var visit = visit
    while visit > 0, visits[visit].isRestored, let stored = trace.steps[visits[visit].firstStep].restoration?.step {
      visit -= 1
      if visits[visit].firstStep <= stored { stretches.append(visits[visit].firstStep...stored) }
    }
    return stretches.joined().flatMap { step in
      trace.steps[step].notes.filter { $0.key == cue.key }.map { (step, $0) }
    }
  }

  /// Whether a cue without a sound may have been left out by a step, because other words were close to it.
  fileprivate func mayHaveGivenWay(_ cue: PlannedCue, _ place: Int, at step: Int) -> Bool {
    guard cue.rule.sound == nil, hasOtherWords(at: step) else { return false }
    return states[step].hasMoved || oracle.isNearWords(place)
  }

  /// Whether a cue that other words may move was spoken on an earlier visit.
  fileprivate func wasSaidBefore(_ place: Int, _ visit: Int) -> Bool {
    guard mayBeMoved(oracle.cues[place], at: lastStep(of: visit)) else { return false }
    return facts(of: place).contains { $0.isStarted && $0.visit.map { $0 < visit } ?? false }
  }

  /// Whether a cue was settled at the position at which the user's change of its end then ended the visit before.
  fileprivate func wasSettledBeforeCut(_ place: Int, at position: Duration, _ visit: Int) -> Bool {
    guard visit > 0, visits[visit - 1].isCutShort, visits[visit - 1].to == position else { return false }
    let steps = visits[visit - 1].firstStep...visits[visit].firstStep
    return facts(of: place).contains { fact in
      steps.contains(fact.step) && fact.report.position == position
        && ![.cancelled, .duplicate].contains(fact.report.outcome)
    }
  }

  /// Whether the session reported a cue as left out of the plan, on a visit that follows moves of the user or a pause,
  /// or before the user ended an open phase otherwise than the plan has it.
  fileprivate func wasLeftOut(_ cue: PlannedCue, _ mark: Duration, on visit: Int) -> Bool {
    let end = lastStep(of: visit)
    guard cue.isMeasured || hasOtherWords(at: end) || oracle(asOf: end).place(of: cue.key) == nil else { return false }
    // Words that lack a value are noted at their moment, which may lie in a later phase.
    var last = visit
    while visits[last].leaving == .time, let to = visits[last].to, to <= mark, last + 1 < visits.count { last += 1 }
    let isNoted = (visit...last).contains { number in
      notes(about: cue, on: number).contains { $0.note.kind == .leftOut }
    }
    if isNoted { return true }
    // It isn't reported again where the move is made at the very instant of the report.
    guard mark == visits[visit].from, visit > 0, let leftAt = visits[visit - 1].leftAt else { return false }
    return notes(about: cue, on: visit - 1).contains { $0.note.kind == .leftOut && $0.note.due == leftAt }
  }
}
