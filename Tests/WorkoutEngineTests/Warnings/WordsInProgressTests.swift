import Testing
import WorkoutEngine
import WorkoutModel

/// Words belong to what their rule names, and what is reported as spoken is heard to its end or reported as cut.
@Suite struct `Words in progress` {
  private static let calls = [
    CueRule(
      on: .phase, at: .start(offset: .zero), sound: CueSound("gong"), say: CueText(pieces: [.placeholder(.phase)])),
    CueRule(on: .workout, at: .every(.seconds(30)), say: CueText(pieces: [.placeholder(.remaining), .words(" left")])),
  ]
  private static let amrap = Sample.silent(
    calls, .group(SetGroup(.total(.seconds(120)), nodes: [.phase(Phase(PerSet("Squats"), .high, .open()))])))
  private static let timed = Sample.silent(
    calls, Sample.phase("A", .high, 32), Sample.phase("B", .low, 40), Sample.phase("C", .high, 40))

  /// The words from `seconds` on, each with its cue's rule and its onset.
  private func spoken(_ harness: EngineHarness, from seconds: Double) -> [String] {
    harness.score.effects.compactMap { effect in
      guard case .speak(let words) = effect.kind, effect.due >= .milliseconds(Int(seconds * 1000)) else {
        return nil
      }
      return "\(Score.seconds(effect.due)) \(words.phrase)"
    }
  }

  private func cuts(_ harness: EngineHarness) -> [String] {
    harness.events.compactMap { event in
      guard case .planNoted(let note) = event.kind, note.kind == .cut else { return nil }
      let end = note.cutAt.map(Score.seconds) ?? "never"
      return "\(note.content) from \(Score.seconds(note.due)) to \(end): \(note.reason)"
    }
  }

