import WorkoutEngine
import WorkoutModel

struct EndsOnValues: Invariant {
  let number = "I29"
  let law = "A phase with until ends by a value that has held, not before atLeast, and at its cap at the latest."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    let steps = record.trace.steps
    for index in steps.indices {
      for event in steps[index].events {
        guard case .phaseEnded(let ending) = event.kind,
          let until = record.oracle.timeline.phase(of: ending.id).phase.until,
          let visit = record.visit(of: ending.id, at: event.at, in: index)
        else { continue }
        let position = event.progress.position
        let phase = record.oracle.timeline.phase(of: ending.id).phase
        if ending.cause == .until {
          if let atLeast = phase.atLeast, position - visit.start < atLeast {
            found.append(violation("\(ending.name) lasted only \(position - visit.start)", at: index))
          }
          if let message = record.complaint(about: until, before: event.at, on: visit) {
            found.append(violation("\(ending.name) ended \(message)", at: index))
          }
        }
        if let end = visit.end, position > end {
          found.append(violation("\(ending.name) lasted until \(position), its cap is at \(end)", at: index))
        }
      }
    }
    return found
  }
}

extension TraceRecord {
  /// What speaks against the end of a phase by a measurement: it must have held for its time in each running second
  /// before.
  fileprivate func complaint(about until: Until, before instant: Duration, on visit: PhaseVisit) -> String? {
    guard until.threshold(of: scenario.body) != nil else { return "by a number of the person that isn't known" }
    if instant - visit.enteredAt < until.hold { return "before the value can have held" }
    // What is measured at the very instant comes after the end; a pause only makes the time longer.
    let values = signals.evidence(of: until.signal, in: (instant - until.hold)...(instant - .nanoseconds(1)))
    if values.allSatisfy({ until.isSatisfied(for: $0, of: scenario.body) }) { return nil }
    return "though the values were \(values.map { $0.map(String.init) ?? "unknown" }.joined(separator: ", "))"
  }
}
