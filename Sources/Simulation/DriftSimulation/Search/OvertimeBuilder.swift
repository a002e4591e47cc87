import WorkoutModel

/// Lets some phases of a random workout go on after their planned end, and shows some in other intensities.
struct OvertimeBuilder {
  private var random: SeededRandom
  /// Whether the workout has any.
  private let isUsed: Bool

  /// Draws from a copy of another generator, which doesn't advance.
  init(_ random: SeededRandom) {
    var random = random
    self.random = SeededRandom(seed: random.next() ^ 0x4F76_6572)
    isUsed = self.random.below(6) == 0
  }

  mutating func node(_ node: Node) -> Node {
    guard isUsed else { return node }
    return node.changing { phase in
      if case .open(nil, _, _) = phase.end { return }
      if random.below(3) == 0 {
        phase.overtime = random.below(3) == 0 ? .limited(.seconds(1 + random.below(20))) : .unlimited
      }
      guard random.below(4) == 0 else { return }
      let moments: [Moment] = [.half(offset: .zero), .end(offset: .zero)]
      phase.stages = moments.map { PhaseStage(at: $0, intensity: random.pick(Intensity.allCases) ?? .high) }
    }
  }
}
