/// A set group around a phase or rule; its repetition may be unknown.
struct EnclosingGroup {
  let name: String?
  /// `nil` where a file says it in a way that cannot be understood.
  let repetition: Repetition?
  let hasSides: Bool

  init(_ group: SetGroup, isRepetitionKnown: Bool) {
    name = group.name
    repetition = isRepetitionKnown ? group.repetition : nil
    hasSides = group.sides != nil
  }

  /// Whether the time decides how many sets there are.
  var isTimed: Bool {
    if case .total = repetition { true } else { false }
  }
}

/// Where a cue rule, or a text, is written; it decides what its words can mean.
struct RulePlace {
  enum Owner {
    case workout([Node])
    case group([Node])
    /// `mayHaveReps` and `mayHaveTarget` are false where the phase surely has none, `mayHaveSides` where neither it nor
    /// a group around it has sides.
    case phase(mayHaveReps: Bool, mayHaveTarget: Bool, mayHaveSides: Bool)
  }

  let owner: Owner
  /// The set groups around it, the outermost first; a group's own rules lie within that group.
  let groups: [EnclosingGroup]

  init(_ owner: Owner, groups: [EnclosingGroup] = []) {
    self.owner = owner
    self.groups = groups
  }

  /// Whether a rule on `anchor` can mean only the sets of a group whose number of sets is unknown.
  func meansTimedSets(on anchor: Anchor) -> Bool {
    guard groups.last?.isTimed == true else { return false }
    switch owner {
    case .workout: return false
    case .phase: return true
    case .group(let nodes): return anchor == .set || !nodes.contains(where: Self.holdsCountedGroup)
    }
  }

  /// The names that `{set@NAME}` may use here.
  var groupNames: [String] {
    var names = groups.reversed().compactMap(\.name)
    switch owner {
    case .phase: break
    case .workout(let nodes), .group(let nodes): Self.addNames(of: nodes, to: &names)
    }
    return names
  }

  private static func holdsCountedGroup(_ node: Node) -> Bool {
    guard case .group(let group) = node else { return false }
    return group.repetition.sets != nil || group.nodes.contains(where: holdsCountedGroup)
  }

  private static func addNames(of nodes: [Node], to names: inout [String]) {
    for case .group(let group) in nodes {
      if let name = group.name { names.append(name) }
      addNames(of: group.nodes, to: &names)
    }
  }
}
