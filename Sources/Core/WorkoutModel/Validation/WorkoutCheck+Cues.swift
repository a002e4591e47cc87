extension WorkoutCheck {
  mutating func checkRule(_ rule: CueRule, at path: FieldPath, in place: RulePlace) {
    checkAnchor(rule.on, path.key("on"), in: place)
    for (index, moment) in rule.moments.enumerated() {
      checkMoment(moment, rule.further.isEmpty ? path.key("at") : path.key("at").index(index))
    }
    checkLength(rule.id, Limits.text, path.key("id"))
    checkContent(of: rule, at: path)
    if let sound = rule.sound {
      checkCueSound(sound.name, path.key("sound"))
      checkRange(sound.strikes, Limits.strikes, path.key("strikes"))
      checkRange(sound.spacing, Limits.strikeSpacing, path.key("spacing"))
      checkRange(sound.gain, Limits.gain, path.key("gain"))
    }
    checkSpeech(of: rule, at: path)
    if let say = rule.say {
      checkLength(say.description, Limits.text, path.key("say"))
      checkPlaceholders(of: say, path.key("say"), on: rule.on, in: place)
    }
    checkCount(of: rule, at: path)
    checkCondition(of: rule, at: path.key("if"), on: isUnknown(path.key("on")) ? nil : rule.on, in: place)
  }

  private mutating func checkAnchor(_ anchor: Anchor, _ path: FieldPath, in place: RulePlace) {
    let move = "or move the cue to the \"cues\" of the"
    switch (place.owner, anchor) {
    case (.phase, .set):
      report(path, "cannot be \"set\" in a phase: write \"phase\", \(move) set group")
    case (.phase, .workout):
      report(path, "cannot be \"workout\" in a phase: write \"phase\", \(move) workout")
    case (.group, .workout):
      report(path, "cannot be \"workout\" in a set group: write \"set\", \(move) workout")
    default: break
    }
  }

  mutating func checkMoment(_ moment: Moment, _ path: FieldPath) {
    switch moment {
    case .start(let offset), .end(let offset), .half(let offset):
      checkRange(offset, Limits.offset, path)
    case .part(let percent, let offset):
      checkRange(percent, 0...100, path)
      checkRange(offset, Limits.offset, path)
    case .every(let interval):
      guard !Limits.cueInterval.contains(interval) else { return }
      let complaint = Complaint.range(Limits.cueInterval, got: DurationText.write(interval))
      report(path, "the interval after \"every\" \(complaint)")
    case .random(let number):
      guard !Limits.randomMoments.contains(number) else { return }
      report(path, "the number after \"random\" \(Complaint.range(Limits.randomMoments, got: number))")
    }
  }

  private mutating func checkContent(of rule: CueRule, at path: FieldPath) {
    if rule.sound == nil, rule.say == nil, rule.count == nil, !hasUnknown(["sound", "say", "count"], of: path) {
      report(path, "does nothing: a cue needs \"sound\", \"say\" or \"count\"")
    }
    if rule.say != nil, rule.count != nil {
      report(path.key("say"), "cannot be combined with \"count\", which speaks itself: make it a cue of its own")
    }
  }

  private mutating func checkSpeech(of rule: CueRule, at path: FieldPath) {
    checkRange(rule.speechGain, Limits.gain, path.key("gain"))
    if let sound = rule.sound, rule.speaks, sound.gain != rule.speechGain {
      report(path.key("gain"), "must be the same for the sound and the words of a rule")
    }
    guard let voice = rule.voice else { return }
    checkVoice(voice.applied(to: Voice()), path.key("voice"))
    if !rule.speaks, !hasUnknown(["say", "count", "sound"], of: path) {
      report(path.key("voice"), "needs \"say\", or \"count\" without a sound, beside it")
    }
  }

  private mutating func checkCount(of rule: CueRule, at path: FieldPath) {
    guard let count = rule.count else { return }
    checkRange(count, Limits.count, path.key("count"))
    for moment in rule.moments {
      switch moment {
      case .every, .random:
        report(path.key("count"), "needs one moment to begin at, not \"\(moment)\": write \"at\": \"end-\(count)s\"")
      case .start, .end, .half, .part: break
      }
    }
    if rule.align == .end {
      report(path.key("align"), "\"end\" cannot be combined with \"count\": each number begins on its second")
    }
  }

  private mutating func checkCondition(
    of rule: CueRule, at path: FieldPath, on anchor: Anchor?, in place: RulePlace
  ) {
    let condition = rule.condition
    if condition.intensity?.isEmpty == true { report(path.key("intensity"), "must name at least one intensity") }
    checkRange(condition.longerThan, Limits.conditionLength, path.key("longerThan"))
    checkRange(condition.atLeast, Limits.conditionLength, path.key("atLeast"))
    checkBound(condition.before, path.key("before"))
    checkBound(condition.after, path.key("after"))
    if condition.counted != nil, rule.count != nil {
      report(path.key("counted"), "is for cues that go with the numbers of another rule, this one counts by itself")
    }
    guard let anchor else { return }
    if condition.intensity != nil, anchor == .set {
      report(path.key("intensity"), "is for cues with \"on\": \"phase\" or \"workout\", this one has \"on\": \"set\"")
    }
    if condition.intensityChanges != nil { require(.phase, anchor, path.key("intensityChanges")) }
    if condition.endsSet != nil { require(.phase, anchor, path.key("endsSet")) }
    if condition.severalPhases != nil { require(.set, anchor, path.key("severalPhases")) }
    if let set = condition.set { checkSet(set, path.key("set"), on: anchor, in: place) }
  }

  private mutating func checkBound(_ bound: Moment?, _ path: FieldPath) {
    switch bound {
    case .every, .random: report(path, "must be one moment, such as \"half\" or \"end-30s\"")
    case let bound?: checkMoment(bound, path)
    case nil: break
    }
  }

  private mutating func require(_ needed: Anchor, _ anchor: Anchor, _ path: FieldPath) {
    guard anchor != needed else { return }
    report(path, "is for cues with \"on\": \"\(needed.rawValue)\", this one has \"on\": \"\(anchor.rawValue)\"")
  }

  private mutating func checkSet(_ set: SetCondition, _ path: FieldPath, on anchor: Anchor, in place: RulePlace) {
    if anchor == .workout {
      report(path, "is for cues with \"on\": \"phase\" or \"set\", this one has \"on\": \"workout\"")
    } else if case .phase = place.owner, place.groups.isEmpty {
      report(path, "no set group is around this phase")
    } else if set.asksForLast, place.meansTimedSets(on: anchor) {
      report(path, "the last set of a group with \"for\" is unknown; \"first\" is allowed")
    } else {
      checkNumbers(of: set, path)
    }
  }

  private mutating func checkNumbers(of set: SetCondition, _ path: FieldPath) {
    switch set {
    case .numbers(let numbers):
      if numbers.isEmpty { report(path, "must name at least one set") }
      for (index, number) in numbers.enumerated() {
        checkRange(number, Limits.sets, numbers.count == 1 ? path : path.index(index))
      }
    case .every(let interval, let from):
      checkRange(interval, Limits.sets, path.key("every"))
      checkRange(from, Limits.sets, path.key("from"))
    case .first, .last, .notLast, .odd, .even: break
    }
  }

  private func hasUnknown(_ keys: [String], of path: FieldPath) -> Bool {
    keys.contains { isUnknown(path.key($0)) }
  }
}
