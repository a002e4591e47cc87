/// One run of a node. A node with sides has several, separated by runs for changing sides.
struct NodeRun {
  let node: Node
  let path: FieldPath
  /// The side, which may be a built-in word in braces.
  let side: String?
  /// What it is if it is no node of the file.
  var added: AddedPhase?
}

/// A phase that the plan has besides those of the file.
enum AddedPhase: Sendable {
  /// The rest of an interval.
  case rest
  /// The time between two sides.
  case change
  /// What a phase takes beyond its planned end.
  case overtime
}

extension Node {
  /// The runs of the node within a set, in order; `outer` is the side of an enclosing group.
  func runs(at path: FieldPath, side outer: String?) -> [NodeRun] {
    guard let sides else { return runs(at: path, onSide: outer) }
    let names = sides.names ?? [BuiltInWord.leftSide.placeholder, BuiltInWord.rightSide.placeholder]
    let runs = names.map { self.runs(at: path, onSide: $0) }
    guard let length = sides.change else { return Array(runs.joined()) }
    let change = Phase(PerSet(.changeSides), .rest, .after(.fixed(length)), skip: skip)
    let between = NodeRun(node: .phase(change), path: path.key("change"), side: nil, added: .change)
    return Array(runs.joined(separator: [between]))
  }

  /// The node on one side, and its overtime.
  private func runs(at path: FieldPath, onSide side: String?) -> [NodeRun] {
    let run = NodeRun(node: self, path: path, side: side)
    guard case .phase(let phase) = self, let overtime = phase.overtime else { return [run] }
    let further = Node.phase(phase.goingOn(overtime))
    return [run, NodeRun(node: further, path: path.key("overtime"), side: side, added: .overtime)]
  }

  /// The number of nodes in the layout, including sides at all depths.
  ///
  /// Saturates far above any limit.
  func countRuns() -> Int {
    let inner: Int =
      switch self {
      case .phase(let phase): phase.overtime == nil ? 1 : 2
      case .group(let group):
        group.nodes.reduce(1) { min($0 + $1.countRuns() + (group.between?.countRuns() ?? 0), Self.tooMany) }
      }
    guard let sides else { return inner }
    let count = sides.names?.count ?? 2
    guard inner <= Self.tooMany / max(1, count) else { return Self.tooMany }
    return min(inner * count + (sides.change == nil ? 0 : count - 1), Self.tooMany)
  }

  private static let tooMany = 1 << 30
}
