import WorkoutEngine
import WorkoutModel

/// A session outlives its process.
struct SurvivesDeath: Invariant {
  let number = "I17"
  let name = "survives death"
  let law = "After a death it goes on from what was stored, at most a second before, and says none of that again."

  private static let interval = Duration.seconds(1)

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    let steps = evidence.trace.steps
    if let error = evidence.trace.notRestored {
      found.append(violation("it could not be restored: \(error.explanation)", at: steps.count - 1))
    }
    for index in steps.indices {
      guard let restoration = steps[index].restoration else { continue }
      // A host that was not awake could not store; what counts is how long it was awake without doing so.
      let lastAwake = index > 0 ? steps[index - 1].now : .zero
      let lost = lastAwake - restoration.storedAt
      if restoration.storedAt > restoration.diedAt || lost > Self.interval {
        found.append(violation("\(lost) were lost", at: index))
      }
      found += repeated(restoration, index, evidence)
    }
    return found
  }

  private func repeated(_ restoration: Restoration, _ index: Int, _ evidence: Evidence) -> [Violation] {
    evidence.facts.compactMap { fact in
      guard fact.isStarted, fact.step > index, fact.place != nil else { return nil }
      var earlier = fact.before
      while earlier >= 0 {
        let before = evidence.facts[earlier]
        earlier = before.before
        guard before.isStarted, before.step <= restoration.step, !evidence.wentElsewhere(between: before, fact) else {
          continue
        }
        return violation("\(fact.report.cue) was stored as said and is said again", at: fact.step)
      }
      return nil
    }
  }
}
