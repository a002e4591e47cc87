import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

/// Every playback state with every action: what the reducer makes of each pair, kept in a file.
///
/// `UPDATE_GOLDEN=1` rewrites the file, for an intended change.
@Suite struct `The table of states and actions` {
  @Test func `is the one that is kept`() throws {
    var table = ""
    for state in StateActions.states {
      let prepared = try StateActions.engine(in: state)
      table += "\(state.name)\n"
      for action in StateActions.actions {
        var engine = prepared
        let reaction = engine.send(action, at: StateActions.instant(of: action, after: prepared))
        table += "  \(Self.label(action)): \(Self.outcome(reaction)) -> \(engine.state.playback.name)\n"
      }
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Golden/states-actions.txt")
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
      guard case .actionTaken(let report) = event.kind else { continue }
      if case .refused(let reason) = report.result { return "refused, \(reason)" }
      return "accepted"
    }
    return "no answer"
  }
}
