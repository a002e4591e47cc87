import WorkoutModel

/// Fills in the placeholders of a text for a place in the workout.
struct TextResolver {
  let rules: CompiledRules
  let context: SegmentContext
  /// The group whose set a rule `on: set` belongs to.
  let group: Int?
  let span: ScheduledWarning.Span
  /// The moment of the plan at which the text is true.
  let position: Duration
  /// The values of signals; by default those for which a plan leaves time.
  var values = longest
  /// Whether the text describes the next phase, so that what follows that phase isn't known yet.
  var isAhead = false
  /// Whether a placeholder without a value stays as it is written; otherwise the text has no words.
  var keepsGaps = false
  /// Whether phases are called by their names, whatever announces them.
  var callsByName = false

  /// The values for which a plan leaves time: in each language no other takes longer by more than the pause behind
  /// words.
  static let longest: [Signal: Int] = [.heartRate: 177]

  /// The resolved text in a voice, by default that of the workout; throws what it lacks.
  func resolve(_ text: CueText, in voice: Voice? = nil) throws(TextGap) -> Phrase {
    var result = Phrase("", voice: voice)
    try append(text, to: &result)
    return result
  }

  func append(_ text: CueText, to result: inout Phrase) throws(TextGap) {
    // A text that contains `{reps}` doesn't get the repetitions appended again.
    let tallies = !text.pieces.contains(.placeholder(.reps))
    for (index, piece) in text.pieces.enumerated() {
      switch piece {
      case .words(let words): result.append(counting(words, at: index, of: text.pieces))
      case .english(let words): result.append(words, inEnglish: true)
      case .placeholder(let placeholder):
        do throws(TextGap) { try append(placeholder, tallies: tallies, to: &result) } catch {
          guard keepsGaps else { throw error }
          result.append(CueText(pieces: [piece]).description)
        }
      }
    }
  }

  /// Appends the words of a phase, with its repetitions if they aren't in its text already.
  private func append(_ words: PhaseWords, tallies: Bool, to result: inout Phrase) throws(TextGap) {
    try append(callsByName ? words.nameText : words.text, to: &result)
    if tallies, let tally = words.tally { appendBuiltIn(tally, to: &result) }
  }

  /// Appends built-in words, which are English where the language of the voice has none.
  private func appendBuiltIn(_ words: String, to result: inout Phrase) {
    result.append(words, inEnglish: !rules.phrases.isTranslated)
  }

  /// Words verbatim, except that a slash next to a filled-in number becomes the word of a count, as in "3 of 8",
  /// because it isn't part of a fraction.
  private func counting(_ words: String, at index: Int, of pieces: [CueText.Piece]) -> String {
    guard words.utf8.contains(UInt8(ascii: "/")), let of = rules.phrases.of else { return words }
    let isBehind = index > 0 && pieces[index - 1].isNumber
    let isBefore = index + 1 < pieces.count && pieces[index + 1].isNumber
    if words == "/" { return isBehind && isBefore ? " \(of) " : words }
    var words = words[...]
    var (start, end) = ("", "")
    if isBehind, words.first == "/", words.dropFirst().first?.isNumber ?? false {
      start = " \(of) "
      words = words.dropFirst()
    }
    if isBefore, words.last == "/", words.dropLast().last?.isNumber ?? false {
      end = " \(of) "
      words = words.dropLast()
    }
    return start + words + end
  }

  private func append(
    _ placeholder: Placeholder, tallies: Bool, to result: inout Phrase
  ) throws(TextGap) {
    switch placeholder {
    case .phase: try append(context.words, tallies: tallies, to: &result)
    case .next:
      guard let next else { throw .noNextPhase }
      let words = rules.words(of: next)
      // Words of the next phase that name the phase after it would never end.
      if words.text.pieces.contains(.placeholder(.next)) { return result.append(words.name) }
      // They refer to its own set and reps.
      let there = TextResolver(
        rules: rules, context: SegmentContext(next, rules), group: nil, span: span, position: position,
        values: values, isAhead: true, callsByName: callsByName)
      try there.append(words, tallies: tallies, to: &result)
    case .set, .sets, .nextSet, .setOf: result.appendNumber(try number(placeholder))
    case .side:
      guard let side = context.words.sideText else { throw .noSides }
      try append(side, to: &result)
    case .remaining:
      guard let end = span.end else { throw .unknownEnd }
      appendBuiltIn(rules.phrases.duration(end - position), to: &result)
    case .elapsed: appendBuiltIn(rules.phrases.duration(position - span.start), to: &result)
    case .workout: result.append(rules.timeline.workout.spokenName)
    case .word(let word): appendBuiltIn(rules.phrases[word], to: &result)
    case .reps:
      guard let reps = context.words.reps else { throw .noRepetitions }
      appendBuiltIn(rules.phrases.repetitions(reps), to: &result)
    case .heartRate:
      guard let value = values[.heartRate] else { throw .noHeartRate }
      result.appendNumber(value)
    case .target:
      guard let target = context.words.target else { throw .noTarget }
      append(target, to: &result)
    case .nextTarget:
      guard !isAhead, let next else { throw .noNextPhase }
      guard let target = rules.words(of: next).target else { throw .noNextTarget }
      append(target, to: &result)
    }
  }

  /// Appends a target; the words for one that is interpreted are built in.
  private func append(_ target: Target, to result: inout Phrase) {
    let words = rules.phrases.target(target)
    if target.parts == nil { result.append(words) } else { appendBuiltIn(words, to: &result) }
  }

  private func number(_ placeholder: Placeholder) throws(TextGap) -> Int {
    switch placeholder {
    case .sets:
      guard let sets = context.sets[try level()].sets else { throw .unknownNumberOfSets }
      return sets
    case .nextSet:
      let set = context.sets[try level()]
      guard !isAhead, let number = rules.timeline.set(of: set.group, after: context.cursor, before: next) else {
        throw .noNextSet
      }
      return number
    case .setOf(let name):
      guard let set = context.sets.first(where: { $0.isNamed(name) }) else { throw .notInGroup(name) }
      return set.set
    default: return context.sets[try level()].set
    }
  }

  /// The next phase; for a phase that only the user ends, as if it ended at this moment.
  private var next: Cursor? {
    context.cursor.end == nil ? rules.timeline.next(after: context.cursor, endedAt: position) : context.next
  }

  /// The level of the set that `{set}` means: the anchor's own, otherwise that of the innermost group.
  private func level() throws(TextGap) -> Int {
    guard let level = group.map(context.level(of:)) ?? context.innermost else { throw .noSet }
    return level
  }
}

extension CueText.Piece {
  fileprivate var isNumber: Bool {
    guard case .placeholder(let placeholder) = self else { return false }
    return switch placeholder {
    case .set, .sets, .nextSet, .setOf, .heartRate: true
    case .reps, .target, .nextTarget, .phase, .next, .side, .remaining, .elapsed, .workout, .word: false
    }
  }
}
