/// One run of a node. A node with sides has several, separated by runs for changing sides.
struct NodeRun {
  let node: Node
  let path: FieldPath
  /// The side, which may be a built-in word in braces.
  let side: String?
  /// Whether it is the time between two sides.
  var isChange = false
}

extension Node {
  /// The runs of the node within a set, in order; `outer` is the side of an enclosing group.
  func runs(at path: FieldPath, side outer: String?) -> [NodeRun] {
    guard let sides else { return [NodeRun(node: self, path: path, side: outer)] }
    let names = sides.names ?? [BuiltInWord.leftSide.placeholder, BuiltInWord.rightSide.placeholder]
    let runs = names.map { NodeRun(node: self, path: path, side: $0) }
    guard let length = sides.change else { return runs }
    let change = Phase(PerSet(.changeSides), .rest, .after(.fixed(length)), skip: skip)
    let between = NodeRun(node: .phase(change), path: path.key("change"), side: nil, isChange: true)
    return Array(runs.map { [$0] }.joined(separator: [between]))
  }

  /// The number of nodes in the layout, including sides at all depths.
  ///
  /// Saturates far above any limit.
  func countRuns() -> Int {
    let inner: Int =
      switch self {
      case .phase: 1
      case .group(let group):
        group.nodes.reduce(1) { min($0 + $1.countRuns() + (group.between?.countRuns() ?? 0), Self.tooMany) }
      }
    guard let sides else { return inner }
    let count = sides.names?.count ?? 2
    return min(inner * count + (sides.change == nil ? 0 : count - 1), Self.tooMany)
  }

  private static let tooMany = 1 << 40
}
