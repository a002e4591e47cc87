import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A session that another process resumes` {
  private static let workout = Sample.tabata

  /// A session that has played up to `instant`; every phrase lasts a second.
  private func interrupted(at instant: Duration) throws -> EngineHarness {
    var harness = try EngineHarness(Self.workout)
    harness.run(to: Double(instant.wholeNanoseconds) / 1e9)
    return harness
  }

  /// The engine of another process, which has read the log.
  private func resumed(_ harness: EngineHarness) throws -> Engine {
    let engine = harness.engine
    let told = try Engine(replaying: harness.log, engine.timeline, to: engine.now, durations: engine.durations)
    return try #require(told.paused())
  }

  private func run(_ engine: inout Engine, to end: Duration) -> [EngineEvent] {
    var events: [EngineEvent] = []
    while let deadline = engine.nextDeadline, deadline <= end { events += engine.send(.tick, at: deadline).events }
    return events
  }

  private func cues(_ events: [EngineEvent]) -> [CueReport] {
    events.compactMap { if case .cueSettled(let cue) = $0.kind { cue } else { nil } }
  }

  @Test func `is paused where it was, says its phase, and its clock begins again`() throws {
    var engine = try resumed(try interrupted(at: .seconds(35)))
    #expect(engine.state.now == .zero && engine.state.position == .seconds(35))
    let reaction = engine.send(.prepared, at: .seconds(2))
    #expect(engine.state.playback == .paused(.restored) && engine.state.elapsed == .seconds(35))
    #expect(engine.nextDeadline == nil)
    let phases = reaction.events.compactMap { event in
      if case .phaseStarted(let phase) = event.kind { phase } else { nil }
    }
    // Five of its ten seconds have passed.
    #expect(phases.map(\.name) == ["Rest"] && phases.map(\.start) == [.seconds(2 - 5)])
    // The bed is there, silent, to come in when the user resumes.
    let beds = reaction.effects.compactMap { if case .ambient(let command) = $0.kind { command } else { nil } }
    #expect(beds == [.start(Ambient(sound: "rain")), .pause(fade: .zero)])
    let resumed = engine.send(.resume, at: .seconds(5))
    #expect(resumed.effects.contains { $0.kind == .ambient(.resume(fade: Ambient.standardFade)) })
    #expect(engine.state.position == .seconds(35) && engine.state.timer.isRunning)
  }

  @Test func `plays what was left, each cue once, wherever it was interrupted`() throws {
    let whole = try interrupted(at: .seconds(100))
    let planned = cues(whole.events).map(\.cue)
    #expect(Set(planned).count == planned.count && planned.count > 10)
    var random = SplitMix64(seed: 7)
    // On every cue, just beside it, and anywhere.
    let dues = cues(whole.events).map(\.due)
    let beside = dues + dues.map { $0 + .nanoseconds(1) } + dues.map { $0 - .nanoseconds(1) }
    let anywhere = (0..<200).map { _ in Duration.nanoseconds(random.below(75_000_000_000)) }
    var before = try interrupted(at: .zero)
    for instant in (beside + anywhere).sorted() where instant >= .zero && instant < .seconds(75) {
      before.run(to: Double(instant.wholeNanoseconds) / 1e9)
      var engine = try resumed(before)
      _ = engine.send(.prepared, at: .milliseconds(100))
      // What waited for words that nobody hears any more is said at once.
      let begun = engine.send(.resume, at: .milliseconds(random.below(20_000) + 100)).events
      let after = begun + run(&engine, to: .seconds(200))
      let both = cues(before.events + after)
      #expect(both.map(\.cue).sorted(by: precedes) == planned.sorted(by: precedes), "\(instant)")
      #expect(both.allSatisfy { $0.outcome == .onTime }, "\(instant)")
      #expect(engine.state.playback == .completed && engine.state.elapsed == .seconds(75))
    }
  }

  private func precedes(_ a: CueKey, _ b: CueKey) -> Bool { a.description < b.description }

  @Test func `continues after a stop, too, but not when it was complete`() throws {
    var harness = try interrupted(at: .seconds(35))
    harness.send(.stop, at: 35)
    harness.run(to: 40)
    #expect(harness.engine.state.playback == .stopped)
    var engine = try resumed(harness)
    _ = engine.send(.prepared, at: .zero)
    _ = engine.send(.resume, at: .seconds(1))
    #expect(engine.state.playback.name == "fadingIn" && engine.state.position == .seconds(35))
    #expect(try interrupted(at: .seconds(100)).engine.paused() == nil)
  }

  @Test func `keeps its moves, its volume and its lengths`() throws {
    var harness = try interrupted(at: .seconds(12))
    harness.send(.extend(by: .seconds(5)), at: 12)
    harness.send(.setVolume(-6), at: 12)
    harness.run(to: 20)
    var engine = try resumed(harness)
    #expect(engine.state.volume == -6 && engine.state.history.undoable == 1)
    #expect(engine.state.cursor?.end == .seconds(35))
    _ = engine.send(.prepared, at: .zero)
    _ = engine.send(.undo, at: .seconds(1))
    #expect(engine.state.position == .seconds(20) && engine.state.cursor?.end == .seconds(30))
  }

  @Test func `in another workout is paused at the place that it is given`() throws {
    let timeline = try Timeline(Sample.rounds)
    let place = try #require(timeline.cursor(at: .seconds(27)))
    var engine = Engine(resuming: timeline, at: place, progress: .seconds(2), elapsed: .seconds(90))
    #expect(engine.state.position == .seconds(27) && engine.state.elapsed == .seconds(90))
    _ = engine.send(.prepared, at: .zero)
    #expect(engine.state.playback == .paused(.restored))
    _ = engine.send(.resume, at: .seconds(1))
    _ = engine.send(.tick, at: .seconds(2))
    #expect(engine.state.position == .seconds(28) && engine.state.elapsed == .seconds(91))
    // A phase that has become shorter than what was done of it is at its end.
    let late = Engine(resuming: timeline, at: place, progress: .seconds(60), elapsed: .zero)
    #expect(late.state.position == .seconds(35) - .nanoseconds(1))
  }
}
