import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A pause` {
  @Test func `keeps the place that was set and reached, to the nanosecond`() throws {
    try expectScore(
      of: Sample.quiet, from: nil, .at(0, .jump(to: .milliseconds(2500))), .at(0, .start), .at(1, .prepared),
      .at(3.123_456_789, .pause), .at(1000.000_000_001, .resume), .to(1020),
      score: """
        0@0/2.5 jump to 2.5; position 2.5 ! journal
        0@0/2.5 idle -> preparingToPlay; start ! session activate, journal
        1@0/2.5 phase A (high) -1.5-8.5; bed rain; preparingToPlay -> fadingIn 1.5; prepared ! journal, bed start
            rain 1.5, journal = timer runs, bed 0.0 to 1.0 over 1.5
        2.5@1.5/4 fadingIn -> playing
        3.123456789@2.123456789/4.623456789 playing -> fadingOut 1.5 to paused(user); pause ! bed pause 1.5,
            silence everything 0.3, journal = timer stops, bed 1.0 to 0.0 over 1.5
        4.623456789@2.123456789/4.623456789 fadingOut -> paused(user); paused at 2.123456789 by user
        1000.000000001@2.123456789/4.623456789 resumed at 2.123456789 after user; paused -> fadingIn 1.5; resume !
            bed resume 1.5, journal = timer runs, bed 0.0 to 1.0 over 1.5
        1001.500000001@3.623456789/6.123456789 fadingIn -> playing
        1005.376543212@7.5/10 phase B (low) 1005.376543212-1015.376543212 ! journal
        1013.876543212@16/18.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        1015.376543212@17.5/20 bed none; playing -> completed; finished at 17.5, completed: did jump 1 pause 1
            prepared 1 resume 1 start 1 | refused none | cues none ! journal, session deactivate, finish completed
            = timer stops, no phase, no bed
        """)
  }

  /// The point is one number, by how much each cue is later.
  @Test func `shifts all that follows by exactly its length`() throws {
    var harness = try EngineHarness(Sample.tabata)
    harness.run(to: 23.123_456_789)
    harness.send(.pause, at: 23.123_456_789)
    harness.run(to: 50)
    harness.send(.resume, at: 53.123_456_790)
    harness.run(to: 200)
    let straight = try Score(Sample.tabata).reports
    #expect(harness.score.reports.map(\.cue) == straight.map(\.cue))
    for (shifted, plain) in zip(harness.score.reports, straight) {
      #expect(shifted.due - plain.due == (plain.due < .seconds(23.2) ? .zero : .nanoseconds(30_000_000_001)))
    }
    #expect(harness.score.finished == .seconds(75))
  }

  @Test func `within a fade in turns it round from the level it has, and a resume within a fade out likewise`() throws {
    try expectScore(
      of: Sample.quiet, from: 0, .at(0.6, .pause), .at(0.9, .resume), .at(1.4, .pause), .at(1.5, .resume), .to(4),
      score: """
        0.6 fadingIn -> fadingOut 0.6 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal =
            timer stops, bed 0.4 to 0.0 over 1.5
        0.9@0.6 resumed at 0.6 after user; fadingOut -> fadingIn 1.2; resume ! bed resume 1.5, journal = timer
            runs, bed 0.2 to 1.0 over 1.5
        1.4@1.1 fadingIn -> fadingOut 0.8 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal =
            timer stops, bed 0.533 to 0.0 over 1.5
        1.5@1.1 resumed at 1.1 after user; fadingOut -> fadingIn 0.8; resume ! bed resume 1.5, journal = timer
            runs, bed 0.467 to 1.0 over 1.5
        2.3@1.9 fadingIn -> playing
        """)
  }

  /// The point is one number, the greatest step of the level.
  @Test func `never makes the level of the bed jump, wherever it falls`() throws {
    let timeline = try Timeline(Sample.quiet)
    for seed in UInt64(1)...100 {
      var random = SplitMix64(seed: seed)
      var engine = Engine(timeline)
      for action in [Action.start, .prepared] { _ = engine.send(action, at: .zero) }
      var level = 0.0
      for _ in 0..<12 {
        let until = engine.state.now + .milliseconds(random.below(2000) + 1)
        while engine.state.now < until {
          // Every 7 ms the bed moves by at most what its fade of 1.5 s allows.
          let wait = min(.milliseconds(7), until - engine.state.now)
          _ = engine.send(.tick, at: engine.state.now + wait)
          let step = abs(engine.state.ambient.level(at: engine.state.now) - level)
          #expect(step <= wait / .milliseconds(1500) + 1e-9, "seed \(seed) at \(engine.state.now)")
          level = engine.state.ambient.level(at: engine.state.now)
        }
        _ = engine.send(random.below(2) == 0 ? .pause : .resume, at: until)
        #expect(engine.state.ambient.level(at: until) == level, "seed \(seed) at \(until)")
      }
    }
  }

  @Test func `within a count leaves the rest of it for the resume`() throws {
    try expectScore(
      of: Sample.tabata, from: 26.9, .at(27.5, .pause), .at(60, .resume), .to(63),
      showing: [.cues, .playback],
      score: """
        27 countdown "3" ! "3"
        27.5 playing -> fadingOut 1.5 to paused(user); cuts countdown ! silence everything 0.3 = timer stops
        29@27.5 fadingOut -> paused(user); paused at 27.5 by user
        60@27.5 resumed at 27.5 after user; paused -> fadingIn 1.5 = timer runs
        60.5@28 countdown "2" ! "2"
        61.5@29 fadingIn -> playing; countdown "1" ! "1"
        62.5@30 phaseStart [bell] "Rest" ! [bell], "Rest" at 63.1
        """)
  }

  @Test func `within a phrase silences it, and it isn't said again`() throws {
    try expectScore(
      of: Sample.tabata, from: 35, .at(36.4, .pause), .at(41, .resume), .to(45),
      showing: [.cues, .playback],
      score: """
        36 setCompletion "Set 1 completing in" for 37 ! "Set 1 completing in" ending at 37
        36.4 playing -> fadingOut 1.5 to paused(user); cuts setCompletion ! silence everything 0.3 = timer stops
        37.9@36.4 fadingOut -> paused(user); paused at 36.4 by user
        41@36.4 resumed at 36.4 after user; paused -> fadingIn 1.5 = timer runs
        41.6@37 countdown "3" ! "3"
        42.5@37.9 fadingIn -> playing
        42.6@38 countdown "2" ! "2"
        43.6@39 countdown "1" ! "1"
        44.6@40 phaseStart [gong] "Work" ! [gong], "Work" at 45.2
        """)
  }

  @Test func `gives the space of a phrase that it cuts short to what had given way to it`() throws {
    func words(_ text: String, at second: Int, _ cueClass: CueClass) -> CueRule {
      CueRule(
        on: .phase, at: .start(offset: .seconds(second)), say: CueText(pieces: [.words(text)]), cueClass: cueClass)
    }
    try expectScore(
      of: Sample.silent([words("Long", at: 3, .warning), words("Short", at: 5, .info)], Sample.phase("A", .high, 20)),
      from: nil, .learns("Long", 4), .at(0, .start), .at(0, .prepared), .at(4, .pause), .at(9, .resume), .to(12),
      showing: .cues,
      score: """
        3 custom "Long" ! "Long"
        4 cuts custom ! silence everything 0.3
        10@5 custom "Short" ! "Short"
        """)
  }

  @Test func `in the instant of a cue comes after it`() throws {
    try expectScore(
      of: Sample.tabata, from: 26, .late(27, .pause), .at(30, .resume), .to(31),
      score: """
        27 countdown "3"; playing -> fadingOut 1.5 to paused(user); cuts countdown; pause ! "3", bed pause 1.5, silence
            everything 0.3, journal = timer stops, bed 1.0 to 0.0 over 1.5
        28.5@27 fadingOut -> paused(user); paused at 27 by user
        30@27 resumed at 27 after user; paused -> fadingIn 1.5; resume ! bed resume 1.5, journal = timer runs, bed
            0.0 to 1.0 over 1.5
        31@28 countdown "2" ! "2"
        """)
  }

  @Test func `asked for before all is prepared waits for that`() throws {
    try expectScore(
      of: Sample.quiet, from: nil, .at(0, .start), .at(1, .pause), .at(2, .prepared), .at(5, .resume), .to(7),
      score: """
        0 idle -> preparingToPlay; start ! session activate, journal
        1@0 preparingToPlay -> preparingToPause(user); pause ! journal
        2@0 phase A (high) 2-12; bed rain; preparingToPause -> paused(user); paused at 0 by user; prepared !
            journal, bed start rain 1.5, bed pause 0, journal = bed at 0.0
        5@0 resumed at 0 after user; paused -> fadingIn 1.5; resume ! bed resume 1.5, journal = timer runs, bed 0.0
            to 1.0 over 1.5
        6.5@1.5 fadingIn -> playing
        """)
  }

  @Test func `taken back before all is prepared never was`() throws {
    try expectScore(
      of: Sample.quiet, from: nil, .at(0, .start), .at(1, .pause), .at(1.5, .resume), .at(2, .prepared),
      score: """
        0 idle -> preparingToPlay; start ! session activate, journal
        1@0 preparingToPlay -> preparingToPause(user); pause ! journal
        1.5@0 preparingToPause -> preparingToPlay; resume ! journal
        2@0 phase A (high) 2-12; bed rain; preparingToPlay -> fadingIn 1.5; prepared ! journal, bed start rain 1.5,
            journal = timer runs, bed 0.0 to 1.0 over 1.5
        """)
  }
}
