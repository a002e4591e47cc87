import WorkoutModel

/// Gives phases of a random workout lengths that depend on draws or on other phases, and open ones a least time.
struct LengthBuilder {
  private var random: SeededRandom
  private var names: [String] = []

  init(_ random: SeededRandom) {
    var random = random
    self.random = SeededRandom(seed: random.next() ^ 0x4C65_6E67_7468)
  }

  mutating func node(_ node: Node) -> Node {
    node.changing { phase in
      phase.end = end(instead: phase.end)
      names += phase.name.values
    }
  }

  private mutating func until() -> Until? {
    guard random.below(2) == 0, let signal = random.pick(Signal.allCases) else { return nil }
    let levels: [Target.Part] =
      switch signal {
      case .heartRate: [Target.Part(.beatsPerMinute, 120_000), Target.Part(.percentOfMaximumHeartRate, 70_000)]
      case .power: [Target.Part(.watts, 150_000), Target.Part(.percentOfFTP, 85_000)]
      case .cadence: [Target.Part(.revolutionsPerMinute, 80_000)]
      }
    let hold = random.pick([Until.standardHold, Until.standardHold, .seconds(1), .seconds(12)]) ?? Until.standardHold
    return Until(
      signal, random.below(3) > 0 ? .below : .above, random.pick(levels) ?? levels[0], hold: hold)
  }

  private mutating func end(instead end: PhaseEnd) -> PhaseEnd {
    switch end {
    case .open(let cap, nil, nil) where random.below(3) == 0:
      let least = Duration.seconds(1 + random.below(60))
      return .open(cap: cap, atLeast: cap.map { min($0, least) } ?? least, until: cap.flatMap { _ in until() })
    case .open(let cap?, nil, nil): return .open(cap: cap, until: until())
    case .after(.fixed(let length)) where random.below(6) == 0:
      let most = length + .milliseconds(100 * random.below(random.below(4) == 0 ? 4 : 200))
      return .after(.random(RandomLength(length, most, isSurprise: random.below(3) > 0)))
    case .after(.fixed) where random.below(8) == 0:
      guard let name = random.pick(names) else { return end }
      let times = random.pick([1_000_000, 1_000_000, 500_000, 1_333_333, 2_000_000]) ?? 1_000_000
      return .after(.relative(RelativeLength(of: name, millionths: times)))
    default: return end
    }
  }
}
