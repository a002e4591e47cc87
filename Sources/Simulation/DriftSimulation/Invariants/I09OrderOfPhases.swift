import WorkoutEngine
import WorkoutModel

struct OrderOfPhases: Invariant {
  let number = "I09"
  let law = "Phases begin in the order of the plan and the user's moves. A repeated wake-up changes nothing."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var visits = record.visits[...]
    let steps = record.trace.steps
    for index in steps.indices {
      let (phaseStart, expected) = (steps[index].phaseStart, record.states[index].phaseStart)
      if phaseStart != expected, record.states[index].mode != .over {
        found.append(violation("the phase begins at \(phaseStart as Any), expected \(expected as Any)", at: index))
      }
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

  private func mismatch(_ phase: PhaseReport, _ at: Duration, _ expected: PhaseVisit?) -> String {
    let said = "\(phase.name) \(phase.id.sets.map { $0 + 1 }) began at \(at)"
    guard let expected else { return said + ", no phase should have" }
    return said + ", it should be node \(expected.segment.node) \(expected.segment.sets.map { $0 + 1 }) "
      + "at \(expected.enteredAt)"
  }
}
