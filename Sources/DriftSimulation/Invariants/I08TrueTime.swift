import WorkoutEngine
import WorkoutModel

/// A second is a second.
struct TrueTime: Invariant {
  let number = "I08"
  let name = "true time"
  let law = "At each wake-up elapsed, place and remaining time are true to the nanosecond; active time never shrinks."

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    var before = Duration.zero
    for index in evidence.truths.indices {
      let (standing, truth) = (evidence.trace.steps[index].standing, evidence.truths[index])
      if standing.elapsed != truth.elapsed {
        found.append(violation("elapsed is \(standing.elapsed), truth is \(truth.elapsed)", at: index))
      }
      if standing.position != truth.position {
        found.append(violation("the place is \(standing.position), truth is \(truth.position)", at: index))
      }
      if standing.remaining != truth.remaining {
        found.append(
          violation("what remains is \(standing.remaining as Any), truth is \(truth.remaining as Any)", at: index))
      }
      if standing.elapsed < before, evidence.trace.steps[index].restoration == nil {
        found.append(violation("elapsed went back from \(before) to \(standing.elapsed)", at: index))
      }
      before = standing.elapsed
    }
    return found
  }
}
