import WorkoutEngine
import WorkoutModel

struct IgnoresWallClock: Invariant {
  let number = "I11"
  let law = "Steps of the wall clock change no event, and no event is later than its wake-up."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    if record.dependsOnWallClock {
      found.append(violation("without the steps of the wall clock its events differ", at: 0))
    }
    let steps = record.trace.steps
    for index in steps.indices {
      let now = steps[index].now
      // An event is dated at or before the wake-up that reports it.
      if let early = steps[index].events.firstIndex(where: { $0.at > now }) {
        found.append(violation("an event of \(steps[index].events[early].at) is reported at \(now)", at: index))
      }
    }
    return found
  }
}
