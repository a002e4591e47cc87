import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

/// Workouts that listen to sensors.
enum ListeningWorkouts {
  static let pulse = Simulation(ShippedWorkouts.oracle("heart-rate-spoken", in: "Scenarios/Workouts"))
  /// Two climbs with a coach, each with a recovery that the heart rate ends.
  static let recovery = Simulation(ShippedWorkouts.oracle("climbs-and-recoveries", in: "Scenarios/Workouts"))
  /// Three repetitions, the first of which gives way to a name with the heart rate.
  static let numbers = Simulation(
    ShippedWorkouts.oracle(
      of: Array(
        #"""
        { "name": "Numbers", "style": "silent", "phases": [{ "name": "Work", "tempo": "3-1-2-0", "reps": 3, "cues": [
        { "on": "phase", "at": "start", "say": "{phase} at {heartRate}" }] }] }
        """#.utf8),
      named: "numbers"))
}

@Suite struct `Simulated sensors` {
  /// A scenario with a heart rate.
  private func scenario(
    _ source: SignalSource = .points([SignalPoint(at: .zero, 100), SignalPoint(at: .s(500), 100)]),
    _ script: (at: Double, fault: Fault)...
  ) -> Scenario {
    Scenario(
      name: "test", workout: "w.json", signals: [.heartRate: source],
      script: script.map { ScriptLine(at: .after(.s($0.at)), $0.fault) })
  }

  private func run(_ scenario: Scenario) -> Trace { ListeningWorkouts.pulse.run(scenario) }

  @Test func `measure once a second, linearly between points and not beyond them`() {
    let points = [SignalPoint(at: .s(2.5), 100), SignalPoint(at: .s(12.5), 110), SignalPoint(at: .s(20), 95)]
    let measured = run(scenario(.points(points))).measurements
    #expect(measured.map(\.at) == (3...20).map { .seconds($0) })
    #expect(measured.map(\.value).prefix(3) == [100, 101, 102] && measured.last?.value == 95)
  }

  @Test func `follow the intensities as a body does, the same for the same seed`() {
    func rates(_ seed: UInt64) -> [Int] {
      let body = IntensityResponse(rest: 60, max: 180, tau: .s(20), seed: seed)
      return run(scenario(.response(body))).measurements.map(\.value)
    }
    let (one, other) = (rates(7), rates(8))
    #expect(one == rates(7) && one != other && one.count == 435)
    // It begins at rest, rises in the first set from 15 s to 75 s, and falls in the rest after it.
    #expect(abs(one[0] - 60) <= 3 && one[74] > 160 && one[134] < 90)
    #expect(zip(one, other).allSatisfy { abs($0 - $1) <= 4 })
  }

  @Test func `measure nothing while they are lost, and the value is unknown after 10 s`() {
    let trace = run(scenario(nil, (50.5, .sensorLost(.heartRate, length: .s(30)))))
    #expect(!trace.measurements.contains { $0.at > .s(50) && $0.at < .s(81) })
    #expect(trace.values.filter { $0.at > .s(40) && $0.at < .s(90) }.map(\.at) == [.s(60) + .nanoseconds(1), .s(82)])
  }

  @Test func `repeat their last value while they are stuck`() {
    let rising = SignalSource.points([SignalPoint(at: .zero, 60), SignalPoint(at: .s(100), 160)])
    let measured = run(scenario(rising, (30.5, .sensorStuck(.heartRate, length: .s(20))))).measurements.map(\.value)
    #expect(Array(measured[28...31]) == [88, 89, 90, 90] && measured[50] == 90 && measured[51] == 111)
  }

  @Test func `add a noise of a size until it ends`() {
    let measured = run(scenario(nil, (10.5, .sensorNoise(.heartRate, by: 20, until: .s(100.5))))).measurements
    let noisy = measured.filter { $0.at > .s(10.5) && $0.at < .s(100.5) }.map(\.value)
    #expect(noisy.allSatisfy { abs($0 - 100) <= 20 } && Set(noisy).count > 20)
    #expect(measured.allSatisfy { ($0.at > .s(10.5) && $0.at < .s(100.5)) || $0.value == 100 })
  }

  @Test func `come late, in the order in which they arrive`() {
    let measured = run(scenario(nil, (10.5, .sensorLate(.heartRate, by: .s(4.25), until: .s(20.5))))).measurements
    #expect(measured.filter { $0.at > .s(10) && $0.at < .s(15.5) }.map(\.at) == [.s(15.25)])
    #expect(measured.count { $0.at > .s(21) && $0.at < .s(25) } == 4 + 3)
  }

  @Test func `keep a second strap out until they have been silent for 10 s`() {
    let trace = run(
      scenario(
        nil, (20, .sensorSecond(.heartRate, by: 40, length: .s(60))), (40.2, .sensorLost(.heartRate, length: .s(25)))))
    let second = trace.measurements.filter { $0.value == 140 }.map(\.at)
    #expect(second.first == .s(50.5) && second.last == .s(79.5))
    // The first is back at 66 s, and must wait for the second.
    #expect(!trace.measurements.contains { $0.value == 100 && $0.at > .s(50) && $0.at < .s(89) })
    #expect(trace.measurements.contains { $0.value == 100 && $0.at == .s(90) })
  }

  @Test func `are not heard by a host that sleeps, and wait for one that is held up`() {
    let asleep = run(scenario(nil, (50.5, .suspend(length: .s(1.6)))))
    #expect(asleep.measurements.filter { $0.at > .s(50) && $0.at < .s(54) }.map(\.at) == [.s(53)])
    let held = run(scenario(nil, (50.5, .stall(length: .s(2.6)))))
    #expect(held.measurements.filter { $0.at > .s(50) && $0.at < .s(54) }.map(\.at) == [.s(53.1), .s(53.1), .s(53.1)])
  }

  @Test func `let a run end that is paused for good`() {
    let trace = run(scenario(nil, (50, .pause)))
    #expect(!trace.isCut && trace.playback.name == "paused" && trace.measurements.last.map { $0.at < .s(60) } == true)
  }

  @Test func `measure by a script, which may ask for what is refused`() {
    let trace = run(
      .of((20, .measure(.heartRate, 251)), (20, .measure(.heartRate, 120, from: "A")), (21, .measure(.heartRate, 90))))
    #expect(trace.measurements.map(\.value) == [120])
    #expect(trace.times(of: "measure").count == 3)
  }

  @Test func `replay a recording in the place of their own values`() {
    let recording = [RecordedMeasurement(at: .s(3.5), .heartRate, 99), RecordedMeasurement(at: .s(7), .power, 250)]
    let replayed = scenario(nil, (5, .measure(.cadence, 80)), (50, .pause)).replaying(recording)
    #expect(replayed.signals.isEmpty && replayed.script.count == 3)
    #expect(run(replayed).measurements.map(\.at) == [.s(3.5), .s(7)])
  }

  @Test func `give the same run twice, and after a kill`() {
    let simulation = ListeningWorkouts.pulse
    for seed in UInt64(1)...40 {
      var scenario = ScenarioGenerator(simulation.oracle, workout: "w.json").scenario(seed: seed)
      scenario.script.append(ScriptLine(at: .after(.s(100)), .kill(length: .s(3))))
      #expect(simulation.run(scenario) == simulation.run(scenario), "seed \(seed)")
      let verdict = simulation.judge(scenario, comparing: false)
      #expect(verdict.passed, "seed \(seed): \(verdict.violations)")
    }
  }

  @Test func `are generated only for workouts that listen to them`() {
    let deaf = ScenarioGenerator(ShippedWorkouts.tabata.oracle, workout: "w.json")
    let listening = ScenarioGenerator(ListeningWorkouts.pulse.oracle, workout: "w.json")
    for seed in UInt64(1)...200 {
      #expect(deaf.scenario(seed: seed).signals.isEmpty)
      #expect(!deaf.scenario(seed: seed).kinds.contains { $0.rawValue.hasPrefix("sensor") || $0 == .measure })
    }
    let sources = (UInt64(1)...200).compactMap { listening.scenario(seed: $0).signals[.heartRate] }
    #expect(sources.count > 150 && sources.count < 200)
    #expect(sources.contains { if case .points = $0 { true } else { false } })
  }

  private func scenario(_: Void?, _ script: (at: Double, fault: Fault)...) -> Scenario {
    var scenario = scenario()
    scenario.script = script.map { ScriptLine(at: .after(.s($0.at)), $0.fault) }
    return scenario
  }
}

extension Trace {
  /// The measurements that the session took.
  fileprivate var measurements: [(at: Duration, value: Int)] {
    events.compactMap { event in
      if case .measured(let report) = event.kind, let value = report.measurement { (event.at, value) } else { nil }
    }
  }

  /// The values of signals where they change.
  fileprivate var values: [(at: Duration, value: Int?)] {
    var values: [(at: Duration, value: Int?)] = []
    for event in events {
      if case .measured(let report) = event.kind, values.last.map({ $0.value != report.value }) ?? true {
        values.append((event.at, report.value))
      }
    }
    return values
  }
}
