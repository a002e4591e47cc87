import WorkoutModel

extension CueExpander {
  /// How long a time in words counts as true.
  private static let truth = Duration.seconds(1)

  func make(
    _ key: CueKey, of entry: CompiledRules.Entry, at mark: Duration, in anchored: Anchored,
    _ context: SegmentContext
  ) throws(LeftOut) -> ScheduledWarning {
    let anchor = anchored.span
    if anchored.isHidden, entry.rule.align == .end, mark == anchor.end {
      throw LeftOut(reason: .hiddenEnd)
    }
    let group = entry.rule.on == .set ? key.node : nil
    var sound = entry.rule.sound
    var speech: ScheduledWarning.Speech?
    if let phrase = try phrase(key, of: entry, at: mark, in: anchored.shown, context) {
      let length = durations.length(of: phrase)
      if length == .zero {
        // A text with nothing to say takes no time, and nothing replaces it.
        if sound == nil { throw LeftOut(reason: .nothingToSay) }
      } else if entry.rule.count != nil, length > .seconds(1) {
        // A number longer than its second would delay the next one.
        sound = CueSound(BuiltInSound.beep.rawValue)
      } else {
        guard entry.rule.align == .start || length <= BackTiming.longestWords else {
          throw LeftOut(reason: .tooLong(BackTiming.longestWords))
        }
        let onset = entry.rule.align == .end ? mark - length : sound == nil ? mark : mark + BackTiming.speechDelay
        speech = ScheduledWarning.Speech(
          phrase: phrase, onset: onset, length: length,
          template: mentionsValue(key, of: entry, in: anchored.shown, context)
            ? content(key, of: entry, at: mark, in: anchored.shown, context) : nil)
      }
    }
    let due = due(of: entry, at: mark, sound, speech)
    guard due >= anchor.start else {
      throw LeftOut(reason: .tooEarly(entry.rule.on))
    }
    return ScheduledWarning(
      key, of: entry, due: due, mark: mark, sound: sound, speech: speech, at: context, in: anchor, group: group)
  }

  private func phrase(
    _ key: CueKey, of entry: CompiledRules.Entry, at mark: Duration, in anchor: ScheduledWarning.Span,
    _ context: SegmentContext
  ) throws(LeftOut) -> Phrase? {
    if entry.countsUp || entry.rule.count != nil {
      return entry.countsUp || entry.rule.sound == nil ? Phrase("\(key.number)", voice: entry.voice) : nil
    }
    guard let say = words(of: entry, context, group: key.node) else { return nil }
    let resolver = resolver(key, of: entry, at: mark, in: anchor, context)
    do throws(TextGap) {
      return try resolver.resolve(say, in: entry.voice)
    } catch {
      // A sound doesn't depend on the words that go with it.
      if entry.rule.sound != nil { return nil }
      throw LeftOut(reason: .gap(error))
    }
  }

  private func resolver(
    _ key: CueKey, of entry: CompiledRules.Entry, at mark: Duration, in anchor: ScheduledWarning.Span,
    _ context: SegmentContext
  ) -> TextResolver {
    TextResolver(
      rules: rules, context: context, group: entry.rule.on == .set ? key.node : nil, span: anchor, position: mark)
  }

  /// Whether the words of a cue can't be resolved without what is measured.
  private func mentionsValue(
    _ key: CueKey, of entry: CompiledRules.Entry, in anchor: ScheduledWarning.Span, _ context: SegmentContext
  ) -> Bool {
    guard rules.dependsOnSignals(entry), let say = words(of: entry, context, group: key.node) else { return false }
    var resolver = resolver(key, of: entry, at: anchor.start, in: anchor, context)
    resolver.values = [:]
    do throws(TextGap) { _ = try resolver.resolve(say) } catch { return error == .noHeartRate }
    return false
  }

