import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

/// Every playback state with every action: what the reducer makes of each pair, kept in a file.
///
/// `UPDATE_GOLDEN=1` writes the file anew, for a change that is meant.
@Suite struct `The table of states and actions` {
  private static let states: [(name: String, path: [(Action, Double)])] = [
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

  private static let actions: [Action] = [
    .start, .prepared, .preparationFailed(reason: "no session"), .pause, .resume, .toggle, .skip, .back, .restartPhase,
    .jump(to: .seconds(40)), .extend(by: .seconds(15)), .done, .undo, .redo, .setVolume(-3), .stop, .abort, .tick,
    .lifecycle(.background), .lifecycle(.active), .interruptionBegan, .interruptionEnded(shouldResume: true),
    .interruptionEnded(shouldResume: false), .audioLost, .audioRestored, .suspended(gap: .seconds(1)),
    .suspended(gap: .seconds(90)), .speechFailed(text: "3", reason: "test"),
  ]

  @Test func `is the one that is kept`() throws {
    let timeline = try Timeline(Sample.tabata)
    var table = ""
    for state in Self.states {
      var prepared = Engine(timeline)
      var last = 0.0
      for (action, seconds) in state.path {
        _ = prepared.send(action, at: .milliseconds(Int(seconds * 1000)))
        last = seconds
      }
      table += "\(state.name)\n"
      for action in Self.actions {
        var engine = prepared
        let gap = if case .suspended(let gap) = action { gap } else { Duration.zero }
        let reaction = engine.send(action, at: .milliseconds(Int(last * 1000)) + gap)
        table += "  \(Self.label(action)): \(Self.outcome(reaction)) -> \(engine.state.playback.name)\n"
      }
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/states-actions.txt")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try table.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == table)
  }

  private static func label(_ action: Action) -> String {
    switch action {
    case .lifecycle(let lifecycle): "\(action.name) \(lifecycle.rawValue)"
    case .interruptionEnded(let shouldResume): "\(action.name) shouldResume \(shouldResume)"
    case .suspended(let gap): "\(action.name) \(Score.seconds(gap)) s"
    default: action.name
    }
  }

  private static func outcome(_ reaction: Engine.Reaction) -> String {
    for event in reaction.events {
      guard case .actionTaken(_, let answer, _, _) = event.kind else { continue }
      if case .refused(let reason) = answer { return "refused, \(reason)" }
      return "accepted"
    }
    return "no answer"
  }
}
