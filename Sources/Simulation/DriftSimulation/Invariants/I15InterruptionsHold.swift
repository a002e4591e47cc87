import WorkoutEngine
import WorkoutModel

struct InterruptionsHold: Invariant {
  let number = "I15"
  let law = "A paused session is silent until the user, or the end of the last interruption, resumes it."

  func violations(in record: RunRecord) -> [Violation] {
    var found: [Violation] = []
    let steps = record.trace.steps
    for index in steps.indices.dropFirst() where record.states[index - 1].mode.isPaused {
      guard record.states[index].mode.isPaused else {
        if case .interruptionEnded = steps[index].action, record.states[index].mode == .running,
          !steps[index].playback.runs
        {
          found.append(violation("it didn't resume when the last interruption had ended", at: index))
        }
        continue
      }
      if steps[index].playback.runs {
        found.append(violation("it resumed although it must stay paused", at: index))
      }
      // A move, and a new process, start bed and track of their place even in a pause: they pause at once.
      if let effect = steps[index].effects.first(where: \.kind.isHeard), !steps[index].isMove,
        steps[index].restoration == nil
      {
        found.append(violation("a sound was to begin at \(effect.due) in a pause", at: index))
      }
    }
    return found
  }
}

extension TraceStep {
  /// Whether it is a move in the plan.
  fileprivate var isMove: Bool {
    switch action {
    case .skip, .back, .restartPhase, .jump, .jumpToSet, .seek, .extend, .done, .undo, .redo: true
    default: false
    }
  }
}

extension PlaybackState {
  /// Whether the timer runs.
  var runs: Bool {
    switch self {
    case .playing, .fadingIn: true
    default: false
    }
  }
}

extension Effect.Kind {
  /// Whether a sound begins or resumes.
  var isHeard: Bool {
    switch self {
    case .playSound, .speak, .ambient(.start), .ambient(.resume), .track(.start), .track(.resume): true
    default: false
    }
  }
}
