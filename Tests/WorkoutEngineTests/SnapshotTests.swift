import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A stored session` {
  private func stored(_ workout: Workout = Sample.tabata) throws -> String {
    var drill = try Drill(workout)
    drill.run(to: 35)
    return String(decoding: try JSONEncoder().encode(drill.engine.snapshot), as: UTF8.self)
  }

  private func restore(_ text: String, _ workout: Workout = Sample.tabata) throws -> Engine {
    let snapshot = try JSONDecoder().decode(EngineSnapshot.self, from: Data(text.utf8))
    return try Engine(restoring: snapshot, Timeline(workout))
  }

  @Test func `goes on where it was`() throws {
    let engine = try restore(stored())
    #expect(engine.state.position == .seconds(35))
    #expect(engine.state.playback == .playing)
  }

  @Test func `of another version is refused before anything else of it is looked at`() throws {
    #expect(throws: SnapshotError.otherFormat(99)) { try restore(#"{ "format": 99, "state": "who knows" }"#) }
  }

  @Test func `of another workout is refused`() throws {
    var other = Sample.tabata
    other.nodes.append(Sample.phase("More", .low, 5))
    #expect(throws: SnapshotError.otherWorkout) { try restore(stored(), other) }
  }

  @Test func `that names places the workout doesn't have is refused`() throws {
    let text = try stored().replacingOccurrences(of: "\"leaf\":4", with: "\"leaf\":400")
    #expect(throws: SnapshotError.damaged) { try restore(text) }
  }
}

@Suite struct `A toggle` {
  @Test func `would take effect unless the session is over or another has just been taken`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 20)
    #expect(drill.engine.state.canAcceptUserInput(.reverse))
    drill.send(.toggle, at: 20)
    #expect(!drill.engine.state.canAcceptUserInput(.reverse))
    drill.send(.tick, at: 20.5)
    #expect(drill.engine.state.canAcceptUserInput(.reverse))
    #expect(!drill.engine.state.canAcceptUserInput(.gate))
    drill.run(to: 30)
    #expect(drill.engine.state.canAcceptUserInput(.gate))
    drill.send(.stop, at: 31)
    #expect(!drill.engine.state.canAcceptUserInput(.reverse))
  }
}
