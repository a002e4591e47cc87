import DriftSimulation
import EngineReference
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The law of beats` {
  private static let workout: Workout = {
    let run = Phase("Run", .high, .after(.fixed(.seconds(40))), metronome: Metronome(.perMinute(137), accent: 4))
    let walk = Phase("Walk", .low, .after(.fixed(.seconds(20))))
    let inner = SetGroup(.interval(sets: 2, every: .seconds(30)), nodes: [.phase(walk)])
    return Workout(
      name: "Beats", ambient: Ambient(sound: "rain"),
      nodes: [
        .phase(run), .phase(walk),
        .group(
          SetGroup(
            .sets(2), sides: Sides(change: .seconds(3)), nodes: [.phase(run), .group(inner)],
            metronome: Metronome(.every(.milliseconds(1500))))),
        .phase(Phase("Hang", .high, .open(), metronome: Metronome(.perMinute(60)))),
      ])
  }()

  private static func oracle() throws -> Oracle { Oracle(try Timeline(workout)) }

  @Test func `holds whatever happens to a workout with beats in phases, groups, rests and changes of sides`() throws {
    let oracle = try Self.oracle()
    #expect(PlanComparison.differences(oracle.timeline) == [])
    let simulation = Simulation<Engine>(oracle)
    let generator = ScenarioGenerator(oracle, workout: "w.json")
    for seed in UInt64(1)...200 {
      let verdict = simulation.judge(generator.scenario(seed: seed), comparing: false)
      #expect(verdict.passed, "seed \(seed): \(verdict.violations.prefix(3)) \(verdict.unmet)")
    }
  }

  @Test func `finds beats that count from the resume, that begin late, or that continue in a pause`() throws {
    let simulation = Simulation<Engine>(try Self.oracle())
    let scenario = Scenario.of((10.3, .pause), (20, .resume), (50, .skip))
    func breaks(_ change: (Effect) -> Effect?) throws -> Bool {
      var trace = simulation.run(scenario)
      #expect(BeatLaw.violations(TraceRecord(scenario, simulation.oracle, trace)).isEmpty)
      for index in trace.steps.indices { trace.steps[index].effects = trace.steps[index].effects.compactMap(change) }
      return !BeatLaw.violations(TraceRecord(scenario, simulation.oracle, trace)).isEmpty
    }
    func changed(_ change: @escaping (Duration, Metronome, Duration, Duration) -> Effect) -> (Effect) -> Effect? {
      { effect in
        guard case .metronome(.start(let metronome, let origin, let fade)) = effect.kind else { return effect }
        return change(effect.due, metronome, origin, fade)
      }
    }
    #expect(
      try breaks(
        changed { due, metronome, origin, fade in
          Effect(due: due, kind: .metronome(.start(metronome, origin: fade > .zero ? due : origin, fade: fade)))
        }))
    #expect(
      try breaks(
        changed { due, metronome, origin, fade in
          Effect(due: due + .s(1), kind: .metronome(.start(metronome, origin: origin, fade: fade)))
        }))
    #expect(
      try breaks(
        changed { due, metronome, origin, fade in
          var other = metronome
          other.accent = 7
          return Effect(due: due, kind: .metronome(.start(other, origin: origin, fade: fade)))
        }))
    #expect(try breaks { if case .metronome(.fadeOut) = $0.kind { nil } else { $0 } })
    #expect(try breaks { if case .metronome(.end) = $0.kind { nil } else { $0 } })
    #expect(try breaks { if case .metronome(.start) = $0.kind { nil } else { $0 } })
  }

  @Test func `is put to the test by random workouts`() {
    var (owned, grouped, rates) = (0, 0, Set<Metronome.Pace>())
    func count(_ node: Node) {
      switch node {
      case .phase(let phase):
        if let metronome = phase.metronome {
          owned += 1
          rates.insert(metronome.pace)
        }
      case .group(let group):
        if group.metronome != nil { grouped += 1 }
        group.nodes.forEach(count)
      }
    }
    for seed in UInt64(1)...300 { WorkoutGenerator().workout(seed: seed).nodes.forEach(count) }
    #expect(owned > 30 && grouped > 10 && rates.count > 30)
  }
}

private enum BeatLaw {
  static func violations(_ record: TraceRecord) -> [Violation] {
    Invariants.violations(in: record, of: .some(["I10", "I22"]))
  }
}
