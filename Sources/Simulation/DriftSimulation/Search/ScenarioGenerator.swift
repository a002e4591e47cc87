import WorkoutEngine
import WorkoutModel

/// Generates scenarios from seeds: single faults and swarms of them, at random times and near cues.
///
/// Half of all times are near a cue, because that is where errors are; sizes are distributed exponentially, from
/// milliseconds to minutes. The law: the same seed on the same workout gives the same scenario.
///
/// ```swift
/// let generator = ScenarioGenerator(simulation.oracle, workout: "tabata.json", kinds: [.suspend, .kill])
/// let scenario = generator.scenario(seed: 42)
/// ```
public struct ScenarioGenerator: Sendable {
  private let oracle: Oracle
  private let workout: String
  private let kinds: [Fault.Kind]

  /// Creates a generator for a workout whose file is `workout`, with faults of these kinds, or of all kinds if there
  /// are none: those of sensors only if the workout listens to signals.
  public init(_ oracle: Oracle, workout: String, kinds: [Fault.Kind] = []) {
    self.oracle = oracle
    self.workout = workout
    // To other workouts sensors make no difference.
    self.kinds = kinds.isEmpty ? Fault.Kind.allCases.filter { !$0.concernsSensors || oracle.listens } : kinds
  }

  /// The scenario of a seed. With several kinds, odd seeds use one kind in turn, even ones a swarm.
  public func scenario(seed: UInt64) -> Scenario {
    var random = SeededRandom(seed: seed)
    let isSingle = !seed.isMultiple(of: 2) || kinds.count == 1
    let chosen = isSingle ? [kinds[Int(seed / 2 % UInt64(kinds.count))]] : swarm(&random)
    var script = ScriptGenerator(oracle, random)
    for kind in chosen { for _ in 0...script.builder.random.below(isSingle ? 3 : 2) { script.add(kind) } }
    let names = chosen.map(\.rawValue).joined(separator: ", ")
    return Scenario(
      name: "seed \(seed): \(names)", workout: workout, seed: seed, whenSuspended: script.policy(),
      start: script.start(), host: isSingle ? WakePolicy() : script.host(), signals: script.signals(),
      body: script.body(), script: script.lines())
  }

  /// A few kinds of faults, each once.
  private func swarm(_ random: inout SeededRandom) -> [Fault.Kind] {
    let wanted = 2 + random.below(4)
    var chosen: [Fault.Kind] = []
    for _ in 0..<wanted {
      if let kind = random.pick(kinds), !chosen.contains(kind) { chosen.append(kind) }
    }
    return chosen.sorted()
  }
}
