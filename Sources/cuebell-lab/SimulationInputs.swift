import ArgumentParser
import CommandSupport
import DriftFiles
import DriftSimulation
import HostSystem
import StrictJSON
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Reads scenarios and their workouts, each workout once.
struct SimulationInputs {
  struct SimulationCase: Sendable {
    /// Its file, relative to the working folder; `nil` for a generated workout.
    let path: String?
    let workout: Workout
    let simulation: Simulation<Engine>
    /// The measurements that replace those of the scenarios; `nil` for none.
    var recording: [RecordedMeasurement]?
    var oracle: Oracle { simulation.oracle }

    /// The same with a plan of its own; that of the same workout can't fail.
    var copy: Self {
      let timeline = oracle.timeline
      let other = try? Timeline(workout, trackLengths: timeline.trackLengths, seed: timeline.seed)
      guard let other else { return self }
      return Self(path: path, workout: workout, simulation: Simulation(Oracle(other)), recording: recording)
    }
  }

  enum Source: Sendable {
    case file(String, Scenario, SimulationCase)
    case seed(UInt64, ScenarioGenerator, SimulationCase)

    var scenario: Scenario {
      let scenario =
        switch self {
        case .file(_, let scenario, _): scenario
        case .seed(let seed, let maker, _): maker.scenario(seed: seed)
        }
      return simulationCase.recording.map(scenario.replaying) ?? scenario
    }

    var simulationCase: SimulationCase {
      switch self {
      case .file(_, _, let simulationCase), .seed(_, _, let simulationCase): simulationCase
      }
    }

    var file: String? { if case .file(let file, _, _) = self { file } else { nil } }

    /// Whether it also runs in a second session: each file, the first seeds and one seed in five.
    var isRunTwice: Bool {
      if case .seed(let seed, _, _) = self { seed < 16 || seed.isMultiple(of: 5) } else { true }
    }
  }

  private let recording: [RecordedMeasurement]?
  private var cases: [String: SimulationCase] = [:]
  /// The plan of the workout, if it is the only one.
  var onlyTimeline: Timeline? { cases.count == 1 ? cases.values.first?.oracle.timeline : nil }

  /// Reads scenarios, in which a recording, unless it is `nil`, replaces the measurements.
  init(replaying recording: [RecordedMeasurement]?) throws {
    if let recording, recording.count > Self.mostMeasurements {
      throw Exit.fail(.badInput, "--signals has more than \(Self.mostMeasurements) measurements: simulate a part of it")
    }
    self.recording = recording
  }

  /// The rest of the largest script is for faults.
  private static let mostMeasurements = ScenarioLimits.lines / 2

  /// Reads all files; reports the problems of all before it fails.
  mutating func read(_ files: [String]) throws -> [Source] {
    var sources: [Source] = []
    var first: ExitCode?
    for file in files {
      do { sources.append(try read(file)) } catch let code as ExitCode { first = first ?? code }
    }
    if let first { throw first }
    return sources
  }

  private mutating func read(_ file: String) throws -> Source {
    let bytes = try InputFile.bytes(of: file)
    let document = try Exit.ifInvalid(ScenarioReader.document(bytes, named: InputFile.name(of: file)))
    // Its path is relative to the scenario's.
    let (workout, folder) = (document.scenario.workout, InputFile.folder(of: file))
    let path = workout.hasPrefix("/") || folder == "." ? workout : "\(folder)/\(workout)"
    if let problem = RegularFile.problem(at: path) {
      let place = "\(document.file):\(document.location(of: FieldPath.root.key("workout"))): workout"
      throw Exit.fail(.noInput, SafeText.filtered("\(place): \(path): \(problem.explanation)"))
    }
    let simulationCase = try simulationCase(for: path)
    try Exit.ifInvalid(document.check(against: simulationCase.oracle))
    return .file(file, document.scenario, simulationCase)
  }

  static func random(_ number: UInt64) -> SimulationCase {
    let simulation = RandomWorkouts.simulation(seed: number)
    return SimulationCase(path: nil, workout: simulation.oracle.timeline.workout, simulation: simulation)
  }

  /// The case of a workout file, with its reference model.
  mutating func simulationCase(for path: String) throws -> SimulationCase {
    if let known = cases[path] { return known }
    let source = try WorkoutSource.open(path)
    let timeline = try Exit.ifInvalid(source.timeline())
    guard Self.fits(timeline) else {
      throw Exit.fail(
        .badInput,
        SafeText.filtered("\(path): it has more than \(Self.longest) phases and cues: simulate a shorter part of it"))
    }
    let simulationCase = SimulationCase(
      path: path, workout: source.workout, simulation: Simulation(Oracle(timeline)),
      recording: recording)
    cases[path] = simulationCase
    return simulationCase
  }

  /// The maximum number of phases and cues, which are held in memory with all events of a run.
  private static let longest = 20_000

  /// Whether a workout has at most that number of phases and cues; counting stops there.
  private static func fits(_ timeline: Timeline) -> Bool {
    guard timeline.phaseCount <= longest else { return false }
    var rehearsal = Rehearsal(timeline)
    var count = 0
    while count <= longest, let reaction = rehearsal.next() {
      count += reaction.events.count { event in
        switch event.kind {
        case .phaseStarted, .cueSettled: true
        default: false
        }
      }
    }
    return count <= longest
  }
}
