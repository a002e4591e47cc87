import WorkoutEngine
import WorkoutModel

struct TrueTime: Invariant {
  let number = "I08"
  let law = "At each wake-up elapsed, position and remaining time are exact to the nanosecond."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var before = Duration.zero
    for index in record.states.indices {
      let (progress, expected) = (record.trace.steps[index].progress, record.states[index])
      if progress.elapsed != expected.elapsed {
        found.append(violation("elapsed is \(progress.elapsed), expected \(expected.elapsed)", at: index))
      }
      if progress.position != expected.position {
        found.append(violation("the place is \(progress.position), expected \(expected.position)", at: index))
      }
      if progress.remaining != expected.shownRemaining {
        found.append(
          violation(
            "what remains is \(progress.remaining as Any), expected \(expected.shownRemaining as Any)", at: index))
      }
      if progress.elapsed < before, record.trace.steps[index].restoration == nil {
        found.append(violation("elapsed went back from \(before) to \(progress.elapsed)", at: index))
      }
      before = progress.elapsed
    }
    return found
  }
}
