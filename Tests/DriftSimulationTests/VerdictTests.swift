import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A verdict` {
  private func judge(_ scenario: Scenario) -> Verdict { ShippedWorkouts.tabata.judge(scenario) }

  @Test func `lists the expectations that are not met, and what happened instead`() {
    let expected = Expectations(
      outcomes: [
        ExpectedOutcome(CueName(.setCompletion, set: 3), is: .onTime),
        ExpectedOutcome(CueName(.setCompletion, set: 3), is: .skipped, cause: "suspend"),
        ExpectedOutcome(CueName(.completion), is: .onTime, times: 2),
      ], final: ExpectedEnd(playback: "paused", elapsed: .s(300)))
    let verdict = judge(.of((95.3, .suspend(length: .s(90))), expected: expected))
    #expect(verdict.unmet.map(\.name) == ["outcomes[0]", "outcomes[2]", "final.playback"])
    #expect(
      verdict.unmet.map(\.message) == [
        "expected set completion of set 3 to be on time at least once, it is so 0 times: "
          + "it is left out (the machine slept)",
        "expected workout completion to be on time 2 times, it is so 1 times: it is on time",
        "expected paused at the end, it is completed",
      ])
    #expect(!verdict.passed && verdict.violations.isEmpty)
  }

  @Test func `has for each kind of fault whether it made a difference`() {
    let verdict = judge(.of((95.3, .suspend(length: .s(90))), (50, .duplicate(chance: 1, until: .s(60)))))
    #expect(verdict.changed == [.suspend: true, .duplicate: false])
    #expect(judge(.of((50, .wallStep(by: .s(60))))).changed == [.wallStep: true])
    #expect(judge(.of(jitter: .uniform(scale: .s(0.1)))).changed == [.jitter: true])
  }

  @Test func `compares with a host that is awake at the same instants, without the steps of the wall clock`() {
    let boxing = Simulation(ShippedWorkouts.oracle("boxing-3x3"))
    let verdict = boxing.judge(.of((20, .speechSlow(factor: 64)), (244.97, .wallStep(by: .milliseconds(-1)))))
    #expect(verdict.passed, "\(verdict.violations)")
  }

  @Test func `counts no suspend that was too short to be reported as part of the next one`() {
    let amrap = Simulation(ShippedWorkouts.oracle("amrap-12"))
    let verdict = amrap.judge(
      .of(
        policy: .freeze, (0, .suspend(length: .milliseconds(1))), (60, .suspend(length: .s(30))), (70, .done),
        (70, .done)))
    #expect(verdict.passed, "\(verdict.violations)")
  }

  @Test func `finds no fault in leaving out late words that would meet others, which the user has made space for`()
    throws
  {
    let rule = CueRule(on: .phase, at: .every(.s(1)), say: try CueText("Breathe in, breathe out"))
    let phase = Phase("Work", .high, .after(.fixed(.s(3.767))))
    let workout = Workout(name: "W", style: .silent, cues: [rule], nodes: [.phase(phase)])
    let scenario = Scenario.of(waking: .every(.s(0.5)), (0, .extend(by: .s(1.9))), (4, .interrupt))
    let verdict = Simulation(Oracle(try Timeline(workout))).judge(scenario)
    #expect(verdict.passed, "\(verdict.violations)")
  }

  @Test func `is the same where words that others gave way to were cut before they could begin`() throws {
    let rule = CueRule(
      on: .phase, at: .end(offset: .milliseconds(-800)), sound: CueSound("beep"), say: try CueText("{phase}"))
    let second = Phase("Work", .prepare, .after(.fixed(.s(2))), say: "{remaining} left")
    let workout = Workout(
      name: "W", style: .silent, cues: [rule],
      nodes: [.phase(Phase("Work", .high, .after(.fixed(.s(2))))), .phase(second)])
    let simulation = Simulation(Oracle(try Timeline(workout)))
    let verdict = simulation.judge(.of((1.205, .suspend(length: .s(3))), (2, .resume)))
    #expect(verdict.passed, "\(verdict.violations)")
  }

  @Test func `lists the lines that were never due`() {
    var scenario = Scenario.of((20, .stop))
    scenario.script.append(ScriptLine(at: .cue(CueName(.setCompletion, set: 9), offset: .zero), .skip))
    scenario.script.append(ScriptLine(at: .cue(CueName(.setCompletion, set: 8), offset: .zero), .skip))
    #expect(judge(scenario).trace.unreached == [1, 2])
  }

  @Test func `is the same however often it is asked for`() {
    let scenario = ScenarioGenerator(ShippedWorkouts.tabata.oracle, workout: "w").scenario(seed: 77)
    #expect(judge(scenario).trace == judge(scenario).trace)
  }
}

@Suite struct `A batch` {
  @Test func `counts outcomes, lateness and the differences that faults made`() {
    var summary = BatchSummary()
    summary.add(ShippedWorkouts.tabata.judge(.of()))
    #expect(summary.passed == 1 && summary.outcomes == [.onTime: ShippedWorkouts.tabata.oracle.cues.count])
    #expect(summary.lateness.percentile(0.5) == .zero && summary.lateness.percentile(1) == .zero)
    summary.add(ShippedWorkouts.tabata.judge(.of((95, .stall(length: .s(8.2))))))
    #expect(summary.faults[.stall]?.runs == 1 && summary.faults[.stall]?.changed == 1)
    #expect(summary.lateness.percentile(0.9) == .zero)
    #expect(summary.lateness.percentile(1) == .s(3.2))
  }

  @Test func `lists what never occurred`() {
    var summary = BatchSummary()
    summary.add(ShippedWorkouts.tabata.judge(.of((50, .duplicate(chance: 0, until: nil)))))
    let unseen = summary.sometimes.filter { !$0.isSeen }.map(\.demand)
    #expect(unseen.contains("a cue is late") && unseen.contains("duplicate makes a difference"))
    #expect(summary.sometimes.map(\.number).first == "S1")
    #expect(!unseen.contains("a cue is on time"))
  }

  @Test func `of a few hundred seeds has seen everything`() {
    var summary = BatchSummary()
    let maker = ScenarioGenerator(ShippedWorkouts.tabata.oracle, workout: "w")
    for seed in UInt64(1)...250 { summary.add(ShippedWorkouts.tabata.judge(maker.scenario(seed: seed))) }
    #expect(summary.failed == 0)
    #expect(summary.sometimes.filter { !$0.isSeen }.isEmpty)
    // To a workout that mentions no value sensors make no difference.
    let kinds = Fault.Kind.allCases.filter { $0 != .measure && !$0.rawValue.hasPrefix("sensor") }
    #expect(summary.faults.count == kinds.count)
  }
}
