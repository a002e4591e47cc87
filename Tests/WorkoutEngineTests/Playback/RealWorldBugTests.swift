import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// A test for each, with what this one does instead.
@Suite struct `The bugs of other timers` {
  /// The point is one number, the whole length.
  @Test(arguments: [(3, 15, 15, 90), (8, 30, 30, 480), (8, 20, 10, 240)])
  func `the second too many: a phase of N seconds lasts N`(sets: Int, work: Int, rest: Int, total: Int) throws {
    let nodes = [Sample.phase("Work", .high, work), Sample.phase("Rest", .low, rest)]
    let score = try Score(Workout(name: "W", nodes: [.group(SetGroup(.sets(sets), nodes: nodes))]))
    #expect(score.finished == .seconds(total))
    #expect(zip(score.phases, score.phases.dropFirst()).allSatisfy { $0.end == $1.start })
  }

  @Test func `the two clocks with two answers: what is planned in the background is what plays`() throws {
    var engine = Engine(try Timeline(Sample.tabata))
    for action in [Action.start, .prepared] { _ = engine.send(action, at: .zero) }
    for second in 0..<75 {
      let now = Duration.milliseconds(second * 1000 + 500)
      for lifecycle in [Lifecycle.background, .active] { _ = engine.send(.lifecycle(lifecycle), at: now) }
      // The forecast is by when a cue begins; what it holds for the next second is what the second brings.
      let later = engine.forecast(until: now + .seconds(1))
      let played = engine.send(.tick, at: now + .seconds(1), soundsFrom: now).effects.filter(\.isSound)
      #expect(later == played, "second \(second)")
    }
  }

  /// The point is one number, the error after a day.
  @Test func `the late tick that is kept for ever: a day of them ends to the nanosecond`() throws {
    let day = Workout(
      name: "Day", style: .silent, nodes: [.group(SetGroup(.sets(8640), nodes: [Sample.phase("Ten", .high, 10)]))])
    var engine = Engine(try Timeline(day))
    for action in [Action.start, .prepared] { _ = engine.send(action, at: .zero) }
    var random = SplitMix64(seed: 24)
    var ends: [Duration] = []
    while !engine.state.playback.isOver {
      // A second that is late by up to 400 ms, as a busy host has it; what others drop are gaps below 1.2 s.
      let now = engine.state.now + .nanoseconds(1_000_000_000 + random.below(400_000_000))
      for event in engine.send(.tick, at: now).events {
        if case .finished(let end) = event.kind { ends += [end.elapsed, event.at] }
      }
    }
    #expect(ends == [.seconds(86_400), .seconds(86_400)])
  }

  /// The point is one number, the active time.
  @Test func `the second begun again with each pause: what has passed of it is kept`() throws {
    var engine = Engine(try Timeline(Sample.tabata))
    for action in [Action.start, .prepared] { _ = engine.send(action, at: .zero) }
    for step in 0..<60 {
      _ = engine.send(.pause, at: .seconds(step) + .nanoseconds(345_678_901))
      _ = engine.send(.resume, at: .seconds(step) + .nanoseconds(999_999_999))
    }
    // Up to 0.345678901 of each second, from 0.999999999 of the one before in all but the first.
    #expect(engine.state.elapsed == .nanoseconds(60 * 345_678_901 + 59))
  }

  @Test func `the set number frozen when the warning was planned: it is that of the set that runs`() throws {
    try expectScore(
      of: Sample.tabata, from: 32, .at(32, .jump(to: .seconds(54))), .to(38),
      score: """
        32 transition [woodblock] cancelled due 35 (jump); setCompletion "Set 1 completing in" cancelled due 36 for
            37 (jump); countdown "3" cancelled due 37 (jump); countdown "2" cancelled due 38 (jump); countdown "1"
            cancelled due 39 (jump)
        32@32/54 phase Work 2/2 (high) 18-38; jump to 54; position 54; history 1/0 ! journal, journal
        33@33/55 transition [woodblock] ! [woodblock]
        34@34/56 setCompletion "Set 2 completing in" for 35 ! "Set 2 completing in" ending at 35
        35@35/57 countdown "3" ! "3"
        36@36/58 countdown "2" ! "2"
        37@37/59 countdown "1" ! "1"
        38@38/60 phase Cool down (cooldown) 38-53; phaseStart [bowl] "Cool down" ! journal, [bowl], "Cool down" at
            38.6
        """)
  }

