import WorkoutEngine
import WorkoutModel

/// When the host is well again, so is the session.
struct Recovers: Invariant {
  let number = "I18"
  let name = "recovers"
  let law = "Once nothing is wrong any more, no cue is missed or late, and a workout that runs comes to its end."

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    let steps = evidence.trace.steps
    if !evidence.trace.isCut, evidence.last.mode == .running, evidence.last.cursor?.end != nil {
      found.append(violation("nobody would ever wake it again", at: steps.count - 1))
    }
    guard let calm = evidence.calmFrom, let first = steps.firstIndex(where: { $0.at > calm }) else { return found }
    for fact in evidence.facts where fact.step > first && fact.report.due > steps[first].now {
      switch fact.report.outcome {
      case .onTime, .failed, .cancelled, .duplicate: break
      case .late, .skipped, .collapsed:
        found.append(
          violation("\(fact.report.cue) is \(fact.report.outcome.rawValue) though all is well", at: fact.step))
      }
    }
    return found
  }
}

extension Evidence {
  /// The true time from which on nothing is wrong; `nil` where that never comes.
  var calmFrom: Duration? {
    if scenario.host.jitter != nil || scenario.host.waking != .deadline { return nil }
    var calm = Duration.zero
    for record in trace.deeds {
      let deed = scenario.script[record.line].deed
      // Slow speech and clocks that run fast keep no wake-up from coming on time.
      if deed.word == .speechSlow || deed.word == .skew { continue }
      guard let end = deed.end(from: record.at) else { return nil }
      // A wake-up that was put off or lost may be made up for a little later.
      calm = max(calm, deed.until == nil ? end : end + WakeUps.retry)
    }
    return calm
  }
}
