import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A warning` {
  /// Two sets of 20 s, and at the end of each the words that it is over.
  static let sets = Sample.silent(
    [
      CueRule(
        on: .set, at: .end(offset: .zero),
        say: CueText(pieces: [.words("Set "), .placeholder(.set), .words(" over")]), align: .end, cueClass: .warning)
    ],
    .group(SetGroup(.sets(2), nodes: [Sample.phase("Work", .high, 20)])))

  @Test func `is said once a set, and in the last set never lost to an earlier mistake`() throws {
    // A pause cuts its words short, and they turn out to be shorter than was thought: they come due a second time.
    try expectScore(
      of: Self.sets, from: nil, .learns("Set 1 over", 15), .learns("Set 2 over", 15), .at(0, .start),
      .at(0, .prepared), .at(6, .interruptionBegan), .learns("Set 1 over", 1), .at(6, .resume),
      .at(26, .interruptionBegan), .learns("Set 2 over", 1), .at(26, .resume), .to(39.5),
      showing: .cues,
      score: """
        5 custom "Set 1 over" for 20 ! "Set 1 over" ending at 20
        6 cuts custom ! silence everything 0.01
        19 custom "Set 1 over" duplicate for 20 (played before in this set)
        25 custom "Set 2 over" for 40 ! "Set 2 over" ending at 40
        26 cuts custom ! silence everything 0.01
        39 custom "Set 2 over" for 40 ! "Set 2 over" ending at 40
        """)
  }

  @Test func `is never said twice within ten seconds, not even in the last set`() throws {
    try expectScore(
      of: Self.sets, from: nil, .learns("Set 1 over", 8), .learns("Set 2 over", 8), .at(0, .start),
      .at(0, .prepared), .at(13, .interruptionBegan), .learns("Set 1 over", 1), .at(13, .resume),
      .at(33, .interruptionBegan), .learns("Set 2 over", 1), .at(33, .resume), .to(39.5),
      showing: .cues,
      score: """
        12 custom "Set 1 over" for 20 ! "Set 1 over" ending at 20
        13 cuts custom ! silence everything 0.01
        19 custom "Set 1 over" duplicate for 20 (played less than 10 s before)
        32 custom "Set 2 over" for 40 ! "Set 2 over" ending at 40
        33 cuts custom ! silence everything 0.01
        39 custom "Set 2 over" duplicate for 40 (played less than 10 s before)
        """)
  }

  @Test func `that waits for other words keeps waiting, whatever is replanned, until they are silent`() throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), say: CueText(pieces: [.placeholder(.phase)])),
      CueRule(on: .set, at: .start(offset: .zero), say: CueText(pieces: [.words("Set "), .placeholder(.set)])),
    ]
    try expectScore(
      of: Sample.silent(rules, .group(SetGroup(.sets(3), nodes: [Sample.phase("Work", .high, 10)]))), from: 9,
      .at(10.5, .lifecycle(.background)), .learns("Other words", 1), .at(10.6, .extend(by: .seconds(1))), .to(11),
      .to(21.5), .at(21.6, .pause), .at(30, .resume), .to(31),
      showing: .cues,
      score: """
        10 custom "Work" ! "Work"
        11.15 moves custom; custom "Set 2" for 10 ! "Set 2"
        21 custom "Work" ! "Work"
        21.6 cuts custom ! silence everything 0.3
        30@21.6 moves custom; custom "Set 3" for 29.4 ! "Set 3"
        """)
  }

  @Test func `that waits in a set is said when the user is done with the phase, and the next name follows it`() throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), say: CueText(pieces: [.placeholder(.phase)])),
      CueRule(on: .set, at: .start(offset: .zero), say: CueText(pieces: [.words("Set "), .placeholder(.set)])),
    ]
    let nodes = [Node.phase(Phase(PerSet("Squats"), .high, .open())), Sample.phase("Rest", .low, 20)]
    try expectScore(
      of: Sample.silent(rules, .group(SetGroup(.sets(2), nodes: nodes))), from: 0, .at(0.5, .done), .to(10),
      showing: .cues,
      score: """
        0.5 cuts custom; moves custom; custom "Set 1" for 0 ! silence speech 0.05, "Set 1"
        1.65 moves custom; custom "Rest" for 0.5 ! "Rest"
        """)
  }

  @Test func `of the end of its phase is on time a little after it, too`() throws {
    let bell = CueRule(on: .phase, at: .end(offset: .zero), sound: CueSound("bell"))
    try expectScore(
      of: Sample.silent([bell], Sample.phase("A", .high, 10), Sample.phase("B", .high, 10)), from: 9, .late(10.04),
      .late(20.06),
      score: """
        10 phase B (high) 10-20 ! journal
        10.04 custom [bell] due 10 of A ! [bell]
        20.06@20 custom [bell] skipped due 20 (stall)
        20 playing -> completed; finished at 20, completed: did prepared 1 start 1 | refused none | cues onTime 1
            skipped 1 ! journal, session deactivate, finish completed = timer stops, no phase
        """)
  }

  @Test func `doesn't begin after its set has ended, however little it is late`() throws {
    let half = CueRule(on: .set, at: .end(offset: .milliseconds(-500)), sound: CueSound("bell"), cueClass: .warning)
    try expectScore(
      of: Sample.silent([half], .group(SetGroup(.sets(2), nodes: [Sample.phase("Work", .high, 20)]))), from: 19,
      .late(19.6), .late(20.1), .late(39.4), .late(40.1),
      score: """
        19.6 custom [bell] late due 19.5 (stall) ! [bell]
        20 phase Work 2/2 (high) 20-40 ! journal
        40.1@40 custom [bell] skipped due 39.5 (stall)
        40 playing -> completed; finished at 40, completed: did prepared 1 start 1 | refused none | cues late 1
            skipped 1 ! journal, session deactivate, finish completed = timer stops, no phase
        """)
  }

  @Test func `that waits for other words is not said when its phase is made shorter than that`() throws {
    let count = CueRule(on: .phase, at: .start(offset: .seconds(5)), count: 1)
    let soon = CueRule(on: .phase, at: .start(offset: .seconds(5)), say: CueText(pieces: [.words("Drink")]))
    try expectScore(
      of: Sample.silent([count, soon], Sample.phase("A", .high, 10), Sample.phase("B", .high, 3)), from: 4, .to(5.5),
      .at(5.5, .extend(by: .seconds(-10))), .to(8),
      score: """
        5 custom "1" ! "1"
        5.5 cuts custom; custom "Drink" cancelled due 6.15 for 5 (extend); extend by -10; leaves out custom; leaves
            out custom; phase B (high) 5.5-8.5; history 1/0 ! silence speech 0.05, journal, journal = plan to 8.5,
            edits node 1 -4.5
        """)
  }

  @Test func `that is said after the end knows that no time remains`() throws {
    let remaining = CueText(pieces: [.placeholder(.remaining), .words(" left")])
    let rule = CueRule(on: .phase, at: .start(offset: .seconds(8)), say: remaining, cueClass: .completion)
    let count = CueRule(on: .phase, at: .start(offset: .seconds(8)), count: 1)
    try expectScore(
      of: Sample.silent([rule, count], Sample.phase("A", .high, 10)), from: 8.5, .learns("0 seconds left", 1),
      .late(20),
      score: """
        20@10 moves custom; custom "0 seconds left" late due 9.15 for 8 (stall) ! "0 seconds left"
        10 playing -> completed; finished at 10, completed: did prepared 1 start 1 | refused none | cues late 1
            onTime 1 ! journal, session deactivate, finish completed = timer stops, no phase
        """)
  }

  @Test func `of a start that is still to come is missed, not replaced`() throws {
    let rules = [
      CueRule(
        on: .workout, at: .start(offset: .seconds(10)), say: CueText(pieces: [.words("Now B")]), align: .end,
        cueClass: .start),
      CueRule(on: .phase, at: .start(offset: .zero), count: 1),
    ]
    try expectScore(
      of: Sample.silent(rules, Sample.phase("A", .high, 10), Sample.phase("B", .high, 10)), from: 6,
      .learns("Now B", 3), .late(7.3), .to(11),
      showing: .cues,
      score: """
        7.3 custom "Now B" skipped due 7 for 10 of B (stall)
        10 custom "1" ! "1"
        """)
  }

  @Test func `that a stall held up leaves space for what comes next, or isn't said`() throws {
    let numbers = CueRule(on: .phase, at: .end(offset: .seconds(-3)), count: 3)
    let soon = CueRule(
      on: .phase, at: .end(offset: .milliseconds(-4200)), say: CueText(pieces: [.words("Soon")]), cueClass: .warning)
    let workout = Sample.silent([numbers, soon], Sample.phase("Work", .high, 20))
    try expectScore(
      of: workout, from: 15, .late(16),
      score: """
        16 custom "Soon" late due 15.8 (stall) ! "Soon"
        """)
    try expectScore(
      of: workout, from: 15, .late(16.1), .to(18),
      score: """
        16.1 custom "Soon" skipped due 15.8 (stall)
        17 custom "3" ! "3"
        18 custom "2" ! "2"
        """)
  }

  @Test func `after a gap is one announcement, the newest that is true; cues of one instant count as one`() throws {
    var workout = Sample.tabata
    workout.cues = [CueRule(on: .set, at: .start(offset: .zero), sound: CueSound("tick"))]
    try expectScore(
      of: workout, from: 24, .late(40.1), .to(42),
      score: """
        30 phase Rest 1/2 (low) 30-40 ! journal
        40 phase Work 2/2 (high) 40-60 ! journal
        40.1 transition [woodblock] skipped due 25 planned for set 1 (stall); countdown "3" skipped due 27 planned
            for set 1 (stall); countdown "2" skipped due 28 planned for set 1 (stall); countdown "1" skipped due 29
            planned for set 1 (stall); phaseStart [bell] "Rest" collapsed due 30 of Rest planned for set 1 (stall);
            transition [woodblock] skipped due 35 of Rest planned for set 1 (stall); setCompletion "Set 1
            completing in" skipped due 36 for 37 of Rest planned for set 1 (stall); countdown "3" skipped due 37 of
            Rest planned for set 1 (stall); countdown "2" skipped due 38 of Rest planned for set 1 (stall);
            countdown "1" skipped due 39 of Rest planned for set 1 (stall); phaseStart [gong] "Work" late due 40
            (stall); custom [tick] late due 40 (stall) ! [gong], "Work" at 40.7, [tick]
        41.75 moves setStart; setStart "Last set" for 40.6 ! "Last set"
        """)
  }

  @Test func `in a block that renders ahead is on time where it lies in the block`() throws {
    try expectScore(
      of: Sample.tabata, from: 26.5, .block(from: 26.5, to: 28.5), .block(from: 29.02, to: 29.5),
      .block(from: 29.5, to: 30),
      score: """
        27 countdown "3" ! "3"
        28 countdown "2" ! "2"
        29.02 countdown "1" due 29 ! "1"
        30 phase Rest 1/2 (low) 30-40; phaseStart [bell] "Rest" ! journal, [bell], "Rest" at 30.6
        """)
  }

  /// The point is one word, the outcome, at each side of each limit.
  @Test(arguments: [
    (CueClass.countdown, 500), (.transition, 500), (.warning, 1000), (.info, 1000), (.bell, 1000), (.start, 5000),
  ])
  func `of each class is on time up to 50 ms, late within its grace, and skipped after it`(
    cueClass: CueClass, grace: Int
  ) throws {
    let bell = CueRule(on: .phase, at: .start(offset: .seconds(2)), sound: CueSound("bell"), cueClass: cueClass)
    func outcome(late nanoseconds: Int) throws -> Outcome? {
      var engine = Engine(try Timeline(Sample.silent([bell], Sample.phase("Work", .high, 20))))
      for action in [Action.start, .prepared] { _ = engine.send(action, at: .zero) }
      let reaction = engine.send(.tick, at: .seconds(2) + .nanoseconds(nanoseconds))
      return reaction.events.compactMap { event in
        if case .cueSettled(let cue) = event.kind { cue.outcome } else { nil }
      }.first
    }
    let limit = grace * 1_000_000
    #expect(
      try [0, 50_000_000, 50_000_001, limit, limit + 1].map(outcome) == [.onTime, .onTime, .late, .late, .skipped])
  }

  @Test func `of a start is late up to half its phase, where that is less than five seconds`() throws {
    let name = CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("gong"))
    let workout = Sample.silent([name], Sample.phase("A", .high, 4), Sample.phase("B", .high, 4))
    try expectScore(
      of: workout, from: 3, .late(6),
      score: """
        4 phase B (high) 4-8 ! journal
        6 custom [gong] late due 4 (stall) ! [gong]
        """)
    try expectScore(
      of: workout, from: 3, .late(6.001),
      score: """
        4 phase B (high) 4-8 ! journal
        6.001 custom [gong] skipped due 4 (stall)
        """)
  }

  @Test func `of completion is never too late, and comes before the end is reported`() throws {
    try expectScore(
      of: Sample.tabata, from: 74.5, .late(4000),
      showing: [.cues, .playback],
      score: """
        4000@75 completion [gong] "Tabata complete" late due 75 (stall) ! [gong], "Tabata complete" at 4000.6
        75 playing -> completed; finished at 75, completed: did prepared 1 start 1 | refused none | cues late 1
            onTime 27 = timer stops
        """)
  }

  @Test func `that can't be spoken is a sound and one failure, and the clock doesn't notice`() throws {
    try expectScore(
      of: Sample.tabata, from: 34,
      .at(34, .speechFailed("Set 1 completing in", reason: "crashed")),
      .at(34, .speechFailed("2", reason: "crashed")), .to(39),
      score: """
        34 speechFailed "Set 1 completing in" (crashed)
        34 speechFailed "2" (crashed)
        35 transition [woodblock] ! [woodblock]
        36 setCompletion "Set 1 completing in" failed for 37 (crashed) ! [gong]
        37 countdown "3" ! "3"
        38 countdown "2" failed (crashed) ! [beep]
        39 countdown "1" ! "1"
        """)
  }
}
