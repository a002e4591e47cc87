/// The tree of a workout in an array, parents before children, with the planned times of all sets.
///
/// All lengths are in nanoseconds. `nil` is the length of a node that ends only by the user.
struct Layout: Sendable {
  /// The length of a leaf as a function of its set.
  enum LeafLength: Equatable, Sendable {
    /// `first` in set 0, and `step` more in each later one.
    case linear(first: Int, step: Int)
    /// Used in turn, set by set, and repeated; at least one.
    case list([Int])
    case open(cap: Int?)
    /// The rest of the set.
    case remainder

    /// The length in a set; `nil` if only the user ends it, or if it is the rest of the set.
    func inSet(_ set: Int) -> Int? {
      switch self {
      case .linear(let first, let step): first + set * step
      case .list(let lengths): lengths[set % lengths.count]
      case .open(let cap): cap
      case .remainder: nil
      }
    }
  }

  enum Node: Sendable {
    case leaf(LayoutLeaf)
    case group(LayoutGroup)
  }

  /// The workout itself is group 0, with one set.
  var nodes: [Node]
  /// The number of phases in the plan with a length above 0.
  var phases: Int
  /// The enclosing group of each node; that of the workout itself is 0.
  let parents: [Int]

  func group(_ index: Int) -> LayoutGroup {
    guard case .group(let group) = nodes[index] else { preconditionFailure("node \(index) is no group") }
    return group
  }

  func leaf(_ index: Int) -> LayoutLeaf {
    guard case .leaf(let leaf) = nodes[index] else { preconditionFailure("node \(index) is no phase") }
    return leaf
  }

  /// The nodes from the top level down to a node.
  func path(to node: Int) -> [Int] {
    var path: [Int] = []
    var node = node
    while node > 0 {
      path.append(node)
      node = parents[node]
    }
    return path.reversed()
  }

  /// The node whose metronome a phase has: its own, or the innermost enclosing group with one.
  func metronomeOwner(of phase: Int) -> Int? {
    path(to: phase).last { node in
      switch nodes[node] {
      case .leaf(let leaf): leaf.phase.metronome != nil
      case .group(let group): group.metronome != nil
      }
    }
  }

  /// The lengths of all phases. With the workout they determine its layout.
  var leafLengths: [LeafLength] {
    nodes.compactMap { node in
      if case .leaf(let leaf) = node { leaf.length } else { nil }
    }
  }
}

/// A phase of the layout; a class, so that walking the tree doesn't copy it.
final class LayoutLeaf: Sendable {
  let phase: Phase
  let path: FieldPath
  let length: Layout.LeafLength
  let side: String?
  /// The names of the enclosing groups, outermost first.
  let groups: [String?]

  init(_ phase: Phase, path: FieldPath, length: Layout.LeafLength, in groups: [String?], side: String? = nil) {
    self.phase = phase
    self.path = path
    self.length = length
    self.groups = groups
    self.side = side
  }

  /// Whether the user ends it.
  var isUsers: Bool { if case .open = length { true } else { false } }
}
