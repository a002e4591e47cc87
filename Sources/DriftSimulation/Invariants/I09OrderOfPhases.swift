import WorkoutEngine
import WorkoutModel

/// Phases and sets come in the order of the plan, whoever wakes the session and how often.
struct OrderOfPhases: Invariant {
  let number = "I09"
  let name = "order of phases"
  let law = "Phases begin as plan and user have it and never go back by themselves, and a wake-up twice is once."

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    // Visits that begin with a restart are told nobody.
    var visits = evidence.visits[...]
    let steps = evidence.trace.steps
    for index in steps.indices {
      let (phaseStart, truth) = (steps[index].phaseStart, evidence.truths[index].phaseStart)
      if phaseStart != truth, evidence.truths[index].mode != .over {
        found.append(violation("the phase begins at \(phaseStart as Any), truth is \(truth as Any)", at: index))
      }
      if steps[index].restoration != nil { visits = visits.dropFirst() }
      if index > 0, steps[index].isTick, steps[index].now == steps[index].previous, !steps[index].isIdle {
        found.append(violation("a second wake-up at \(steps[index].now) did something", at: index))
      }
      for event in steps[index].events {
        guard case .phaseStarted(let phase) = event.kind else { continue }
        let expected = visits.popFirst()
        if phase.id != expected?.segment || event.at != expected?.enteredAt {
          found.append(violation(mismatch(phase, event.at, expected), at: index))
        }
      }
    }
    if let missing = visits.first, found.isEmpty {
      found.append(violation("the phase \(missing.segment) never began", at: steps.count - 1))
    }
    return found
  }

  private func mismatch(_ phase: PhaseReport, _ at: Duration, _ expected: Visit?) -> String {
    let said = "\(phase.name) \(phase.id.sets.map { $0 + 1 }) began at \(at)"
    guard let expected else { return said + ", no phase should have" }
    return said + ", it should be node \(expected.segment.node) \(expected.segment.sets.map { $0 + 1 }) "
      + "at \(expected.enteredAt)"
  }
}
