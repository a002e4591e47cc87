import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A jump inside the phase` {
  @Test func `forwards cancels only what lies before it, and keeps the length that the user chose`() throws {
    try expectScore(
      of: Sample.tabata, from: 22, .at(22, .extend(by: .seconds(15))), .at(22.5, .seek(by: .seconds(15))), .to(26),
      score: """
        22 extend by 15; end 45; history 1/0 ! journal = plan to 90, in the plan 10-45, forgets transition and
            countdown 3 and countdown 2 and countdown 1, edits node 3 +15
        22.5@22.5/37.5 phase Work 1/2 (high) -5-30; seek by 15; position 37.5; history 2/0 ! journal, journal
        25@25/40 transition [woodblock] ! [woodblock]
        """)
  }

  @Test func `backwards says again what comes again, but goes no further than the phase's start`() throws {
    try expectScore(
      of: Sample.tabata, from: 22, .at(22, .seek(by: .seconds(-5))), .at(23, .seek(by: .seconds(-60))), .to(24),
      score: """
        22@22/17 phase Work 1/2 (high) 15-35; seek by -5; position 17; history 1/0 ! journal, journal =
            forgets phaseStart
        23@23/10 phase Work 1/2 (high) 23-43; seek by -60; phaseStart [gong] "Work"; position 10; history 2/0 !
            journal, journal, [gong], "Work" at 23.6
        """)
  }

  @Test func `past the phase's end goes to the next phase`() throws {
    try expectScore(
      of: Sample.tabata, from: 22, .at(22, .seek(by: .seconds(10))), .to(23),
      score: """
        22 transition [woodblock] cancelled due 25 (skip); countdown "3" cancelled due 27 (skip); countdown "2"
            cancelled due 28 (skip); countdown "1" cancelled due 29 (skip)
        22@22/30 phase Rest 1/2 (low) 22-32; seek by 10; phaseStart [bell] "Rest"; position 30; history 1/0 !
            journal, journal, [bell], "Rest" at 22.6
        """)
  }

  @Test func `is refused forwards in a phase that only the user ends, and where nothing would change`() throws {
    try expectScore(
      of: Sample.silent([], .phase(Phase("Plank", .high, .open()))), from: 5,
      .at(5, .seek(by: .seconds(5))), .at(6, .seek(by: .seconds(-2))), .at(7, .seek(by: .zero)),
      score: """
        5 seek by 5 refused: this phase ends when you say done
        6@6/4 phase Plank (high) 2-open; seek by -2; position 4; history 1/0 ! journal, journal
        7@7/5 seek by 0 refused: that is no change
        """)
  }
}

@Suite struct `A jump forward` {
  /// A phase that was made longer by 6 s, and so lies 6 s later than in the plan, to which the jump goes.
  @Test func `in the phase says again what it leads back to in the workout`() throws {
    let bell = CueRule(on: .workout, at: .every(.seconds(20)), sound: CueSound("bell"))
    try expectScore(
      of: Sample.silent([bell], Sample.phase("A", .high, 15), Sample.phase("B", .high, 40)), from: 1,
      .at(1, .extend(by: .seconds(6))), .at(21, .jump(to: .seconds(18))), .at(24, .jump(to: .seconds(30))), .to(35),
      showing: .cues,
      score: """
        20 custom [bell] ! [bell]
        21@21/18 = forgets custom
        23@23/20 custom [bell] ! [bell]
        34@34/40 custom [bell] ! [bell]
        """)
  }
}

@Suite struct `A jump to a set` {
  @Test func `that begins earlier than planned says its start again`() throws {
    let bell = CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("bell"))
    let hold = Phase("Hold", .high, .open(cap: .seconds(60)))
    var session = try EngineHarness(
      Workout(name: "W", style: .silent, cues: [bell], nodes: [.group(SetGroup(.sets(3), nodes: [.phase(hold)]))]))
    session.send(.done, at: 20)
    session.send(.jumpToSet(2), at: 40)
    let outcomes = session.events.compactMap { event in
      if case .cueSettled(let cue) = event.kind { cue.outcome } else { nil }
    }
    #expect(outcomes == [.onTime, .onTime, .onTime] && session.engine.position == .seconds(20))
  }

  @Test func `goes to its first phase, and back; a set that isn't there is refused`() throws {
    try expectScore(
      of: Sample.tabata, from: 12, .at(12, .jumpToSet(2)), .at(13, .jumpToSet(1)), .at(14, .jumpToSet(3)),
      .at(15, .undo), .to(15.5),
      score: """
        12 transition [woodblock] cancelled due 25 (jump); countdown "3" cancelled due 27 (jump); countdown "2"
            cancelled due 28 (jump); countdown "1" cancelled due 29 (jump)
        12@12/40 phase Work 2/2 (high) 12-32; jump to set 2; phaseStart [gong] "Work"; position 40; history 1/0 !
            journal, journal, [gong], "Work" at 12.6
        13@13/41 cuts phaseStart
        13@13/10 phase Work 1/2 (high) 13-33; jump to set 1; phaseStart [gong] "Work"; position 10; history 2/0 !
            silence speech 0.05, journal, journal, [gong], "Work" at 13.6 = forgets phaseStart and phaseStart
        14@14/11 jump to set 3 refused: there is no set 3 here
        15@15/12 transition [woodblock] cancelled due 28 (undo); countdown "3" cancelled due 30 (undo); countdown
            "2" cancelled due 31 (undo); countdown "1" cancelled due 32 (undo)
        15@15/41 phase Work 2/2 (high) 14-34; undo; position 41; history 1/1 ! journal, journal
        """)
  }

  @Test func `from before the first group of several sets goes into that one`() throws {
    try expectScore(
      of: Sample.tabata, from: 2, .at(2, .jumpToSet(2)), .to(2.5),
      score: """
        2 transition [woodblock] cancelled due 5 (jump); countdown "3" cancelled due 7 (jump); countdown "2"
            cancelled due 8 (jump); countdown "1" cancelled due 9 (jump)
        2@2/40 phase Work 2/2 (high) 2-22; bed rain; jump to set 2; phaseStart [gong] "Work"; position 40; history
            1/0 ! journal, bed start rain 1.5, journal, [gong], "Work" at 2.6 = bed 0.0 to 1.0 over 1.5
        """)
  }

  @Test func `of rounds against the clock keeps it forwards, and restores it backwards`() throws {
    let rounds = SetGroup(.total(.seconds(60)), nodes: [.phase(Phase("Push-ups", .high, .open(), reps: 5))])
    try expectScore(
      of: Sample.silent([], .group(rounds)), from: 5, .at(20, .jumpToSet(3)), .at(25, .jumpToSet(2)), .to(61),
      score: """
        20 phase Push-ups 3/? (high) 20-60; jump to set 3; history 1/0 ! journal, journal
        25@25/0 phase Push-ups 2/? (high) 25-85; jump to set 2; position 0; history 2/0 ! journal, journal
        """)
  }
}
