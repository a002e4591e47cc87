/// A node of a workout: a phase, or a group of nodes.
///
/// ```swift
/// let nodes: [Node] = [.phase(work), .group(Sets(3) { rest })]
/// ```
public indirect enum Node: Hashable, Sendable {
  /// A phase.
  case phase(Phase)
  /// Sets of phases and groups.
  case group(SetGroup)
}

extension Node {
  var nodes: [Node] { if case .group(let group) = self { group.allNodes } else { [] } }

  package var cues: [CueRule] { property({ $0.cues }, { $0.cues }) }
  package var metronome: Metronome? { property({ $0.metronome }, { $0.metronome }) }
  var coach: Coach? { property({ $0.coach }, { $0.coach }) }
  var sides: Sides? { property({ $0.sides }, { $0.sides }) }
  var skip: SkippedSets? { property({ $0.skip }, { $0.skip }) }

  private func property<Value>(_ ofPhase: (Phase) -> Value, _ ofGroup: (SetGroup) -> Value) -> Value {
    switch self {
    case .phase(let phase): ofPhase(phase)
    case .group(let group): ofGroup(group)
    }
  }

  var between: Node? { if case .group(let group) = self { group.between } else { nil } }

  /// The same node with changed phases and groups; each group is changed before the nodes in it.
  package func changing(_ group: (inout SetGroup) -> Void = { _ in }, phases phase: (inout Phase) -> Void) -> Node {
    switch self {
    case .phase(var changed):
      phase(&changed)
      return .phase(changed)
    case .group(var changed):
      group(&changed)
      changed.nodes = changed.nodes.map { $0.changing(group, phases: phase) }
      changed.between = changed.between?.changing(group, phases: phase)
      return .group(changed)
    }
  }
}

extension [Node] {
  func containsAnywhere(_ isMet: (Node) -> Bool) -> Bool {
    contains { isMet($0) || $0.nodes.containsAnywhere(isMet) }
  }

  /// The nodes at all depths with their paths, each group before its nodes.
  fileprivate func placed(at path: FieldPath) -> [(path: FieldPath, node: Node)] {
    enumerated().flatMap { index, node in node.placed(at: path.index(index)) }
  }
}

extension Node {
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