  @Test(arguments: [30.0, 30.3, 30.9])
  func `of the workout continue when an open phase is done, and the name follows them`(done: Double) throws {
    var harness = try EngineHarness(Self.amrap)
    harness.run(to: done)
    harness.send(.done, at: done)
    harness.run(to: 40)
    let name = max(31.15, done + 0.6)
    #expect(
      spoken(harness, from: 30) == [
        "30 1 minute 30 seconds left", "\(Score.seconds(.milliseconds(Int((name * 1000).rounded())))) Squats",
      ],
      "\(harness.score.lines)")
    #expect(!harness.score.effects.contains { $0.cutsWords } && cuts(harness).isEmpty)
    let moved = harness.events.contains { event in
      if case .planNoted(let note) = event.kind {
        note.kind == .moved && note.movedTo == .milliseconds(31150)
      } else {
        false
      }
    }
    #expect(moved == (done < 30.55), "\(harness.score.notes)")
  }

  @Test func `of the phase that is done fall silent, and a note says so`() throws {
    var harness = try EngineHarness(Self.amrap)
    harness.run(to: 10)
    harness.send(.done, at: 10)
    harness.run(to: 11)
    harness.send(.done, at: 11)
    #expect(harness.score.effects.filter(\.cutsWords).map { Score.seconds($0.due) } == ["11"])
    #expect(cuts(harness) == ["Squats from 10.600 to 11: the user has left its phase"])
  }

  @Test func `of the workout end with it`() throws {
    var harness = try EngineHarness(Sample.silent(Self.calls, .phase(Phase(PerSet("Squats"), .high, .open()))))
    harness.run(to: 0.8)
    harness.send(.done, at: 0.8)
    #expect(cuts(harness) == ["Squats from 0.600 to 0.800: the user has left its phase"])
  }

  @Test func `that a measured end cuts delay no others, even where a late host has yet to begin them`() throws {
    let cues = [
      CueRule(on: .phase, at: .start(offset: .zero), say: try CueText("Begin"), cueClass: .start),
      CueRule(on: .phase, at: .start(offset: .milliseconds(7_500)), say: try CueText("Breathe")),
    ]
    let until = Until(.heartRate, .below, Target.Part(.beatsPerMinute, 120_000))
    let recovery = Node.phase(Phase("Recover", .low, .open(cap: .seconds(60), until: until)))
    for lastTick in [8.0, 3.5] {
      var harness = try EngineHarness(Sample.silent(cues, recovery, Sample.phase("Work", .high, 30)))
      harness.measure(110, at: 3)
      harness.run(to: lastTick)
      harness.send(.tick, at: 9)
      harness.run(to: 20)
      #expect(harness.score.reports.map(\.due) == [.zero, .milliseconds(7_500), .seconds(8), .milliseconds(15_500)])
    }
  }

  @Test func `of a set continue while it does`() throws {
    let rules = [CueRule(on: .set, at: .start(offset: .seconds(5)), say: try CueText("Set {set}"))]
    func open(_ name: String) -> Node { .phase(Phase(PerSet(name), .high, .open())) }
    let workout = Sample.silent(rules, .group(SetGroup(.sets(2), nodes: [open("A"), open("B")])))
    var harness = try EngineHarness(workout)
    harness.updateDurations { for set in ["Set 1", "Set 2"] { $0.record(Phrase(set), length: .seconds(1)) } }
    harness.run(to: 5.5)
    harness.send(.done, at: 5.5)
    #expect(cuts(harness).isEmpty, "B belongs to the same set")
    harness.run(to: 6.5)
    harness.send(.done, at: 6.5)
    harness.run(to: 12)
    harness.send(.done, at: 12)
    harness.send(.done, at: 12.2)
    #expect(cuts(harness) == ["Set 2 from 11.500 to 12.200: the user has left its phase"], "the workout is over")
  }

  private static let moves: [(Action, [String])] = [
    (.skip, []), (.jump(to: .seconds(80)), []), (.extend(by: .seconds(10)), []),
    (.back, ["1 minute 22 seconds left from 30 to 30.500: the user has left its phase"]),
    (.restartPhase, ["1 minute 22 seconds left from 30 to 30.500: the user has left its phase"]),
    (.pause, ["1 minute 22 seconds left from 30 to 30.500: paused"]),
    (.interruptionBegan, ["1 minute 22 seconds left from 30 to 30.500: paused"]),
    (.stop, ["1 minute 22 seconds left from 30 to 30.500: stopped"]),
    (.abort, ["1 minute 22 seconds left from 30 to 30.500: stopped"]),
  ]

  @Test(arguments: Self.moves)
  func `of the workout continue unless they come again where the user goes, or all sound ends`(
    action: Action, expected: [String]
  ) throws {
    var harness = try EngineHarness(Self.timed)
    harness.run(to: 30.5)
    harness.send(action, at: 30.5)
    #expect(cuts(harness) == expected)
    harness.run(to: 34)
    let words = spoken(harness, from: 30)
    if expected.isEmpty, action == .skip { #expect(words == ["30 1 minute 22 seconds left", "31.100 B"]) }
    for (one, next) in zip(words, words.dropFirst()) where expected.isEmpty {
      #expect((Double(next.prefix { $0 != " " }) ?? 0) >= (Double(one.prefix { $0 != " " }) ?? 0) + 1, "\(words)")
    }
  }

  @Test func `that are late and meet others are reported as cut`() throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("gong"), say: try CueText("{phase}")),
      CueRule(on: .phase, at: .end(offset: .seconds(-2)), say: try CueText("nearly"), cueClass: .warning),
    ]
    var harness = try EngineHarness(Sample.silent(rules, Sample.phase("A", .high, 20), Sample.phase("B", .high, 60)))
    harness.run(to: 19)
    harness.send(.tick, at: 23)
    harness.send(.extend(by: .milliseconds(-53_900)), at: 23.1)
    harness.run(to: 25)
    #expect(cuts(harness) == ["B from 23.600 to 24.100: they are late, and other words begin"])
  }

  @Test(arguments: [3.0, 3.2, 3.6])
  func `that wait are not said beyond the phase once that is made shorter`(moment: Double) throws {
    let rules = [
      CueRule(on: .phase, at: .every(.seconds(1)), say: try CueText("{phase}, then {next}")),
      CueRule(on: .phase, at: .start(offset: .zero), say: try CueText("{phase}")),
    ]
    var harness = try EngineHarness(Sample.silent(rules, Sample.phase("A", .high, 9), Sample.phase("B", .high, 9)))
    harness.updateDurations { $0.record("A, then B", length: .milliseconds(1400)) }
    harness.run(to: moment)
    // The words that wait until 4.1 s now meet the name of B at 5 s.
    harness.send(.extend(by: .seconds(-4)), at: moment)
    harness.run(to: 14)
    let words = spoken(harness, from: 0).filter { $0.hasSuffix("A, then B") }
    #expect(words.count > 1 && words.allSatisfy { (Double($0.prefix { $0 != " " }) ?? 9) < 5 }, "\(words)")
  }

  @Test func `that wait at the end of their phase are planned again with all others`() throws {
    let rule = CueRule(
      on: .phase, at: .end(offset: .zero), say: try CueText("{phase} is over"), cueClass: .completion)
    let nodes = ["A", "B", "C", "D"].map { name in
      Node.phase(Phase(PerSet(name), .high, .after(.fixed(.milliseconds(700)))))
    }
    let workout = Workout(name: "Short", style: .silent, cues: [rule], nodes: nodes + [Sample.phase("E", .low, 20)])
    var plain = try EngineHarness(workout)
    plain.run(to: 10)
    #expect(plain.score.reports.count == 4 && plain.score.reports.contains { $0.due > $0.mark + .milliseconds(700) })
    for boundary in [0.7, 1.4, 2.1, 2.8] {
      var harness = try EngineHarness(workout)
      harness.run(to: boundary)
      harness.send(.lifecycle(.background), at: boundary)
      harness.run(to: 10)
      #expect(harness.score.lines == plain.score.lines, "replanned at \(boundary) s")
    }
  }

  @Test func `of a count are as late as the time that counts, when a sleep doesn't`() throws {
    let count = CueRule(on: .phase, at: .end(offset: .seconds(-3)), count: 3)
    var harness = try EngineHarness(
      Sample.silent([count], Sample.phase("A", .high, 20)), policies: Policies(whenSuspended: .freeze))
    harness.updateDurations { for number in ["3", "2", "1"] { $0.record(Phrase(number), length: .milliseconds(400)) } }
    harness.run(to: 16.6)
    // Asleep from 17.1 s on, a tenth of a second after "3" was due.
    harness.send(.suspended(gap: .milliseconds(400)), at: 17.5)
    harness.run(to: 22)
    #expect(
      harness.score.reports.map { "\($0.say ?? "") \($0.outcome) \(Score.seconds($0.due))" }
        == ["3 late 17.400", "2 onTime 18.400", "1 onTime 19.400"])
  }
}

