import WorkoutModel

/// Adds coaches to some parts of a random workout.
struct CoachBuilder {
  private var random: SeededRandom

  /// Draws from a copy of another generator, which doesn't advance.
  init(_ random: SeededRandom) { self.random = random }

  /// Returns a workout with or without coaches.
  mutating func workout(_ workout: Workout) -> Workout {
    var workout = workout
    if random.below(4) == 0 { workout.coach = coach() }
    workout.nodes = workout.nodes.map { node($0) }
    return workout
  }

  private mutating func node(_ node: Node) -> Node {
    switch node {
    case .phase(var phase):
      if random.below(5) == 0 { phase.coach = coach() }
      return .phase(phase)
    case .group(var group):
      if random.below(6) == 0 { group.coach = coach() }
      group.nodes = group.nodes.map { self.node($0) }
      return .group(group)
    }
  }

  private mutating func coach() -> Coach {
    switch random.below(4) {
    case 0: .off
    case 1: .on(every: .seconds(10 + random.below(50)))
    default: .standard
    }
  }
}
