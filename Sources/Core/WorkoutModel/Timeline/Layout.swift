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
  /// The metronome of the phase, or of the innermost enclosing group that has one.
  let beats: Beats?

  /// A metronome that may change by the sets of the innermost of the first `depth` groups.
  struct Beats {
    let metronome: Metronome
    let depth: Int
  }

  init(
    _ phase: Phase, path: FieldPath, length: Layout.LeafLength, in groups: [LayoutGroup], side: String? = nil
  ) {
    self.phase = phase
    self.path = path
    self.length = length
    self.groups = groups.map(\.name)
    self.side = side
    let metronomes = groups.map(\.metronome) + [phase.metronome]
    let owner = metronomes.lastIndex { $0 != nil }
    beats = owner.flatMap { owner in
      metronomes[owner].map { Beats(metronome: $0, depth: min(owner + 1, groups.count)) }
    }
  }

  /// Whether the user ends it.
  var isUsers: Bool { if case .open = length { true } else { false } }
}
