package import StrictJSON
package import WorkoutModel

/// The result of a workout whose plan leaves it to the user: the time for all rounds, or the number of rounds.
package enum SessionScore: Equatable, Sendable {
  case time(Duration)
  case rounds(Int)

  /// Whether it is better than another of the same workout: every time means that all rounds were done.
  package func isBetter(than other: SessionScore) -> Bool {
    switch (self, other) {
    case (.time(let own), .time(let other)): own < other
    case (.rounds(let own), .rounds(let other)): own > other
    case (.time, .rounds): true
    case (.rounds, .time): false
    }
  }

  package var fields: JSONFields {
    switch self {
    case .time(let time): ["time": time]
    case .rounds(let rounds): ["rounds": rounds]
    }
  }

  func text(_ words: ScreenWords) -> String {
    switch self {
    case .time(let time): ClockText.short(time)
    case .rounds(let rounds): words("roundCount", count: rounds)
    }
  }
}

/// A session's score beside the best one of the same workout before it.
package struct RankedScore: Equatable, Sendable {
  package let own: SessionScore
  /// `nil` for the first session.
  package let best: SessionScore?

  package init(own: SessionScore, best: SessionScore?) { (self.own, self.best) = (own, best) }

  /// "New best: 7 rounds (before: 6 rounds)"; `nil` for the first session, which has no other beside it.
  package func text(_ words: ScreenWords = ScreenWords()) -> String? {
    guard let best else { return nil }
    let key = own.isBetter(than: best) ? "newBestBefore" : own == best ? "sameBest" : "bestBefore"
    return words(key, ["score": own.text(words), "best": best.text(words)])
  }
}

/// How the sessions of a workout are scored.
///
/// A group with `for` or `every` that has open phases counts rounds (AMRAP, death by burpees). Groups with a `cap` and
/// open phases count the time of all their rounds, or else the rounds up to the cap (for time).
package struct Scoring: Equatable, Sendable {
  /// The paths of the groups for time, and the number of their rounds.
  private var races: [FieldPath] = []
  private var raceRounds = 0
  private var countsRounds = false

  /// The scoring of a workout; `nil` for one whose result the plan decides.
  package init?(_ workout: Workout) {
    add(workout.nodes, .root.key("phases"), times: 1)
    if !countsRounds, races.isEmpty { return nil }
  }

  private mutating func add(_ nodes: [Node], _ path: FieldPath, times: Int) {
    for case (let index, .group(let group)) in nodes.enumerated() where Self.hasOpenPhase(group.nodes) {
      let path = path.index(index)
      let times = times * (group.sides == nil ? 1 : 2)
      switch group.repetition {
      case .total, .interval, .totalInterval: countsRounds = true
      case .capped(let sets, _):
        races.append(path)
        raceRounds += sets * times
      case .sets(let sets): add(group.nodes, path.key("phases"), times: times * sets)
      }
    }
  }

  private static func hasOpenPhase(_ nodes: [Node]) -> Bool {
    nodes.contains { node in
      switch node {
      case .phase(let phase): if case .open = phase.end { true } else { false }
      case .group(let group): hasOpenPhase(group.nodes)
      }
    }
  }

  /// The score of a session with its number of rounds and the active time in each path; `nil` without a round.
  package func score(rounds: Int, times: [(path: String, active: Duration)]) -> SessionScore? {
    guard rounds > 0 else { return nil }
    guard !countsRounds, rounds >= raceRounds else { return .rounds(rounds) }
    let own = times.filter { time in races.contains { time.path.hasPrefix("\($0).") } }
    return .time(own.reduce(.zero) { $0 + $1.active })
  }
}
