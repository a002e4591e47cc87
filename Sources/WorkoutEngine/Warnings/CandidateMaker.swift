import WorkoutModel

/// Makes one cue of a rule: what is said as things stand, and when it must begin.
struct CandidateMaker {
  /// How long after its sound the speech of a rule with both begins.
  static let speechDelay = Duration.milliseconds(600)

  let timeline: Timeline
  let lexicon: Lexicon
  let stretch: CandidateFinder.Stretch
  let entry: CueBook.Entry

  /// The cue at `mark`; throws why it is left out.
  func make(
    _ key: CueKey, at mark: Duration, in anchor: ScheduledWarning.Span, group: Int?
  ) throws(LeftOut) -> ScheduledWarning {
    let rule = entry.rule
    let context = TextContext(group: group)
    var sound = rule.sound
    var speech: ScheduledWarning.Speech?
    if let text = try text(key, at: mark, in: anchor, context) {
      let length = lexicon.length(of: text)
      if rule.count != nil, length > .seconds(1) {
        // A number that doesn't fit its second would push the next one off its own.
        sound = CueSound(BuiltInSound.beep.rawValue)
      } else {
        let onset = rule.align == .end ? mark - length : rule.sound == nil ? mark : mark + Self.speechDelay
        speech = ScheduledWarning.Speech(text: text, onset: onset, length: length)
      }
    }
    let due = due(at: mark, sound: sound, speech: speech)
    guard due >= anchor.start else {
      throw LeftOut(reason: "it would have to begin before the \(rule.on.rawValue) does")
    }
    return ScheduledWarning(
      key: key, kind: entry.kind, cueClass: entry.cueClass, due: due, mark: mark, align: rule.align, sound: sound,
      speech: speech, segment: stretch.cursor.id, plannedSet: set(group)?.set, isInLastSet: set(group)?.isLast ?? true,
      anchor: anchor, template: rule.say, context: context)
  }

  private func text(
    _ key: CueKey, at mark: Duration, in anchor: ScheduledWarning.Span, _ context: TextContext
  ) throws(LeftOut) -> String? {
    if entry.rule.count != nil { return entry.rule.sound == nil ? "\(key.number)" : nil }
    guard let say = entry.rule.say else { return nil }
    let resolver = TextResolver(
      timeline: timeline, cursor: stretch.cursor, sets: stretch.sets, context: context, span: anchor, position: mark)
    do throws(TextGap) { return try resolver.resolve(say) } catch { throw LeftOut(reason: error.reason) }
  }

  private func due(at mark: Duration, sound: CueSound?, speech: ScheduledWarning.Speech?) -> Duration {
    guard entry.rule.align == .end else { return mark }
    if let speech { return sound == nil ? speech.onset : speech.onset - Self.speechDelay }
    guard let sound else { return mark }
    return mark - lexicon.length(ofSound: sound.name) - CueSound.strikeSpacing * (sound.strikes - 1)
  }

  private func set(_ group: Int?) -> Timeline.SetSpan? {
    let groups = stretch.sets.dropLast()
    return group.map { group in groups.first { $0.group == group } } ?? groups.first
  }
}

/// Why a cue is left out of the plan.
struct LeftOut: Error {
  let reason: String

  func note(key: CueKey, kind: CueKind, mark: Duration, rule: CueRule) -> PlanNote {
    let content = rule.count.map { _ in "\(key.number)" } ?? rule.say?.description ?? rule.sound?.name ?? ""
    return PlanNote(kind: .leftOut, key: key, cueKind: kind, mark: mark, content: content, reason: reason)
  }
}
