import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The volume` {
  @Test func `changes while playing, within both fades and while paused, and never the time`() throws {
    try expectScore(
      of: Sample.quiet, from: 0,
      [
        .at(0.5, .setVolume(-3)), .at(5, .setVolume(-6)), .at(8, .pause), .at(8.5, .setVolume(-9)),
        .at(12, .setVolume(-12)), .at(20, .resume), .at(20.5, .setVolume(0)), .to(40),
      ],
      score: """
        0.5 setVolume -3.0; volume -3.0 ! volume -3.0
        1.5 fadingIn -> playing
        5 setVolume -6.0; volume -6.0 ! volume -6.0
        8 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal = timer
            stops, bed 1.0 to 0.0 over 1.5
        8.5@8 setVolume -9.0; volume -9.0 ! volume -9.0
        9.5@8 fadingOut -> paused(user); paused at 8 by user
        12@8 setVolume -12.0; volume -12.0 ! volume -12.0
        20@8 resumed at 8 after user; paused -> fadingIn 1.5; resume ! bed resume 1.5, journal = timer runs, bed
            0.0 to 1.0 over 1.5
        20.5@8.5 setVolume 0.0; volume 0.0 ! volume 0.0
        21.5@9.5 fadingIn -> playing
        22@10 phase B (low) 22-32 ! journal
        30.5@18.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        32@20 bed none; playing -> completed; finished at 20, completed: did pause 1 prepared 1 resume 1 setVolume
            5 start 1 | refused none | cues none ! journal, session deactivate, finish completed = timer stops, no
            phase, no bed
        """)
  }

  @Test func `can be set before the start and after the end, but not beyond its range`() throws {
    try expectScore(
      of: Sample.quiet, from: nil,
      [
        .at(0, .setVolume(-60)), .at(0, .setVolume(12)), .at(0, .setVolume(12.1)), .at(0, .setVolume(-60.1)),
        .at(0, .setVolume(.nan)), .at(1, .stop), .at(2, .setVolume(3)),
      ],
      score: """
        0 setVolume -60.0; volume -60.0 ! volume -60.0
        0 setVolume 12.0; volume 12.0 ! volume 12.0
        0 setVolume 12.1 refused: the volume must be -60 to 12 dB
        0 setVolume -60.1 refused: the volume must be -60 to 12 dB
        0 setVolume nan refused: the volume must be -60 to 12 dB
        1@0 idle -> stopped; finished at 0, stopped: did setVolume 2 stop 1 | refused setVolume 3 | cues none; stop
            ! journal, session deactivate, finish stopped, journal
        2@0 setVolume 3.0; volume 3.0 ! volume 3.0
        """)
  }
}
