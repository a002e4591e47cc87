import WorkoutEngine
import WorkoutModel

struct PauseHolds: Invariant {
  let number = "I12"
  let law = "In a pause active time is constant and no cue begins. Later cues shift by exactly the pause."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    let steps = record.trace.steps
    func isPaused(throughout step: Int) -> Bool {
      step > 0 && record.states[step - 1].mode.isPaused && record.states[step].mode.isPaused
    }
    for index in steps.indices where isPaused(throughout: index) && steps[index].restoration == nil {
      let passed = steps[index].progress.elapsed - steps[index - 1].progress.elapsed
      if passed != .zero { found.append(violation("active time ran on by \(passed) in a pause", at: index)) }
    }
    for fact in record.facts where fact.isStarted && isPaused(throughout: fact.step) {
      found.append(violation("\(fact.report.cue) began in a pause", at: fact.step))
    }
    return found + reports(record)
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
