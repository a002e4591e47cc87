/// The tree of a workout in an array, parents before children, with the planned times of all sets.
///
/// All lengths are in nanoseconds. `nil` is the length of a node that ends only by the user.
struct Layout: Sendable {
  enum LeafLength: Equatable, Sendable {
    /// `first` in set 0, and `step` more in each later one.
    case linear(first: Int64, step: Int64)
    /// Used in turn, set by set, and repeated; at least one.
    case list([Int64])
    case open(cap: Int64?)
    /// The rest of the set.
    case remainder
    /// Drawn for each run from a seed that combines the session's and the node.
    case random(RandomLength, seed: UInt64)
    /// In proportion to what the last phase of a measured name took.
    case relative(RelativeLength, measure: Int)

    /// The length in a set, or the longest that may be drawn; `nil` if only the user ends it, if it is the rest of the
    /// set, or if it depends on another phase.
    func inSet(_ set: Int) -> Int64? {
      switch self {
      case .linear(let first, let step): first + Int64(set) * step
      case .list(let lengths): lengths[set % lengths.count]
      case .open(let cap): cap
      case .remainder, .relative: nil
      case .random(let length, _): length.longest.inNanoseconds
      }
    }

    /// Whether it is more than a function of the set.
    var isVarying: Bool {
      switch self {
      case .random, .relative: true
      case .linear, .list, .open, .remainder: false
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
  var phases = 0
  /// The number of cues in the plan that the workout's own rules make, at most.
  var cues = 0
  /// The enclosing group of each node; that of the workout itself is 0.
  let parents: [Int]
  /// The names of phases that others are as long as, with their numbers.
  let measures: [String: Int]
  /// Whether any length is more than a function of the set.
  let isVarying: Bool
  /// Whether a phase has another length, or a set other nodes, with another seed.
  let drawsLengths: Bool
  /// Some phases of the plan, in which open phases without cap last as long as assumed.
  var checkpoints: [SegmentID: Checkpoint] = [:]

  init(nodes: [Node], parents: [Int], measures: [String: Int]) {
    self.nodes = nodes
    self.parents = parents
    self.measures = measures
    isVarying = nodes.contains { if case .leaf(let leaf) = $0 { leaf.length.isVarying } else { false } }
    let drawsNodes = nodes.contains { if case .group(let group) = $0 { group.draw?.drawsSome == true } else { false } }
    drawsLengths = isVarying || drawsNodes
  }

  /// The number under which the time that a segment takes is kept; `nil` if no phase is as long.
  func measure(of id: SegmentID) -> Int? {
    if measures.isEmpty { return nil }
    let leaf = leaf(id.node)
    if leaf.added == .rest || leaf.added == .change { return nil }
    let phase = SegmentPhase(leaf.phase, inSets: id.sets, of: leaf.groups, side: nil)
    return measures[phase.comparedName]
  }

  func group(_ index: Int) -> LayoutGroup {
    guard case .group(let group) = nodes[index] else { preconditionFailure("node \(index) is no group") }
    return group
  }

  func leaf(_ index: Int) -> LayoutLeaf {
    guard case .leaf(let leaf) = nodes[index] else { preconditionFailure("node \(index) is no phase") }
    return leaf
  }

  /// Whether a node is what a phase takes beyond its planned end.
  func isOvertime(_ node: Int) -> Bool {
    if case .leaf(let leaf) = nodes[node] { leaf.added == .overtime } else { false }
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
  var leafLengths: [LeafLength] { leaves.map { $0.leaf.length } }

  /// The phases and their nodes.
  var leaves: [(node: Int, leaf: LayoutLeaf)] {
    nodes.indices.compactMap { node in
      if case .leaf(let leaf) = nodes[node] { (node, leaf) } else { nil }
    }
  }
}

extension Layout.Node {
  var path: FieldPath { property({ $0.path }, { $0.path }) }
  var cues: [CueRule] { property({ $0.phase.cues }, { $0.cues }) }
  var metronome: Metronome? { property({ $0.phase.metronome }, { $0.metronome }) }
  var coach: Coach? { property({ $0.phase.coach }, { $0.coach }) }

  private func property<Value>(_ ofLeaf: (LayoutLeaf) -> Value, _ ofGroup: (LayoutGroup) -> Value) -> Value {
    switch self {
    case .leaf(let leaf): ofLeaf(leaf)
    case .group(let group): ofGroup(group)
    }
  }
}

/// A phase of the layout; a class, so that walking the tree doesn't copy it.
final class LayoutLeaf: Sendable {
  let phase: Phase
  let path: FieldPath
  let length: Layout.LeafLength
  let side: LocalizedSide?
  /// The names of the enclosing groups, outermost first, as they are compared.
  let groups: [String?]
  /// What it is if it is no phase of the file.
  let added: AddedPhase?
  /// Why its length differs from run to run; `nil` if it doesn't, or if the user ends it.
  let varying: VaryingLength?
  /// The metronome of the phase, or of the innermost enclosing group that has one.
  let beats: Beats?
  /// The coach of the phase, or of the innermost enclosing group that has one; `nil` for that of the workout.
  let coach: Coach?

  /// A metronome that may change by the sets of the innermost of the first `depth` groups.
  struct Beats {
    let metronome: Metronome
    let depth: Int
  }

  init(
    _ phase: Phase, path: FieldPath, length: Layout.LeafLength, in groups: [LayoutGroup], side: String? = nil,
    _ phrases: BuiltInPhrases, added: AddedPhase?, varying: VaryingLength? = nil
  ) {
    var phase = phase
    phase.localize(phrases)
    self.phase = phase
    self.added = added
    self.path = path
    self.length = length
    self.groups = groups.map { $0.comparedName }
    self.side = side.map { LocalizedSide($0, phrases) }
    self.varying = varying
    coach = phase.coach ?? groups.last { $0.coach != nil }?.coach
    let metronomes = groups.map { $0.metronome } + [phase.metronome]
    let owner = metronomes.lastIndex { $0 != nil }
    beats = owner.flatMap { owner in
      metronomes[owner].map { Beats(metronome: $0, depth: min(owner + 1, groups.count)) }
    }
  }

  var endsByUser: Bool { if case .open = length { true } else { false } }

  /// Whether nobody is to know when it ends.
  var isSurprise: Bool { varying?.isSurprise ?? false }

  /// The length in the sets of `frames`, after phases that took `took`; `nil` if it is unknown before it ends.
  func length(in frames: [Cursor.Frame], after took: [Int: Duration?]) -> Int64? {
    switch length {
    case .random(let length, let seed):
      let sets = frames.dropFirst().map { $0.set }
      return length.drawn(from: SeededRandom.seed("set", of: seed, sets))
    case .relative(let length, let measure):
      // Where no such phase has come yet, it lasts no time.
      guard let other = took[measure] else { return 0 }
      return other.map { length.length(after: $0).inNanoseconds }
    case .linear, .list, .open, .remainder: return length.inSet(frames.last?.set ?? 0)
    }
  }
}
