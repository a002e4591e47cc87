import SessionReporting
import WorkoutEngine
import WorkoutModel

struct InTime: Invariant {
  let number = "I03"
  let law = "No cue is early. Late is more than 50 ms, within the grace, and not after what the cue belongs to."

  func violations(in record: TraceRecord) -> [Violation] {
    record.facts.compactMap { fact in
      judge(fact, record).map { violation("\(fact.report.kind.label) \(fact.report.cue) \($0)", at: fact.step) }
    }
  }

  private func judge(_ fact: CueFact, _ record: TraceRecord) -> String? {
    let (outcome, late) = (fact.report.outcome, fact.late)
    guard fact.isStarted else {
      return [.onTime, .late].contains(outcome) ? "is \(outcome.label) but never began" : nil
    }
    if late < .zero { return "began \(.zero - late) early" }
    switch outcome {
    case .onTime: return late <= ScheduledWarning.onTime ? nil : "is on time though \(late) late"
    case .late where late <= ScheduledWarning.onTime: return "is late though only \(late)"
    case .late, .failed:
      if let grace = fact.warning.longestDelay, late > max(grace, ScheduledWarning.onTime) {
        return "is \(late) late, beyond its grace"
      }
      return late > ScheduledWarning.onTime ? record.complaintAboutPlace(of: fact) : nil
    case .skipped, .collapsed, .cancelled, .duplicate: return "is \(outcome.label) but began"
    }
  }
}

extension TraceRecord {
  /// What speaks against a late cue that isn't a completion: what it belongs to was over when it began.
  fileprivate func complaintAboutPlace(of fact: CueFact) -> String? {
    guard fact.warning.cueClass != .completion, let start = fact.start else { return nil }
    let heard = start - frozen(in: fact.step)
    let isEnd = fact.warning.mark == fact.warning.anchor.end
    let key = fact.report.cue
    guard let first = visits.lastIndex(where: { $0.enteredAt <= fact.report.due && oracle.isWithin(key, $0.segment) })
    else { return nil }
    let last = visits[first...].prefix { oracle.isWithin(key, $0.segment) }.last
    guard let leftAt = last?.leftAt, heard > leftAt + (isEnd ? ScheduledWarning.onTime : .zero) else { return nil }
    return "began at \(start), what it belongs to was over at \(leftAt)"
  }

  /// The time that doesn't count of a suspend that a step reports; cues that were due before it are due so much later.
  func frozen(in step: Int) -> Duration { trace.steps[step].frozen(under: scenario.whenSuspended) }
}

extension TraceStep {
  /// The time that doesn't count of a suspend that the step reports.
  func frozen(under policy: SuspendPolicy) -> Duration {
    guard policy == .freeze, let sleep else { return .zero }
    return now - sleep.start
  }
}
