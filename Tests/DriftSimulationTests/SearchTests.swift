import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Scenarios made from seeds` {
  @Test func `are the same for the same seed, and differ from seed to seed`() {
    let maker = ScenarioGenerator(ShippedWorkouts.tabata.oracle, workout: "w.json")
    let scenarios = (1...60).map { maker.scenario(seed: UInt64($0)) }
    #expect(scenarios == (1...60).map { maker.scenario(seed: UInt64($0)) })
    for (scenario, other) in zip(scenarios, scenarios.dropFirst()) { #expect(scenario.script != other.script) }
  }

  @Test func `hold only the faults that are asked for, and what ends them`() {
    let maker = ScenarioGenerator(ShippedWorkouts.tabata.oracle, workout: "w.json", kinds: [.suspend, .wallStep])
    let kinds = Set((1...40).flatMap { maker.scenario(seed: UInt64($0)).kinds })
    #expect(kinds.isSuperset(of: [.suspend, .wallStep]))
    #expect(kinds.isSubset(of: [.suspend, .wallStep, .resume, .jitter]))
  }

  @Test func `hold every kind of fault sooner or later, alone and in swarms, at times and beside cues`() {
    let maker = ScenarioGenerator(ListeningWorkouts.pulse.oracle, workout: "w.json")
    let scenarios = (1...400).map { maker.scenario(seed: UInt64($0)) }
    #expect(Set(scenarios.flatMap(\.kinds)) == Set(Fault.Kind.allCases))
    let lines = scenarios.flatMap(\.script)
    let anchored = lines.count { if case .cue = $0.at { true } else { false } }
    #expect(anchored > 50 && anchored < lines.count)
    #expect(scenarios.contains { $0.kinds.count > 4 } && scenarios.contains { $0.kinds.count == 1 })
  }

  @Test func `end each open phase as often as jumps lead back to it`() throws {
    let hang = Node.phase(Phase("Hang", .high, .open()))
    let oracle = Oracle(try Timeline(Workout(name: "Hangs", nodes: [.group(SetGroup(.sets(60), nodes: [hang]))])))
    let (simulation, maker) = (Simulation(oracle), ScenarioGenerator(oracle, workout: "w.json", kinds: [.jumpToSet]))
    for seed in UInt64(1)...60 {
      #expect(simulation.run(maker.scenario(seed: seed)).playback.isOver, "seed \(seed)")
    }
  }

  @Test(arguments: [
    (workout: UInt64(420_129_538), seed: UInt64(1_260_388_616), kind: Fault.Kind.suspend),
    (28_221_314, 84_663_944, .toggle),
  ])
  func `end the last open phase, however long the host has slept or the session was paused`(
    workout: UInt64, seed: UInt64, kind: Fault.Kind
  ) {
    let simulation = RandomWorkouts.simulation(seed: workout)
    // The seeds are those of scripts without words on request.
    let kinds = Fault.Kind.allCases.filter { $0 != .say && (!$0.concernsSensors || simulation.oracle.listens) }
    let scenario = ScenarioGenerator(simulation.oracle, workout: "w.json", kinds: kinds).scenario(seed: seed)
    #expect(scenario.script.contains { $0.fault.kind == kind })
    #expect(simulation.run(scenario).playback.isOver)
  }

  @Test(arguments: [Fault.Kind.restartPhase, .back, .undo, .suspend, .extend, .jump])
  func `end a workout that is as long as the user makes it, in a day`(kind: Fault.Kind) throws {
    let phases = [
      Node.phase(Phase("Hang", .high, .open())),
      .phase(Phase("Rest", .rest, .after(.relative(RelativeLength(of: "Hang", millionths: 10_000_000))))),
    ]
    let oracle = Oracle(try Timeline(Workout(name: "Hangs", nodes: [.group(SetGroup(.sets(6), nodes: phases))])))
    let (simulation, maker) = (Simulation(oracle), ScenarioGenerator(oracle, workout: "w.json", kinds: [kind]))
    for seed in UInt64(1)...60 {
      let scenario = maker.scenario(seed: seed)
      // Some stay paused by a suspend; none waits for the user.
      #expect(!simulation.run(scenario).isCut, "seed \(seed)")
      let end = scenario.script.compactMap { if case .after(let time) = $0.at { time } else { nil } }.max()
      #expect(end.map { $0 < .seconds(86_400) } == true, "seed \(seed)")
    }
  }

  @Test(arguments: ["tabata", "emom-10", "amrap-12", "stretching", "box-breathing", "quick-start"])
  func `break no law on a shipped workout`(name: String) {
    let simulation = Simulation(ShippedWorkouts.oracle(name))
    let maker = ScenarioGenerator(simulation.oracle, workout: "w.json")
    for seed in UInt64(1)...50 {
      let verdict = simulation.judge(maker.scenario(seed: seed), comparing: false)
      #expect(verdict.passed, "\(name), seed \(seed): \(verdict.violations)")
      #expect(!verdict.trace.isCut, "\(name), seed \(seed)")
    }
  }
}

@Suite struct `A scenario that fails` {
  private func smallest(_ scenario: Scenario, where fails: @escaping (Shrinker.Case) -> Bool) -> Shrinker.Case {
    var shrinker = Shrinker(Shrinker.Case(scenario, ShippedWorkouts.tabata.oracle.timeline.workout), fails: fails)
    return shrinker.shrink()
  }

  @Test func `is left with what it needs to fail, as small and round as that may be`() {
    let maker = ScenarioGenerator(ShippedWorkouts.tabata.oracle, workout: "w.json")
    var scenario = maker.scenario(seed: 4)
    scenario.script += maker.scenario(seed: 6).script
    scenario.script.append(ScriptLine(at: .after(.s(123.456789)), .stall(length: .s(77.7))))
    scenario.host = WakePolicy(waking: .every(.s(0.1)))
    let result = smallest(scenario) { candidate in
      candidate.scenario.script.contains { line in
        line.fault.kind == .stall && line.fault.length >= .s(5)
      }
    }
    #expect(result.scenario.script.count == 1 && result.scenario.host == WakePolicy())
    #expect(result.scenario.script.first?.at == .after(.zero))
    #expect((result.scenario.script.first?.fault.length).map { $0 < .s(10) } ?? false)
  }

  @Test func `keeps two faults that only fail together`() {
    let script = (0..<12).map { ScriptLine(at: .after(.s(Double($0))), $0 == 3 ? .deviceLost : .foreground) }
    var scenario = Scenario.of()
    scenario.script = script + [ScriptLine(at: .after(.s(50)), .background)]
    let result = smallest(scenario) { candidate in
      let kinds = candidate.scenario.script.map(\.fault.kind)
      return kinds.contains(.deviceLost) && kinds.contains(.background)
    }
    #expect(result.scenario.script.map(\.fault) == [.deviceLost, .background])
  }

  @Test func `shortens its workout as long as it still fails`() {
    let result = smallest(.of()) { candidate in
      guard let timeline = try? Timeline(candidate.workout) else { return false }
      return timeline.phases.contains { $0.phase.name == "Rest" }
    }
    let total = (try? Timeline(result.workout))?.total ?? .zero
    #expect(total < .s(10) && result.workout.problems.isEmpty)
  }

  @Test func `never ends before it begins, however small`() throws {
    let scenario = Scenario.of((100.5, .coalesce(to: .s(4), until: .s(130.25))))
    let result = smallest(scenario) { $0.scenario.script.first?.fault.until != nil }
    let line = try #require(result.scenario.script.first)
    guard case .after(let at) = line.at else {
      Issue.record("\(line.at)")
      return
    }
    #expect(try #require(line.fault.until) > at)
  }
}

extension Fault {
  /// How long it lasts, for faults that have a length.
  fileprivate var length: Duration { end(from: .zero) ?? .zero }
}
