import SessionReporting
import WorkoutEngine
import WorkoutModel

struct NoAvoidableMiss: Invariant {
  let number = "I05"
  let law = "A cue is missed only without a wake-up within its grace or for something newer, which alone replaces it."

  func violations(in record: RunRecord) -> [Violation] {
    record.facts.compactMap { fact in
      guard [.skipped, .collapsed].contains(fact.report.outcome), let place = fact.place else { return nil }
      let cue = record.oracle.cues[place]
      let step = record.trace.steps[fact.step]
      if step.previous > fact.report.due, record.wasRunning(before: fact.step) {
        return violation("\(cue.key) was due before the host was awake last, and passed over then", at: fact.step)
      }
      if fact.report.outcome == .collapsed, !record.isReplaced(fact, cue) {
        return violation("\(cue.key) is replaced by a newer cue, but there is none", at: fact.step)
      }
      // `AnnouncesEnds` is the law of these.
      if cue.announcesEnd { return nil }
      let late = step.soundsFrom - fact.report.due
      guard late <= grace(of: cue, fact, record) ?? .seconds(1 << 40), !isExcused(fact, cue, late, record) else {
        return nil
      }
      return violation("\(cue.kind.words) \(cue.key) was missed though only \(late) late", at: fact.step)
    }
  }

  /// The grace of a cue: for a start, at most half the actual length of its phase.
  private func grace(of cue: PlannedCue, _ fact: CueFact, _ record: RunRecord) -> Duration? {
    guard let grace = cue.grace, cue.cueClass == .start, cue.on == .phase, let number = fact.visit else {
      return cue.grace
    }
    let visit = record.visits[number]
    return visit.end.map { min(grace, ($0 - visit.start) / 2) } ?? grace
  }

  private func isExcused(_ fact: CueFact, _ cue: PlannedCue, _ late: Duration, _ record: RunRecord) -> Bool {
    record.isPreempted(fact) || record.isOver(fact, cue) || record.isOfOldValue(fact)
      || record.speechMeetsNext(fact, cue, late) { _ in true }
  }
}

extension RunRecord {
  /// Whether a newer cue, or the announcement of an end, sounds in the step in which a cue is missed.
  fileprivate func isPreempted(_ fact: CueFact) -> Bool {
    facts(in: fact.step).contains { other in
      other.isStarted && (other.report.due > fact.report.due || announcesEnd(other))
    }
  }

  /// Whether something stands for a missed cue: what preempts it, an end that is being announced, or, for a start or
  /// after the end, what the session has come to since.
  fileprivate func isReplaced(_ fact: CueFact, _ cue: PlannedCue) -> Bool {
    guard !isPreempted(fact), let present = presentVisit(at: fact.step) else { return true }
    // What was due before a frozen sleep is due so much later, but its phase was over before.
    let mark = fact.report.mark - frozen(in: fact.step)
    if cue.cueClass == .start, present.enteredAt >= mark { return true }
    // After a pause the moment of words that have waited looks later than it was.
    let moment = fact.report.position - (trace.steps[fact.step].now - fact.report.mark)
    if cue.cueClass == .start, states[fact.step].hasPaused, present.from >= moment { return true }
    guard let words = fact.report.phrase else { return false }
    let (now, length) = (trace.steps[fact.step].soundsFrom, PlannedCue.speechDelay + oracle.durations.length(of: words))
    return isSpeaking(in: now..<(now + length), before: fact.step) { oracle.announcesEnd($0) }
  }

  /// Whether a cue can no longer play: the workout is paused, or the phase or set that it belongs to is over.
  func isOver(_ fact: CueFact, _ cue: PlannedCue) -> Bool {
    // After a suspend that pauses the workout nothing sounds; a cue that was due before it could have played before.
    if states[fact.step].mode != .running { return true }
    guard let present = presentVisit(at: fact.step) else { return true }
    switch cue.on {
    case .workout: return false
    // A move may have led back to it in the same step.
    case .phase:
      let leftAt = fact.visit.flatMap { visits[$0].leftAt }
      return present.segment != cue.segment || leftAt.map { $0 <= trace.steps[fact.step].now } ?? false
    case .set:
      let (first, now) = (fact.visit.map { $0 + 1 } ?? visits.count, trace.steps[fact.step].now)
      let later = visits[first...].prefix { $0.enteredAt <= now }
      return (later + [present]).contains { !oracle.isWithin(cue.key, $0.segment) }
    }
  }

