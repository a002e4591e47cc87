import Benchmark
import CuebellAudio
import CuebellSimulation

/// The parts of Cuebell, each at a job of a size that is easy to judge.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(metrics: [.wallClock], warmupIterations: 2, maxDuration: .seconds(3))
  addSoundBenchmarks()
  addWorkoutBenchmarks()
  addSimulationBenchmarks()
}

/// What is done for every second of sound.
private func addSoundBenchmarks() {
  Benchmark("mixer: 10 s, a bed that is ducked and three voices, to 16 bits") { benchmark in
    let bed = Bed.pink.sound()
    let gong = Instrument.gong.clip()
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(mixTenSeconds(bed, gong)) }
  }
  Benchmark("resampler: 10 s of speech, 22 050 to 48 000 Hz") { benchmark in
    guard let resampler = Resampler(from: 22_050, to: 48_000) else { return }
    let speech = (0..<220_500).map { Float($0 % 100) / 100 - 0.5 }
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(resampler.resample(speech)) }
  }
  Benchmark("loudness: 10 s of stereo") { benchmark in
    let clip = Clip(mono: (0..<480_000).map { Float($0 % 100) / 100 - 0.5 })
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(Loudness.integrated(of: clip)) }
  }
  Benchmark("gong, made") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Instrument.gong.clip()) }
  }
  Benchmark("30 s of rain, made") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Bed.rain.sound()) }
  }
}

private func mixTenSeconds(_ bed: BedSound, _ gong: Clip) -> [Int16] {
  let mixer = Mixer()
  let group = mixer.makeGroup()
  group.startLayer(1, BedSource(bed), at: 0, fade: 72_000)
  for number in 1...3 {
    group.play(gong, at: 48_000 * number, gain: -6, id: VoiceID(rawValue: number))
    group.duck(VoiceID(rawValue: number), during: 48_000 * number..<48_000 * number + 24_000)
  }
  var samples = [Int16](repeating: 0, count: 8192)
  for _ in 0..<117 {
    var left = [Float](repeating: 0, count: 4096)
    var right = left
    let firstFrame = mixer.position
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    mixer.render(left: &leftSpan, right: &rightSpan)
    var target = samples.mutableSpan
    SampleConversion.interleave16(left: left.span, right: right.span, firstFrame: firstFrame, into: &target)
  }
  return samples
}

/// What is done for every workout.
private func addWorkoutBenchmarks() {
  let text = workoutText(groups: 100)
  Benchmark("reader: a file of 500 phases, \(text.count / 1000) kB") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(try WorkoutReader.read(text, named: "w.json")) }
  }
  Benchmark("timeline: 500 phases, 5 000 segments, laid out and walked") { benchmark in
    let workout = try WorkoutReader.read(text, named: "w.json")
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      let timeline = try Timeline(workout)
      var count = 0
      var cursor = timeline.first()
      while let here = cursor {
        count += 1
        cursor = timeline.next(after: here, endedAt: here.end ?? here.start)
      }
      blackHole(count)
    }
  }
  Benchmark("engine: a session of 45 minutes with all its cues, from deadline to deadline") { benchmark in
    let workout = Workout(
      name: "Forty-five",
      nodes: [
        .group(
          SetGroup(
            .sets(54),
            nodes: [
              .phase(Phase("Work", .high, .after(.fixed(.seconds(30))))),
              .phase(Phase("Rest", .low, .after(.fixed(.seconds(20))))),
            ]))
      ])
    let timeline = try Timeline(workout)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var rehearsal = Rehearsal(timeline)
      var events = 0
      rehearsal.run { reaction in events += reaction.events.count }
      blackHole(events)
    }
  }
  Benchmark("engine: undisturbed tabatas, each a copy of one session, from deadline to deadline") { benchmark in
    var idle = Engine(try Timeline(tabata))
    idle.lookAhead(to: .seconds(600))
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(undisturbedRun(of: idle)) }
  }
}

/// Runs a session from its start until it is completed; returns how many cues it has settled.
private func undisturbedRun(of idle: Engine) -> Int {
  var engine = idle
  _ = engine.send(.start, at: .zero)
  _ = engine.send(.prepared, at: .zero)
  var settled = 0
  while let deadline = engine.nextDeadline {
    for event in engine.send(.tick, at: deadline).events {
      if case .cueSettled = event.kind { settled += 1 }
    }
  }
  return settled
}

/// A tabata of five minutes on the virtual clock: run, run again and compared, run a third time without being woken,
/// and held to all laws. So one verdict is three simulated workouts.
private func addSimulationBenchmarks() {
  for (name, waking) in [("deadlines", WakePolicy.Waking.deadline), ("ticks of 100 ms", .every(.milliseconds(100)))] {
    Benchmark("simulator: a tabata by \(name), three times, under all laws") { benchmark in
      let timeline = try Timeline(tabata)
      let simulation = Simulation(Oracle(timeline))
      let scenario = Scenario(name: name, workout: "tabata.json", host: WakePolicy(waking: waking))
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(simulation.judge(scenario)) }
    }
  }
}

private var tabata: Workout {
  Workout(
    name: "Tabata", ambient: Ambient(sound: "rain", gain: -3),
    nodes: [
      .phase(Phase("Get ready", .prepare, .after(.fixed(.seconds(10))))),
      .group(
        SetGroup(
          .sets(8),
          nodes: [
            .phase(Phase("Work", .high, .after(.fixed(.seconds(20))))),
            .phase(Phase("Rest", .low, .after(.fixed(.seconds(10))), skip: .last)),
          ])),
      .phase(Phase("Cool down", .cooldown, .after(.fixed(.seconds(60))))),
    ])
}

private func workoutText(groups: Int) -> [UInt8] {
  let phases = (1...5).map { #"{ "name": "Exercise \#($0)", "intensity": "high", "duration": "1m30s" }"# }
  let group = #"{ "sets": 10, "phases": [\#(phases.joined(separator: ", "))] }"#
  let nodes = Array(repeating: group, count: groups).joined(separator: ",\n    ")
  return Array("{ \"name\": \"Long\", \"style\": \"silent\", \"phases\": [\n    \(nodes) ] }".utf8)
}
