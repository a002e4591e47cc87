import DriftSimulation
import Foundation
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

/// Simulations of shipped workouts, each made once.
enum ShippedWorkouts {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let tabata = Simulation(oracle("tabata"))
  /// Open phases within intervals.
  static let emom = Simulation(oracle("emom-10"))
  static let stretching = Simulation(oracle("stretching"))

  /// Phases with tracks, beds of their own, sides and notes.
  static let ride = Simulation(oracle("ride-to-music", in: "Scenarios/Workouts"))

  static func oracle(_ name: String, in folder: String = "Workouts") -> Oracle {
    let file = root.appending(path: "\(folder)/\(name).json")
    guard let bytes = try? Data(contentsOf: file) else { preconditionFailure("\(name) is not a shipped workout") }
    return oracle(of: Array(bytes), named: name)
  }

  static func oracle(of text: [UInt8], named name: String) -> Oracle {
    guard let workout = try? WorkoutReader.read(text, named: name), let timeline = try? Timeline(workout) else {
      preconditionFailure("\(name) is no workout")
    }
    return Oracle(timeline)
  }
}

extension Scenario {
  /// A scenario of a workout, with times in seconds.
  static func of(
    policy: SuspendPolicy = .continue, waking: WakePolicy.Waking = .deadline, ahead: Duration = .zero,
    jitter: Jitter? = nil,
    seed: UInt64 = 1,
    _ script: (at: Double, fault: Fault)..., expected: Expectations = Expectations()
  ) -> Scenario {
    Scenario(
      name: "test", workout: "w.json", seed: seed, whenSuspended: policy,
      host: WakePolicy(waking: waking, jitter: jitter, ahead: ahead),
      script: script.map { ScriptLine(at: .after(.s($0.at)), $0.fault) }, expected: expected)
  }
}

extension Duration {
  static func s(_ seconds: Double) -> Duration { .nanoseconds(Int((seconds * 1e9).rounded())) }
}

extension Trace {
  /// The outcomes of the cues of a kind, in order.
  func outcomes(_ kind: CueKind, set: Int? = nil) -> [Outcome] {
    cues.filter { $0.kind == kind && (set == nil || $0.plannedSet == set) }.map(\.outcome)
  }

  /// The session times of an action.
  func times(of name: String) -> [Duration] { steps.filter { $0.action?.name == name }.map(\.now) }

  /// When the workout ended.
  var finished: Duration? {
    events.last { if case .finished = $0.kind { true } else { false } }?.at
  }
}
