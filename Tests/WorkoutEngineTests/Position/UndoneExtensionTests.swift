import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// `Sample.rounds`: Warm up 0-10, then Work 10-20 and Rest 20-25 twice, Plank until done, Cool down.
@Suite struct `An extension that is undone` {
  /// The place, the end of the phase and what can be undone and redone.
  private static func summary(_ harness: EngineHarness) -> String {
    let state = harness.engine.state
    let end = state.cursor?.end.map(ScoreText.seconds) ?? "open"
    return "\(ScoreText.seconds(state.position)) of \(end), \(state.history.undoable)/\(state.history.redoable)"
  }

  private static func run(_ steps: [(Double, Action)], _ expected: [String], restoring: Bool = false) throws {
    var harness = try EngineHarness(Sample.rounds)
    for ((seconds, action), wanted) in zip(steps, expected) {
      harness.run(to: seconds)
      harness.send(action, at: seconds)
      if restoring { try harness.replay() }
      #expect(summary(harness) == wanted, "\(action) at \(seconds)\(restoring ? ", restored" : "")")
      #expect(harness.engine.state.elapsed <= .seconds(seconds))
    }
  }

  @Test(arguments: [false, true])
  func `takes the time back and leaves the place, and a redo gives it again`(restoring: Bool) throws {
    try Self.run(
      [(12, .extend(by: .seconds(15))), (14, .undo), (15, .redo), (16, .undo), (18, .tick), (21, .tick)],
      ["12 of 35, 1/0", "14 of 20, 0/1", "15 of 35, 1/0", "16 of 20, 0/1", "18 of 20, 0/1", "21 of 25, 0/0"],
      restoring: restoring)
  }

  @Test(arguments: [false, true])
  func `is one of several, the last first, shorter ones among them`(restoring: Bool) throws {
    try Self.run(
      [
        (12, .extend(by: .seconds(15))), (13, .extend(by: .seconds(-7))), (14, .extend(by: .seconds(60))), (15, .undo),
        (16, .undo), (17, .undo), (17.5, .redo), (17.5, .redo), (17.5, .redo), (17.5, .redo),
      ],
      [
        "12 of 35, 1/0", "13 of 28, 2/0", "14 of 88, 3/0", "15 of 28, 2/1", "16 of 35, 1/2", "17 of 20, 0/3",
        "17.5 of 35, 1/2", "17.5 of 28, 2/1", "17.5 of 88, 3/0", "17.5 of 88, 3/0",
      ], restoring: restoring)
  }

  @Test func `lies behind a skip that is undone first`() throws {
    try Self.run(
      [(12, .extend(by: .seconds(15))), (13, .skip), (14, .undo), (15, .undo), (16, .redo), (17, .redo)],
      ["12 of 35, 1/0", "35 of 40, 2/0", "13 of 35, 1/1", "14 of 20, 0/2", "15 of 35, 1/1", "36 of 40, 2/0"])
  }

  @Test func `in a pause moves no time`() throws {
    try Self.run(
      [
        (12, .pause), (20, .extend(by: .seconds(15))), (30, .undo), (40, .redo), (50, .undo), (60, .resume),
        (69, .tick),
      ],
      [
        "12 of 20, 0/0", "12 of 35, 1/0", "12 of 20, 0/1", "12 of 35, 1/0", "12 of 20, 0/1", "12 of 20, 0/1",
        "21 of 25, 0/0",
      ])
  }

  @Test func `without which the phase would be over ends it now, and a redo goes back to it`() throws {
    try Self.run(
      [(12, .extend(by: .seconds(15))), (25, .undo), (27, .redo), (28, .undo)],
      ["12 of 35, 1/0", "25 of 30, 0/1", "25 of 35, 1/0", "27 of 30, 0/1"])
  }

  @Test func `that had ended its phase goes back to it`() throws {
    try Self.run(
      [(12, .extend(by: .seconds(-60))), (13, .undo), (14, .redo)], ["12 of 17, 1/0", "12 of 20, 0/1", "13 of 17, 1/0"])
  }

  @Test func `is forgotten when time has ended its phase`() throws {
    try Self.run(
      [(5, .restartPhase), (16, .extend(by: .seconds(5))), (32, .tick), (33, .undo)],
      ["0 of 10, 1/0", "11 of 25, 2/0", "27 of 30, 1/0", "5 of 10, 0/1"])
  }

  @Test func `says the countdown of the end that comes, once`() throws {
    var harness = try EngineHarness(Sample.tabata)
    harness.run(to: 27.5)
    harness.send(.extend(by: .seconds(15)), at: 27.5)
    harness.send(.undo, at: 27.7)
    harness.run(to: 31)
    let counted = harness.events.compactMap { event -> String? in
      guard case .cueSettled(let cue) = event.kind, cue.kind == .countdown, cue.outcome != .cancelled,
        cue.due > .seconds(20)
      else {
        return nil
      }
      return "\(cue.say ?? "") \(cue.outcome.rawValue) \(ScoreText.seconds(cue.due))"
    }
    #expect(counted == ["3 onTime 27", "2 onTime 28", "1 onTime 29"])
  }
}
