import WorkoutEngine
import WorkoutModel

struct SurvivesCrash: Invariant {
  let number = "I17"
  let law = "A restarted session loses at most one second and repeats nothing that was saved as played."

  private static let interval = Duration.seconds(1)

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    let steps = record.trace.steps
    if let error = record.trace.notRestored {
      found.append(violation("it could not be restored: \(error.explanation)", at: steps.count - 1))
    }
    for index in steps.indices {
      guard let restoration = steps[index].restoration else { continue }
      // A host that was not awake could not store; the measure is the time that it was awake without storing.
      let lastAwake = index > 0 ? steps[index - 1].now : .zero
      let lost = lastAwake - restoration.storedAt
      let latest = restoration.diedAt + record.scenario.host.ahead
      if restoration.storedAt > latest || lost > Self.interval {
        found.append(violation("\(lost) were lost", at: index))
      }
    }
    return found
  }
}
