import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

extension `A phase that a measurement ends` {
  @Test func `stands in what is stored; another process knows nothing of what was measured`() throws {
    var harness = try Self.harness()
    harness.measure(110, at: 3)
    harness.run(to: 6)
    let snapshot = harness.engine.snapshot
    try harness.restore()
    harness.run(to: 10)
    #expect(ends(harness) == "8 Recover until")
    let paused = try #require(snapshot.paused)
    var resumed = try Engine(restoring: paused, harness.engine.timeline)
    for action in [Action.prepared, .resume] { _ = resumed.send(action, at: .zero) }
    _ = resumed.send(.tick, at: .seconds(30))
    #expect(resumed.cursor?.end == .seconds(60) && resumed.position == .seconds(36))
  }

  @Test func `is no reason to store the session again: a resume forgets what was measured`() throws {
    var harness = try Self.harness()
    harness.run(to: 2)
    let earlier = harness.engine.snapshot
    harness.measure(110, at: 3)
    harness.run(to: 6)
    #expect(harness.engine.snapshot.isLater(than: earlier))
  }
}
