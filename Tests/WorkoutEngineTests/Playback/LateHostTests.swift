import Testing
import WorkoutEngine
import WorkoutModel

/// What hosts do that are woken late, sleep, or deliver several actions at one instant.
@Suite struct `A host that was away` {
  /// Woken at 12 s and not again before it sleeps from 41 to 80 s, a second after a phase began.
  private func slept(_ policy: SuspendPolicy) throws -> EngineHarness {
    var harness = try EngineHarness(Sample.tabata, policies: Policies(whenSuspended: policy))
    harness.run(to: 12)
    harness.send(.suspended(gap: .seconds(39)), at: 80)
    return harness
  }

  @Test(arguments: [SuspendPolicy.freeze, .pauseIfOver(.seconds(2))])
  func `can't have said before its sleep what it was not awake to say`(policy: SuspendPolicy) throws {
    let harness = try slept(policy)
    let missed = harness.score.reports.filter { $0.due > .seconds(12) }
    #expect(!missed.isEmpty && missed.allSatisfy { ($0.at ?? .seconds(80)) >= .seconds(80) }, "\(harness.score.lines)")
    #expect(harness.engine.state.elapsed == .seconds(41))
  }

  @Test func `says one thing after a sleep that counts, not the best of before and of after`() throws {
    let harness = try slept(.continue)
    let heard = harness.score.reports.filter { $0.due > .seconds(12) && $0.at != nil }
    #expect(heard.map(\.kind) == [.completion] && heard.allSatisfy { $0.at == .seconds(80) }, "\(harness.score.lines)")
  }

  @Test func `can't take back time that was counted, though the sleep it reports began before`() throws {
    var harness = try EngineHarness(Sample.tabata, policies: Policies(whenSuspended: .freeze))
    harness.run(to: 20)
    harness.send(.suspended(gap: .milliseconds(32)), at: 20.024)
    #expect(harness.engine.state.elapsed == .seconds(20))
    harness.run(to: 30.1)
    #expect(harness.score.phases.last?.start == .milliseconds(30_032), "the 8 ms too many are made good")
  }

  @Test func `hears its late words end where the user goes somewhere else`() throws {
    var harness = try EngineHarness(Sample.tabata)
    harness.run(to: 29)
    harness.send(.tick, at: 32)
    #expect(harness.score.reports.last?.outcome == .late)
    let before = harness.score.effects.count
    harness.send(.restartPhase, at: 32.5)
    #expect(
      harness.score.effects.dropFirst(before).contains { $0.cutsWords },
      "planned for 30 s they would be over, but they are being said")
  }

  @Test func `hears a named group by its name, however late`() throws {
    let nodes = [Sample.phase("Work", .high, 20), Sample.phase("Rest", .rest, 10)]
    let rounds = SetGroup(.sets(3), name: "Round", nodes: nodes)
    var harness = try EngineHarness(
      Workout(name: "Rounds", nodes: [.group(rounds)]))
    harness.updateDurations { $0.record("Round 1 completing in", length: .milliseconds(500)) }
    harness.run(to: 26.4)
    harness.send(.tick, at: 27.2)
    let said = harness.score.reports.filter { $0.kind == .setCompletion }
    #expect(said.map(\.say) == ["Round 1 completing in"] && said.map(\.outcome) == [.late], "\(harness.score.lines)")
  }

  @Test func `hears the sound of a cue whose late words find no space`() throws {
    var harness = try EngineHarness(Sample.tabata)
    harness.run(to: 39.9)
    // "Work" would be said until 41.8 s, but "Last set" begins at 41.75 s.
    harness.send(.tick, at: 40.2, soundsFrom: 40.2)
    harness.run(to: 42)
    #expect(harness.score.lines.suffix(2) == ["40 phaseStart [gong] (late)", "41.750 setStart \"Last set\""])
  }

  @Test func `hears its late words end where new ones are due`() throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("gong"), say: try CueText("{phase}")),
      CueRule(on: .phase, at: .end(offset: .seconds(-2)), say: try CueText("nearly"), cueClass: .warning),
    ]
    var harness = try EngineHarness(Sample.silent(rules, Sample.phase("A", .high, 20), Sample.phase("B", .high, 60)))
    harness.run(to: 19)
    // "B" is said from 23.6 s to 24.6 s; made shorter, its end is announced at 24.1 s.
    harness.send(.tick, at: 23)
    harness.send(.extend(by: .milliseconds(-53_900)), at: 23.1)
    harness.run(to: 25)
    let ends = harness.score.effects.filter(\.cutsWords)
    #expect(ends.map { Score.seconds($0.due) } == ["24.100"], "\(harness.score.lines)")
    #expect(harness.score.lines.last == "24.100 custom \"nearly\"")
  }
}

@Suite struct `A cue of this very moment` {
  @Test func `isn't said again because its phase is made longer or shorter`() throws {
    var harness = try EngineHarness(Sample.tabata)
    harness.run(to: 10)
    harness.send(.extend(by: .seconds(15)), at: 10)
    harness.send(.extend(by: .seconds(-3)), at: 10)
    harness.run(to: 20)
    let starts = harness.score.reports.filter { $0.kind == .phaseStart && $0.phase == "Work" }
    #expect(starts.count == 1, "\(harness.score.lines)")
  }

  @Test func `is not spoken over when its phase is made shorter`() throws {
    var harness = try EngineHarness(Sample.tabata)
    harness.run(to: 36)
    #expect(harness.score.reports.last?.kind == .setCompletion)
    harness.send(.extend(by: .milliseconds(-700)), at: 36)
    harness.run(to: 38)
    let numbers = harness.score.reports.filter { $0.kind == .countdown && $0.due > .seconds(36) }
    #expect(numbers.allSatisfy { $0.due >= .seconds(37) }, "\(harness.score.lines)")
  }

  @Test func `isn't said again because the application came to the front while paused there`() throws {
    var harness = try EngineHarness(
      Sample.silent(
        [CueRule(on: .phase, at: .start(offset: .zero), say: try CueText("Go"))],
        Sample.phase("A", .high, 60)))
    harness.send(.pause, at: 0)
    harness.send(.lifecycle(.background), at: 20)
    harness.send(.lifecycle(.active), at: 30)
    harness.send(.resume, at: 40)
    harness.send(.lifecycle(.background), at: 40)
    harness.send(.skip, at: 50)
    #expect(harness.score.reports.count { $0.outcome == .onTime } == 1, "\(harness.score.lines)")
    #expect(!harness.score.reports.contains { $0.outcome == .cancelled })
  }
}

@Suite struct `Leaving a long phase` {
  private static let bells = [CueRule(on: .phase, at: .every(.seconds(60)), sound: CueSound("bell"))]

  @Test(arguments: [Action.skip, .stop])
  func `cancels all that was left of it, however far ahead`(action: Action) throws {
    var harness = try EngineHarness(
      Sample.silent(Self.bells, Sample.phase("Sit", .sit, 1200), Sample.phase("End", .sit, 60)))
    harness.run(to: 90)
    harness.send(action, at: 90)
    #expect(harness.score.reports.count { $0.outcome == .onTime } == 1)
    #expect(harness.score.reports.count { $0.outcome == .cancelled } == 18)
  }
}
