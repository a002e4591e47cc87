import WorkoutEngine
import WorkoutModel

/// A pause is a pause.
struct PauseStands: Invariant {
  let number = "I12"
  let name = "a pause stands"
  let law = "In a pause active time stands and no cue begins, and all later cues shift by exactly the pause."

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    let steps = evidence.trace.steps
    for index in steps.indices.dropFirst() {
      guard case .standing = evidence.truths[index - 1].mode, steps[index].restoration == nil else { continue }
      if steps[index].standing.elapsed != steps[index - 1].standing.elapsed, stillStands(index, evidence) {
        found.append(violation("active time ran on by \(elapsed(index, steps)) in a pause", at: index))
      }
    }
    for fact in evidence.facts where fact.isStarted && fact.step > 0 {
      guard case .standing = evidence.truths[fact.step - 1].mode, case .standing = evidence.truths[fact.step].mode
      else { continue }
      found.append(violation("\(fact.report.cue) began in a pause", at: fact.step))
    }
    return found + told(evidence)
  }

  private func stillStands(_ index: Int, _ evidence: Evidence) -> Bool {
    if case .standing = evidence.truths[index].mode { true } else { false }
  }

  private func elapsed(_ index: Int, _ steps: [TraceStep]) -> Duration {
    steps[index].standing.elapsed - steps[index - 1].standing.elapsed
  }

  /// Between what is told of a pause and of its end active time is the same.
  private func told(_ evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    var pausedAt: Duration?
    let steps = evidence.trace.steps
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
