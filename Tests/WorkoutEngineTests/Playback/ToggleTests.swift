import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Toggling` {
  private static let twenty = (0..<20).map { Step.at(5 + Double($0) / 10, .toggle) }

  @Test func `twenty times in two seconds is four toggles, with one fade in flight at most`() throws {
    try expectScore(
      of: Sample.quiet, from: 5, Self.twenty + [.to(9)],
      score: """
        5 playing -> fadingOut 1.5 to paused(user); toggle ! bed pause 1.5, silence everything 0.3, journal = timer
            stops, bed 1.0 to 0.0 over 1.5, debounce from 5
        5.1@5 toggle refused: toggled less than 0.5 s before
        5.2@5 toggle refused: toggled less than 0.5 s before
        5.3@5 toggle refused: toggled less than 0.5 s before
        5.4@5 toggle refused: toggled less than 0.5 s before
        5.5@5 resumed at 5 after user; fadingOut -> fadingIn 0.5; toggle ! bed resume 1.5, journal = timer runs,
            bed 0.667 to 1.0 over 1.5, debounce from 5.5
        5.6@5.1 toggle refused: toggled less than 0.5 s before
        5.7@5.2 toggle refused: toggled less than 0.5 s before
        5.8@5.3 toggle refused: toggled less than 0.5 s before
        5.9@5.4 toggle refused: toggled less than 0.5 s before
        6@5.5 fadingIn -> playing
        6@5.5 playing -> fadingOut 1.5 to paused(user); toggle ! bed pause 1.5, silence everything 0.3, journal =
            timer stops, bed 1.0 to 0.0 over 1.5, debounce from 6
        6.1@5.5 toggle refused: toggled less than 0.5 s before
        6.2@5.5 toggle refused: toggled less than 0.5 s before
        6.3@5.5 toggle refused: toggled less than 0.5 s before
        6.4@5.5 toggle refused: toggled less than 0.5 s before
        6.5@5.5 resumed at 5.5 after user; fadingOut -> fadingIn 0.5; toggle ! bed resume 1.5, journal = timer
            runs, bed 0.667 to 1.0 over 1.5, debounce from 6.5
        6.6@5.6 toggle refused: toggled less than 0.5 s before
        6.7@5.7 toggle refused: toggled less than 0.5 s before
        6.8@5.8 toggle refused: toggled less than 0.5 s before
        6.9@5.9 toggle refused: toggled less than 0.5 s before
        7@6 fadingIn -> playing
        """)
  }

  @Test func `twenty times in two seconds through the gate is one toggle and one more after its fade`() throws {
    try expectScore(
      of: Sample.quiet, policies: Policies(input: .gate), from: 5, Self.twenty + [.to(9)],
      showing: [.playback, .actions],
      score: """
        5 playing -> fadingOut 1.5 to paused(user); toggle = timer stops
        5.1@5 toggle refused: toggled less than 0.5 s before
        5.2@5 toggle refused: toggled less than 0.5 s before
        5.3@5 toggle refused: toggled less than 0.5 s before
        5.4@5 toggle refused: toggled less than 0.5 s before
        5.5@5 toggle refused: a fade is on its way
        5.6@5 toggle refused: a fade is on its way
        5.7@5 toggle refused: a fade is on its way
        5.8@5 toggle refused: a fade is on its way
        5.9@5 toggle refused: a fade is on its way
        6@5 toggle refused: a fade is on its way
        6.1@5 toggle refused: a fade is on its way
        6.2@5 toggle refused: a fade is on its way
        6.3@5 toggle refused: a fade is on its way
        6.4@5 toggle refused: a fade is on its way
        6.5@5 fadingOut -> paused(user); paused at 5 by user
        6.5@5 resumed at 5 after user; paused -> fadingIn 1.5; toggle = timer runs
        6.6@5.1 toggle refused: toggled less than 0.5 s before
        6.7@5.2 toggle refused: toggled less than 0.5 s before
        6.8@5.3 toggle refused: toggled less than 0.5 s before
        6.9@5.4 toggle refused: toggled less than 0.5 s before
        8@6.5 fadingIn -> playing
        """)
  }

  @Test func `starts, pauses before all is prepared, and starts all the same`() throws {
    try expectScore(
      of: Sample.quiet, from: nil, [.at(0, .toggle), .at(0.6, .toggle), .at(1.2, .toggle), .at(2, .prepared)],
      score: """
        0 idle -> preparingToPlay; toggle ! session activate, journal = debounce from 0
        0.6@0 preparingToPlay -> preparingToPause(user); toggle ! journal = debounce from 0.6
        1.2@0 preparingToPause -> preparingToPlay; toggle ! journal = debounce from 1.2
        2@0 phase A (high) 2-12; bed rain; preparingToPlay -> fadingIn 1.5; prepared ! journal, bed start rain 1.5,
            journal = timer runs, bed 0.0 to 1.0 over 1.5
        """)
  }

  @Test func `too soon is refused, but no pause, resume or stop is ever lost to that`() throws {
    try expectScore(
      of: Sample.quiet, from: 5,
      [.at(5, .toggle), .at(5.1, .resume), .at(5.2, .pause), .at(5.3, .toggle), .at(5.4, .stop)],
      score: """
        5 playing -> fadingOut 1.5 to paused(user); toggle ! bed pause 1.5, silence everything 0.3, journal = timer
            stops, bed 1.0 to 0.0 over 1.5, debounce from 5
        5.1@5 resumed at 5 after user; fadingOut -> fadingIn 0.1; resume ! bed resume 1.5, journal = timer runs,
            bed 0.933 to 1.0 over 1.5
        5.2@5.1 fadingIn -> playing
        5.2@5.1 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal =
            timer stops, bed 1.0 to 0.0 over 1.5
        5.3@5.1 toggle refused: toggled less than 0.5 s before
        5.4@5.1 fadingOut -> fadingOut 1.3 to stopped; stop ! journal
        """)
  }

  @Test func `through the gate waits for a fade, as pause and resume do; a stop and an interruption don't`() throws {
    try expectScore(
      of: Sample.quiet, policies: Policies(input: .gate), from: 0,
      [
        .at(1, .pause), .at(2, .pause), .at(3, .resume), .at(3.2, .toggle), .at(3.4, .interruptionBegan),
        .at(4, .interruptionEnded(shouldResume: true)), .at(4.3, .pause), .at(4.5, .stop),
      ],
      score: """
        1 pause refused: a fade is on its way
        1.5 fadingIn -> playing
        2 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal = timer
            stops, bed 1.0 to 0.0 over 1.5
        3@2 resume refused: a fade is on its way
        3.2@2 toggle refused: a fade is on its way
        3.4@2 fadingOut -> paused(user); paused at 2 by user; interruptionBegan ! bed pause 0.01, silence
            everything 0.01, journal = bed 0.067 to 0.0 over 0.01, interruptions 1
        4@2 interruptionEnded(resume) = interruptions 0
        4.3@2 pause refused: it is paused already
        4.5@2 bed none; paused -> stopped; finished at 2, stopped: did interruptionBegan 1 interruptionEnded 1
            pause 1 prepared 1 start 1 stop 1 | refused pause 2 resume 1 toggle 1 | cues none; stop ! journal,
            session deactivate, finish stopped, journal = no bed
        """)
  }
}
