/// The tree of a workout in one array, parents before children, with what is needed to find a moment in closed form.
///
/// All lengths are whole nanoseconds. `nil` is the length of what ends only when the user says so.
struct Layout: Sendable {
  /// How long a leaf lasts in a set of its group.
  enum LeafLength: Equatable, Sendable {
    /// `first` in set 0, `step` more in each later one.
    case linear(first: Int, step: Int)
    /// Taken in turn, set by set, and from the first again when all were taken; at least one.
    case list([Int])
    case open(cap: Int?)
    /// Whatever is left of the set.
    case remainder
  }

  enum Node: Sendable {
    case leaf(LayoutLeaf)
    case group(LayoutGroup)
  }

  /// The workout itself is group 0, with one set.
  var nodes: [Node]
  /// How many phases last any time, as laid out.
  let phases: Int
  /// How many phases begin in one second at most.
  let mostBegins: Int
  /// By node, the group around it; that of the workout itself is 0.
  let parents: [Int]

  func group(_ index: Int) -> LayoutGroup {
    guard case .group(let group) = nodes[index] else { preconditionFailure("node \(index) is no group") }
    return group
  }

  func leaf(_ index: Int) -> LayoutLeaf {
    guard case .leaf(let leaf) = nodes[index] else { preconditionFailure("node \(index) is no phase") }
    return leaf
  }

  /// The nodes from the first inside the workout to a node.
  func path(to node: Int) -> [Int] {
    var path: [Int] = []
    var node = node
    while node > 0 {
      path.append(node)
      node = parents[node]
    }
    return path.reversed()
  }

  /// The lengths of all phases. Together with the workout itself they determine its layout.
  var leafLengths: [LeafLength] {
    nodes.compactMap { node in
      if case .leaf(let leaf) = node { leaf.length } else { nil }
    }
  }
}

/// A phase in its place; shared, as every step of a walk looks at one.
final class LayoutLeaf: Sendable {
  let phase: Phase
  let path: FieldPath
  let length: Layout.LeafLength
  /// The side for which it is done.
  let side: String?

  init(_ phase: Phase, path: FieldPath, length: Layout.LeafLength, side: String? = nil) {
    self.phase = phase
    self.path = path
    self.length = length
    self.side = side
  }

  /// Whether the user decides when it ends.
  var isUsers: Bool { if case .open = length { true } else { false } }
}
