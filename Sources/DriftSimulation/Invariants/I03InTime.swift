import WorkoutEngine
import WorkoutModel

/// Each cue begins at its moment or within its grace, and says which.
struct InTime: Invariant {
  let number = "I03"
  let name = "in time"
  let law = "No cue is early; on time is at most 50 ms late, late is within its grace, and beyond that none sounds."

  static let onTime = Duration.milliseconds(50)

  func violations(in evidence: Evidence) -> [Violation] {
    var found = evidence.oracle.complaints.map { violation($0, at: 0) }
    for fact in evidence.facts {
      if let message = judge(fact, evidence) {
        found.append(violation("\(fact.report.kind.rawValue) \(fact.report.cue) \(message)", at: fact.step))
      }
    }
    return found
  }

  private func judge(_ fact: CueFact, _ evidence: Evidence) -> String? {
    let report = fact.report
    let cue = fact.place.map { evidence.oracle.cues[$0] }
    if let cue, report.outcome != .cancelled, report.outcome != .duplicate, let visit = fact.visit,
      let due = evidence.closing(fact, on: visit) ?? evidence.due(of: cue, on: visit), due != report.due,
      !evidence.mayBeMoved(cue, at: fact.step)
    {
      return "was due at \(due) and says \(report.due)"
    }
    guard let at = evidence.start(of: fact) else {
      return [.onTime, .late].contains(report.outcome) ? "is \(report.outcome.rawValue) but never began" : nil
    }
    let late = at - report.due
    if late < .zero { return "began \(.zero - late) early" }
    switch report.outcome {
    case .onTime: return late <= Self.onTime ? nil : "is on time though \(late) late"
    case .late:
      if late <= Self.onTime { return "is late though only \(late)" }
      return grace(cue, fact, evidence).map { late <= $0 } ?? true ? nil : "is \(late) late, beyond its grace"
    case .failed:
      return grace(cue, fact, evidence).map { late <= max($0, Self.onTime) } ?? true ? nil : "is \(late) late"
    case .skipped, .collapsed, .cancelled, .duplicate: return "is \(report.outcome.rawValue) but began"
    }
  }

  /// How late it may begin; of what the user has made longer, as late as of anything.
  private func grace(_ cue: PlannedCue?, _ fact: CueFact, _ evidence: Evidence) -> Duration? {
    guard let cue, let grace = cue.grace else { return nil }
    let isEdited = fact.visit.map { evidence.visits[$0].edits > 0 } ?? false
    return isEdited && cue.cueClass == .start ? PlannedCue.longestGrace : grace
  }
}

extension Evidence {
  /// When a cue was due that closes a workout whose last phase the user has left before its end: when bed and track are
  /// silent, which is the end.
  func closing(_ fact: CueFact, on visit: Int) -> Duration? {
    guard truths[fact.step].mode == .over, visits[visit].leaving != .time, let ended = last.ended, ended.completed,
      visits[visit].leftAt.map({ fact.report.due >= $0 }) ?? true
    else { return nil }
    return ended.at
  }

  /// Whether a cue that only speaks may have been moved by what else is said, as the user's moves brought that about.
  func mayBeMoved(_ cue: PlannedCue, at step: Int) -> Bool {
    cue.rule.sound == nil && cue.mayWait && hasOtherWords(at: step)
  }

  /// Whether other words may be in the way of a cue by then than in the plan as a whole.
  func hasOtherWords(at step: Int) -> Bool {
    // What gave way to words that a pause has cut short has room again.
    let hasPaused = truths[..<step].contains { if case .standing = $0.mode { true } else { false } }
    return hasPaused
      || visits.prefix(truths[step].visit + 1).contains { visit in
        visit.edits > 0 || (visit.leaving != nil && visit.leaving != .time)
      }
  }

  /// When the sound of a cue really began: not before its host was awake to begin it.
  func start(of fact: CueFact) -> Duration? { fact.report.at.map { max($0, trace.steps[fact.step].now) } }
}
