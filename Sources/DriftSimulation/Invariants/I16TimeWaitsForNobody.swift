import WorkoutEngine
import WorkoutModel

/// Sound follows time; time doesn't wait for sound.
struct TimeWaitsForNobody: Invariant {
  let number = "I16"
  let name = "time waits for nobody"
  let law = "Dead speech and a dead device never move the timeline, and each loss is told once, not with every cue."

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    let steps = evidence.trace.steps
    var isAudible = true
    for index in steps.indices {
      if steps[index].restoration != nil { isAudible = evidence.isAudible(before: index) ?? isAudible }
      for event in steps[index].events {
        guard case .stateChanged(_, _, let changes) = event.kind else { continue }
        for case .audible(let audible) in changes {
          if audible == isAudible { found.append(violation("the same loss is told again", at: index)) }
          isAudible = audible
        }
      }
      guard index > 0, steps[index].isOfSound else { continue }
      let (elapsed, before) = (steps[index].standing.elapsed, steps[index - 1].standing.elapsed)
      let passed = steps[index].now - steps[index - 1].now
      let ran = evidence.truths[index - 1].mode == .running && evidence.truths[index].mode == .running
      let expected = before + (ran ? passed : .zero)
      if evidence.truths[index - 1].mode == evidence.truths[index].mode, elapsed != expected {
        found.append(violation("the timeline moved by \(elapsed - expected)", at: index))
      }
    }
    for fact in evidence.facts where fact.report.outcome == .failed {
      if fact.report.cause == nil || !evidence.replaces(fact) {
        found.append(violation("\(fact.report.cue) failed and nothing sounded instead", at: fact.step))
      }
    }
    return found
  }
}

extension TraceStep {
  /// Whether it tells of sound or speech.
  fileprivate var isOfSound: Bool {
    switch action {
    case .audioLost, .audioRestored, .speechFailed: true
    default: false
    }
  }
}

extension Evidence {
  /// Whether a sound was played for a cue whose speech failed.
  fileprivate func replaces(_ fact: CueFact) -> Bool {
    trace.steps[fact.step].effects.contains { effect in
      if case .playSound(_, let cue, _) = effect.kind { cue == fact.report.cue } else { false }
    }
  }

  /// What a restored session believes of its device: what it believed when it was stored.
  fileprivate func isAudible(before step: Int) -> Bool? {
    guard let stored = trace.steps[step].restoration?.step else { return nil }
    let told = trace.steps[...stored].flatMap(\.events).compactMap { event -> Bool? in
      guard case .stateChanged(_, _, let changes) = event.kind else { return nil }
      for case .audible(let audible) in changes { return audible }
      return nil
    }
    return told.last ?? true
  }
}
