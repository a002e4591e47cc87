import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `An action in a log` {
  /// Each action leads to another one: a new case doesn't compile until it has its place among them.
  private static func following(_ action: Action) -> Action? {
    switch action {
    case .start: .pause
    case .pause: .resume
    case .resume: .toggle
    case .toggle: .next
    case .next: .skip
    case .skip: .back
    case .back: .restartPhase
    case .restartPhase: .jump(to: .milliseconds(90_500))
    case .jump: .jumpToSet(3)
    case .jumpToSet: .seek(by: .seconds(-5))
    case .seek: .extend(by: .nanoseconds(15_000_000_001))
    case .extend: .done
    case .done: .stop
    case .stop: .undo
    case .undo: .redo
    case .redo: .abort
    case .abort: .setVolume(-6.5)
    case .setVolume: .measure(.heartRate, 140, from: nil)
    case .measure: .say(nil)
    case .say(nil): .say("Elbows in")
    case .say: .tick
    case .tick: .prepared
    case .prepared: .preparationFailed(reason: "no sound card")
    case .preparationFailed: .lifecycle(.background)
    case .lifecycle(.background): .lifecycle(.active)
    case .lifecycle(.active): .interruptionBegan
    case .interruptionBegan: .interruptionEnded(shouldResume: true)
    case .interruptionEnded(true): .interruptionEnded(shouldResume: false)
    case .interruptionEnded(false): .audioLost
    case .audioLost: .audioRestored
    case .audioRestored: .suspended(gap: .seconds(90))
    // What can't be spoken is no part of a session.
    case .suspended, .speechFailed: nil
    }
  }

  @Test(arguments: sequence(first: .start, next: following).map(\.self))
  func `is read back as it was`(action: Action) {
    #expect(Action(name: action.name, argument: action.argument) == action)
  }

  @Test(arguments: [
    ("jump", "soon"), ("seek", nil), ("measure", "pulse 3"), ("jump", "set"), ("dance", "1"), ("", nil),
  ])
  func `that can't be one is none`(name: String, argument: String?) {
    #expect(Action(name: name, argument: argument) == nil)
  }

  @Test func `names its cue by a key that is read back`() {
    for key in ["r3.n5.s2-1.#3", "r0.n0.s.#0"] { #expect(CueKey(key)?.description == key) }
    for text in ["", "r1", "r1.n2.s.#x", "r1.n2.s1.#3.4"] { #expect(CueKey(text) == nil) }
  }
}
