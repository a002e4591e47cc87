import Testing
import WorkoutEngine
import WorkoutModel

/// `expectScore` explains how a score is written.
@Suite struct `A session as a whole` {
  @Test func `of two phases and a bed`() throws {
    try expectScore(
      of: Sample.quiet, from: nil, .at(0, .start), .at(0, .prepared), .to(25),
      score: """
        0 idle -> preparingToPlay; start ! session activate, journal
        0 phase A (high) 0-10; bed rain; preparingToPlay -> fadingIn 1.5; prepared ! journal, bed start rain 1.5,
            journal = timer runs, bed 0.0 to 1.0 over 1.5
        1.5 fadingIn -> playing
        10 phase B (low) 10-20 ! journal
        18.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        20 bed none; playing -> completed; finished at 20, completed: did prepared 1 start 1 | refused none | cues
            none ! journal, session deactivate, finish completed = timer stops, no phase, no bed
        """)
  }

  @Test func `that lasts no time is over as soon as it begins`() throws {
    let empty = Sample.silent([], Sample.phase("Nothing", .high, 0))
    try expectScore(
      of: empty, from: nil, .at(0, .start), .at(0, .prepared),
      score: """
        0 idle -> preparingToPlay; start ! session activate, journal
        0 preparingToPlay -> completed; finished at 0, completed: did prepared 1 start 1 | refused none | cues
            none; prepared ! journal, session deactivate, finish completed, journal
        """)
    var rehearsal = Rehearsal(try Timeline(empty))
    rehearsal.run { _ in }
    #expect(rehearsal.engine.playback == .completed)
  }

  @Test func `with all that its style says`() throws {
    try expectScore(
      of: Sample.tabata, from: nil, .at(0, .start), .at(0, .prepared), .to(80),
      score: """
        0 idle -> preparingToPlay; start ! session activate, journal
        0 phase Get ready (prepare) 0-10; preparingToPlay -> fadingIn 1.5; prepared; phaseStart [bowl] "Get ready"
            ! journal, journal, [bowl], "Get ready" at 0.6 = timer runs
        1.5 fadingIn -> playing
        5 transition [woodblock] ! [woodblock]
        7 countdown "3" ! "3"
        8 countdown "2" ! "2"
        9 countdown "1" ! "1"
        10 phase Work 1/2 (high) 10-30; bed rain; phaseStart [gong] "Work" ! journal, bed start rain 1.5, [gong],
            "Work" at 10.6 = bed 0.0 to 1.0 over 1.5
        25 transition [woodblock] ! [woodblock]
        27 countdown "3" ! "3"
        28 countdown "2" ! "2"
        29 countdown "1" ! "1"
        30 phase Rest 1/2 (low) 30-40; phaseStart [bell] "Rest" ! journal, [bell], "Rest" at 30.6
        35 transition [woodblock] ! [woodblock]
        36 setCompletion "Set 1 completing in" for 37 ! "Set 1 completing in" ending at 37
        37 countdown "3" ! "3"
        38 countdown "2" ! "2"
        39 countdown "1" ! "1"
        40 phase Work 2/2 (high) 40-60; phaseStart [gong] "Work" ! journal, [gong], "Work" at 40.6
        41.75 moves setStart; setStart "Last set" for 40.6 ! "Last set"
        55 transition [woodblock] ! [woodblock]
        56 setCompletion "Set 2 completing in" for 57 ! "Set 2 completing in" ending at 57
        57 countdown "3" ! "3"
        58 countdown "2" ! "2"
        59 countdown "1" ! "1"
        60 phase Cool down (cooldown) 60-75; phaseStart [bowl] "Cool down" ! journal, [bowl], "Cool down" at 60.6
        72 countdown "3" ! "3"
        73 countdown "2" ! "2"
        73.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        74 countdown "1" ! "1"
        75 completion [gong] "Tabata complete"; bed none; playing -> completed; finished at 75, completed: did
            prepared 1 start 1 | refused none | cues onTime 28 ! [gong], "Tabata complete" at 75.6, journal,
            session deactivate, finish completed = timer stops, no phase, no bed
        """)
  }

  @Test func `whose phases have tracks plays each with its phase, and keeps its place in a pause`() throws {
    let talk = Phase("Talk", .sit, .after(.fixed(.seconds(10))), track: "talk.opus")
    try expectScore(
      of: Sample.silent([], .phase(talk), Sample.phase("Sit", .sit, 5)), from: nil,
      .at(0, .start), .at(0, .prepared), .at(4, .pause), .at(8, .resume), .to(30),
      showing: [.phases, .ambient],
      score: """
        0 phase Talk (sit) 0-10 ! track talk.opus from 0
        4 ! track pause 1.5
        8@4 ! track resume 1.5
        14@10 phase Sit (sit) 14-19 ! track stop 0.3
        19@15 = no phase
        """)
  }

  @Test func `that can't be prepared has failed`() throws {
    try expectScore(
      of: Sample.quiet, from: nil, .at(0, .start), .at(2, .preparationFailed(reason: "no session")), .at(3, .start),
      score: """
        0 idle -> preparingToPlay; start ! session activate, journal
        2@0 preparingToPlay -> failed(no session); finished at 0, failed: did preparationFailed 1 start 1 | refused
            none | cues none; preparationFailed (no session) ! journal, session deactivate, finish failed, journal
        3@0 start refused: the workout has been started already
        """)
  }

  @Test func `that is stopped before it is prepared is over`() throws {
    try expectScore(
      of: Sample.quiet, from: nil, .at(0, .start), .at(1, .stop), .at(2, .prepared),
      score: """
        0 idle -> preparingToPlay; start ! session activate, journal
        1@0 preparingToPlay -> stopped; finished at 0, stopped: did start 1 stop 1 | refused none | cues none; stop
            ! journal, session deactivate, finish stopped, journal
        2@0 prepared refused: nothing is being prepared
        """)
  }
}
