import WorkoutModel

/// Adds metronomes to some nodes of a random workout.
struct MetronomeBuilder {
  private var random: SeededRandom

  /// Draws from a copy of another generator, which doesn't advance.
  init(_ random: SeededRandom) { self.random = random }

  mutating func node(_ node: Node) -> Node {
    node.changing { group in
      if random.below(5) == 0 { group.metronome = metronome() }
    } phases: { phase in
      if random.below(5) == 0 { phase.metronome = metronome() }
    }
  }

  private mutating func metronome() -> Metronome {
    var metronome = Metronome(pace())
    if random.below(3) == 0 { metronome.accent = 1 + random.below(8) }
    if random.below(3) == 0 { metronome.sound = (random.pick(BuiltInSound.allCases) ?? .tick).rawValue }
    return metronome
  }

  /// A random pace: whole and fractional rates, short periods, and some that are longer than many phases.
  private mutating func pace() -> Metronome.Pace {
    switch random.below(6) {
    case 0: .every(.milliseconds(100 + random.below(3000)))
    case 1: .every(.nanoseconds(100_000_000 + random.below(20_000_000_000)))
    case 2: .perMinute(BeatsPerMinute(millionths: 1_000_000 + Int64(random.below(299_000_001))))
    case 3: .perSet(PerSet(list: (0...(1 + random.below(3))).map { _ in rate() }) ?? PerSet(60))
    case 4: .progression(from: rate(), by: BeatsPerMinute(millionths: Int64(random.below(9) - 3) * 1_500_000))
    default: .perMinute(rate())
    }
  }

  private mutating func rate() -> BeatsPerMinute {
    BeatsPerMinute(millionths: Int64(20 + random.below(281)) * 1_000_000)
  }
}
