import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `An interruption` {
  @Test func `that should resume pauses at once and fades in again`() throws {
    try expectScore(
      of: Sample.quiet, from: 5, .at(5, .interruptionBegan), .at(9, .interruptionEnded(shouldResume: true)), .to(11),
      score: """
        5 playing -> paused(interruption); paused at 5 by interruption; interruptionBegan ! bed pause 0.01, silence
            everything 0.01, journal = timer stops, bed 1.0 to 0.0 over 0.01, interruptions 1 to resume after
        9@5 resumed at 5 after interruption; paused -> fadingIn 1.5; interruptionEnded(resume) ! bed resume 1.5,
            journal = timer runs, bed 0.0 to 1.0 over 1.5, interruptions 0
        10.5@6.5 fadingIn -> playing
        """)
  }

  @Test func `that shouldn't resume leaves it paused until the user does, which ends it`() throws {
    try expectScore(
      of: Sample.quiet, from: 5, .at(5, .interruptionBegan), .at(9, .interruptionEnded(shouldResume: false)),
      .at(500, .resume), .at(501, .interruptionEnded(shouldResume: true)), .to(502),
      score: """
        5 playing -> paused(interruption); paused at 5 by interruption; interruptionBegan ! bed pause 0.01, silence
            everything 0.01, journal = timer stops, bed 1.0 to 0.0 over 0.01, interruptions 1 to resume after
        9@5 interruptionEnded(stay) = interruptions 0
        500@5 resumed at 5 after interruption; paused -> fadingIn 1.5; resume ! bed resume 1.5, journal = timer
            runs, bed 0.0 to 1.0 over 1.5
        501@6 interruptionEnded(resume) refused: no interruption lasts
        501.5@6.5 fadingIn -> playing
        """)
  }

  @Test func `that never ends is ended by the user's own resume or toggle`() throws {
    try expectScore(
      of: Sample.quiet, from: 5, .at(5, .interruptionBegan), .at(500, .pause), .at(500, .interruptionBegan),
      .at(501, .toggle), .at(502, .interruptionEnded(shouldResume: true)),
      score: """
        5 playing -> paused(interruption); paused at 5 by interruption; interruptionBegan ! bed pause 0.01, silence
            everything 0.01, journal = timer stops, bed 1.0 to 0.0 over 0.01, interruptions 1 to resume after
        500@5 paused -> paused(user); pause ! journal = interruptions 1
        500@5 interruptionBegan = interruptions 2
        501@5 resumed at 5 after user; paused -> fadingIn 1.5; toggle ! bed resume 1.5, journal = timer runs, bed
            0.0 to 1.0 over 1.5, interruptions 0, debounce from 501
        502@6 interruptionEnded(resume) refused: no interruption lasts
        """)
  }

  @Test func `doesn't resume what the user has paused, but ends the fade of that pause`() throws {
    try expectScore(
      of: Sample.quiet, from: 5, .at(5, .pause), .at(5.5, .interruptionBegan),
      .at(9, .interruptionEnded(shouldResume: true)),
      score: """
        5 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal = timer
            stops, bed 1.0 to 0.0 over 1.5
        5.5@5 fadingOut -> paused(user); paused at 5 by user; interruptionBegan ! bed pause 0.01, silence
            everything 0.01, journal = bed 0.667 to 0.0 over 0.01, interruptions 1
        9@5 interruptionEnded(resume) = interruptions 0
        """)
  }

  @Test func `within a fade in pauses at once, and while preparing pauses what begins`() throws {
    try expectScore(
      of: Sample.quiet, from: 0, .at(1, .interruptionBegan), .to(3),
      score: """
        1 fadingIn -> paused(interruption); paused at 1 by interruption; interruptionBegan ! bed pause 0.01,
            silence everything 0.01, journal = timer stops, bed 0.667 to 0.0 over 0.01, interruptions 1 to resume
            after
        """)
    try expectScore(
      of: Sample.quiet, from: nil, .at(0, .start), .at(1, .interruptionBegan), .at(2, .prepared),
      .at(3, .interruptionEnded(shouldResume: true)),
      score: """
        0 idle -> preparingToPlay; start ! session activate, journal
        1@0 preparingToPlay -> preparingToPause(interruption); interruptionBegan ! journal = interruptions 1 to
            resume after
        2@0 phase A (high) 2-12; bed rain; preparingToPause -> paused(interruption); paused at 0 by interruption;
            prepared ! journal, bed start rain 1.5, bed pause 0, journal = bed at 0.0
        3@0 resumed at 0 after interruption; paused -> fadingIn 1.5; interruptionEnded(resume) ! bed resume 1.5,
            journal = timer runs, bed 0.0 to 1.0 over 1.5, interruptions 0
        """)
  }

  @Test func `cuts a phrase short that isn't said again`() throws {
    try expectScore(
      of: Sample.tabata, from: 36, .at(36.4, .interruptionBegan), .at(39, .interruptionEnded(shouldResume: true)),
      .to(41),
      showing: [.cues, .playback],
      score: """
        36.4 playing -> paused(interruption); cuts setCompletion; paused at 36.4 by interruption ! silence everything
            0.01 = timer stops
        39@36.4 resumed at 36.4 after interruption; paused -> fadingIn 1.5 = timer runs
        39.6@37 countdown "3" ! "3"
        40.5@37.9 fadingIn -> playing
        40.6@38 countdown "2" ! "2"
        """)
  }

  @Test func `is refused where nothing plays that it could pause`() throws {
    try expectScore(
      of: Sample.quiet, from: nil, .at(0, .interruptionBegan), .at(0, .interruptionEnded(shouldResume: true)),
      .at(0, .stop), .at(1, .interruptionBegan), .at(1, .interruptionEnded(shouldResume: true)),
      score: """
        0 interruptionBegan refused: the workout hasn't been started
        0 interruptionEnded(resume) refused: no interruption lasts
        0 idle -> stopped; finished at 0, stopped: did stop 1 | refused interruptionBegan 1 interruptionEnded 1 |
            cues none; stop ! journal, session deactivate, finish stopped, journal
        1@0 interruptionBegan refused: the workout is over
        1@0 interruptionEnded(resume) refused: the workout is over
        """)
  }
}

@Suite struct `A lost device` {
  @Test func `is no interruption: time continues in silence, every cue with it, and sound comes back`() throws {
    try expectScore(
      of: Sample.tabata, from: 26, .at(26.5, .audioLost), .at(28.5, .audioLost), .at(29.5, .audioRestored),
      .at(29.5, .audioRestored), .to(30),
      score: """
        26.5 audioLost; not audible
        27 countdown "3" ! "3"
        28 countdown "2" ! "2"
        28.5 audioLost refused: the sound is gone already
        29 countdown "1" ! "1"
        29.5 audioRestored; audible
        29.5 audioRestored refused: the sound is there
        30 phase Rest 1/2 (low) 30-40; phaseStart [bell] "Rest" ! journal, [bell], "Rest" at 30.6
        """)
  }
}
