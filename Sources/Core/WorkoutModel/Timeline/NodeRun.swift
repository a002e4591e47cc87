/// One run of a node: with sides a node has several, and the changes between them are runs of their own.
struct NodeRun {
  let node: Node
  let path: FieldPath
  let side: String?
  /// Whether it is the time between two sides.
  var isChange = false
}

extension Node {
  var sides: Sides? {
    switch self {
    case .phase(let phase): phase.sides
    case .group(let group): group.sides
    }
  }

  var skip: SkippedSets? {
    switch self {
    case .phase(let phase): phase.skip
    case .group(let group): group.skip
    }
  }

  /// The runs of the node inside one set, in their order; `outer` is the side of a group around it.
  func runs(at path: FieldPath, side outer: String?, _ phrases: BuiltInPhrases) -> [NodeRun] {
    guard let sides else { return [NodeRun(node: self, path: path, side: outer)] }
    let runs = (sides.names ?? phrases.sides).map { NodeRun(node: self, path: path, side: $0) }
    guard let length = sides.change else { return runs }
    let change = Phase(PerSet(phrases.changeSides), .rest, .after(.fixed(length)), skip: skip)
    let between = NodeRun(node: .phase(change), path: path.key("change"), side: nil, isChange: true)
    return Array(runs.map { [$0] }.joined(separator: [between]))
  }

  /// How many nodes of a layout it becomes, its own sides and those of the nodes in it included.
  ///
  /// Saturates far above any limit.
  func countRuns() -> Int {
    let inner: Int =
      switch self {
      case .phase: 1
      case .group(let group): group.nodes.reduce(1) { min($0 + $1.countRuns(), Self.tooMany) }
      }
    guard let sides else { return inner }
    let count = sides.names?.count ?? 2
    return min(inner * count + (sides.change == nil ? 0 : count - 1), Self.tooMany)
  }

  private static let tooMany = 1 << 40
}
