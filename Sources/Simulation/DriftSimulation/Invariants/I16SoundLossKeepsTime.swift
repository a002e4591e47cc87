import WorkoutEngine
import WorkoutModel

struct SoundLossKeepsTime: Invariant {
  let number = "I16"
  let law = "Failed speech or a lost device never moves the timeline. Each loss is reported once."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    let steps = record.trace.steps
    var isAudible = true
    for index in steps.indices {
      // A new process has its own device, unless it only ends what has been stopped.
      if let state = record.trace.restoredStates[index] {
        isAudible = state.isAudible || !(state.playback.isStopping || state.playback.isOver)
      }
      for event in steps[index].events {
        guard case .stateChanged(_, _, let changes) = event.kind else { continue }
        for case .audible(let audible) in changes {
          if audible == isAudible { found.append(violation("the same loss is reported again", at: index)) }
          isAudible = audible
        }
      }
      guard index > 0, steps[index].isOfSound else { continue }
      let (elapsed, before) = (steps[index].progress.elapsed, steps[index - 1].progress.elapsed)
      let passed = steps[index].now - steps[index - 1].now
      let ran = record.states[index - 1].mode == .running && record.states[index].mode == .running
      let expected = before + (ran ? passed : .zero)
      if record.states[index - 1].mode == record.states[index].mode, elapsed != expected {
        found.append(violation("the timeline moved by \(elapsed - expected)", at: index))
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

extension TraceStep {
  /// Whether the action concerns sound or speech.
  fileprivate var isOfSound: Bool {
    switch action {
    case .audioLost, .audioRestored, .speechFailed: true
    default: false
    }
  }
}

extension RunRecord {
  /// Whether a sound was played for a cue whose speech failed.
  fileprivate func replaces(_ fact: CueFact) -> Bool {
    trace.steps[fact.step].effects.contains { effect in
      if case .playSound(_, let cue, _) = effect.kind { cue == fact.report.cue } else { false }
    }
  }
}
