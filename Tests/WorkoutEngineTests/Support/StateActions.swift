import WorkoutEngine
import WorkoutModel

/// Every playback state and every action: what tables and laws are made of.
enum StateActions {
  /// A state with the way into it.
  typealias NamedState = (name: String, steps: [(Action, Double)])

  static let states: [NamedState] = [
    ("idle", []),
    ("preparingToPlay", [(.start, 0)]),
    ("preparingToPause", [(.start, 0), (.pause, 0)]),
    ("fadingIn", [(.start, 0), (.prepared, 0), (.tick, 1)]),
    ("playing", [(.start, 0), (.prepared, 0), (.tick, 15)]),
    ("fadingOut to paused", [(.start, 0), (.prepared, 0), (.pause, 15), (.tick, 15.5)]),
    ("paused by the user", [(.start, 0), (.prepared, 0), (.pause, 15), (.tick, 20)]),
    ("paused by an interruption", [(.start, 0), (.prepared, 0), (.interruptionBegan, 15), (.tick, 20)]),
    (
      "paused by a suspend",
      [(.start, 0), (.prepared, 0), (.tick, 15), (.suspended(gap: .seconds(90)), 105), (.tick, 110)]
    ),
    ("fadingOut to stopped", [(.start, 0), (.prepared, 0), (.stop, 15), (.tick, 15.5)]),
    ("stopped", [(.start, 0), (.prepared, 0), (.stop, 15), (.tick, 20)]),
    ("completed", [(.start, 0), (.prepared, 0), (.tick, 100)]),
    ("failed", [(.start, 0), (.preparationFailed(reason: "no session"), 1)]),
  ]

  static let actions: [Action] = [
    .start, .prepared, .preparationFailed(reason: "no session"), .pause, .resume, .toggle, .skip, .back, .restartPhase,
    .jump(to: .seconds(40)), .jumpToSet(2), .seek(by: .seconds(5)), .extend(by: .seconds(15)), .done, .undo, .redo,
    .setVolume(-3), .say(nil), .say("Elbows in"), .stop, .abort, .tick,
    .lifecycle(.background), .lifecycle(.active), .interruptionBegan, .interruptionEnded(shouldResume: true),
    .interruptionEnded(shouldResume: false), .audioLost, .audioRestored, .suspended(gap: .seconds(1)),
    .suspended(gap: .seconds(90)), .speechFailed("3", reason: "test"),
  ]

  /// An engine in a state.
  static func engine(in state: NamedState, _ policies: Policies = Policies()) throws -> Engine {
    var engine = Engine(try Timeline(Sample.tabata), policies: policies)
    for (action, seconds) in state.steps { _ = engine.send(action, at: .milliseconds(Int(seconds * 1000))) }
    return engine
  }

  /// When an action happens to an engine that is left alone until then: at once, unless it reports time gone by.
  static func instant(of action: Action, after engine: Engine) -> Duration {
    let gap = if case .suspended(let gap) = action { gap } else { Duration.zero }
    return engine.state.now + gap
  }
}
