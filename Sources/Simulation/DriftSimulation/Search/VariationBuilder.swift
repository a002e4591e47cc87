import WorkoutModel

/// Makes some nodes of a random workout differ from set to set: texts by the sets of a group with a name, intervals
/// that grow, and nodes between others.
struct VariationBuilder {
  private var random: SeededRandom

  /// Draws from a copy of another generator, which doesn't advance.
  init(_ random: SeededRandom) { self.random = random }

  /// Returns a node with or without such variations; `groups` are the names of the groups around it.
  mutating func node(_ node: Node, in groups: [String]) -> Node {
    switch node {
    case .phase(let phase): return .phase(varied(phase, in: groups))
    case .group(var group):
      if random.below(3) > 0 { group.repetition = varied(group.repetition) }
      let inner = groups + (group.name.map { [$0] } ?? [])
      group.nodes = group.nodes.map { self.node($0, in: inner) }
      if random.below(3) == 0 { group.between = between(sets: group.repetition.sets, in: inner) }
      return .group(group)
    }
  }

  private mutating func varied(_ phase: Phase, in groups: [String]) -> Phase {
    guard let group = random.pick(groups), random.below(2) == 0 else { return phase }
    var phase = phase
    let count = 1 + random.below(4)
    switch random.below(4) {
    case 0: phase.name = PerSet(list: (1...count).map { "Station \($0)" }, by: group) ?? "Station"
    case 1: phase.say = PerSet(list: (1...count).map { "Go to {next}, number \($0)" }, by: group)
    case 2: phase.target = PerSet(list: (1...count).map { Target("\(50 + 10 * $0)%") }, by: group)
    default:
      if case .after(.tempo) = phase.end { break }
      phase.reps = PerSet(list: (1...count).map { 3 * $0 }, by: group).map { .perSet($0) }
    }
    return phase
  }

  private mutating func varied(_ repetition: Repetition) -> Repetition {
    switch repetition {
    case .sets, .capped, .totalInterval: return repetition
    case .total(let time): return .totalInterval(total: time, every: interval(sets: nil))
    case .interval(let sets, let every):
      if random.below(4) == 0 { return .totalInterval(total: .seconds(5 + random.below(300)), every: every) }
      return .interval(sets: sets, every: interval(sets: sets))
    }
  }

  private mutating func interval(sets: Int?) -> SetInterval {
    switch random.below(3) {
    case 0: .fixed(length())
    case 1: .perSet((0..<(sets ?? 1 + random.below(4))).map { _ in length() })
    default: .progression(from: length(), by: .seconds(random.below(20) - (sets == nil ? 0 : 8)))
    }
  }

  private mutating func length() -> Duration { .milliseconds(10_000 + 500 * random.below(200)) }

  /// A phase, or a small group.
  private mutating func between(sets: Int?, in groups: [String]) -> Node {
    var walk = Phase(
      "Walk", random.below(2) == 0 ? .rest : .low, .after(.fixed(.milliseconds(500 * random.below(30)))))
    switch random.below(6) {
    case 0: walk.end = .open(cap: random.below(2) == 0 ? .seconds(5 + random.below(20)) : nil)
    case 1: walk.end = .after(.progression(from: .seconds(4), by: .seconds(random.below(3))))
    case 2: walk.sides = Sides(["there", "and back"], change: random.below(2) == 0 ? .seconds(1) : nil)
    case 3: walk.say = "Next is {next}, {next target}"
    default: break
    }
    if random.below(5) == 0 { walk.skip = .numbers([1 + random.below(sets ?? 4)]) }
    if random.below(5) > 0 { return .phase(varied(walk, in: groups)) }
    walk.skip = nil
    return .group(SetGroup(.sets(1 + random.below(3)), nodes: [.phase(walk), .phase(Phase("Sip", .rest, .open()))]))
  }
}
