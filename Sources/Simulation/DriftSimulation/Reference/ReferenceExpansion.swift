import WorkoutEngine
import WorkoutModel

/// Applies every rule of a workout to every phase, set or workout that it is for.
struct ReferenceExpansion {
  /// What says the words that an author gave a phase.
  private enum Announcement: Equatable {
    case none, byRules, byItself
    /// The first rule that gives the phase a sound at its start.
    case afterSound(of: Int)
  }

  /// A phase, set or workout that a rule is applied to, by the phases that it holds.
  private struct Target {
    let node: Int
    let sets: [Int]
    let places: [Int]
    let set: ReferenceLayout.SetID?
  }

  /// The workout and its layout.
  let source: ReferenceWords.Source
  let trackLengths: [String: Duration]
  /// Where the user has ended open phases.
  let ended: [SegmentID: Duration]
  /// The phase after an open one that has not been ended, if that ended at once.
  let beyond: ReferenceLayout.LaidPhase?
  let rules: [PlacedRule]
  let durations: PhraseDurations
  /// From where to where moments matter.
  let range: ClosedRange<Duration>

  private var workout: Workout { source.workout }
  var layout: ReferenceLayout { source.layout }

  /// All cues in the order in which they are arbitrated.
  func cues() -> [ReferenceCue] {
    var cues: [(cue: ReferenceCue, order: [Int])] = []
    for rule in rules + announcements() + repetitions() {
      for (place, target) in targets(of: rule).enumerated() {
        for cue in self.cues(of: rule, on: target) {
          let isEnd = cue.mark == cue.anchor.end
          cues.append((cue, [cue.mark.inNanoseconds, isEnd ? 0 : 1, rule.index, place]))
        }
      }
    }
    return cues.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.cue)
  }

  private func targets(of rule: PlacedRule) -> [Target] {
    switch rule.rule.on {
    case .workout: return [Target(node: 0, sets: [], places: Array(layout.phases.indices), set: nil)]
    case .set:
      return layout.sets.filter { rule.owner == 0 || $0.group == rule.owner }.map { set in
        Target(node: set.group, sets: set.sets.map { $0 + 1 }, places: layout.places[set] ?? [], set: set)
      }
    case .phase:
      return layout.phases.indices.filter { place in
        let phase = layout.phases[place]
        return concerns(rule, phase) && (!rule.isAnnouncement || isAnnounced(phase) == .byItself)
      }.map { place in
        let phase = layout.phases[place]
        return Target(
          node: phase.id.node, sets: phase.id.sets.map { $0 + 1 }, places: [place], set: phase.around.last)
      }
    }
  }

  private func cues(of rule: PlacedRule, on target: Target) -> [ReferenceCue] {
    let span = layout.span(of: target.places)
    guard holds(rule.rule.condition, target, span) else { return [] }
    let rule = naming(saying(rule, target), target)
    let seed = ReferenceMoments.seed(
      workout.name, [Int(truncatingIfNeeded: layout.seed), rule.index, target.node] + target.sets)
    let moments = ReferenceMoments(
      span: span, drawnLength: { drawnLength(of: target, on: rule.rule.on, span) },
      dependsOnUser: dependsOnUser(rule.rule.on, target), horizon: range.upperBound, seed: seed)
    return moments.all(of: rule).compactMap { moment -> ReferenceCue? in
      guard span.contains(moment.at), range.contains(moment.at), passes(rule.rule.condition, moment.at, moments),
        let place = home(of: moment.at, in: target.places, span)
      else { return nil }
      let key = CueKey(rule: rule.index, node: target.node, sets: target.sets, number: moment.number)
      guard !isSaidOutside(rule, target, layout.phases[place]) else { return nil }
      return cue(key, rule, moment.at, target, span, at: place)
    }
  }

  /// The phase of a moment; the last moment of what a rule is for belongs to its last phase.
  private func home(of moment: Duration, in places: [Int], _ span: PlanSpan) -> Int? {
    if moment == span.end { return places.last }
    return places.last { layout.phases[$0].start <= moment }
  }

  private func cue(
    _ key: CueKey, _ rule: PlacedRule, _ mark: Duration, _ target: Target, _ span: PlanSpan, at place: Int
  ) -> ReferenceCue? {
    let home = layout.phases[place]
    let voice = rule.rule.voice?.applied(to: workout.voice)
    func phrase(_ text: String) -> Phrase { Phrase(text, voice: voice == workout.voice ? nil : voice) }
    if let wanted = rule.rule.condition.intensity, !wanted.contains(home.phase.intensity) { return nil }
    let set = rule.rule.on == .set ? target.set : home.around.last
    var sound = rule.rule.sound
    var words: String?
    var speaker: ReferenceWords?
    if rule.rule.count != nil {
      words = sound == nil ? "\(key.number)" : nil
    } else if rule.repetition != nil {
      words = sound == nil ? "\(key.number)" : nil
    } else if let say = rule.rule.say {
      let resolved = ReferenceWords(
        source: source, phase: home, next: next(after: place), set: set, span: span, moment: mark)
      words = resolved.words(of: say)
      speaker = resolved
      if words == nil, sound == nil { return nil }
    }
    // A number that is too long for its second is a beep.
    if let number = words, rule.rule.count != nil, durations.length(of: phrase(number)) > .seconds(1) {
      (words, sound) = (nil, CueSound(BuiltInSound.beep.rawValue))
    }
    // What has nothing to be spoken takes no time and no place.
    if let text = words, durations.length(of: phrase(text)) == .zero {
      words = nil
      if sound == nil { return nil }
    }
    let (due, speech) = places(words.map(phrase), sound, rule.rule.align, mark)
    guard due >= span.start else { return nil }
    return ReferenceCue(
      key: key, placed: rule, anchor: span, isOpen: layout.isOpen(target.places),
      home: home, set: set.flatMap { $0.sets.last }.map { $0 + 1 }, mark: mark, due: due, sound: sound, speech: speech,
      speaker: speaker)
  }

  /// A rule of the style as it is for the sets of a group that has a name.
  private func naming(_ placed: PlacedRule, _ target: Target) -> PlacedRule {
    guard placed.kind != .custom, placed.rule.on == .set,
      let name = target.set.flatMap({ layout.groups[$0.group]?.name }),
      let say = workout.phrases.words(ofRule: placed.rule.id, forGroupNamed: name)
    else { return placed }
    var rule = placed.rule
    rule.say = say
    return PlacedRule(index: placed.index, rule: rule, owner: placed.owner, kind: placed.kind)
  }

  /// Where a cue begins, and the place of its words.
  private func places(
    _ words: Phrase?, _ sound: CueSound?, _ align: Alignment, _ mark: Duration
  ) -> (due: Duration, speech: ReferenceCue.Speech?) {
    let length = words.map { durations.length(of: $0) } ?? .zero
    let gap = words != nil && sound != nil ? Duration.milliseconds(600) : .zero
    if align == .start {
      return (mark, words.map { ReferenceCue.Speech(phrase: $0, onset: mark + gap, length: length) })
    }
    if let words {
      return (mark - length - gap, ReferenceCue.Speech(phrase: words, onset: mark - length, length: length))
    }
    guard let sound else { return (mark, nil) }
    let strikes = sound.spacing * (sound.strikes - 1)
    return (mark - durations.length(ofSound: sound.name) - strikes, nil)
  }

  private func next(after place: Int) -> ReferenceLayout.LaidPhase? {
    place + 1 < layout.phases.count ? layout.phases[place + 1] : beyond
  }
}

