/// A node of the file in its place, for those who attach something to each.
public struct OutlineNode: Equatable, Sendable {
  /// The number by which segments and sets name it.
  public let node: Int
  /// The group around it; 0 is the workout.
  public let parent: Int
  /// Whether it is a set group; otherwise it is a phase.
  public let isGroup: Bool
  /// A group's name, where it has one, or the phase's.
  public let name: String?
  /// The rules written inside it.
  public let cues: [CueRule]
}

extension Timeline {
  /// Every group and phase in the order of the file, parents before children.
  public var outline: [OutlineNode] {
    var parents: [Int: Int] = [:]
    for index in layout.nodes.indices {
      guard case .group(let group) = layout.nodes[index] else { continue }
      for child in group.children { parents[child] = index }
    }
    return layout.nodes.indices.dropFirst().map { index in
      let parent = parents[index] ?? 0
      return switch layout.nodes[index] {
      case .leaf(let leaf):
        OutlineNode(node: index, parent: parent, isGroup: false, name: leaf.phase.name, cues: leaf.phase.cues)
      case .group(let group):
        OutlineNode(node: index, parent: parent, isGroup: true, name: group.name, cues: group.cues)
      }
    }
  }
}
