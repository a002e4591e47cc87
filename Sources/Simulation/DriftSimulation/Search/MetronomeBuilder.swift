import WorkoutModel

/// Gives some nodes of a random workout a metronome.
struct MetronomeBuilder {
  private var random: SeededRandom

  /// Draws from where another generator is, which doesn't move.
  init(_ random: SeededRandom) { self.random = random }

  /// The node, its phases and groups with or without beats.
  mutating func node(_ node: Node) -> Node {
    switch node {
    case .phase(var phase):
      if random.below(5) == 0 { phase.metronome = metronome() }
      return .phase(phase)
    case .group(var group):
      if random.below(5) == 0 { group.metronome = metronome() }
      group.nodes = group.nodes.map { self.node($0) }
      return .group(group)
    }
  }

  private mutating func metronome() -> Metronome {
    var metronome = Metronome(pace())
    if random.below(3) == 0 { metronome.accent = 1 + random.below(8) }
    if random.below(3) == 0 { metronome.sound = (random.pick(BuiltInSound.allCases) ?? .tick).rawValue }
    return metronome
  }

  /// Whole rates and odd ones, short periods and such as are longer than many a phase.
  private mutating func pace() -> Metronome.Pace {
    switch random.below(4) {
    case 0: .every(.milliseconds(100 + random.below(3000)))
    case 1: .every(.nanoseconds(100_000_000 + random.below(20_000_000_000)))
    case 2: .perMinute(BeatsPerMinute(millionths: 20_000_000 + random.below(280_000_001)))
    default: .perMinute(BeatsPerMinute(millionths: (20 + random.below(281)) * 1_000_000))
    }
  }
}
