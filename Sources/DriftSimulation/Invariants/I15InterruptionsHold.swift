import WorkoutEngine
import WorkoutModel

/// Who was interrupted waits to be asked.
struct InterruptionsHold: Invariant {
  let number = "I15"
  let name = "interruptions hold"
  let law = "What is paused is silent and goes on only if the user, or the end of an interruption, says so."

  func violations(in evidence: Evidence) -> [Violation] {
    var found: [Violation] = []
    let steps = evidence.trace.steps
    for index in steps.indices.dropFirst() {
      guard case .standing = evidence.truths[index - 1].mode, steps[index].isSilent else { continue }
      if steps[index].playback.runs {
        found.append(violation("it went on by itself", at: index))
      }
      if let effect = steps[index].effects.first(where: \.kind.isHeard) {
        found.append(violation("a sound was to begin at \(effect.due) in a pause", at: index))
      }
    }
    return found
  }
}

extension TraceStep {
  /// Whether nothing in it may make a paused session sound.
  fileprivate var isSilent: Bool {
    switch action {
    case .tick, .suspended, .interruptionBegan, .interruptionEnded(shouldResume: false), .lifecycle, .audioLost,
      .audioRestored, .speechFailed:
      true
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
