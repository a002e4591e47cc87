/// A group around a phase or rule; its repetition may be unknown.
struct EnclosingGroup {
  /// The name as it is compared.
  let name: String?
  /// `nil` if the file's value is invalid.
  let repetition: Repetition?
  let hasSides: Bool

  init(_ group: SetGroup, isRepetitionKnown: Bool) {
    name = group.written?.inEnglish
    repetition = isRepetitionKnown ? group.repetition : nil
    hasSides = group.sides != nil
  }

  var isTimed: Bool {
    repetition.map { $0.sets == nil } ?? false
  }
}

/// The place of a cue rule or text, which determines its valid placeholders.
struct RulePlace {
  enum Owner {
    case workout([Node])
    case group([Node])
    /// `mayHaveReps` and `mayHaveTarget` are false if the phase surely has none, `mayHaveSides` if neither it nor an
    /// enclosing group has sides.
    case phase(mayHaveReps: Bool, mayHaveTarget: Bool, mayHaveSides: Bool)
  }

  let owner: Owner
  /// The enclosing groups, outermost first; a group's own rules are inside that group.
  let groups: [EnclosingGroup]

  init(_ owner: Owner, groups: [EnclosingGroup] = []) {
    self.owner = owner
    self.groups = groups
  }

  /// Whether a rule on `anchor` applies only to sets of a group whose number of sets is unknown.
  func meansTimedSets(on anchor: Anchor) -> Bool {
    guard groups.last?.isTimed == true else { return false }
    switch owner {
    case .workout: return false
    case .phase: return true
    case .group(let nodes):
      return anchor == .set
        || !nodes.containsAnywhere { node in
          if case .group(let group) = node { group.repetition.sets != nil } else { false }
        }
    }
  }

  /// The names that `{set@NAME}` may use here, as they are compared.
  var groupNames: [String] {
    var names = groups.reversed().compactMap { $0.name }
    switch owner {
    case .phase: break
    case .workout(let nodes), .group(let nodes): Self.addNames(of: nodes, to: &names)
    }
    return names
  }

  private static func addNames(of nodes: [Node], to names: inout [String]) {
    for case .group(let group) in nodes {
      if let name = group.written { names.append(name.inEnglish) }
      addNames(of: group.allNodes, to: &names)
    }
  }
}
