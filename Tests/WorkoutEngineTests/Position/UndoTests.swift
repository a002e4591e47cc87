import Testing
import WorkoutEngine
import WorkoutModel

/// Each goes back to the place at which the move was made, forward again, and back once more.
@Suite struct `Undo and redo` {
  private static func thereAndBack(_ move: Action, at seconds: Double) -> [Step] {
    [.at(seconds, move), .at(seconds + 2, .undo), .at(seconds + 3, .redo), .at(seconds + 4, .undo)]
  }

  @Test func `of a skip`() throws {
    try expectScore(
      of: Sample.rounds, from: 12, Self.thereAndBack(.skip, at: 12),
      score: """
        12@12/20 phase Rest 1/2 (low) 12-17; skip; position 20; history 1/0 ! journal, journal
        14@14/12 phase Work 1/2 (high) 12-22; undo; position 12; history 0/1 ! journal, journal
        15@15/22 phase Rest 1/2 (low) 13-18; redo; position 22; history 1/0 ! journal, journal
        16@16/13 phase Work 1/2 (high) 13-23; undo; position 13; history 0/1 ! journal, journal
        """)
  }

  @Test func `of a step back`() throws {
    try expectScore(
      of: Sample.rounds, from: 11.5, Self.thereAndBack(.back, at: 11.5),
      score: """
        11.5@11.5/0 phase Warm up (warmup) 11.5-21.5; back; position 0; history 1/0 ! journal, journal
        13.5@13.5/11.5 phase Work 1/2 (high) 12-22; undo; position 11.5; history 0/1 ! journal, journal
        14.5@14.5/2 phase Warm up (warmup) 12.5-22.5; redo; position 2; history 1/0 ! journal, journal
        15.5@15.5/12.5 phase Work 1/2 (high) 13-23; undo; position 12.5; history 0/1 ! journal, journal
        """)
  }

  @Test func `of a restart`() throws {
    try expectScore(
      of: Sample.rounds, from: 16, Self.thereAndBack(.restartPhase, at: 16),
      score: """
        16@16/10 phase Work 1/2 (high) 16-26; restartPhase; position 10; history 1/0 ! journal, journal
        18@18/16 phase Work 1/2 (high) 12-22; undo; position 16; history 0/1 ! journal, journal
        19@19/12 phase Work 1/2 (high) 17-27; redo; position 12; history 1/0 ! journal, journal
        20@20/17 phase Work 1/2 (high) 13-23; undo; position 17; history 0/1 ! journal, journal
        """)
  }

  @Test func `of a jump`() throws {
    try expectScore(
      of: Sample.rounds, from: 12, Self.thereAndBack(.jump(to: .seconds(31)), at: 12),
      score: """
        12@12/31 phase Work 2/2 (high) 6-16; jump to 31; position 31; history 1/0 ! journal, journal
        14@14/12 phase Work 1/2 (high) 12-22; undo; position 12; history 0/1 ! journal, journal
        15@15/33 phase Work 2/2 (high) 7-17; redo; position 33; history 1/0 ! journal, journal
        16@16/13 phase Work 1/2 (high) 13-23; undo; position 13; history 0/1 ! journal, journal
        """)
  }

  @Test func `of a phase made longer`() throws {
    try expectScore(
      of: Sample.rounds, from: 12, Self.thereAndBack(.extend(by: .seconds(15)), at: 12),
      score: """
        12 extend by 15; end 35; history 1/0 ! journal = in the plan 10-35, edits node 3 +15
        14 undo; end 20; history 0/1 ! journal = in the plan 10-20, edits none
        15 redo; end 35; history 1/0 ! journal = in the plan 10-35, edits node 3 +15
        16 undo; end 20; history 0/1 ! journal = in the plan 10-20, edits none
        """)
  }

  @Test func `of an open phase that was done`() throws {
    try expectScore(
      of: Sample.rounds, from: 42, Self.thereAndBack(.done, at: 42),
      score: """
        42 done; phase Cool down (cooldown) 42-52; history 1/0 ! journal, journal = plan to 52, edits node 5 +0
            ended after 2
        44@44/42 phase Plank (high) 42-open; undo; position 42; history 0/1 ! journal, journal = plan without end,
            edits none
        45@45/44 phase Cool down (cooldown) 43-53; redo; position 44; history 1/0 ! journal, journal = plan to 52,
            edits node 5 +0 ended after 2
        46@46/43 phase Plank (high) 43-open; undo; position 43; history 0/1 ! journal, journal = plan without end,
            edits none
        """)
  }

  @Test func `while paused moves the place and lets no time pass`() throws {
    try expectScore(
      of: Sample.rounds, from: 12, .at(12, .interruptionBegan), .at(13, .skip), .at(14, .undo), .at(15, .redo),
      .at(16, .resume), .to(19),
      score: """
        12 playing -> paused(interruption); paused at 12 by interruption; interruptionBegan ! silence everything
            0.01, journal = timer stops, interruptions 1 to resume after
        13@12/20 phase Rest 1/2 (low) 13-18; skip; position 20; history 1/0 ! journal, journal
        14@12 phase Work 1/2 (high) 12-22; undo; position 12; history 0/1 ! journal, journal
        15@12/20 phase Rest 1/2 (low) 15-20; redo; position 20; history 1/0 ! journal, journal
        16@12/20 resumed at 12 after interruption; paused -> fadingIn 1.5; resume ! journal = timer runs,
            interruptions 0
        17.5@13.5/21.5 fadingIn -> playing
        """)
  }

