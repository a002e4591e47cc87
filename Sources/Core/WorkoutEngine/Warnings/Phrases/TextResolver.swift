import WorkoutModel

/// Fills in the placeholders of a text for a place in the workout.
struct TextResolver {
  let rules: CompiledRules
  /// The segment at that place.
  let context: SegmentContext
  /// The group whose set a rule `on: set` belongs to.
  let group: Int?
  /// The span that `{remaining}` and `{elapsed}` refer to.
  let span: ScheduledWarning.Span
  /// The moment of the plan at which the text is true.
  let position: Duration
  /// Whether the text describes the next phase, so that what follows that phase isn't known yet.
  var isAhead = false

  /// The resolved text; throws what it lacks.
  func resolve(_ text: CueText) throws(TextGap) -> String {
    // A text that contains `{reps}` doesn't get the repetitions appended again.
    let tallies = !text.placeholders.contains(.reps)
    var result = ""
    for (index, piece) in text.pieces.enumerated() {
      switch piece {
      case .words(let words): result += counting(words, at: index, of: text.pieces)
      case .placeholder(let placeholder): result += try value(of: placeholder, tallies: tallies)
      }
    }
    return result
  }

  /// Words verbatim, except that a slash next to a filled-in number becomes the word of a count, as in "3 of 8",
  /// because it isn't part of a fraction.
  private func counting(_ words: String, at index: Int, of pieces: [CueText.Piece]) -> String {
    guard let of = rules.phrases.of, words.utf8.contains(UInt8(ascii: "/")) else { return words }
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

  private func value(of placeholder: Placeholder, tallies: Bool) throws(TextGap) -> String {
    switch placeholder {
    case .phase: return try resolve(context.words.text) + (tallies ? context.words.tally ?? "" : "")
    case .next:
      guard let next else { throw .noNextPhase }
      let words = rules.words(of: next)
      // Words of the next phase that name the phase after it would never end.
      if words.text.placeholders.contains(.next) { return words.name }
      // They refer to its own set and reps.
      let there = TextResolver(
        rules: rules, context: SegmentContext(next, rules), group: nil, span: span, position: position,
        isAhead: true)
      return try there.resolve(words.text) + (tallies ? words.tally ?? "" : "")
    case .set: return "\(context.sets[try level()].set)"
    case .sets:
      guard let sets = context.sets[try level()].sets else { throw .unknownNumberOfSets }
      return "\(sets)"
    case .nextSet:
      let set = context.sets[try level()]
      guard !isAhead, let number = rules.timeline.set(of: set.group, after: context.cursor, before: next) else {
        throw .noNextSet
      }
      return "\(number)"
    case .setOf(let name):
      guard let set = context.sets.first(where: { $0.name == name }) else { throw .notInGroup(name) }
      return "\(set.set)"
    case .side:
      guard let side = context.words.side else { throw .noSides }
      return side
    case .remaining:
      guard let end = span.end else { throw .unknownEnd }
      return rules.phrases.duration(end - position)
    case .elapsed: return rules.phrases.duration(position - span.start)
    case .workout: return rules.timeline.workout.name
    case .reps:
      guard let reps = context.words.reps else { throw .noRepetitions }
      return rules.phrases.repetitions(reps)
    case .target:
      guard let target = context.words.target else { throw .noTarget }
      return rules.phrases.target(target)
    }
  }

  /// The next phase; for a phase that only the user ends, as if it ended at this moment.
  private var next: Cursor? {
    context.cursor.end == nil ? rules.timeline.next(after: context.cursor, endedAt: position) : context.following
  }

  /// The level of the set that `{set}` means: the anchor's own, otherwise that of the innermost group.
  private func level() throws(TextGap) -> Int {
    guard let level = group.map(context.level(of:)) ?? context.innermost else { throw .noSet }
    return level
  }
}

extension CueText.Piece {
  /// Whether a number replaces it.
  fileprivate var isNumber: Bool {
    guard case .placeholder(let placeholder) = self else { return false }
    return switch placeholder {
    case .set, .sets, .nextSet, .setOf: true
    case .reps, .target, .phase, .next, .side, .remaining, .elapsed, .workout: false
    }
  }
}

/// The reason why a text can't be resolved.
enum TextGap: Error, Equatable {
  case noNextPhase, noSet, unknownNumberOfSets, unknownEnd, noRepetitions, noTarget, noSides, noNextSet
  case notInGroup(String)

  var reason: String {
    switch self {
    case .noNextPhase: "no phase follows"
    case .noSet: "there is no set here"
    case .unknownNumberOfSets: "the number of sets is unknown"
    case .unknownEnd: "its end is unknown"
    case .noRepetitions: "the phase has no reps"
    case .noTarget: "the phase has no target"
    case .noNextSet: "no set follows here"
    case .noSides: "the phase has no sides"
    case .notInGroup(let name): "it isn't in the group \"\(name)\""
    }
  }
}
