import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The log of a session` {
  @Test func `continues where it was, whatever was on its way: a fade, a phrase, a count, a pause`() throws {
    try expectScore(
      of: Sample.quiet, from: 1, .replayed, .at(1.2, .pause), .replayed, .at(1.7, .resume), .replayed, .to(3),
      score: """
        1.2 fadingIn -> fadingOut 1.2 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal =
            timer stops, bed 0.8 to 0.0 over 1.5
        1.7@1.2 resumed at 1.2 after user; fadingOut -> fadingIn 0.8; resume ! bed resume 1.5, journal = timer
            runs, bed 0.467 to 1.0 over 1.5
        2.5@2 fadingIn -> playing
        """)
    try expectScore(
      of: Sample.tabata, from: 36, .to(36.4), .replayed, .to(37.2), .replayed, .at(38.5, .pause), .replayed,
      .at(50, .resume), .to(52),
      score: """
        37 countdown "3" ! "3"
        38 countdown "2" ! "2"
        38.5 playing -> fadingOut 1.5 to paused(user); cuts countdown; pause ! bed pause 1.5, silence everything 0.3,
            journal = timer stops, bed 1.0 to 0.0 over 1.5
        40@38.5 fadingOut -> paused(user); paused at 38.5 by user
        50@38.5 resumed at 38.5 after user; paused -> fadingIn 1.5; resume ! bed resume 1.5, journal = timer runs,
            bed 0.0 to 1.0 over 1.5
        50.5@39 countdown "1" ! "1"
        51.5@40 fadingIn -> playing; phase Work 2/2 (high) 51.5-71.5; phaseStart [gong] "Work" ! journal, [gong],
            "Work" at 52.1
        """)
  }

  @Test func `keeps its moves, its lengths and its numbers`() throws {
    try expectScore(
      of: Sample.rounds, from: 12, .at(12, .extend(by: .seconds(5))), .at(13, .skip), .replayed, .at(14, .undo),
      .replayed, .at(15, .undo), .replayed, .at(16, .redo), .at(17, .stop), .replayed, .at(18, .skip), .to(20),
      score: """
        12 extend by 5; end 25; history 1/0 ! journal = in the plan 10-25, edits node 3 +5
        13@13/25 phase Rest 1/2 (low) 13-18; skip; position 25; history 2/0 ! journal, journal
        14@14/13 phase Work 1/2 (high) 11-26; undo; position 13; history 1/1 ! journal, journal
        15@15/14 undo; end 20; history 0/2 ! journal = in the plan 10-20, edits none
        16@16/15 redo; end 25; history 1/1 ! journal = in the plan 10-25, edits node 3 +5
        17@17/16 playing -> fadingOut 1.5 to stopped; stop ! silence everything 0.3, journal = timer stops
        18@17/16 skip refused: the workout is over
        18.5@17/16 fadingOut -> stopped; finished at 17, stopped: did extend 1 prepared 1 redo 1 skip 1 start 1
            stop 1 undo 2 | refused skip 1 | cues none ! journal, session deactivate, finish stopped
        """)
  }

  @Test func `without what allowed an action is incomplete`() throws {
    let timeline = try Timeline(Sample.quiet)
    var run = SessionLog.Run()
    run.entries = [.action(.start, at: .zero), .action(.prepared, at: .zero), .action(.undo, at: .seconds(3))]
    #expect(throws: ReplayError.incomplete) {
      try Engine(replaying: SessionLog(seed: timeline.seed, runs: [run]), timeline)
    }
  }

  @Test func `of another workout is refused`() throws {
    let (timeline, other) = try (Timeline(Sample.tabata), Timeline(Sample.quiet))
    let place = try #require(timeline.cursor(at: .seconds(15)))
    let start = SessionLog.Start.phase(place.id, progress: .seconds(3), elapsed: .seconds(20))
    let log = SessionLog(seed: 1, runs: [SessionLog.Run(start)])
    let told = try Engine(replaying: log, timeline)
    #expect(told.position == place.start + .seconds(3) && told.state.elapsed == .seconds(20))
    #expect(throws: ReplayError.otherWorkout) { try Engine(replaying: log, other) }
    for id in [SegmentID(node: 99, sets: []), SegmentID(node: 1, sets: [0]), SegmentID(node: 3, sets: [2])] {
      let key = CueKey("r1.n1.s.#0")
      let fact = try Fact(
        #require(key), in: id, mark: .zero, offset: .zero, due: .zero, isRefused: false, hasWords: true)
      var run = SessionLog.Run()
      run.entries = [.cue(fact)]
      #expect(throws: ReplayError.otherWorkout) { try Engine(replaying: SessionLog(seed: 1, runs: [run]), timeline) }
    }
  }

  @Test func `tells of each process what it did, on its own clock`() throws {
    var harness = try EngineHarness(Sample.tabata)
    harness.run(to: 33)
    var log = harness.log
    log.begin(SessionLog.Run(.continued(after: .seconds(33))), harness.engine.state.facts)
    var engine = try #require(harness.engine.paused())
    for (action, instant) in [(Action.prepared, 1), (.resume, 2), (.skip, 4)] {
      log.record(engine.send(action, at: .seconds(instant)).events, engine.state.facts)
    }
    let told = try Engine(replaying: log, engine.timeline, to: .seconds(4), durations: engine.durations)
    #expect(told.state == engine.state && told.counts.actions == ["start": 1, "prepared": 2, "resume": 1, "skip": 1])
  }
}
