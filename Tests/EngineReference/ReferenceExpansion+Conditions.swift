import WorkoutEngine
import WorkoutModel

/// The conditions under which rules apply to phases, sets and workouts.
extension ReferenceExpansion {
  /// Whether a rule for phases applies to this one.
  func concerns(_ rule: PlacedRule, _ phase: ReferenceLayout.LaidPhase) -> Bool {
    guard rule.rule.on == .phase, rule.rule.condition.intensity?.contains(phase.phase.intensity) ?? true else {
      return false
    }
    // The numbers of repetitions take the place of what leads up to the end of a phase.
    if case .after(.tempo) = phase.phase.end, rule.kind != .custom,
      rule.rule.count != nil || rule.rule.effectiveClass == .transition
    {
      return false
    }
    return rule.owner == 0 || phase.id.node == rule.owner || phase.around.contains { $0.group == rule.owner }
  }

  /// Whether a rule for sets applies to this one. For a style, a group that runs once has no set, and a set that time
  /// cuts off doesn't complete.
  func concerns(_ rule: PlacedRule, _ set: ReferenceLayout.SetID) -> Bool {
    guard rule.rule.on == .set, rule.owner == 0 || rule.owner == set.group else { return false }
    if rule.kind == .custom { return true }
    if layout.groups[set.group]?.repetition.sets == 1 { return false }
    return rule.kind != .setCompletion || !(layout.extents[set]?.isCut ?? false)
  }

  /// How the author's words for a phase are announced. They are spoken in every style: if no rule speaks them at the
  /// start of the phase, they follow its sound there, or are spoken alone.
  func isAnnounced(_ phase: ReferenceLayout.LaidPhase) -> Announcement {
    guard phase.phase.say != nil else { return .none }
    let own = rules.filter { concerns($0, phase) }
    let isSaid = own.contains { placed in
      guard case .start = placed.rule.at else { return false }
      return placed.rule.say?.placeholders.contains(.phase) ?? false
    }
    if isSaid { return .byRules }
    let bell = own.first { placed in
      let rule = placed.rule
      return rule.at == .start(offset: .zero) && rule.sound != nil && rule.say == nil && rule.count == nil
        && rule.align == .start && rule.effectiveClass == .start
        && rule.condition == Condition(intensity: rule.condition.intensity)
    }
    return bell.map { .afterSound(of: $0.index) } ?? .byItself
  }

  func announcements() -> [PlacedRule] {
    let rule = CueRule(on: .phase, at: .start(offset: .zero), say: try? CueText("{phase}"))
    return [PlacedRule(index: rules.count, rule: rule, owner: 0, kind: .phaseStart, isAnnouncement: true)]
  }

  /// The rule with the words of a phase added if it must announce them.
  func saying(_ placed: PlacedRule, _ target: Target) -> PlacedRule {
    guard placed.rule.on == .phase, let place = target.places.first,
      isAnnounced(layout.phases[place]) == .afterSound(of: placed.index)
    else { return placed }
    var rule = placed.rule
    rule.say = try? CueText("{phase}")
    return PlacedRule(index: placed.index, rule: rule, owner: placed.owner, kind: placed.kind)
  }

  /// Whether a phase, set or workout meets the condition of a rule.
  func isSatisfied(_ condition: Condition, _ target: Target) -> Bool {
    if let least = condition.longerThan {
      guard let length = target.shown.length, length > least else { return false }
    }
    if let least = condition.atLeast {
      guard let length = target.shown.length, length >= least else { return false }
    }
    if let wanted = condition.severalPhases {
      guard let set = target.set, (layout.phaseCount(of: set.group) > 1) == wanted else { return false }
    }
    if let wanted = condition.intensityChanges, let place = target.places.first {
      let following = next(after: place)?.phase.intensity
      guard (following.map { $0 != layout.phases[place].phase.intensity } ?? false) == wanted else { return false }
    }
    if let wanted = condition.endsSet, let place = target.places.first {
      guard endsSet(place) == wanted else { return false }
    }
    guard let wanted = condition.set else { return true }
    guard let set = target.set else { return false }
    let number = (set.sets.last ?? 0) + 1
    return switch wanted {
    case .first: number == 1
    case .last: layout.groups[set.group]?.repetition.sets != nil && layout.isLast(set)
    case .notLast: !layout.isLast(set)
    case .odd: number % 2 == 1
    case .even: number % 2 == 0
    case .numbers(let numbers): numbers.contains(number)
    case .every(let interval, let from): stride(from: from, through: number, by: interval).contains(number)
    }
  }

