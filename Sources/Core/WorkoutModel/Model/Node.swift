/// A node of a workout: a phase, or a group of nodes.
public indirect enum Node: Equatable, Sendable {
  case phase(Phase)
  case group(SetGroup)
}

extension Node {
  /// All nodes of a group; none for a phase.
  var nodes: [Node] { if case .group(let group) = self { group.allNodes } else { [] } }

  var cues: [CueRule] {
    switch self {
    case .phase(let phase): phase.cues
    case .group(let group): group.cues
    }
  }

  var metronome: Metronome? {
    switch self {
    case .phase(let phase): phase.metronome
    case .group(let group): group.metronome
    }
  }

  var coach: Coach? {
    switch self {
    case .phase(let phase): phase.coach
    case .group(let group): group.coach
    }
  }

  var sides: Sides? {
    switch self {
    case .phase(let phase): phase.sides
    case .group(let group): group.sides
    }
  }

  var between: Node? { if case .group(let group) = self { group.between } else { nil } }

  var skip: SkippedSets? {
    switch self {
    case .phase(let phase): phase.skip
    case .group(let group): group.skip
    }
  }
}

extension [Node] {
  /// Whether any node, at any depth, satisfies the predicate.
  func containsAnywhere(_ isMet: (Node) -> Bool) -> Bool {
    contains { isMet($0) || $0.nodes.containsAnywhere(isMet) }
  }

  /// The nodes at all depths with their paths, each group before its nodes.
  fileprivate func placed(at path: FieldPath) -> [(path: FieldPath, node: Node)] {
    enumerated().flatMap { index, node in node.placed(at: path.index(index)) }
  }
}

extension Node {
  /// The node and those within it with their paths.
  fileprivate func placed(at path: FieldPath) -> [(path: FieldPath, node: Node)] {
    guard case .group(let group) = self else { return [(path, self)] }
    let between = group.between?.placed(at: path.key("between")) ?? []
    return [(path, self)] + group.nodes.placed(at: path.key("phases")) + between
  }
}

extension Workout {
  /// The phases and groups at all depths with their paths, in the order of the file.
  package var placedNodes: [(path: FieldPath, node: Node)] { nodes.placed(at: FieldPath.root.key("phases")) }

  /// The rules of the workout, its groups and its phases with their paths, in the order of the file.
  package var placedRules: [(path: FieldPath, rule: CueRule)] {
    ([(FieldPath.root, cues)] + placedNodes.map { ($0, $1.cues) }).flatMap { path, rules in
      rules.enumerated().map { (path.key("cues").index($0), $1) }
    }
  }
}
