import WorkoutModel

/// Makes workouts shorter, a step at a time.
enum NodeShortening {
  /// No phase is made shorter than this.
  private static let shortestPhase = Duration.seconds(2)

  /// Each list that is one step shorter: a node less, half the sets, or half the time of a phase.
  static func shorter(_ nodes: [Node]) -> [[Node]] {
    var lists: [[Node]] = []
    if nodes.count > 1 {
      for index in nodes.indices {
        var list = nodes
        list.remove(at: index)
        lists.append(list)
      }
    }
    for index in nodes.indices {
      for node in shorter(nodes[index]) {
        var list = nodes
        list[index] = node
        lists.append(list)
      }
    }
    return lists
  }

  private static func shorter(_ node: Node) -> [Node] {
    switch node {
    case .phase(var phase):
      guard case .after(.fixed(let length)) = phase.end, length >= shortestPhase * 2 else { return [] }
      phase.end = .after(.fixed(.seconds(length.inNanoseconds / 2_000_000_000)))
      return [.phase(phase)]
    case .group(let group):
      var shorter: [Node] = []
      if let repetition = group.repetition.halved {
        var smaller = group
        smaller.repetition = repetition
        shorter.append(.group(smaller))
      }
      for nodes in self.shorter(group.nodes) {
        var smaller = group
        smaller.nodes = nodes
        shorter.append(.group(smaller))
      }
      return shorter
    }
  }
}

extension Repetition {
  fileprivate var halved: Repetition? {
    switch self {
    case .sets(let count): count > 1 ? .sets(count / 2) : nil
    case .interval(let count, let every): count > 1 ? .interval(sets: count / 2, every: every) : nil
    case .total(let length): length >= .seconds(20) ? .total(.seconds(length.inNanoseconds / 2_000_000_000)) : nil
    }
  }
}
