import WorkoutEngine
import WorkoutModel

struct PauseHolds: Invariant {
  let number = "I12"
  let law = "A paused session is silent, and its time stands still, until the user or the last call's end resumes it."

  func violations(in record: TraceRecord) -> [Violation] {
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
    return found + reports(record)
  }

  /// Active time is the same in the event that reports a pause and in the one that reports its end.
  private func reports(_ record: TraceRecord) -> [Violation] {
    var found: [Violation] = []
    var pausedAt: Duration?
    let steps = record.trace.steps
    for index in steps.indices {
      if steps[index].restoration != nil { pausedAt = nil }
      for event in steps[index].events {
        switch event.kind {
        case .paused(let pause): pausedAt = pause.elapsed
        case .resumed(let pause):
          if let pausedAt, pausedAt != pause.elapsed {
            found.append(violation("paused after \(pausedAt), resumed after \(pause.elapsed)", at: index))
          }
          pausedAt = nil
        default: break
        }
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