extension ReferenceExpansion {
  /// Whether a rule for phases is for this one.
  private func concerns(_ rule: PlacedRule, _ phase: ReferenceLayout.LaidPhase) -> Bool {
    guard rule.rule.on == .phase, rule.rule.condition.intensity?.contains(phase.phase.intensity) ?? true else {
      return false
    }
    return rule.owner == 0 || phase.id.node == rule.owner || phase.around.contains { $0.group == rule.owner }
  }

  /// Words of an author are spoken in every style: if no rule speaks them at the start of the phase, they follow its
  /// sound there, or are spoken alone.
  private func isAnnounced(_ phase: ReferenceLayout.LaidPhase) -> Announcement {
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

  private func announcements() -> [PlacedRule] {
    let rule = CueRule(on: .phase, at: .start(offset: .zero), say: try? CueText("{phase}"))
    return [PlacedRule(index: rules.count, rule: rule, owner: 0, kind: .phaseStart, isAnnouncement: true)]
  }

  /// A rule as it is for a phase whose words it has to say.
  private func saying(_ placed: PlacedRule, _ target: Target) -> PlacedRule {
    guard placed.rule.on == .phase, let place = target.places.first,
      isAnnounced(layout.phases[place]) == .afterSound(of: placed.index)
    else { return placed }
    var rule = placed.rule
    rule.say = try? CueText("{phase}")
    return PlacedRule(index: placed.index, rule: rule, owner: placed.owner, kind: placed.kind)
  }

  /// Whether what a rule asks of its phase, set or workout is so.
  private func holds(_ condition: Condition, _ target: Target, _ span: PlanSpan) -> Bool {
    if let least = condition.longerThan {
      guard let length = span.length, length > least else { return false }
    }
    if let least = condition.atLeast {
      guard let length = span.length, length >= least else { return false }
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

  /// Whether no phase of the same set of its innermost group follows a phase.
  private func endsSet(_ place: Int) -> Bool {
    guard let set = layout.phases[place].around.last else { return false }
    return !(next(after: place)?.around.contains(set) ?? false)
  }

  private func passes(_ condition: Condition, _ mark: Duration, _ moments: ReferenceMoments) -> Bool {
    if let before = condition.before.flatMap(moments.single), mark >= before { return false }
    guard let after = condition.after else { return true }
    return moments.single(after).map { mark > $0 } ?? false
  }

  /// Where sets of nested groups end together, only the outer one's completion is said.
  private func isSaidOutside(_ rule: PlacedRule, _ target: Target, _ home: ReferenceLayout.LaidPhase) -> Bool {
    guard rule.rule.on == .set, case .end = rule.rule.at, rule.rule.say != nil, let set = target.set,
      let end = layout.span(of: target.places).end
    else { return false }
    return home.around.prefix { $0 != set }.contains { outer in
      let places = layout.places[outer] ?? []
      let span = layout.span(of: places)
      guard span.end == end else { return false }
      return rules.contains { other in
        guard other.rule.on == .set, other.rule.at == rule.rule.at, other.rule.say != nil,
          other.owner == 0 || other.owner == outer.group
        else { return false }
        let whole = Target(node: outer.group, sets: outer.sets.map { $0 + 1 }, places: places, set: outer)
        return holds(other.rule.condition, whole, span)
      }
    }
  }

  /// Whether the user decides how long a phase, a set or the workout lasts, so that no half of it is known. It depends
  /// on the file alone, as the number of sets that fit before a clock is not known in advance.
  private func dependsOnUser(_ on: Anchor, _ target: Target) -> Bool {
    switch on {
    case .phase: target.places.contains { layout.phases[$0].isOpen }
    case .workout: Self.isUsers(SetGroup(.sets(1), nodes: workout.nodes), set: 0)
    case .set:
      target.set.flatMap { set in layout.groups[set.group].map { Self.isUsers($0, set: set.sets.last ?? 0) } } ?? false
    }
  }

  private static func isUsers(_ group: SetGroup, set: Int) -> Bool {
    if case .interval = group.repetition { return false }
    return group.nodes.contains { node in
      switch node {
      case .phase(let phase):
        guard case .open = phase.end else { return false }
        return !ReferenceLayout.isSkipped(phase.skip, set, of: group.repetition.sets)
      case .group(let inner):
        if case .total = inner.repetition { return false }
        if ReferenceLayout.isSkipped(inner.skip, set, of: group.repetition.sets) { return false }
        return (0..<(inner.repetition.sets ?? 1)).contains { isUsers(inner, set: $0) }
      }
    }
  }

  /// The length that random moments are drawn for: what the user has made of it since leaves them where they are.
  private func drawnLength(of target: Target, on anchor: Anchor, _ span: PlanSpan) -> Duration? {
    let own = Set(target.places.map { layout.phases[$0].id })
    let others = ended.filter { !own.contains($0.key) }
    guard others.count < ended.count else { return span.length }
    let planned = ReferenceLayout(workout, trackLengths, seed: layout.seed, ended: others)
    let places =
      switch anchor {
      case .workout: Array(planned.phases.indices)
      case .set: target.set.flatMap { planned.places[$0] } ?? []
      case .phase: planned.phases.indices.filter { own.contains(planned.phases[$0].id) }
      }
    return planned.span(of: places).length ?? span.length
  }
}
