import WorkoutEngine
import WorkoutModel

struct PauseHolds: Invariant {
  let number = "I12"
  let law = "In a pause active time is constant and no cue begins. Later cues shift by exactly the pause."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    let steps = record.trace.steps
    for index in steps.indices.dropFirst() {
      guard case .paused = record.states[index - 1].mode, steps[index].restoration == nil else { continue }
      if steps[index].progress.elapsed != steps[index - 1].progress.elapsed, isStillPaused(index, record) {
        found.append(violation("active time ran on by \(elapsed(index, steps)) in a pause", at: index))
      }
    }
    for fact in record.facts where fact.isStarted && fact.step > 0 {
      guard case .paused = record.states[fact.step - 1].mode, case .paused = record.states[fact.step].mode
      else { continue }
      found.append(violation("\(fact.report.cue) began in a pause", at: fact.step))
    }
    return found + reports(record)
  }

  private func isStillPaused(_ index: Int, _ record: RunRecord) -> Bool {
    if case .paused = record.states[index].mode { true } else { false }
  }

  private func elapsed(_ index: Int, _ steps: [TraceStep]) -> Duration {
    steps[index].progress.elapsed - steps[index - 1].progress.elapsed
  }

  /// Active time is the same in the event that reports a pause and in the one that reports its end.
  private func reports(_ record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    var pausedAt: Duration?
    let steps = record.trace.steps
    for index in steps.indices {
      if steps[index].restoration != nil { pausedAt = nil }
      for event in steps[index].events {
        switch event.kind {
        case .paused(let elapsed, _): pausedAt = elapsed
        case .resumed(let elapsed, _):
          if let pausedAt, pausedAt != elapsed {
            found.append(violation("paused after \(pausedAt), resumed after \(elapsed)", at: index))
          }
          pausedAt = nil
        default: break
        }
      }
    }
    return found
  }
}