  @Test func `end with the next move, which nothing can be redone after`() throws {
    try expectScore(
      of: Sample.rounds, from: 12, .at(12, .skip), .at(13, .undo), .at(14, .restartPhase), .at(15, .redo),
      score: """
        12@12/20 phase Rest 1/2 (low) 12-17; skip; position 20; history 1/0 ! journal, journal
        13@13/12 phase Work 1/2 (high) 11-21; undo; position 12; history 0/1 ! journal, journal
        14@14/10 phase Work 1/2 (high) 14-24; restartPhase; position 10; history 1/0 ! journal, journal
        15@15/11 redo refused: there is nothing to redo
        """)
  }

  @Test func `are refused where there is nothing to go to: before the start, before a move, after the end`() throws {
    try expectScore(
      of: Sample.rounds, from: nil, .at(0, .undo), .at(0, .start), .at(0, .redo), .at(0, .prepared), .at(3, .undo),
      .at(4, .redo), .at(5, .skip), .at(5, .abort), .at(6, .undo),
      score: """
        0 undo refused: the workout hasn't begun
        0 idle -> preparingToPlay; start ! session activate, journal
        0 redo refused: the workout hasn't begun
        0 phase Warm up (warmup) 0-10; preparingToPlay -> fadingIn 1.5; prepared ! journal, journal = timer runs
        1.5 fadingIn -> playing
        3 undo refused: there is nothing to undo
        4 redo refused: there is nothing to redo
        5@5/10 phase Work 1/2 (high) 5-15; skip; position 10; history 1/0 ! journal, journal
        5@5/10 playing -> fadingOut 0.25 to stopped; abort ! silence everything 0.25, journal = timer stops
        5.25@5/10 fadingOut -> stopped; finished at 5, stopped: did abort 1 prepared 1 skip 1 start 1 | refused
            redo 2 undo 2 | cues none ! journal, session deactivate, finish stopped
        6@5/10 undo refused: the workout is over
        """)
  }

  @Test func `bring back what was said behind the place, to be said again`() throws {
    try expectScore(
      of: Sample.tabata, from: 12, .at(12, .skip), .at(13, .undo), .to(28),
      showing: [.phases, .cues],
      score: """
        12 transition [woodblock] cancelled due 25 (skip); countdown "3" cancelled due 27 (skip); countdown "2"
            cancelled due 28 (skip); countdown "1" cancelled due 29 (skip)
        12@12/30 phase Rest 1/2 (low) 12-22; phaseStart [bell] "Rest"; position 30 ! [bell], "Rest" at 12.6
        13@13/31 cuts phaseStart
        13@13/12 phase Work 1/2 (high) 11-31; position 12 ! silence speech 0.05 = forgets phaseStart and phaseStart
        26@26/25 transition [woodblock] ! [woodblock]
        28@28/27 countdown "3" ! "3"
        """)
  }

  @Test func `forward cancel what they leave out`() throws {
    try expectScore(
      of: Sample.tabata, from: 26, .at(26, .restartPhase), .at(27, .undo), .to(29),
      showing: [.phases, .cues],
      score: """
        26@26/10 phase Work 1/2 (high) 26-46; phaseStart [gong] "Work"; position 10 ! [gong], "Work" at 26.6 =
            forgets transition and phaseStart
        27@27/11 transition [woodblock] cancelled due 41 (undo)
        27@27/26 phase Work 1/2 (high) 11-31; position 26
        28@28/27 countdown "3" ! "3"
        29@29/28 countdown "2" ! "2"
        """)
  }

  /// The point is one number, how many moves are kept: 40 transcripts of the same kind would only hide it.
  @Test func `reach thirty-two moves back and no further`() throws {
    var harness = try EngineHarness(Sample.rounds)
    for move in 1...40 { harness.send(.jump(to: .seconds(10) + .milliseconds(100 * move)), at: 5) }
    #expect(harness.engine.state.history.undoable == 32)
    for _ in 1...32 { harness.send(.undo, at: 5) }
    // The eighth jump went to 10.8: the ninth, the oldest that is kept, was made there.
    #expect(harness.engine.state.position == .milliseconds(10_800))
    harness.send(.undo, at: 5)
    #expect(harness.answers.last == "undo: there is nothing to undo")
    for _ in 1...32 { harness.send(.redo, at: 5) }
    #expect(harness.engine.state.position == .seconds(14))
    #expect(harness.engine.state.history.undoable == 32 && harness.engine.state.history.redoable == 0)
  }
}

@Suite struct `State changes` {
  /// The list is all that a display receives, so it is compared as a whole.
  @Test func `list what differs, and nothing for the passing of time`() throws {
    var harness = try EngineHarness(Sample.tabata)
    harness.run(to: 12)
    let before = harness.engine.state
    harness.send(.tick, at: 15)
    #expect(harness.engine.state.changes(since: before).isEmpty)
    harness.send(.setVolume(-6), at: 16)
    harness.send(.lifecycle(.background), at: 16)
    harness.send(.audioLost, at: 16)
    harness.send(.skip, at: 17)
    harness.send(.pause, at: 17)
    let rest = SegmentID(node: 4, sets: [0])
    #expect(
      harness.engine.state.changes(since: before) == [
        .playback("fadingOut"), .phase(rest), .position(.seconds(30)), .volume(-6), .lifecycle(.background),
        .audible(false), .history(undoable: 1, redoable: 0),
      ])
    harness.run(to: 20)
    harness.send(.stop, at: 20)
    #expect(
      harness.engine.state.changes(since: before).first == .playback("stopped")
        && harness.engine.state.changes(since: before).contains(.ambient(nil)))
  }
}
