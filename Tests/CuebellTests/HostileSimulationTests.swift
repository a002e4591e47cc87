import CuebellTesting
import Testing

/// A model that does what an app does without a thought.
private struct Model: EngineHost { var engine: Engine }

extension HostileNumbers {
  fileprivate mutating func fault() -> Fault {
    let length = time()
    return pick([
      .suspend(length: length), .stall(length: length), .wallStep(by: length), .kill(length: length),
      .extend(by: length), .jump(to: length), .jump(toSet: number()), .seek(by: length), .volume(level()),
      .measure(signal(), number()), .sensorLost(signal(), length: length), .sensorStuck(signal(), length: length),
      .sensorSecond(signal(), by: number(), length: length), .speechSlow(factor: level()),
      .speechHang(length: length), .interruptEnd(shouldResume: true), .say(),
    ])
  }

  private mutating func scriptTime() -> ScriptTime {
    pick([.after(time()), .after(.seconds(2)), .cue(CueName(.phaseStart, set: number()), offset: time())])
  }

  /// A scenario with numbers in one of its parts: what sensors measure in a month would be measured each second.
  fileprivate mutating func scenario() -> Scenario {
    var scenario = Scenario(
      name: "any", workout: "any.json", seed: next(), whenSuspended: pick([.continue, .freeze, .pauseIfOver(time())]),
      start: VirtualClock.Reading(boot: time(), monotonic: time(), wall: time()), body: body())
    switch number() & 3 {
    case 0:
      let points = [time(), time(), time()].sorted().map { SignalPoint(at: $0, number()) }
      let body = IntensityResponse(rest: number(), max: number(), tau: time(), seed: next())
      scenario.signals = [.heartRate: .points(points), .power: .response(body)]
    case 1:
      let jitter = pick([.uniform(scale: time()), .pareto(scale: time(), alpha: level(), cap: time())] as [Jitter])
      scenario.host = WakePolicy(waking: pick([.deadline, .every(time())]), jitter: jitter, ahead: time())
    default: scenario.script = (0..<3).map { _ in ScriptLine(at: scriptTime(), fault()) }
    }
    return scenario
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A scenario of numbers that can't be` {
  @Test(arguments: UInt64(0)..<6)
  func `is judged`(seed: UInt64) throws {
    var any = HostileNumbers(seed: seed)
    let workout = try Workout("W") {
      Phase("Work", for: .seconds(3))
      Phase(open: "Rest", cap: .seconds(3))
    }
    let simulation = Simulation(Oracle(try Timeline(workout)))
    for step in 0..<6 {
      let scenario = any.scenario()
      let verdict = simulation.judge(scenario, comparing: any.once(in: 2))
      #expect(verdict.scenario.script.count == scenario.script.count, "seed \(seed), step \(step)")
    }
  }

  @Test func `is made of any seed`() throws {
    let workout = try Workout("W") { Phase("Work", for: .seconds(3)) }
    for seed in [Int.min, -1, 0, .max - 1] {
      #expect(try judge(Model.init, of: workout, seeds: seed..<seed + 1) == [], "\(seed)")
    }
  }
}
