import WorkoutEngine
import WorkoutModel

struct TrueCourse: Invariant {
  let number = "I08"
  let law = "Playback, place, times, phases and the one end are those to which the actions lead, to the nanosecond."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var visits = record.visits[...]
    var isFinished = false
    for index in record.trace.steps.indices {
      let (step, state) = (record.trace.steps[index], record.states[index])
      if step.restoration != nil { isFinished = isFinished && state.mode == .over }
      var course = step.comparison(with: state)
      for event in step.events {
        switch event.kind {
        case .phaseStarted(let phase):
          let visit = visits.popFirst()
          course.expect("the phase", phase.id, visit?.segment)
          course.expect("the start of a phase", event.at, visit?.enteredAt)
          course.expect("the active time of a start", event.progress.elapsed, visit?.elapsed)
        case .finished(let report):
          course.expect("the number of ends", isFinished ? 2 : 1, 1)
          course.expect("the end", event.at, state.end?.at)
          course.expect("the reason of the end", report.reason, state.end?.reason)
          isFinished = true
        default: break
        }
      }
      if state.mode == .over, state.fadeEnd <= step.now { course.expect("whether it has ended", isFinished, true) }
      if let complaint = course.complaint("is") { found.append(violation(complaint, at: index)) }
    }
    if let missing = visits.first, found.isEmpty {
      found.append(violation("the phase \(missing.segment) never began", at: record.trace.steps.count - 1))
    }
    return found
  }
}

extension TraceStep {
  /// Compares what a session says of itself with the state that it must have.
  fileprivate func comparison(with state: ReferenceState) -> Comparison {
    var comparison = Comparison()
    if !playback.isOf(state.mode) { comparison.expect("the playback", playback.name, "\(state.mode)") }
    comparison.expect("the end of a fade", playback.ramp?.end, state.fadeEnd > now ? state.fadeEnd : nil)
    comparison.expect("the active time", progress.elapsed, state.elapsed)
    comparison.expect("the position", progress.position, state.position)
    comparison.expect("what remains", progress.remaining, state.shownRemaining)
    if state.mode != .over { comparison.expect("the start of the phase", phaseStart, state.phaseStart) }
    return comparison
  }
}

extension PlaybackState {
  /// The fade in progress.
  fileprivate var ramp: Ramp? {
    switch self {
    case .fadingIn(let ramp), .fadingOut(let ramp, _): ramp
    default: nil
    }
  }

  fileprivate func isOf(_ mode: ReferenceModel.Mode) -> Bool {
    switch (self, mode) {
    case (.idle, .idle), (.preparingToPlay, .idle), (.fadingIn, .running), (.playing, .running): true
    case (.fadingOut(_, .completed), .closing): true
    case (.fadingOut(_, .paused), .paused), (.paused, .paused): true
    case (.fadingOut(_, .stopped), .over), (.completed, .over), (.stopped, .over): true
    default: false
    }
  }
}
