import WorkoutEngine
import WorkoutModel

struct SoundLossIsTold: Invariant {
  let number = "I16"
  let law = "A lost device is reported once, and a sound stands for words that can't be spoken."

  func violations(in record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    let steps = record.trace.steps
    var isAudible = true
    for index in steps.indices {
      // A new process has its own device, unless it only ends what has been stopped.
      if let state = record.trace.restoredStates[index] {
        isAudible = state.isAudible || !(state.playback.isStopping || state.playback.isOver)
      }
      for event in steps[index].events {
        guard case .stateChanged(let report) = event.kind else { continue }
        for case .audible(let audible) in report.changes {
          if audible == isAudible { found.append(violation("the same loss is reported again", at: index)) }
          isAudible = audible
        }
      }
    }
    for fact in record.facts where fact.report.outcome == .failed {
      if fact.report.cause == nil || !record.replaces(fact) {
        found.append(violation("\(fact.report.cue) failed and nothing sounded instead", at: fact.step))
      }
    }
    return found
  }
}

extension TraceRecord {
  /// Whether a sound was played for a cue whose speech failed.
  fileprivate func replaces(_ fact: CueFact) -> Bool {
    trace.steps[fact.step].effects.contains { effect in
      if case .playSound(_, let cue, _) = effect.kind { cue == fact.report.cue } else { false }
    }
  }
}
