import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Time asleep` {
  private static func policy(_ suspend: SuspendPolicy) -> Policies { Policies(whenSuspended: suspend) }

  @Test func `counts under the policy that continues, and what was missed is collapsed into what is true`() throws {
    try expectScore(
      of: Sample.tabata, policies: Self.policy(.continue), from: 20, .late(45, .suspended(gap: .seconds(25))), .to(46),
      score: """
        20 suspended 25
        30 phase Rest 1/2 (low) 30-40 ! journal
        40 phase Work 2/2 (high) 40-60 ! journal
        45 transition [woodblock] skipped due 25 planned for set 1 (suspend); countdown "3" skipped due 27 planned
            for set 1 (suspend); countdown "2" skipped due 28 planned for set 1 (suspend); countdown "1" skipped
            due 29 planned for set 1 (suspend); phaseStart [bell] "Rest" collapsed due 30 of Rest planned for set 1
            (suspend); transition [woodblock] skipped due 35 of Rest planned for set 1 (suspend); setCompletion
            "Set 1 completing in" skipped due 36 for 37 of Rest planned for set 1 (suspend); countdown "3" skipped
            due 37 of Rest planned for set 1 (suspend); countdown "2" skipped due 38 of Rest planned for set 1
            (suspend); countdown "1" skipped due 39 of Rest planned for set 1 (suspend); phaseStart [gong] "Work"
            collapsed due 40 (suspend); moves setStart; setStart "Last set" late due 41.75 for 40.6 (suspend)
            ! "Last set"
        """)
  }

  @Test func `under the policy that continues may hold the end of the workout`() throws {
    try expectScore(
      of: Sample.tabata, policies: Self.policy(.continue), from: 65, .late(155, .suspended(gap: .seconds(90))),
      score: """
        65 suspended 90 ! bed stop 1.5 at 73.5
        155@75 countdown "3" skipped due 72 (suspend); countdown "2" skipped due 73 (suspend); countdown "1"
            skipped due 74 (suspend); completion [gong] "Tabata complete" late due 75 (suspend) ! [gong], "Tabata
            complete" at 155.6
        75 bed none; playing -> completed; finished at 75, completed: did prepared 1 start 1 suspended 1 | refused
            none | cues late 1 onTime 24 skipped 3 ! journal, session deactivate, finish completed = timer stops,
            no phase, no bed
        """)
  }

  @Test func `doesn't count under the policy that freezes`() throws {
    try expectScore(
      of: Sample.tabata, policies: Self.policy(.freeze), from: 26, .late(116, .suspended(gap: .seconds(90))), .to(121),
      showing: .cues,
      score: """
        117@27 countdown "3" ! "3"
        118@28 countdown "2" ! "2"
        119@29 countdown "1" ! "1"
        120@30 phaseStart [bell] "Rest" ! [bell], "Rest" at 120.6
        """)
  }

  @Test func `up to the limit counts, as a stall does`() throws {
    try expectScore(
      of: Sample.tabata, from: 26, .late(28, .suspended(gap: .seconds(2))), .to(29),
      score: """
        26 suspended 2
        28 countdown "3" skipped due 27 (suspend); countdown "2" ! "2"
        29 countdown "1" ! "1"
        """)
  }

  @Test func `makes nothing late that a host which takes effects ahead can still play in time`() throws {
    try expectScore(
      of: Sample.tabata, from: 26, .block(from: 27.6, to: 28.6, .suspended(gap: .milliseconds(1600))), .to(29),
      score: """
        27 suspended 1.6
        27.6 countdown "3" skipped due 27 (suspend)
        28 countdown "2" ! "2"
        29 countdown "1" ! "1"
        """)
  }

  @Test func `beyond the limit leaves the workout paused where it was, until the user resumes`() throws {
    try expectScore(
      of: Sample.tabata, from: 26, .late(28.001, .suspended(gap: .milliseconds(2001))),
      .at(50, .interruptionEnded(shouldResume: true)), .at(60, .resume), .to(63),
      score: """
        26 playing -> paused(suspend); paused at 26 by suspend; suspended 2.001 ! bed pause 0.01, silence
            everything 0.01, journal = timer stops, bed 0.0 to 0.0 over 0.01
        50@26 interruptionEnded(resume) refused: no interruption lasts
        60@26 resumed at 26 after suspend; paused -> fadingIn 1.5; resume ! bed resume 1.5, journal = timer runs,
            bed 0.0 to 1.0 over 1.5
        61@27 countdown "3" ! "3"
        61.5@27.5 fadingIn -> playing
        62@28 countdown "2" ! "2"
        63@29 countdown "1" ! "1"
        """)
  }

  @Test func `within a fade in leaves it paused without a fade`() throws {
    try expectScore(
      of: Sample.quiet, from: 1, .late(91, .suspended(gap: .seconds(90))),
      score: """
        1 fadingIn -> paused(suspend); paused at 1 by suspend; suspended 90 ! bed pause 0.01, silence everything
            0.01, journal = timer stops, bed 0.0 to 0.0 over 0.01
        """)
  }

  @Test func `changes nothing where the timer is stopped, and none is no sleep`() throws {
    try expectScore(
      of: Sample.quiet, from: 5, .at(5, .pause), .late(95, .suspended(gap: .seconds(89))),
      .at(95, .suspended(gap: .zero)),
      score: """
        5 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal = timer
            stops, bed 1.0 to 0.0 over 1.5
        6@5 suspended 89
        6.5@5 fadingOut -> paused(user); paused at 5 by user
        95@5 suspended 0 refused: no time was lost
        """)
  }

  @Test func `that was counted as time awake is refused, and the session doesn't stand still for it`() throws {
    try expectScore(
      of: Sample.quiet, policies: Self.policy(.freeze), from: 1, .late(9, .tick),
      .late(9.5, .suspended(gap: .seconds(8))), .to(11),
      score: """
        1.5 fadingIn -> playing
        9.5 suspended 8 refused: the time asleep has been counted: send it instead of the tick at the waking
        10 phase B (low) 10-20 ! journal
        """)
  }

  @Test func `has no sound begin before the waking, also of what fell due before the sleep`() throws {
    try expectScore(
      of: Sample.tabata, from: 26, .late(118, .suspended(gap: .seconds(90))), .at(120, .resume), .to(121),
      showing: [.cues, .playback],
      score: """
        28 playing -> paused(suspend); paused at 28 by suspend ! silence everything 0.01
        118@28 countdown "3" skipped due 27 (suspend); countdown "2" skipped due 28 (suspend) = timer stops
        120@28 resumed at 28 after suspend; paused -> fadingIn 1.5 = timer runs
        121@29 countdown "1" ! "1"
        """)
  }
}