/// What a host that is woken late says of an end: its announcement, and the numbers that are still true.
@Suite struct `A late announcement of an end` {
  private static let workout = Workout(
    name: "Sets",
    nodes: [.group(SetGroup(.sets(2), nodes: [Sample.phase("Work", .high, 20), Sample.phase("Rest", .low, 10)]))])

  /// What is said of the end of the first set by a host that is woken at `wakes` after it was awake at 25.5 s.
  private func said(wakingAt wakes: [Double]) throws -> [String] {
    var harness = try EngineHarness(Self.workout)
    harness.updateDurations { for number in ["3", "2", "1"] { $0.record(Phrase(number), length: .milliseconds(400)) } }
    harness.run(to: 25.5)
    for wake in wakes { harness.send(.tick, at: wake) }
    return harness.score.reports.filter { $0.mark > .seconds(25.5) && $0.mark < .seconds(30) && $0.say != nil }
      .map { "\($0.say ?? "") \($0.outcome)" }
  }

  @Test func `is said, and the number that it leaves no time for isn't`() throws {
    // Due at 26 s, it is said until 27.4 s.
    #expect(
      try said(wakingAt: [26.4, 27, 28, 29, 30])
        == ["Set 1 completing in late", "3 collapsed", "2 onTime", "1 onTime"])
  }

  @Test func `comes before the number that is due with it`() throws {
    #expect(
      try said(wakingAt: [27, 28, 29, 30]) == ["Set 1 completing in late", "3 collapsed", "2 onTime", "1 onTime"])
  }

  @Test func `takes no gong with it where it holds a number back`() throws {
    var workout = Self.workout
    workout.cues = [CueRule(on: .phase, at: .end(offset: .milliseconds(-3100)), sound: CueSound("gong"))]
    var harness = try EngineHarness(workout)
    harness.run(to: 25.5)
    // Its words are said until 27.4 s.
    for wake in [26.4, 27.03] { harness.send(.tick, at: wake) }
    let heard = harness.score.reports.filter { $0.due > .seconds(25.5) }.map {
      "\($0.sound ?? $0.say ?? "") \($0.outcome)"
    }
    #expect(heard == ["Set 1 completing in late", "gong late", "3 collapsed"])
  }

  @Test func `beyond its grace is left out, and the numbers are said`() throws {
    let said = try said(wakingAt: [27.1, 28, 29, 30])
    #expect(said == ["Set 1 completing in skipped", "3 late", "2 onTime", "1 onTime"])
  }
}
