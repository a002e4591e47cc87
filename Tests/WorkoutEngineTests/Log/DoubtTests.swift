import Testing
import WorkoutEngine
import WorkoutModel

/// A session that was killed as soon as it had begun to play, and before that was stored.
@Suite struct `A cue at the place where a session begins to play` {
  private static let bell = CueRule(on: .workout, at: .start(offset: .zero), sound: CueSound("bell"))

  /// The actions after the start of a process, in which the state was stored, before the timer ran.
  @Test(arguments: [[], [Action.start]])
  func `is left out if it may have been heard, whatever was stored before`(stored: [Action]) throws {
    let timeline = try Timeline(Sample.silent([Self.bell], Sample.phase("A", .high, 10)))
    var engine = Engine(timeline)
    for action in stored { _ = engine.send(action, at: .seconds(1)) }
    try expectLeftOut(engine)
  }

  /// The same in a process that resumed it.
  @Test(arguments: [[], [Action.prepared]])
  func `is left out after a resume, too`(stored: [Action]) throws {
    let timeline = try Timeline(Sample.silent([Self.bell], Sample.phase("A", .high, 10)))
    var engine = try #require(Engine(timeline).paused())
    for action in stored { _ = engine.send(action, at: .seconds(1)) }
    try expectLeftOut(engine)
  }

  private func expectLeftOut(_ engine: Engine) throws {
    let (paused, events) = engine.leavingOut(.zero)
    #expect(reports(events).map(\.outcome) == [.skipped])
    let refused = events.filter { $0.kind.refusal != nil }
    #expect(refused.isEmpty)
    var resumed = try #require(paused)
    var heard = reports(resumed.send(.prepared, at: .seconds(1)).events)
    heard += reports(resumed.send(.resume, at: .seconds(2)).events)
    heard += reports(resumed.send(.tick, at: .seconds(20)).events)
    #expect(heard.allSatisfy { $0.at == nil } && resumed.playback == .completed)
  }

  private func reports(_ events: [EngineEvent]) -> [CueReport] {
    events.compactMap { if case .cueSettled(let cue) = $0.kind { cue } else { nil } }
  }
}
