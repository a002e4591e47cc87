import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Undo and redo` {
  @Test func `take back each move to the place that it left`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 12)
    drill.send(.skip, at: 12)
    drill.run(to: 14)
    drill.send(.extend(by: .seconds(15)), at: 14)
    drill.send(.undo, at: 15)
    #expect(drill.engine.state.position == .seconds(32))
    #expect(drill.engine.state.cursor?.end == .seconds(40))
    drill.send(.undo, at: 15)
    #expect(drill.engine.state.position == .seconds(12))
    drill.send(.undo, at: 15)
    #expect(drill.answers.last == "undo: there is nothing to undo")
  }

  @Test func `cancel each other`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 12)
    drill.send(.skip, at: 12)
    drill.run(to: 20)
    let before = drill.engine.state
    drill.send(.undo, at: 20)
    drill.send(.redo, at: 20)
    #expect(drill.engine.state.position == before.position)
    #expect(drill.engine.state.cursor == before.cursor)
    #expect(drill.engine.state.elapsed == before.elapsed)
  }

  @Test func `reach thirty-two moves back and no further, and a new move ends what could be redone`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 5)
    for _ in 0..<40 { drill.send(.restartPhase, at: 5) }
    #expect(drill.engine.state.history.undoable == 32)
    drill.send(.undo, at: 5)
    #expect(drill.engine.state.history.redoable == 1)
    drill.send(.skip, at: 5)
    #expect(drill.engine.state.history.redoable == 0)
  }

  @Test func `bring the announcements back with the place`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 12)
    drill.send(.skip, at: 12)
    drill.send(.undo, at: 13)
    drill.run(to: 30)
    #expect(
      drill.score.lines.suffix(4) == [
        "26 transition [woodblock]", "28 countdown \"3\"", "29 countdown \"2\"", "30 countdown \"1\"",
      ])
  }
}

@Suite struct `State changes` {
  @Test func `list what differs, and nothing for the passing of time`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 12)
    let before = drill.engine.state
    drill.send(.tick, at: 15)
    #expect(drill.engine.state.changes(since: before).isEmpty)
    drill.send(.setVolume(-6), at: 16)
    drill.send(.lifecycle(.background), at: 16)
    drill.send(.skip, at: 17)
    #expect(
      drill.engine.state.changes(since: before).map(\.name) == ["phase", "position", "volume", "lifecycle", "history"])
  }

  @Test func `are counted for whoever asks when the session ends`() throws {
    var drill = try Drill(Sample.tabata)
    drill.send(.resume, at: 1)
    drill.send(.skip, at: 2)
    drill.run(to: 100)
    let usage = drill.engine.usage
    #expect(usage.actions == ["start": 1, "prepared": 1, "skip": 1])
    #expect(usage.refusals == ["resume": 1])
    #expect(usage.outcomes == ["onTime": 23, "cancelled": 3])
  }
}