  /// Whether no other phase of the same set of its innermost group follows a phase.
  private func endsSet(_ place: Int) -> Bool {
    guard let set = layout.phases[place].around.last else { return false }
    return !(next(after: place)?.around.contains(set) ?? false)
  }

  func passes(_ condition: Condition, _ mark: Duration, _ moments: ReferenceMoments) -> Bool {
    if let before = condition.before.flatMap(moments.single), mark >= before { return false }
    guard let after = condition.after else { return true }
    return moments.single(after).map { mark > $0 } ?? false
  }

  /// Where sets of nested groups end together, only the outer one's completion is spoken.
  func isSaidOutside(_ rule: PlacedRule, _ target: Target, _ place: Int) -> Bool {
    let home = layout.phases[place]
    guard rule.rule.on == .set, case .end = rule.rule.at, rule.rule.say != nil, let set = target.set,
      let end = target.span.end
    else { return false }
    return home.around.prefix { $0 != set }.contains { outer in
      var whole = self.target(outer)
      whole.isHidden = hidesEnd(of: whole, on: .set, from: place)
      guard whole.span.end == end else { return false }
      return rules.contains { other in
        guard concerns(other, outer), other.rule.at == rule.rule.at, other.rule.say != nil else { return false }
        return isSatisfied(other.rule.condition, whole)
      }
    }
  }

  /// Whether the user determines the length of a phase, a set or the workout, so that its half is unknown. It depends
  /// on the file alone, because the number of sets within a time limit is not known in advance.
  func dependsOnUser(_ on: Anchor, _ target: Target) -> Bool {
    switch on {
    case .phase: target.extent.isOpen
    case .workout: layout.numbered[0].map { layout.endsByUser($0, set: 0) } ?? false
    case .set:
      target.set.flatMap { set in
        layout.numbered[set.group].map { layout.endsByUser($0, set: set.sets.last ?? 0) }
      } ?? false
    }
  }

  /// Whether the end of a target tells when a surprise phase ends that comes at a place or after it.
  func hidesEnd(of target: Target, on anchor: Anchor, from place: Int) -> Bool {
    target.places.contains { other in
      let phase = layout.phases[other]
      guard other >= place, phase.isSurprise else { return false }
      switch anchor {
      case .phase: return true
      case .workout: return phase.around.allSatisfy { !isClocked($0) }
      case .set:
        guard let set = target.set, let depth = phase.around.firstIndex(of: set) else { return false }
        if layout.groups[set.group]?.repetition.every != nil { return false }
        return phase.around[(depth + 1)...].allSatisfy { !isClocked($0) }
      }
    }
  }

  /// Whether the clock ends a set or its group, whatever its phases last.
  private func isClocked(_ set: ReferenceLayout.SetID) -> Bool {
    switch layout.groups[set.group]?.repetition {
    case .total, .interval, .totalInterval: true
    case .sets, .capped, nil: false
    }
  }

  /// The length for which random moments are drawn: without the user's changes, so that the moments stay in place. It
  /// is known once the user has ended the phases that have no end before.
  func drawnLength(of target: Target, on anchor: Anchor) -> Duration? {
    let own = Set(target.places.map { layout.phases[$0].id })
    var known = ended.filter { !own.contains($0.key) }
    while known.count < ended.count {
      let planned = ReferenceLayout(workout, trackLengths, seed: layout.seed, ended: known)
      let extent: ReferenceLayout.Extent? =
        switch anchor {
        case .workout: planned.whole
        case .set: target.set.flatMap { planned.extents[$0] }
        case .phase: planned.phases.indices.first { own.contains(planned.phases[$0].id) }.map(planned.extent)
        }
      if let length = extent?.span.length { return length }
      guard let open = planned.phases.last, open.end == nil, let done = ended[open.id] else { break }
      known.merge(ended.filter { $0.value <= done }) { $1 }
    }
    return target.span.length
  }
}
