import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A move` {
  @Test func `to the next phase cancels what was left of this one`() throws {
    try expectScore(
      of: Sample.tabata, from: 12, .at(12, .skip), .to(13),
      score: """
        12 transition [woodblock] cancelled due 25 (skip); countdown "3" cancelled due 27 (skip); countdown "2"
            cancelled due 28 (skip); countdown "1" cancelled due 29 (skip)
        12@12/30 phase Rest 1/2 (low) 12-22; skip; phaseStart [bell] "Rest"; position 30; history 1/0 ! journal,
            journal, [bell], "Rest" at 12.6
        """)
  }

  @Test func `past the last phase completes the workout with its closing cue, also from a pause`() throws {
    try expectScore(
      of: Sample.tabata, from: 71, .at(71, .skip), .at(72, .undo), .at(73.5, .skip), .at(77, .undo),
      score: """
        71 countdown "3" cancelled due 72 (skip); countdown "2" cancelled due 73 (skip); countdown "1" cancelled
            due 74 (skip)
        71@71/75 playing -> fadingOut 1.5 to completed; skip; position 75; history 1/0 ! bed stop 1.5, journal =
            timer stops, bed 1.0 to 0.0 over 1.5 for the end
        72@71/75 fadingOut -> fadingIn 1.5
        72@71 phase Cool down (cooldown) 61-76; undo; position 71; history 0/1 ! journal, bed start rain 1.5,
            journal = timer runs, bed 0.333 to 1.0 over 1.5, forgets phaseStart
        73@72 countdown "3" ! "3"
        73.5@72.5 fadingIn -> playing
        73.5@72.5 countdown "2" cancelled due 74 (skip); countdown "1" cancelled due 75 (skip);
            cuts countdown
        73.5@72.5/75 playing -> fadingOut 1.5 to completed; skip; position 75; history 1/0 ! silence speech 0.05,
            bed stop 1.5, journal = timer stops, bed 1.0 to 0.0 over 1.5 for the end
        75@72.5/75 completion [gong] "Tabata complete"; bed none; fadingOut -> completed; finished at 72.5,
            completed: did prepared 1 skip 2 start 1 undo 1 | refused none | cues cancelled 5 onTime 26 ! [gong],
            "Tabata complete" at 75.6, journal, session deactivate, finish completed = no phase, no bed
        77@72.5/75 undo refused: the workout is over
        """)
    try expectScore(
      of: Sample.tabata, from: 71, .at(71, .interruptionBegan), .at(80, .skip),
      score: """
        71 playing -> paused(interruption); paused at 71 by interruption; interruptionBegan ! bed pause 0.01,
            silence everything 0.01, journal = timer stops, bed 1.0 to 0.0 over 0.01, interruptions 1 to resume
            after
        80@71 countdown "3" cancelled due 81 (skip); countdown "2" cancelled due 82 (skip); countdown "1" cancelled
            due 83 (skip)
        80@71/75 skip; completion [gong] "Tabata complete"; bed none; paused -> completed; finished at 71,
            completed: did interruptionBegan 1 prepared 1 skip 1 start 1 | refused none | cues cancelled 3 onTime
            25; position 75; history 1/0 ! journal, [gong], "Tabata complete" at 80.6, bed stop 0, journal, session
            deactivate, finish completed = no phase, no bed
        """)
  }

  @Test func `back goes within two seconds to the phase before, later to the start of this one`() throws {
    try expectScore(
      of: Sample.rounds, from: 11.5, .at(11.9, .back), .at(13.9, .back), .at(13.9, .back),
      score: """
        11.9@11.9/0 phase Warm up (warmup) 11.9-21.9; back; position 0; history 1/0 ! journal, journal
        13.9@13.9/0 phase Warm up (warmup) 13.9-23.9; back; position 0; history 2/0 ! journal, journal
        13.9@13.9/0 phase Warm up (warmup) 13.9-23.9; back; history 3/0 ! journal, journal
        """)
    try expectScore(
      of: Sample.rounds, from: 11, .at(12, .back),
      score: """
        12@12/10 phase Work 1/2 (high) 12-22; back; position 10; history 1/0 ! journal, journal
        """)
  }

  @Test func `back or to the start of the phase says everything again`() throws {
    try expectScore(
      of: Sample.tabata, from: 28.5, .at(28.5, .restartPhase), .to(49),
      score: """
        28.5 cuts countdown
        28.5@28.5/10 phase Work 1/2 (high) 28.5-48.5; restartPhase; phaseStart [gong] "Work"; position 10; history
            1/0 ! silence speech 0.05, journal, journal, [gong], "Work" at 29.1 = forgets transition and countdown
            3 and countdown 2 and phaseStart
        43.5@43.5/25 transition [woodblock] ! [woodblock]
        45.5@45.5/27 countdown "3" ! "3"
        46.5@46.5/28 countdown "2" ! "2"
        47.5@47.5/29 countdown "1" ! "1"
        48.5@48.5/30 phase Rest 1/2 (low) 48.5-58.5; phaseStart [bell] "Rest" ! journal, [bell], "Rest" at 49.1
        """)
  }

  @Test func `to a moment ahead cancels what was left, and one outside the plan is refused`() throws {
    try expectScore(
      of: Sample.tabata, from: 26, .at(26, .jump(to: .seconds(38))), .at(26.5, .jump(to: .seconds(75))),
      .at(26.5, .jump(to: .seconds(-1))), .to(29),
      score: """
        26 countdown "3" cancelled due 27 (jump); countdown "2" cancelled due 28 (jump); countdown "1" cancelled
            due 29 (jump)
        26@26/38 phase Rest 1/2 (low) 18-28; jump to 38; countdown "2"; position 38; history 1/0 ! journal,
            journal, "2"
        26.5@26.5/38.5 jump to 75 refused: the workout ends at 1:15
        26.5@26.5/38.5 jump to -1 refused: the workout begins at 0:00
        27@27/39 countdown "1" ! "1"
        28@28/40 phase Work 2/2 (high) 28-48; phaseStart [gong] "Work" ! journal, [gong], "Work" at 28.6
        """)
  }

  @Test func `out of a long phase, or that makes it longer, minds an hour of what was left of it`() throws {
    let rules = [
      CueRule(on: .phase, at: .every(.seconds(1500)), sound: CueSound("bell")),
      CueRule(on: .phase, at: .end(offset: .seconds(-10)), sound: CueSound("woodblock")),
    ]
    try expectScore(
      of: Sample.silent(rules, Sample.phase("Long", .high, 3600), Sample.phase("Rest", .rest, 30)), from: 5,
      .at(5, .extend(by: .seconds(1000))), .at(6, .extend(by: .seconds(-1000))), .at(7, .skip),
      score: """
        5 extend by 1000; end 4600; history 1/0 ! journal = plan to 4630, in the plan 0-4600, edits node 1 +1000
        6 extend by -1000; end 3600; history 2/0 ! journal = plan to 3630, in the plan 0-3600, edits none
        7 custom [bell] cancelled due 1500 (skip); custom [bell] cancelled due 3000 (skip); custom [woodblock]
            cancelled due 3590 (skip)
        7@7/3600 phase Rest (rest) 7-37; skip; position 3600; history 3/0 ! journal, journal
        """)
  }

  @Test func `to a later moment of an open phase restarts it, as that moment may never come`() throws {
    let name = CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("gong"))
    try expectScore(
      of: Sample.silent([name], .phase(Phase("Plank", .high, .open()))), from: 5,
      .at(15, .jump(to: .seconds(60))), .to(16),
      score: """
        15@15/0 phase Plank (high) 15-open; jump to 60; custom [gong]; position 0; history 1/0 ! journal, journal,
            [gong] = forgets custom
        """)
  }

  @Test func `to a moment further on in the same phase cancels only what lies before it`() throws {
    try expectScore(
      of: Sample.tabata, from: 22, .at(22, .jump(to: .seconds(28))), .to(24),
      score: """
        22 transition [woodblock] cancelled due 25 (jump); countdown "3" cancelled due 27 (jump)
        22@22/28 phase Work 1/2 (high) 4-24; jump to 28; countdown "2"; position 28; history 1/0 ! journal,
            journal, "2"
        23@23/29 countdown "1" ! "1"
        24@24/30 phase Rest 1/2 (low) 24-34; phaseStart [bell] "Rest" ! journal, [bell], "Rest" at 24.6
        """)
  }

  @Test func `that makes a phase longer in the call in which it begins reports its new end`() throws {
    var session = try EngineHarness(Sample.tabata)
    session.run(to: 9)
    session.send(.extend(by: .seconds(5)), at: 10.2)
    let changes = session.events.flatMap { event in
      if case .stateChanged(let report) = event.kind { report.changes } else { [StateChange]() }
    }
    #expect(changes.contains(.end(.seconds(35))))
  }

  @Test func `that makes the phase longer shifts all that follows, and says again what was said of its end`() throws {
    try expectScore(
      of: Sample.tabata, from: 28.5, .at(28.5, .extend(by: .seconds(5))), .to(36),
      score: """
        28.5 extend by 5; end 35; history 1/0 ! journal = plan to 80, in the plan 10-35, forgets transition and
            countdown 3 and countdown 2 and countdown 1 and transition and countdown 3 and countdown 2, edits node
            3 +5
        30 transition [woodblock] ! [woodblock]
        32 countdown "3" ! "3"
        33 countdown "2" ! "2"
        34 countdown "1" ! "1"
        35 history 0/0; phase Rest 1/2 (low) 35-45; phaseStart [bell] "Rest" ! journal, [bell], "Rest" at 35.6
        """)
  }

  @Test func `that changes the length of the phase repeats nothing whose moment stays where it is`() throws {
    let bell = CueRule(on: .phase, at: .part(percent: 0, offset: .seconds(2)), sound: CueSound("bell"))
    try expectScore(
      of: Sample.silent([bell], Sample.phase("A", .high, 10)), from: 1, .at(2, .extend(by: .seconds(5))), .to(4),
      showing: .cues,
      score: """
        2 custom [bell] ! [bell]
        """)
  }

  @Test func `that makes the phase shorter cancels what finds no time any more`() throws {
    try expectScore(
      of: Sample.tabata, from: 24, .at(24, .extend(by: .seconds(-5))), .to(26),
      score: """
        24 transition [woodblock] cancelled due 25 (extend); countdown "3" cancelled due 27 (extend); countdown "2"
            cancelled due 28 (extend); extend by -5; countdown "1"; end 25; history 1/0 ! journal, "1" = plan to
            70, in the plan 10-25, forgets transition and countdown 3 and countdown 2 and countdown 1, edits node 3
            -5
        25 history 0/0; phase Rest 1/2 (low) 25-35; phaseStart [bell] "Rest" ! journal, [bell], "Rest" at 25.6
        """)
  }

  @Test func `that ends an open phase brings the next one, also while paused`() throws {
    try expectScore(
      of: Sample.rounds, from: 39, .at(45, .done), .at(46, .done),
      score: """
        40 phase Plank (high) 40-open ! journal
        45 done; phase Cool down (cooldown) 45-55; history 1/0 ! journal, journal = plan to 55, edits node 5 +0
            ended after 5
        46 done refused: this phase ends by the clock: skip it instead
        """)
    try expectScore(
      of: Sample.rounds, from: 41, .at(42, .interruptionBegan), .at(50, .done), .at(60, .resume), .to(62),
      score: """
        42 playing -> paused(interruption); paused at 42 by interruption; interruptionBegan ! silence everything
            0.01, journal = timer stops, interruptions 1 to resume after
        50@42 phase Cool down (cooldown) 50-60; done; history 1/0 ! journal, journal = plan to 52, edits node 5 +0
            ended after 2
        60@42 resumed at 42 after interruption; paused -> fadingIn 1.5; resume ! journal = timer runs,
            interruptions 0
        61.5@43.5 fadingIn -> playing
        """)
  }

  @Test func `past an open phase is its end, and neither longer nor shorter can it be made`() throws {
    try expectScore(
      of: Sample.rounds, from: 41, .at(42, .extend(by: .seconds(5))), .at(43, .skip),
      score: """
        42 extend by 5 refused: this phase ends when you say done
        43 skip; phase Cool down (cooldown) 43-53; history 1/0 ! journal, journal = plan to 53, edits node 5 +0
            ended after 3
        """)
  }
}
