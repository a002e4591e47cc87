import WorkoutEngine
import WorkoutModel

struct TotalsAddUp: Invariant {
  let number = "I32"
  let law = "What remains is the sum of the phases to come, and the time of a session that of its phases together."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var end: Duration?
    var number = 0
    // The active time of the phases up to the current one.
    var active = Duration.zero
    /// What the current phase has taken; all of it once the session has left it.
    func current() -> Duration { number > 0 ? record.visits[number - 1].taken : .zero }
    for index in record.trace.steps.indices {
      let (step, state) = (record.trace.steps[index], record.states[index])
      // A new process counts from what was stored.
      if step.restoration != nil { active = step.progress.elapsed - current() }
      for event in step.events {
        switch event.kind {
        case .phaseStarted where number < record.visits.count:
          active += current()
          number += 1
        case .finished(let report) where report.elapsed != active + current():
          found.append(violation("\(report.elapsed) of \(active + current()) are told at the end", at: index))
        default: break
        }
      }
      guard let cursor = state.cursor, let remaining = step.progress.remaining, state.mode != .over else { continue }
      // Time alone moves the end of the plan nowhere.
      guard end != state.position + remaining else { continue }
      end = state.position + remaining
      let sum = record.oracle.timeline.rest(from: cursor, at: state.position)
      if sum != remaining { found.append(violation("\(remaining) remain of phases of \(sum as Any)", at: index)) }
    }
    return found
  }
}

extension PhaseVisit {
  /// The active time spent in it; zero while it lasts.
  fileprivate var taken: Duration { to.map { $0 - from } ?? .zero }
}

extension Timeline {
  /// The sum of what the phases from a position on take; `nil` if only the user ends one of them.
  fileprivate func rest(from cursor: Cursor, at position: Duration) -> Duration? {
    guard var end = cursor.end else { return nil }
    var sum = end - position
    var here = cursor
    while let next = next(after: here, endedAt: end) {
      guard let length = next.length, let until = next.end else { return nil }
      sum += length
      (here, end) = (next, until)
    }
    return sum
  }
}
