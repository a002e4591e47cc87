import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `In the background` {
  /// A way into each playback state, and the last instant of it.
  static let states: [(name: String, steps: [Step], at: Double)] = [
    ("idle", [], 0),
    ("preparingToPlay", [.at(0, .start)], 1),
    ("preparingToPause", [.at(0, .start), .at(0, .pause)], 1),
    ("fadingIn", [.at(0, .start), .at(0, .prepared)], 1),
    ("playing", [.at(0, .start), .at(0, .prepared)], 27.5),
    ("fadingOut to paused", [.at(0, .start), .at(0, .prepared), .at(27.5, .pause)], 28),
    ("paused", [.at(0, .start), .at(0, .prepared), .at(27.5, .pause)], 30),
    ("interrupted", [.at(0, .start), .at(0, .prepared), .at(27.5, .interruptionBegan)], 30),
    ("fadingOut to stopped", [.at(0, .start), .at(0, .prepared), .at(27.5, .stop)], 28),
    ("stopped", [.at(0, .start), .at(0, .stop)], 1),
    ("completed", [.at(0, .start), .at(0, .prepared)], 80),
    ("failed", [.at(0, .start), .at(0, .preparationFailed(reason: "no session"))], 1),
  ]

  @Test(arguments: states.map(\.name))
  func `and back again nothing changes but that, in every state`(name: String) throws {
    let (_, steps, at) = try #require(Self.states.first { $0.name == name })
    // What brings each state to its end, if it has one.
    let rest: [Step] = [.at(at, .prepared), .at(at, .resume), .to(at + 100)]
    let there: [Step] = [.at(at, .lifecycle(.background)), .at(at, .lifecycle(.active))]
    let harness = try EngineHarness(unstarted: Sample.tabata, isTranscribed: true)
    let straight = try harness.performing(steps + rest).transcript.lines
    let round = try harness.performing(steps + there + rest).transcript.lines
    // The session's end reports how often it was done; the rest must be the same to the letter.
    let lines = round.map { $0.replacing("lifecycle 2 ", with: "") }
    let own = lines.filter { $0.contains("lifecycle") }
    #expect(own.count == 2)
    #expect(own.first?.hasSuffix(" lifecycle background; now background") == true)
    #expect(own.last?.hasSuffix(" lifecycle active; now active") == true)
    #expect(lines.filter { !$0.contains("lifecycle") } == straight)
  }

  @Test func `with a wake-up every half second all sounds that is late by less than its grace and has space`() throws {
    try expectScore(
      of: Sample.tabata, from: 25, Self.shortNumbers + Self.wakeUps(every: 0.5, from: 25.13, to: 62),
      score: """
        25 lifecycle background; now background
        27.13 countdown "3" late due 27 (stall) ! "3"
        28.13 countdown "2" late due 28 (stall) ! "2"
        29.13 countdown "1" late due 29 (stall) ! "1"
        30 phase Rest 1/2 (low) 30-40 ! journal
        30.13 phaseStart [bell] "Rest" late due 30 (stall) ! [bell], "Rest" at 30.73
        35.13 transition [woodblock] late due 35 (stall) ! [woodblock]
        36.13 setCompletion "Set 1 completing in" late due 36 for 37 (stall) ! "Set 1 completing in" ending at 37.13
        37.13 countdown "3" late due 37 (stall) ! "3"
        38.13 countdown "2" late due 38 (stall) ! "2"
        39.13 countdown "1" late due 39 (stall) ! "1"
        40 phase Work 2/2 (high) 40-60 ! journal
        40.13 phaseStart [gong] "Work" late due 40 (stall) ! [gong], "Work" at 40.73
        42.13 moves setStart; setStart "Last set" late due 41.75 for 40.6 (stall) ! "Last set"
        55.13 transition [woodblock] late due 55 (stall) ! [woodblock]
        56.13 setCompletion "Set 2 completing in" late due 56 for 57 (stall) ! "Set 2 completing in" ending at 57.13
        57.13 countdown "3" late due 57 (stall) ! "3"
        58.13 countdown "2" late due 58 (stall) ! "2"
        59.13 countdown "1" late due 59 (stall) ! "1"
        60 phase Cool down (cooldown) 60-75 ! journal
        60.13 phaseStart [bowl] "Cool down" late due 60 (stall) ! [bowl], "Cool down" at 60.73
        """)
  }

  @Test func `with a wake-up every four seconds each announcement is the true one, and none comes twice`() throws {
    try expectScore(
      of: Sample.tabata, from: 0, Self.wakeUps(every: 4, from: 4, to: 80),
      score: """
        0 lifecycle background; now background
        1.5 fadingIn -> playing
        8 transition [woodblock] skipped due 5 (stall); countdown "3" skipped due 7 (stall); countdown "2" ! "2"
        10 phase Work 1/2 (high) 10-30; bed rain ! journal, bed start rain 1.5
        12 countdown "1" skipped due 9 of Get ready planned for set none (stall); phaseStart [gong] "Work" late due
            10 (stall) ! [gong], "Work" at 12.6 = bed 1.0 to 1.0 over 1.5
        28 transition [woodblock] skipped due 25 (stall); countdown "3" skipped due 27 (stall); countdown "2" ! "2"
        30 phase Rest 1/2 (low) 30-40 ! journal
        32 countdown "1" skipped due 29 of Work (stall); phaseStart [bell] "Rest" late due 30 (stall) ! [bell],
            "Rest" at 32.6
        36 transition [woodblock] skipped due 35 (stall); setCompletion "Set 1 completing in" for 37 ! "Set 1
            completing in" ending at 37
        40 countdown "3" skipped due 37 (stall); countdown "2" skipped due 38 (stall); countdown "1" skipped due 39
            (stall); phase Work 2/2 (high) 40-60; phaseStart [gong] "Work" ! journal, [gong], "Work" at 40.6
        44 moves setStart; setStart "Last set" late due 41.75 for 40.6 (stall) ! "Last set"
        56 transition [woodblock] skipped due 55 (stall); setCompletion "Set 2 completing in" for 57 ! "Set 2
            completing in" ending at 57
        60 phase Cool down (cooldown) 60-75; countdown "3" skipped due 57 of Work planned for set 2 (stall);
            countdown "2" skipped due 58 of Work planned for set 2 (stall); countdown "1" skipped due 59 of Work
            planned for set 2 (stall); phaseStart [bowl] "Cool down" ! journal, [bowl], "Cool down" at 60.6
        72 countdown "3" ! "3"
        76@75 countdown "2" skipped due 73 (stall); countdown "1" skipped due 74 (stall); completion [gong] "Tabata
            complete" late due 75 (stall) ! bed stop 1.5 at 73.5, [gong], "Tabata complete" at 76.6
        75 bed none; playing -> completed; finished at 75, completed: did lifecycle 1 prepared 1 start 1 | refused
            none | cues late 4 onTime 8 skipped 16 ! notify "Tabata complete", journal, session deactivate, finish
            completed = timer stops, no phase, no bed
        """)
  }

  @Test func `with a wake-up a minute the workout completes in time, reported once and shown to the desktop`() throws {
    try expectScore(
      of: Sample.tabata, from: 0, Self.wakeUps(every: 60, from: 60, to: 180),
      score: """
        0 lifecycle background; now background
        1.5 fadingIn -> playing
        10 phase Work 1/2 (high) 10-30; bed rain ! journal, bed start rain 1.5
        30 phase Rest 1/2 (low) 30-40 ! journal
        40 phase Work 2/2 (high) 40-60 ! journal
        60 phase Cool down (cooldown) 60-75; transition [woodblock] skipped due 5 of Get ready (stall); countdown
            "3" skipped due 7 of Get ready (stall); countdown "2" skipped due 8 of Get ready (stall); countdown "1"
            skipped due 9 of Get ready (stall); phaseStart [gong] "Work" collapsed due 10 of Work planned for set 1
            (stall); transition [woodblock] skipped due 25 of Work planned for set 1 (stall); countdown "3" skipped
            due 27 of Work planned for set 1 (stall); countdown "2" skipped due 28 of Work planned for set 1
            (stall); countdown "1" skipped due 29 of Work planned for set 1 (stall); phaseStart [bell] "Rest"
            collapsed due 30 of Rest planned for set 1 (stall); transition [woodblock] skipped due 35 of Rest
            planned for set 1 (stall); setCompletion "Set 1 completing in" skipped due 36 for 37 of Rest planned
            for set 1 (stall); countdown "3" skipped due 37 of Rest planned for set 1 (stall); countdown "2"
            skipped due 38 of Rest planned for set 1 (stall); countdown "1" skipped due 39 of Rest planned for set
            1 (stall); phaseStart [gong] "Work" collapsed due 40 of Work planned for set 2 (stall); setStart "Last
            set" collapsed due 41.75 for 40.6 of Work planned for set 2 (stall); transition [woodblock] skipped due
            55 of Work planned for set 2 (stall); setCompletion "Set 2 completing in" skipped due 56 for 57 of Work
            planned for set 2 (stall); countdown "3" skipped due 57 of Work planned for set 2 (stall); countdown
            "2" skipped due 58 of Work planned for set 2 (stall); countdown "1" skipped due 59 of Work planned for
            set 2 (stall); phaseStart [bowl] "Cool down" ! journal, [bowl], "Cool down" at 60.6 = bed 1.0 to 1.0
            over 1.5
        120@75 countdown "3" skipped due 72 (stall); countdown "2" skipped due 73 (stall); countdown "1" skipped
            due 74 (stall); completion [gong] "Tabata complete" late due 75 (stall) ! bed stop 1.5 at 73.5, [gong],
            "Tabata complete" at 120.6
        75 bed none; playing -> completed; finished at 75, completed: did lifecycle 1 prepared 1 start 1 | refused
            none | cues collapsed 4 late 1 onTime 2 skipped 21 ! notify "Tabata complete", journal, session
            deactivate, finish completed = timer stops, no phase, no bed
        """)
  }

  @Test func `the completion is shown to the desktop; in the foreground it isn't`() throws {
    try expectScore(
      of: Sample.quiet, from: 19, .at(19, .lifecycle(.background)), .to(20),
      score: """
        19 lifecycle background; now background
        20 bed none; playing -> completed; finished at 20, completed: did lifecycle 1 prepared 1 start 1 | refused
            none | cues none ! notify "Quiet complete", journal, session deactivate, finish completed = timer
            stops, no phase, no bed
        """)
    try expectScore(
      of: Sample.quiet, from: 19, .at(19, .lifecycle(.background)), .at(19.5, .lifecycle(.active)), .to(20),
      score: """
        19 lifecycle background; now background
        19.5 lifecycle active; now active
        20 bed none; playing -> completed; finished at 20, completed: did lifecycle 2 prepared 1 start 1 | refused
            none | cues none ! journal, session deactivate, finish completed = timer stops, no phase, no bed
        """)
  }

  /// Numbers as long as a voice needs for them.
  private static let shortNumbers = ["3", "2", "1"].map { Step.learns($0, 0.4) }

  private static func wakeUps(every period: Double, from first: Double, to end: Double) -> [Step] {
    [.at(first - period, .lifecycle(.background))] + stride(from: first, through: end, by: period).map { .late($0) }
  }
}
