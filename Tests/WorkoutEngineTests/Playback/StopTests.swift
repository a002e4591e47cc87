import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A stop` {
  @Test func `in the instant of completion finds the workout complete`() throws {
    try expectScore(
      of: Sample.quiet, from: 19, .late(20, .stop),
      score: """
        20 bed none; playing -> completed; finished at 20, completed: did prepared 1 start 1 | refused none | cues
            none; stop refused (completed -> completed): the workout is over ! journal, session deactivate, finish
            completed = timer stops, no phase, no bed
        """)
  }

  @Test func `a nanosecond before completion is a stop`() throws {
    try expectScore(
      of: Sample.quiet, from: 19, .at(19.999_999_999, .stop), .to(30),
      score: """
        19.999999999 playing -> fadingOut 1.5 to stopped; stop ! bed pause 1.5, silence everything 0.3, journal =
            timer stops, bed 0.0 to 0.0 over 1.5 for the end
        21.499999999@19.999999999 bed none; fadingOut -> stopped; finished at 19.999999999, stopped: did prepared 1
            start 1 stop 1 | refused none | cues none ! journal, session deactivate, finish stopped = no bed
        """)
  }

  @Test func `takes the bed out from the level that it has`() throws {
    try expectScore(
      of: Sample.quiet, from: 0, .at(0.6, .stop), .to(3),
      showing: [.ambient, .playback],
      score: """
        0.6 fadingIn -> fadingOut 0.6 to stopped ! bed pause 1.5 = timer stops, bed 0.4 to 0.0 over 1.5
        1.2@0.6 bed none; fadingOut -> stopped; finished at 0.6, stopped: did prepared 1 start 1 stop 1 | refused
            none | cues none = no bed
        """)
  }

  @Test func `within the fade in has the track silent by its end, though it began at its full level`() throws {
    let sit = Phase("Sit", .sit, .after(.fixed(.seconds(10))), track: "sit.flac")
    try expectScore(
      of: Workout(name: "Sit", style: .silent, nodes: [.phase(sit)]), from: 0, .at(0.6, .stop), .to(3),
      score: """
        0.6 fadingIn -> fadingOut 0.6 to stopped; stop ! track pause 1.5, silence everything 0.3, track pause 0.6,
            journal = timer stops
        1.2@0.6 fadingOut -> stopped; finished at 0.6, stopped: did prepared 1 start 1 stop 1 | refused none | cues
            none ! track stop 0, journal, session deactivate, finish stopped
        """)
  }

  @Test func `within the fade of a pause ends with that fade, and while paused at once`() throws {
    try expectScore(
      of: Sample.quiet, from: 5, .at(5, .pause), .at(5.5, .stop), .to(9),
      score: """
        5 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal = timer
            stops, bed 1.0 to 0.0 over 1.5
        5.5@5 fadingOut -> fadingOut 1 to stopped; stop ! journal
        6.5@5 bed none; fadingOut -> stopped; finished at 5, stopped: did pause 1 prepared 1 start 1 stop 1 |
            refused none | cues none ! journal, session deactivate, finish stopped = no bed
        """)
    try expectScore(
      of: Sample.quiet, from: 5, .at(5, .interruptionBegan), .at(9, .stop),
      score: """
        5 playing -> paused(interruption); paused at 5 by interruption; interruptionBegan ! bed pause 0.01, silence
            everything 0.01, journal = timer stops, bed 1.0 to 0.0 over 0.01, interruptions 1 to resume after
        9@5 bed none; paused -> stopped; finished at 5, stopped: did interruptionBegan 1 prepared 1 start 1 stop 1
            | refused none | cues none; stop ! journal, session deactivate, finish stopped, journal = no bed
        """)
  }

  @Test func `cancels what was left of its phase`() throws {
    try expectScore(
      of: Sample.tabata, from: 26, .at(26, .stop), .to(40),
      showing: [.cues, .playback],
      score: """
        26 countdown "3" cancelled due 27 (stop); countdown "2" cancelled due 28 (stop); countdown "1" cancelled
            due 29 (stop); playing -> fadingOut 1.5 to stopped ! silence everything 0.3 = timer stops
        27.5@26 fadingOut -> stopped; finished at 26, stopped: did prepared 1 start 1 stop 1 | refused none | cues
            cancelled 3 onTime 7
        """)
  }

  @Test func `made quicker after a trip to the background cancels nothing twice`() throws {
    try expectScore(
      of: Sample.tabata, from: 27.5, .at(27.5, .stop), .at(28, .lifecycle(.background)), .at(28.5, .abort), .to(29),
      showing: [.cues, .playback],
      score: """
        27.5 countdown "2" cancelled due 28 (stop); countdown "1" cancelled due 29 (stop); cuts countdown; playing ->
            fadingOut 1.5 to stopped ! silence everything 0.3 = timer stops
        28.5@27.5 fadingOut -> fadingOut 0.25 to stopped ! silence everything 0.25
        28.75@27.5 fadingOut -> stopped; finished at 27.5, stopped: did abort 1 lifecycle 1 prepared 1 start 1 stop
            1 | refused none | cues cancelled 2 onTime 8
        """)
  }

  @Test func `that must be quick cuts short even the fade of a stop`() throws {
    try expectScore(
      of: Sample.quiet, from: 5, .at(5, .stop), .at(5.5, .abort), .to(9),
      score: """
        5 playing -> fadingOut 1.5 to stopped; stop ! bed pause 1.5, silence everything 0.3, journal = timer
            stops, bed 1.0 to 0.0 over 1.5
        5.5@5 fadingOut -> fadingOut 0.25 to stopped; abort ! bed pause 0.25, silence everything 0.25, journal =
            bed 0.667 to 0.0 over 0.25
        5.75@5 bed none; fadingOut -> stopped; finished at 5, stopped: did abort 1 prepared 1 start 1 stop 1 |
            refused none | cues none ! journal, session deactivate, finish stopped = no bed
        """)
  }
}
