import WorkoutEngine
import WorkoutModel

/// Who sets the wall clock sets no workout.
struct WallClockIsForShow: Invariant {
  let number = "I11"
  let name = "wall clock is for show"
  let law = "Steps of the wall clock change nothing, and events lie on the boot clock whatever its rate."

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    if let plain = evidence.withoutWallSteps, !plain.tells(theSameAs: evidence.trace) {
      found.append(violation("without the steps of the wall clock it tells something else", at: 0))
    }
    let steps = evidence.trace.steps
    for index in steps.indices {
      let now = steps[index].now
      // An event lies at or before the wake-up that brings it, but never before the one that brought the last.
      if let early = steps[index].events.firstIndex(where: { $0.at > now }) {
        found.append(violation("an event of \(steps[index].events[early].at) is told at \(now)", at: index))
      }
    }
    return found
  }
}
