import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `An action in a log` {
  private static let actions: [Action] = [
    .start, .pause, .resume, .toggle, .next, .skip, .back, .restartPhase, .jump(to: .milliseconds(90_500)),
    .jumpToSet(3), .seek(by: .seconds(-5)), .extend(by: .nanoseconds(15_000_000_001)), .done, .stop, .undo, .redo,
    .abort, .setVolume(-6.5), .measure(.heartRate, 140, from: nil), .tick, .prepared,
    .preparationFailed(reason: "no sound card"), .lifecycle(.background), .lifecycle(.active), .interruptionBegan,
    .interruptionEnded(shouldResume: true), .interruptionEnded(shouldResume: false), .audioLost, .audioRestored,
    .suspended(gap: .seconds(90)),
  ]

  @Test(arguments: actions)
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
