import WorkoutEngine
import WorkoutModel

/// Who was interrupted waits to be asked.
struct InterruptionsHold: Invariant {
  let number = "I15"
  let name = "interruptions hold"
  let law =
    "What is paused is silent and goes on only if the user says so, or the last of the interruptions that paused it."

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    let steps = evidence.trace.steps
    for index in steps.indices.dropFirst() {
      guard case .standing = evidence.truths[index - 1].mode else { continue }
      guard case .standing = evidence.truths[index].mode else {
        if case .interruptionEnded = steps[index].action, evidence.truths[index].mode == .running,
          !steps[index].playback.runs
        {
          found.append(violation("it didn't go on when the last interruption had ended", at: index))
        }
        continue
      }
      if steps[index].playback.runs {
        found.append(violation("it went on though it has to stand", at: index))
      }
      if let effect = steps[index].effects.first(where: \.kind.isHeard), !steps[index].isMove {
        found.append(violation("a sound was to begin at \(effect.due) in a pause", at: index))
      }
    }
    return found
  }
}

extension TraceStep {
  /// Whether the user moved in the plan, which brings the bed of the place even in a pause.
  fileprivate var isMove: Bool {
    switch action {
    case .skip, .back, .restartPhase, .jump, .extend, .done, .undo, .redo: true
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
  /// Whether something begins to sound, or sounds again.
  var isHeard: Bool {
    switch self {
    case .playSound, .speak, .ambient(.start), .ambient(.resume), .track(.start), .track(.resume): true
    default: false
    }
  }
}
