import CuebellAudio
import CuebellTesting
import Foundation
import Testing

/// A voice that says every phrase with the same tone.
private struct OneTone: SpeechBackend {
  func synthesize(_ request: SpeechRequest) throws(SpeechError) -> SpokenAudio {
    SpokenAudio(samples: (0..<8_000).map { Int16(($0 / 8).isMultiple(of: 2) ? 9_000 : -9_000) }, sampleRate: 16_000)
  }
}

/// The code of the articles of the modules behind the libraries, as an app runs it, and what it prints.
@Suite struct `The articles of the modules` {
  private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private var tabata: Workout {
    get throws {
      let workout = try Workout("Tabata") {
        Sets(8) {
          Phase("Work", for: .seconds(20))
          Phase("Rest", for: .seconds(10), .low, skip: .last)
        }
      }
      return workout
    }
  }

  @Test func `lay a workout on a clock`() throws {
    let workout = try tabata
    var output: [String] = []
    func print(_ value: Any) { output.append("\(value)") }

    let timeline = try Timeline(workout)
    if let total = timeline.total { print(total) }  // 230.0 seconds
    print(timeline.phaseCount)  // 15

    #expect(output == ["230.0 seconds", "15"])
  }

  @Test func `differ from set to set`() throws {
    let circuit = try Workout("Circuit") {
      Sets(2, name: "Round") {
        Sets(3) {
          Phase(PerSet("Squats", "Push-ups", "Rows"), .high, .after(.progression(from: .seconds(30), by: .seconds(5))))
          Phase(PerSet("Walk", "Jog", by: "Round"), .low, .after(.fixed(.seconds(20))))
        }
      }
    }
    let timeline = try Timeline(circuit)
    let phases = Place(timeline, at: .zero, .idle).ahead(20)
    #expect(phases.map(\.name).filter { $0 == "Jog" }.count == 3 && phases.first?.name == "Walk")
    #expect(timeline.total == .seconds(2 * (30 + 35 + 40 + 3 * 20)))
  }

  @Test func `say where a file is wrong`() {
    let bytes = Array(
      """
      {
        "name": "Mine",
        "phases": [
          { "name": "Get ready", "duration": "10s" },
          { "sets": 8, "phases": [
            { "name": "Work", "duration": 20, "intnsity": "high" }
          ] }
        ]
      }
      """.utf8)
    var output: [String] = []
    func start(_ workout: Workout) {}
    func print(_ error: WorkoutFileError) { output.append("\(error)") }

    do throws(WorkoutFileError) {
      start(try WorkoutReader.read(bytes, named: "mine.json"))
    } catch {
      print(error)  // mine.json:6:41: phases[1].phases[0].intnsity: unknown key; did you mean "intensity"?
    }

    #expect(output == [#"mine.json:6:41: phases[1].phases[0].intnsity: unknown key; did you mean "intensity"?"#])
  }

  @Test func `let a host be on time that is woken rarely`() throws {
    var engine = Engine(try Timeline(tabata))
    _ = engine.send(.start, at: .zero)
    _ = engine.send(.prepared, at: .zero)
    let ahead = Duration.seconds(2)
    var outcomes: Set<Outcome> = []
    for now in (0..<240).map({ Duration.seconds($0) }) {
      let reaction = engine.send(.tick, at: now + ahead, soundsFrom: max(now, engine.now))
      for case .cueSettled(let cue) in reaction.events.map(\.kind) { outcomes.insert(cue.outcome) }
    }
    #expect(outcomes == [.onTime] && engine.playback == .completed)
  }

  @Test func `mix a gong`() {
    var output: [Int] = []
    func print(_ frame: Int) { output.append(frame) }

    let mixer = Mixer()
    let group = mixer.makeGroup()
    group.play(Instrument.gong.clip(), at: 480, gain: -3, id: 1)
    var left = [Float](repeating: 0, count: 4096)
    var right = left
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    mixer.render(left: &leftSpan, right: &rightSpan)
    print(mixer.position)  // 4096

    #expect(output == [4096] && left.contains { $0 != 0 } && right.contains { $0 != 0 })
  }

  @Test func `render a session`() throws {
    let workout = try Workout("W") { Phase("Work", for: .seconds(3)) }
    let (timeline, sounds, backend) = (try Timeline(workout), SoundLibrary(workout), OneTone())
    let durations = try sounds.durations()
    var sink = WAVSink()
    var output: [SessionReport] = []
    func print(_ report: SessionReport) { output.append(report) }

    let phrases = SpeechCache(backend, voice: workout.voice)
    let session = OfflineSession(
      timeline, phrases: phrases, sounds: sounds, durations: durations, doneAfter: .seconds(30))
    try session.run(blockFrames: 4_096, into: &sink) { report in print(report) }

    #expect(!output.isEmpty && sink.bytes.count > 3 * Bus.sampleRate * 4)
  }

  @Test func `render two sessions in one mix`() throws {
    let rooms = try ["Boxing", "Yoga"].map { name in try Workout(name) { Phase("Work", for: .seconds(3)) } }
    let (boxing, yoga) = (try Timeline(rooms[0]), try Timeline(rooms[1]))
    let (boxingSounds, yogaSounds) = (SoundLibrary(rooms[0]), SoundLibrary(rooms[1]))
    let boxingPhrases = SpeechCache(OneTone(), voice: rooms[0].voice)
    let yogaPhrases = SpeechCache(OneTone(), voice: rooms[1].voice)
    var sink = WAVSink()
    var output: [SessionReport] = []
    func print(_ report: SessionReport) { output.append(report) }

    let renderer = SessionRenderer(blockFrames: sink.blockFrames)
    let hall = renderer.add(Engine(boxing), phrases: boxingPhrases, sounds: boxingSounds) { report in print(report) }
    let studio = renderer.add(Engine(yoga), phrases: yogaPhrases, sounds: yogaSounds) { report in print(report) }
    for session in [hall, studio] {
      session.act(.start)
      session.act(.prepared)
    }
    while try renderer.step(into: &sink) == .running {}
    try sink.finish()

    #expect(hall.isOver && studio.isOver && output.count > 4 && sink.bytes.count > 3 * Bus.sampleRate * 4)
  }

  private var file: URL { root.appending(path: "Workouts/tabata.json") }

  @Test func `a workout survives whatever its host does`() throws {
    let workout = try WorkoutReader.read(Array(Data(contentsOf: file)), named: "mine.json")
    let simulation = Simulation(Oracle(try Timeline(workout)))
    let generator = ScenarioGenerator(simulation.oracle, workout: "mine.json")
    for seed in UInt64(1)...100 {
      let verdict = simulation.judge(generator.scenario(seed: seed), comparing: false)
      #expect(verdict.passed, "seed \(seed): \(verdict.violations)")
    }
  }

  @Test func `expect something of a closed lid`() throws {
    let simulation = Simulation(Oracle(try Timeline(tabata)))

    let scenario = Scenario(
      name: "lid closed", workout: "mine.json", whenSuspended: .freeze,
      script: [ScriptLine(at: .after(.seconds(20)), .suspend(length: .seconds(90)))],
      expected: Expectations(final: ExpectedEnd(playback: "completed")))
    #expect(simulation.judge(scenario).passed)
  }
}
