import Testing
import WorkoutEngine
import WorkoutModel

extension `A phase that a measurement ends` {
  @Test func `stands in the log; another process knows nothing of what was measured`() throws {
    var harness = try Self.harness()
    harness.measure(110, at: 3)
    harness.run(to: 6)
    let stored = harness.engine
    try harness.replay()
    harness.run(to: 10)
    #expect(ends(harness) == "8 Recover until")
    var resumed = try #require(stored.paused())
    for action in [Action.prepared, .resume] { _ = resumed.send(action, at: .zero) }
    _ = resumed.send(.tick, at: .seconds(30))
    #expect(resumed.cursor?.end == .seconds(60) && resumed.position == .seconds(36))
  }
}