  /// The point is the list of sets that are spoken of.
  @Test func `the set lost behind a number put right: each is spoken of once, in its order`() throws {
    let nodes = [Sample.phase("Work", .high, 15), Sample.phase("Rest", .low, 15)]
    let score = try Score(Workout(name: "W", nodes: [.group(SetGroup(.sets(4), nodes: nodes))]))
    #expect(
      score.reports.filter { $0.kind == .setCompletion }.map(\.say) == [
        "Set 1 completing in", "Set 2 completing in", "Set 3 completing in", "Set 4 completing in",
      ])
  }

  @Test func `the warning said again after each trip to the background: it is said once`() throws {
    try expectScore(
      of: Sample.tabata, from: 35, .at(36, .lifecycle(.background)), .at(36, .lifecycle(.active)),
      .at(36.3, .lifecycle(.background)), .at(36.6, .lifecycle(.active)), .to(37),
      score: """
        36 setCompletion "Set 1 completing in" for 37 ! "Set 1 completing in" ending at 37
        36 lifecycle background; now background
        36 lifecycle active; now active
        36.3 lifecycle background; now background
        36.6 lifecycle active; now active
        37 countdown "3" ! "3"
        """)
  }

  @Test func `the end shown to the desktop before the last words: the words come first`() throws {
    try expectScore(
      of: Sample.tabata, from: 74, .at(74.5, .lifecycle(.background)), .to(75),
      score: """
        74.5 lifecycle background; now background
        75 completion [gong] "Tabata complete"; bed none; playing -> completed; finished at 75, completed: did
            lifecycle 1 prepared 1 start 1 | refused none | cues onTime 28 ! [gong], "Tabata complete" at 75.6,
            notify "Tabata complete", journal, session deactivate, finish completed = timer stops, no phase, no
            bed
        """)
  }

  @Test func `the cue lost to another on the same second: both play`() throws {
    let rules = [
      CueRule(on: .phase, at: .end(offset: .seconds(-9)), sound: CueSound("bell")),
      CueRule(on: .phase, at: .half(offset: .zero), sound: CueSound("bowl")),
    ]
    try expectScore(
      of: Sample.silent(rules, Sample.phase("A", .high, 18), Sample.phase("B", .high, 19)), from: 8, .to(29),
      score: """
        9 custom [bell]; custom [bowl] ! [bell], [bowl]
        18 phase B (high) 18-37 ! journal
        27.5 custom [bowl] ! [bowl]
        28 custom [bell] ! [bell]
        """)
  }

  @Test func `the countdown of a short phase in the phase before: it counts what fits`() throws {
    let count = CueRule(on: .phase, at: .end(offset: .seconds(-3)), count: 3)
    try expectScore(
      of: Sample.silent(
        [count], Sample.phase("A", .high, 4), Sample.phase("B", .high, 1), Sample.phase("C", .high, 2)), from: 0.5,
      .to(8),
      score: """
        1 custom "3" ! "3"
        1.5 fadingIn -> playing
        2 custom "2" ! "2"
        3 custom "1" ! "1"
        4 leaves out custom; leaves out custom; phase B (high) 4-5; custom "1" ! journal, "1"
        5 leaves out custom; phase C (high) 5-7; custom "2" ! journal, "2"
        6 custom "1" ! "1"
        7 playing -> completed; finished at 7, completed: did prepared 1 start 1 | refused none | cues onTime 6 !
            journal, session deactivate, finish completed = timer stops, no phase
        """)
  }

  /// The point is one number, the moment of the end, whatever the length.
  @Test(arguments: [0.4, 1, 2.5])
  func `the words begun at the moment at which they should end: they end there`(length: Double) throws {
    var harness = try EngineHarness(Sample.tabata)
    harness.updateDurations { $0.record("Set 1 completing in", length: .milliseconds(Int(length * 1000))) }
    harness.run(to: 38)
    let speech = harness.score.reports.filter { $0.kind == .setCompletion }
    #expect(speech.map(\.due) == [.seconds(37) - .milliseconds(Int(length * 1000))])
    let ends = harness.score.effects.filter { effect in
      guard case .speak(let words) = effect.kind else { return false }
      return words.phrase == "Set 1 completing in" && words.align == .end
    }
    #expect(ends.map(\.due) == [.seconds(37)])
  }

  @Test func `the total added to itself: what is over and what is left make the total, at any time`() throws {
    var engine = Engine(try Timeline(Sample.tabata))
    for action in [Action.start, .prepared] { _ = engine.send(action, at: .zero) }
    while !engine.state.playback.isOver {
      let progress = engine.progress
      #expect(progress.elapsed + (progress.remaining ?? .zero) == .seconds(75))
      _ = engine.send(.tick, at: engine.state.now + .nanoseconds(777_777_777))
    }
    #expect(engine.state.elapsed == .seconds(75))
  }

  @Test func `the end without its gong: it sounds even where the host slept over it`() throws {
    try expectScore(
      of: Sample.tabata, from: 74, .late(74.99), .late(76),
      score: """
        76@75 completion [gong] "Tabata complete" late due 75 (stall) ! [gong], "Tabata complete" at 76.6
        75 bed none; playing -> completed; finished at 75, completed: did prepared 1 start 1 | refused none | cues
            late 1 onTime 27 ! journal, session deactivate, finish completed = timer stops, no phase, no bed
        """)
  }

  /// The point is one kind of effect that must not be there.
  @Test func `the gong cut off with the bed: nothing is silenced at the end`() throws {
    let effects = try Score(Sample.tabata).effects
    #expect(effects.allSatisfy { if case .silence = $0.kind { false } else { true } })
    let bedStops = effects.compactMap { effect -> Duration? in
      if case .ambient(.stop(let fade)) = effect.kind { effect.due + fade } else { nil }
    }
    #expect(bedStops == [.seconds(75)])
  }

  @Test func `the failure that isn't reported: it is one outcome, and a sound instead`() throws {
    try expectScore(
      of: Sample.tabata, from: 26, .at(26, .speechFailed("3", reason: "the worker died")), .at(26, .audioLost),
      .to(27.5),
      score: """
        26 speechFailed "3" (the worker died)
        26 audioLost; not audible
        27 countdown "3" failed (the worker died) ! [beep]
        """)
  }

  @Test func `the number cut off by the next one: each has its own whole second`() throws {
    let effects = try Score(Sample.tabata) { _ in .milliseconds(990) }.effects
    let numbers = effects.filter { effect in
      if case .speak(let words) = effect.kind { ["3", "2", "1"].contains(words.phrase.text) } else { false }
    }
    #expect(numbers.map { Score.seconds($0.due) }.joined(separator: " ") == "7 8 9 27 28 29 37 38 39 57 58 59 72 73 74")
  }
}