  /// A cue whose words begin at another place, because they wait for words of a role: those with a time tell what is
  /// true there.
  func moved(_ cue: ScheduledWarning, to onset: Duration, because speaker: CueKind?) -> ScheduledWarning {
    guard let old = cue.speech else { return cue }
    let move = ScheduledWarning.Speech.Move(
      from: old.moved?.from ?? old.onset, because: speaker ?? old.moved?.because)
    func at(_ phrase: Phrase, _ template: String?) -> ScheduledWarning {
      cue.saying(
        ScheduledWarning.Speech(
          phrase: phrase, onset: onset, length: durations.length(of: phrase), template: template, moved: move))
    }
    let moved = at(old.phrase, old.template)
    // Words about a round time are true for another second.
    guard rules.mentionsTime, cue.entry.rule.count == nil, onset - cue.mark > Self.truth else { return moved }
    guard let phrase = moved.phrase(late: .zero, in: cue.context, self, TextResolver.longest) else { return moved }
    let span = ScheduledWarning.Span(start: cue.anchor.start, end: cue.anchor.end)
    let told = content(cue.key, of: cue.entry, at: min(onset, span.end ?? onset), in: span, cue.context)
    return at(phrase, old.template.map { _ in told })
  }

  /// What a cue that is left out would have said, or its sound; placeholders without a value stay as they are.
  func content(
    _ key: CueKey, of entry: CompiledRules.Entry, at mark: Duration, in anchor: ScheduledWarning.Span,
    _ context: SegmentContext
  ) -> String {
    if entry.rule.count != nil { return "\(key.number)" }
    var resolver = resolver(key, of: entry, at: mark, in: anchor, context)
    resolver.keepsGaps = true
    resolver.values = [:]
    let words = words(of: entry, context, group: key.node).flatMap { try? resolver.resolve($0) }
    return words?.text ?? entry.rule.sound?.name ?? ""
  }

  /// The text of a cue, before its placeholders are filled in.
  func words(of entry: CompiledRules.Entry, _ context: SegmentContext, group: Int?) -> CueText? {
    guard entry.rule.on == .set, let level = group.flatMap(context.level(of:)) else { return entry.rule.say }
    return entry.say(forGroupNamed: context.sets[level].name, rules.phrases)
  }

  /// Whether it is the number of a repetition that begins before the phase has been announced at its start.
  ///
  /// It depends on the plan alone, so that a plan from the middle of a phase contains the same numbers.
  func precedesName(_ cue: ScheduledWarning) -> Bool {
    guard cue.entry.countsUp else { return false }
    let (context, start) = (cue.context, cue.context.cursor.start)
    var findings = Findings()
    for entry in context.phase.rules where entry.rule.announcesPhase && entry.rule.at == .start(offset: .zero) {
      guard entry.rule.condition.counted == nil else { continue }
      let stretch = Stretch(context: context, from: start, to: start + .nanoseconds(1))
      collect(entry, Anchored(phaseOf: context), stretch, &findings)
    }
    return findings.candidates.contains { name in
      name.speech.map { $0.length > .zero && cue.mark < $0.end } ?? false
    }
  }

  private func due(
    of entry: CompiledRules.Entry, at mark: Duration, _ sound: CueSound?, _ speech: ScheduledWarning.Speech?
  ) -> Duration {
    guard entry.rule.align == .end else { return mark }
    if let speech { return sound == nil ? speech.onset : speech.onset - BackTiming.speechDelay }
    guard let sound else { return mark }
    return mark - durations.length(ofSound: sound.name) - sound.strikesLength
  }
}

struct LeftOut: Error {
  let reason: PlanNote.Reason

  /// The note about a cue whose moment is `mark`; it is reported at `due`, or at `mark` if `due` is `nil`.
  func note(key: CueKey, kind: CueKind, mark: Duration, due: Duration? = nil, content: String) -> PlanNote {
    PlanNote(
      kind: .leftOut, key: key, cueKind: kind, mark: mark, due: due ?? mark, content: content, reason: reason)
  }
}

/// A count to an end of which a number was due a moment ago.
struct CountInProgress {
  let rule: Int
  /// The moment of that number.
  let last: Duration
  let end: Duration
}

extension CueExpander.Anchored {
  init(phaseOf context: SegmentContext) {
    self.init(
      node: context.id.node, span: ScheduledWarning.Span(start: context.cursor.start, end: context.cursor.end),
      level: context.innermost, sets: context.setNumbers, endsByUser: context.phase.isOpen,
      isHidden: context.phase.isSurprise)
  }
}

extension ScheduledWarning.Span {
  func contains(_ position: Duration) -> Bool { position >= start && (end.map { position <= $0 } ?? true) }
}
