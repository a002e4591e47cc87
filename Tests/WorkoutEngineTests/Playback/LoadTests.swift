import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `An hour of toggles, twenty a second` {
  /// What can grow with use is counted.
  @Test func `leaves nothing behind`() throws {
    let day = Workout(
      name: "Day",
      nodes: [
        .group(SetGroup(.sets(4000), nodes: [Sample.phase("Work", .high, 20), Sample.phase("Rest", .low, 10)]))
      ])
    var engine = Engine(try Timeline(day))
    for action in [Action.start, .prepared] { _ = engine.send(action, at: .zero) }
    let actions = 72_000
    var most = (facts: 0, edits: 0, queue: 0, effects: 0)
    for step in 1...actions {
      let reaction = engine.send(.toggle, at: .milliseconds(step * 50))
      most.facts = max(most.facts, engine.state.facts.entries.count)
      most.edits = max(most.edits, engine.state.edits.count)
      most.effects = max(most.effects, reaction.effects.count)
      if step.isMultiple(of: 100) { most.queue = max(most.queue, engine.forecast(until: .seconds(1 << 20)).count) }
    }
    // One toggle in ten is not a bounce: an hour of half a second playing, half a second paused.
    #expect(engine.counts.actions["toggle"] == 7200 && engine.counts.refusals["toggle"] == 64_800)
    #expect(engine.state.elapsed == .seconds(1800))
    #expect(most.facts == Facts.capacity)
    #expect(most.edits == 0 && engine.state.history.undoable == 0 && engine.state.history.redoable == 0)
    // The plan reaches 20 s ahead and to the end of a stretch: a phase or two, whatever has been before.
    #expect((1...30).contains(most.queue))
    #expect(most.effects <= 12)
  }
}