  /// Whether the delayed words of a cue would overlap words that matter, of those that are planned after it.
  func speechMeetsNext(
    _ fact: CueFact, _ cue: PlannedCue, _ late: Duration, where matters: (PlannedCue) -> Bool
  ) -> Bool {
    guard let say = cue.say, let place = fact.place else { return false }
    func concerns(_ key: CueKey) -> Bool { oracle.place(of: key).map { matters(oracle.cues[$0]) } ?? true }
    // Late words may differ from those of the plan and be longer; after a move of the user the later words may, too.
    let durations = oracle.durations
    let heldUp = presentVisit(at: fact.step).flatMap { _ in
      oracle.words(of: cue, late: late, heldUpInto: states[fact.step].cursor)
    }
    let texts = [oracle.words(of: cue, late: late) ?? say, heldUp ?? "", fact.report.say ?? ""]
    let length = texts.map { durations.length(of: Phrase($0, voice: cue.voice)) }.max() ?? .zero
    let rest = late + length + (cue.rule.sound == nil ? .zero : PlannedCue.speechDelay)
    // Other words may have moved it.
    let end = cue.mark + (fact.report.due - fact.report.mark) + rest
    let planned = oracle.cues[(place + 1)...].prefix { $0.due < end }
    if planned.contains(where: { $0.say != nil && matters($0) }) { return true }
    // A cue that is settled before it is due, or in a later step, leaves no time for its words.
    let (due, now) = (fact.report.due, trace.steps[fact.step].soundsFrom)
    let heardBy = max(due + rest, due)
    return facts.contains { other in
      other.step >= fact.step && hasWords(other) && other.report.cue != cue.key && concerns(other.report.cue)
        && other.report.due >= due && other.report.due < heardBy
    } || isSpeaking(in: now..<max(heardBy, now), before: fact.step, where: concerns)
      || isKilled(in: now..<max(heardBy, now), after: fact.step) || isDone(within: heardBy - now, of: fact.step)
      || isHidden(before: heardBy, after: fact.step)
      || hasMoved(to: due..<heardBy, by: fact.step, besides: cue.key, where: concerns)
  }

  func announcesEnd(_ fact: CueFact) -> Bool {
    fact.place.map { oracle.cues[$0].announcesEnd } ?? oracle.announcesEnd(fact.report.cue)
  }
}

extension RunRecord {
  /// Whether a cue has words, spoken or not; where the plan has changed, words may have a place that it lacks.
  fileprivate func hasWords(_ fact: CueFact) -> Bool {
    if fact.report.say != nil { return true }
    guard let cue = fact.place.map({ oracle.cues[$0] }) else {
      return oracle.hasWords(fact.report.cue) && hasOtherWords(at: fact.step)
    }
    return cue.say != nil || cue.rule.say != nil && hasOtherWords(at: fact.step)
  }

  func facts(in step: Int) -> some Sequence<CueFact> { facts.lazy.filter { $0.step == step } }

  /// The current visit after a step; `nil` after the end.
  func presentVisit(at step: Int) -> PhaseVisit? {
    let visit = states[step].visit
    return visits.indices.contains(visit) && states[step].mode != .over ? visits[visit] : nil
  }

  /// Whether words that matter and began in an earlier step are audible in an interval of session time.
  fileprivate func isSpeaking(in span: Range<Duration>, before step: Int, where matters: (CueKey) -> Bool) -> Bool {
    let durations = oracle.durations
    // The device sleeps with its host, so what it has yet to play comes that much later.
    var frozen = self.frozen(in: step)
    for index in (0..<step).reversed() {
      let isAudible = trace.steps[index].effects.contains { effect in
        guard let words = Utterances.Span(effect, durations), matters(words.cue) else { return false }
        return words.start < span.upperBound && words.end + frozen > span.lowerBound
      }
      if isAudible { return true }
      frozen += self.frozen(in: index)
    }
    return false
  }

  /// Whether the process died with what was due in an interval of session time, so with the words that came next.
  fileprivate func isKilled(in span: Range<Duration>, after step: Int) -> Bool {
    trace.steps[step...].lazy.compactMap(\.restoration).contains {
      $0.storedAt < span.upperBound && $0.diedAt >= span.lowerBound
    }
  }

  /// Whether the user said within a time of the plan after a step that an open phase is done; before, other words may
  /// have been planned there.
  fileprivate func isDone(within time: Duration, of step: Int) -> Bool {
    let (position, visit) = (states[step].position, states[max(step - 1, 0)].visit)
    return visits[max(visit, 0)...].contains { visit in
      visit.doneAt.map { $0 >= position && $0 < position + time } ?? false
    }
  }

  /// Whether an action before an instant hides which words came next in a plan that the user or a pause has changed.
  fileprivate func isHidden(before instant: Duration, after step: Int) -> Bool {
    guard hasOtherWords(at: step), let next = trace.steps[step...].first(where: \.isDisturbance) else { return false }
    // The step that tells of a suspend comes after it.
    if case .suspended(let gap) = next.action { return next.now - gap < instant }
    return next.now < instant
  }

  /// Whether words of another cue that matters were moved into an interval of session time, which the plan of an
  /// unchanged session need not contain there.
  fileprivate func hasMoved(
    to span: Range<Duration>, by step: Int, besides key: CueKey, where matters: (CueKey) -> Bool
  ) -> Bool {
    trace.steps[...step].lazy.flatMap(\.notes).contains { note in
      guard let moved = note.movedTo else { return false }
      return note.key != key && span.contains(moved) && matters(note.key)
    }
  }

  func wasRunning(before step: Int) -> Bool { step > 0 && states[step - 1].mode == .running }
}
