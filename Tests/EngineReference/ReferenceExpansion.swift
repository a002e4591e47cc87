import WorkoutEngine
import WorkoutModel

/// Applies each rule of a workout to every phase, set or workout for which it is meant.
struct ReferenceExpansion {
  /// How the words are announced that an author gave a phase.
  enum Announcement: Equatable {
    case none, byRules, byItself
    /// The first rule that gives the phase a sound at its start.
    case afterSound(of: Int)
  }

  /// The target of a rule, a phase, a set or the workout, with the phases that it contains.
  struct Target {
    let node: Int
    let sets: [Int]
    let extent: ReferenceLayout.Extent
    let set: ReferenceLayout.SetID?

    var span: PlanSpan { extent.span }
    /// Its phases, by index.
    var places: [Int] { extent.places }
    /// Whether nobody is to know its end.
    var isHidden = false
    /// What cues may tell of the span.
    var shown: PlanSpan { isHidden ? PlanSpan(start: span.start, end: nil) : span }
  }

  /// The workout and its layout.
  let source: ReferenceWords.Source
  let trackLengths: [String: Duration]
  /// The positions at which the user has ended open phases.
  let ended: [SegmentID: Duration]
  /// The phase after an open one that has not been ended, if that ended at once.
  let beyond: ReferenceLayout.LaidPhase?
  let rules: [PlacedRule]
  let durations: PhraseDurations
  /// The stretch with the relevant moments.
  let stretch: Range<Duration>
  /// The rule and the end of a count that had begun when the user ended a phase: it continues, whatever the rule asks
  /// of the length.
  let count: (rule: Int, last: Duration, end: Duration)?

  var workout: Workout { source.workout }
  var layout: ReferenceLayout { source.layout }

