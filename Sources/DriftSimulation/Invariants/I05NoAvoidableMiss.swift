import WorkoutEngine
import WorkoutModel

/// What could still be said is said.
struct NoAvoidableMiss: Invariant {
  let number = "I05"
  let name = "no avoidable miss"
  let law = "A cue is missed only if the host was not awake within its grace, or something truer took its place."

  func violations(in evidence: Evidence) -> [Violation] {
    evidence.facts.compactMap { fact in
      guard [.skipped, .collapsed].contains(fact.report.outcome), let place = fact.place else { return nil }
      let cue = evidence.oracle.cues[place]
      let step = evidence.trace.steps[fact.step]
      if step.previous > fact.report.due, evidence.wasRunning(before: fact.step) {
        return violation("\(cue.key) was due before the host was awake last, and passed over then", at: fact.step)
      }
      let late = step.now - fact.report.due
      guard late <= grace(of: cue, fact, evidence) ?? .seconds(1 << 40), !isExcused(fact, cue, late, evidence) else {
        return nil
      }
      return violation("\(cue.kind.rawValue) \(cue.key) was missed though only \(late) late", at: fact.step)
    }
  }

  /// How late it may begin: a start at most half of its phase as that really was.
  private func grace(of cue: PlannedCue, _ fact: CueFact, _ evidence: Evidence) -> Duration? {
    guard let grace = cue.grace, cue.cueClass == .start, cue.on == .phase, let number = fact.visit else {
      return cue.grace
    }
    let visit = evidence.visits[number]
    return visit.end.map { min(grace, ($0 - visit.start) / 2) } ?? grace
  }

  private func isExcused(_ fact: CueFact, _ cue: PlannedCue, _ late: Duration, _ evidence: Evidence) -> Bool {
    // After a suspend that pauses the workout nothing sounds; what was due before it had its chance before.
    if evidence.truths[fact.step].mode != .running { return true }
    let isPreempted = evidence.facts(in: fact.step).contains { other in
      other.isStarted && other.report.due > fact.report.due
    }
    return isPreempted || isOver(fact, cue, evidence) || speechMeetsNext(fact, cue, late, evidence)
  }

  /// Whether what the cue belongs to is over.
  private func isOver(_ fact: CueFact, _ cue: PlannedCue, _ evidence: Evidence) -> Bool {
    guard let present = evidence.presentVisit(at: fact.step) else { return true }
    switch cue.on {
    case .workout: return false
    case .phase: return present.segment != cue.segment
    case .set: return !evidence.oracle.isInSet(of: cue, present.segment)
    }
  }

  /// Whether the cue, as late as it is, would speak into one that is planned after it.
  private func speechMeetsNext(_ fact: CueFact, _ cue: PlannedCue, _ late: Duration, _ evidence: Evidence) -> Bool {
    guard let say = cue.say, let place = fact.place else { return false }
    // Late words may be others, and longer, than those of the plan.
    let length = evidence.oracle.lexicon.length(of: cue.words(late: late) ?? say)
    let end = cue.due + late + length + (cue.rule.sound == nil ? .zero : .milliseconds(600))
    let planned = evidence.oracle.cues[(place + 1)...].prefix { $0.due < end }
    if planned.contains(where: { $0.say != nil }) { return true }
    let heardBy = fact.report.due + (end - cue.due)
    return evidence.facts.contains { other in
      other.step >= fact.step && other.report.say != nil && other.report.cue != cue.key
        && other.report.due >= fact.report.due && other.report.due < heardBy
    } || evidence.isSpeaking(in: evidence.trace.steps[fact.step].now..<heardBy, before: fact.step)
  }
}

extension Evidence {
  /// The facts of one step.
  func facts(in step: Int) -> some Sequence<CueFact> { facts.lazy.filter { $0.step == step } }

  /// The phase that the session is in after a step.
  func presentVisit(at step: Int) -> Visit? {
    let visit = truths[step].visit
    return visits.indices.contains(visit) && truths[step].mode != .over ? visits[visit] : nil
  }

  /// Whether words that an earlier step began are heard in a span of session time.
  func isSpeaking(in span: Range<Duration>, before step: Int) -> Bool {
    let lexicon = oracle.lexicon
    return trace.steps[..<step].lazy.flatMap(\.effects).contains { effect in
      guard case .speak(let text, _, let align) = effect.kind else { return false }
      let length = lexicon.length(of: text)
      let start = align == .end ? effect.due - length : effect.due
      return start < span.upperBound && start + length > span.lowerBound
    }
  }

  /// Whether time ran until a step.
  func wasRunning(before step: Int) -> Bool { step > 0 && truths[step - 1].mode == .running }
}
