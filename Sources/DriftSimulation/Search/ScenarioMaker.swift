import WorkoutEngine
import WorkoutModel

/// Makes explicit scenarios of seeds: single faults and swarms of them, at random times and beside cues.
///
/// Boundaries are where bugs sit, so half of all times lie beside a cue; sizes are exponential, from a blink to far too
/// long. The law: the same seed on the same workout is the same scenario.
public struct ScenarioMaker: Sendable {
  private let oracle: Oracle
  private let workout: String
  private let classes: [DeedWord]

  /// Makes scenarios of a workout whose file is `workout`, with faults of these classes only; of all where there are
  /// none.
  public init(_ oracle: Oracle, workout: String, classes: [DeedWord] = []) {
    self.oracle = oracle
    self.workout = workout
    self.classes = classes.isEmpty ? DeedWord.allCases : classes
  }

  /// The scenario of a seed. Of several classes odd seeds take one in turn, even ones a swarm.
  public func scenario(seed: UInt64) -> Scenario {
    var random = SplitMix64(seed: seed)
    let isSingle = !seed.isMultiple(of: 2) || classes.count == 1
    let chosen = isSingle ? [classes[Int(seed / 2 % UInt64(classes.count))]] : swarm(&random)
    var draft = ScriptDraft(oracle, random)
    for word in chosen { for _ in 0...draft.random.below(isSingle ? 3 : 2) { draft.add(word) } }
    let names = chosen.map(\.rawValue).joined(separator: ", ")
    return Scenario(
      name: "seed \(seed): \(names)", workout: workout, seed: seed, whenSuspended: draft.policy(),
      start: draft.start(), host: isSingle ? HostHabits() : draft.host(), script: draft.lines())
  }

  /// A few classes, each once.
  private func swarm(_ random: inout SplitMix64) -> [DeedWord] {
    let wanted = 2 + random.below(4)
    var chosen: [DeedWord] = []
    for _ in 0..<wanted {
      if let word = random.pick(classes), !chosen.contains(word) { chosen.append(word) }
    }
    return chosen.sorted()
  }
}
