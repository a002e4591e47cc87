import SessionReporting
import WorkoutEngine
import WorkoutModel

struct NoAvoidableMiss: Invariant {
  let number = "I05"
  let law = "A cue is missed only without a wake-up in its grace, for something newer, or for words that matter more."

  func violations(in record: TraceRecord) -> [Violation] {
    record.facts.compactMap { fact in
      guard fact.isMissed, let complaint = complaint(about: fact, record) else { return nil }
      return violation("\(fact.report.kind.label) \(fact.report.cue) \(complaint)", at: fact.step)
    }
  }

  private func complaint(about fact: CueFact, _ record: TraceRecord) -> String? {
    let step = record.trace.steps[fact.step]
    if step.previous > fact.report.due, fact.step > 0, record.states[fact.step - 1].mode == .running {
      return "was due before the host was awake last, and passed over then"
    }
    let isReplaced = record.isPreempted(fact) || fact.isBlocked
    if fact.report.outcome == .collapsed, !isReplaced, !record.isPast(fact) {
      return "is replaced by a newer cue, but there is none"
    }
    if let grace = fact.warning.longestDelay, fact.late > grace { return nil }
    if isReplaced || record.isOver(fact) || record.isOfOldValue(fact) { return nil }
    return "was missed though only \(fact.late) late"
  }
}

extension TraceRecord {
  /// Whether a newer cue, or the announcement of an end, sounds in the step in which a cue is missed. For what leads up
  /// to an end only another such announcement does.
  fileprivate func isPreempted(_ fact: CueFact) -> Bool {
    facts.contains { other in
      guard other.step == fact.step, other.isStarted else { return false }
      if fact.warning.leadsToEnd { return other.warning.leadsToEnd && other.report.due > fact.report.due }
      return other.report.due > fact.report.due || other.warning.leadsToEnd
    }
  }

  /// Whether a cue is the start of something for which a later one stands, or its words would follow the end.
  fileprivate func isPast(_ fact: CueFact) -> Bool {
    guard let present = present(at: fact.step) else { return true }
    return fact.warning.cueClass == .start && present.segment != fact.warning.segment.id
  }

  /// Whether a cue can no longer play: the workout is paused, or what it belongs to is over.
  fileprivate func isOver(_ fact: CueFact) -> Bool {
    guard states[fact.step].mode == .running, let present = present(at: fact.step) else { return true }
    let key = fact.report.cue
    if !oracle.isWithin(key, present.segment) { return true }
    // A move, or other phases, may have led back to it in the same step.
    let now = trace.steps[fact.step].now
    return visits.contains {
      $0.enteredAt > fact.report.due && $0.enteredAt <= now && !oracle.isWithin(key, $0.segment)
        || $0.leftAt.map { $0 > fact.report.due && $0 <= now } ?? false && $0.leaving != .time
    }
  }

  /// The current visit after a step; `nil` after the end.
  private func present(at step: Int) -> PhaseVisit? {
    let visit = states[step].visit
    return visits.indices.contains(visit) && states[step].mode != .over ? visits[visit] : nil
  }
}
