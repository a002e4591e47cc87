import StrictJSON

/// The words of rules and phases: whether their placeholders ever have a value.
extension RuleReach {
  struct Place {
    /// What the rule is for: the phase, a group or the workout.
    let anchor: Int
    /// The phase.
    let home: Int
    let moment: Moment
  }

  /// The conditions under which words have all their values.
  func conditions(of text: CueText, on anchor: Anchor) -> [Criterion<Place>] {
    text.placeholders.map { placeholder in
      let reason = Self.reason(placeholder, on: anchor)
      return (
        { mayHaveValue(placeholder, at: $0, on: anchor) },
        "{\(Excerpt.plain(placeholder.description))} never has a value, because \(reason)"
      )
    }
  }

  /// What can never be heard of a phase's own words; `nodes` are those of the phase, several if it has sides.
  func problems(ofWordsOf phase: Phase, in nodes: [Int], at path: FieldPath) -> [Problem] {
    guard let says = phase.say else { return [] }
    return says.values.enumerated().compactMap { index, say in
      guard let text = try? CueText(say) else { return nil }
      var places = nodes.map { Place(anchor: $0, home: $0, moment: .start(offset: .zero)) }
      guard let reason = Self.filter(&places, by: conditions(of: text, on: .phase)) else { return nil }
      return Problem(says.path(of: index, at: path.key("say")), "these words are never spoken: \(reason)")
    }
  }

  /// The phases that may contain a moment of a phase, a set or the workout.
  func homes(of moment: Moment, in anchor: Int) -> [Int] {
    guard isGroup(anchor) else { return [anchor] }
    switch moment {
    case .start(.zero): return outermost(of: anchor, fromEnd: false)
    case .end(.zero) where !isLimited(anchor): return outermost(of: anchor, fromEnd: true)
    case .start, .end, .half, .part, .every, .random: return leaves(in: anchor)
    }
  }

  /// The phases that may be the first or the last in a set.
  private func outermost(of node: Int, fromEnd: Bool) -> [Int] {
    guard case .group(let group) = layout.nodes[node] else { return [node] }
    guard group.draw == nil, !(fromEnd && (group.isLimited || group.hasIntervals)) else { return leaves(in: node) }
    var found: [Int] = []
    for child in fromEnd ? group.childNodes.reversed() : group.childNodes {
      found += outermost(of: child, fromEnd: fromEnd)
      if surelyRuns(child) { break }
    }
    return found
  }

  /// Whether a node runs, for some time, in every set of its group.
  private func surelyRuns(_ node: Int) -> Bool {
    let parent = layout.group(layout.parents[node])
    guard parent.draw == nil, !mayBeSkipped(parent.place(of: node), in: parent) else { return false }
    switch layout.nodes[node] {
    case .group(let group): return group.draw == nil && group.childNodes.contains(where: surelyRuns)
    case .leaf(let leaf):
      switch leaf.length {
      case .linear(let first, let step): return first > 0 && step >= 0
      case .list(let lengths): return lengths.allSatisfy { $0 > 0 }
      case .open(let cap): return cap != 0
      case .random(let length, _): return length.shortest > .zero
      case .remainder, .relative: return false
      }
    }
  }

  private func mayHaveValue(_ placeholder: Placeholder, at place: Place, on anchor: Anchor) -> Bool {
    let leaf = layout.leaf(place.home)
    // The group whose set is meant: the rule's own, otherwise the innermost.
    let group = anchor == .set ? place.anchor : layout.parents[place.home]
    switch placeholder {
    case .phase:
      guard let says = leaf.phase.say else { return true }
      return says.values.contains { say in
        guard let text = try? CueText(say), !text.placeholders.contains(.phase) else { return true }
        return text.placeholders.allSatisfy { mayHaveValue($0, at: place, on: anchor) }
      }
    case .next: return !(anchor == .workout && place.moment == .end(offset: .zero)) && mayBeFollowed(place.home)
    case .set: return group > 0
    case .sets: return group > 0 && layout.group(group).sets != nil
    case .nextSet: return group > 0 && layout.group(group).sets != 1 && mayEnd(group, with: place.home)
    case .setOf(let name):
      return layout.path(to: place.home).contains { isGroup($0) && layout.group($0).comparedName == name.inEnglish }
    case .side: return leaf.side != nil
    case .reps: return leaf.phase.reps != nil
    case .target: return leaf.phase.target != nil
    case .nextTarget: return mayHaveValue(.next, at: place, on: anchor) && hasTargets
    case .remaining: return isEndKnown(at: place.moment, in: place.anchor)
    case .elapsed, .workout, .heartRate, .word: return true
    }
  }

  private static func reason(_ placeholder: Placeholder, on anchor: Anchor) -> String {
    let whose = anchor == .phase ? "it is for" : "in its reach"
    let (lack, cure): (String, String) =
      switch placeholder {
      case .phase: ("the words of no phase \(whose) have values for their own placeholders", "")
      case .next: ("no phase follows", "")
      case .set: ("no phase \(whose) is in a set group", "")
      case .sets: ("no phase \(whose) is in a group with a number of \"sets\"", "")
      case .nextSet: ("no phase \(whose) is the last of a set that another set follows", "")
      case .setOf: ("no phase \(whose) is in the group of that name", "")
      case .side: ("no phase \(whose) has \"sides\"", "add them, or ")
      case .reps: ("no phase \(whose) has \"reps\"", "add them, or ")
      case .target: ("no phase \(whose) has a \"target\"", "add one, or ")
      case .nextTarget: ("no phase follows that has a \"target\"", "add one, or ")
      case .remaining: ("the end of an open phase is unknown", "give it a \"cap\", or ")
      case .elapsed, .workout, .heartRate, .word: ("it is unknown", "")
      }
    return "\(lack); \(cure)leave {\(Excerpt.plain(placeholder.description))} out"
  }
}

/// The order of phases.
extension RuleReach {
  private func mayBeFollowed(_ home: Int) -> Bool {
    layout.path(to: home).contains { node in
      let parent = layout.parents[node]
      return (parent > 0 && layout.group(parent).sets != 1) || mayBeFollowedInSet(node)
    }
  }

  private func mayBeFollowedInSet(_ node: Int) -> Bool {
    let group = layout.group(layout.parents[node])
    if group.draw != nil { return true }
    return group.childNodes.last(where: lasts).map { $0 > node } ?? false
  }

  private func lasts(_ node: Int) -> Bool {
    let group = layout.group(layout.parents[node])
    if !group.mayRun(child: group.place(of: node)) { return false }
    return switch layout.nodes[node] {
    case .leaf: layout.longest(ofPhase: node) > .zero
    case .group(let group): group.length != 0
    }
  }

  private func mayEnd(_ group: Int, with home: Int) -> Bool {
    let path = layout.path(to: home)
    guard let place = path.firstIndex(of: group) else { return false }
    return path[(place + 1)...].allSatisfy { node in
      let parent = layout.group(layout.parents[node])
      if parent.draw != nil || isLimited(node) { return true }
      return parent.childNodes.last(where: surelyRuns).map { $0 <= node } ?? true
    }
  }

  /// Whether a phase may be the last one of a set of its innermost group.
  func mayEndSet(_ leaf: Int) -> Bool {
    let group = layout.parents[leaf]
    return group > 0 && mayEnd(group, with: leaf)
  }

  func mayChangeIntensity(_ leaf: Int) -> Bool {
    let intensity = layout.leaf(leaf).phase.intensity
    return mayBeFollowed(leaf) && intensities.contains { $0 != intensity }
  }
}