  /// Returns all cues in the order in which they are arbitrated.
  func cues() -> [ReferenceCue] {
    var cues: [(cue: ReferenceCue, order: [Int])] = []
    for rule in rules + announcements() + repetitions() {
      for (place, target) in targets(of: rule).enumerated() {
        var hidden = target
        hidden.isHidden = true
        for cue in self.cues(of: rule, on: target) + self.cues(of: rule, on: hidden) {
          let isEnd = cue.mark == cue.anchor.end
          cues.append((cue, [cue.mark.wholeNanoseconds, isEnd ? 0 : 1, rule.index, place]))
        }
      }
    }
    let names = namesAtStart(cues.map(\.cue))
    // A count that begins in the next phase, at the end of this one, is none of this one.
    let counts = Dictionary(grouping: cues.map(\.cue).filter { $0.rule.count == $0.key.number }, by: \.home.id)
      .mapValues { Set($0.map(\.mark)) }
    return cues.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.cue).filter { cue in
      cue.rule.condition.counted.map { $0 == (counts[cue.home.id]?.contains(cue.mark) ?? false) } ?? true
    }.filter { cue in
      cue.placed.repetition == nil || cue.sound != nil || names[cue.home.id].map { cue.mark >= $0 } ?? true
    }
  }

  private func targets(of rule: PlacedRule) -> [Target] {
    switch rule.rule.on {
    case .workout: return [Target(node: 0, sets: [], extent: layout.whole, set: nil)]
    case .set:
      return layout.sets.filter { concerns(rule, $0) }.map(target)
    case .phase:
      return layout.phases.indices.filter { place in
        let phase = layout.phases[place]
        return concerns(rule, phase) && (!rule.isAnnouncement || isAnnounced(phase) == .byItself)
      }.map { place in
        let phase = layout.phases[place]
        return Target(
          node: phase.id.node, sets: phase.id.sets.map { $0 + 1 }, extent: layout.extent(of: place),
          set: phase.around.last)
      }
    }
  }

  func target(_ set: ReferenceLayout.SetID) -> Target {
    let extent = layout.extents[set] ?? ReferenceLayout.Extent()
    return Target(node: set.group, sets: set.sets.map { $0 + 1 }, extent: extent, set: set)
  }

  private func cues(of rule: PlacedRule, on target: Target) -> [ReferenceCue] {
    let span = target.span
    var begin = Duration.zero
    if !isSatisfied(rule.rule.condition, target) {
      var condition = rule.rule.condition
      (condition.longerThan, condition.atLeast) = (nil, nil)
      guard let count, count.rule == rule.index, count.end == span.end, isSatisfied(condition, target) else {
        return []
      }
      begin = count.last + .nanoseconds(1)
    }
    let rule = naming(saying(rule, target), target)
    let seed = ReferenceMoments.seed(
      workout.name, [Int(truncatingIfNeeded: layout.seed), rule.index, target.node] + target.sets)
    let moments = ReferenceMoments(
      span: target.shown, hiddenEnd: target.isHidden ? span.end : nil,
      drawnLength: { target.isHidden ? nil : drawnLength(of: target, on: rule.rule.on) },
      dependsOnUser: dependsOnUser(rule.rule.on, target), horizon: stretch.upperBound, seed: seed)
    return moments.all(of: rule).compactMap { moment -> ReferenceCue? in
      guard moment.at >= begin, span.contains(moment.at), stretch.contains(moment.at),
        passes(rule.rule.condition, moment.at, moments),
        let place = home(of: moment.at, in: target.places, span),
        hidesEnd(of: target, on: rule.rule.on, from: place) == target.isHidden,
        !(target.isHidden && rule.rule.align == .end && moment.at == span.end)
      else { return nil }
      let key = CueKey(rule: rule.index, node: target.node, sets: target.sets, number: moment.number)
      guard !isSaidOutside(rule, target, place) else { return nil }
      return cue(key, rule, moment.at, target, at: place)
    }
  }

  /// The phase of a moment; the last moment of a target belongs to its last phase.
  private func home(of moment: Duration, in places: [Int], _ span: PlanSpan) -> Int? {
    if moment == span.end { return places.last }
    return places.last { layout.phases[$0].start <= moment }
  }

  private func cue(
    _ key: CueKey, _ rule: PlacedRule, _ mark: Duration, _ target: Target, at place: Int
  ) -> ReferenceCue? {
    let (span, home) = (target.span, layout.phases[place])
    let voice = rule.rule.voice?.applied(to: workout.voice)
    func phrase(_ text: String) -> Phrase { Phrase(text, voice: voice == workout.voice ? nil : voice) }
    if let wanted = rule.rule.condition.intensity, !wanted.contains(home.phase.intensity) { return nil }
    let set = rule.rule.on == .set ? target.set : home.around.last
    var sound = rule.rule.sound
    var words: String?
    var telling: (@Sendable (Duration) -> Phrase?)?
    if rule.rule.count != nil {
      words = sound == nil ? "\(key.number)" : nil
    } else if rule.repetition != nil {
      words = sound == nil ? "\(key.number)" : nil
    } else if let say = rule.rule.say {
      let (source, next, shown, voice) = (source, next(after: place), target.shown, phrase("").voice)
      @Sendable func told(at moment: Duration) -> String? {
        ReferenceWords(source: source, phase: home, next: next, set: set, span: shown, moment: moment).words(of: say)
      }
      words = told(at: mark)
      telling = { told(at: min($0, span.end ?? $0)).map { Phrase($0, voice: voice) } }
    }
    // A number that is too long for its second is replaced by a beep.
    if let number = words, rule.rule.count != nil, durations.length(of: phrase(number)) > .seconds(1) {
      (words, sound) = (nil, CueSound(BuiltInSound.beep.rawValue))
    }
    // Words without anything to speak take no time and no place.
    if let text = words, durations.length(of: phrase(text)) == .zero {
      words = nil
      if sound == nil { return nil }
    }
    let (due, speech) = places(words.map(phrase), sound, rule.rule.align, mark)
    guard due >= span.start else { return nil }
    return ReferenceCue(
      key: key, placed: rule, anchor: span, home: home, set: set.flatMap { $0.sets.last }.map { $0 + 1 }, mark: mark,
      due: due, sound: sound, speech: speech, telling: telling)
  }

  /// The rule with the style's words for the sets of a group with a name.
  func naming(_ placed: PlacedRule, _ target: Target) -> PlacedRule {
    guard placed.kind != .custom, placed.rule.on == .set,
      let name = target.set.flatMap({ layout.groups[$0.group]?.name }),
      let say = workout.phrases.words(ofRule: placed.rule.id, forGroupNamed: name)
    else { return placed }
    var rule = placed.rule
    rule.say = say
    return PlacedRule(index: placed.index, rule: rule, owner: placed.owner, kind: placed.kind)
  }

  /// The start of a cue, and the place of its words.
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

  func next(after place: Int) -> ReferenceLayout.LaidPhase? {
    place + 1 < layout.phases.count ? layout.phases[place + 1] : beyond
  }
}
