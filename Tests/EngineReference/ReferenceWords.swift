import WorkoutModel

/// Resolves a text at a moment of the plan.
final class ReferenceWords: Sendable {
  /// A workout and its layout.
  final class Source: Sendable {
    let workout: Workout
    let layout: ReferenceLayout

    init(_ workout: Workout, _ layout: ReferenceLayout) {
      self.workout = workout
      self.layout = layout
    }
  }

  let source: Source
  /// The phase of the moment.
  let phase: ReferenceLayout.LaidPhase
  /// The next phase; `nil` at the end.
  let next: ReferenceLayout.LaidPhase?
  /// The set of `{set}`: that of a rule for sets, otherwise the innermost.
  let set: ReferenceLayout.SetID?
  /// The span of `{remaining}` and `{elapsed}`.
  let span: PlanSpan
  let moment: Duration

  private var layout: ReferenceLayout { source.layout }
  private var workout: Workout { source.workout }

  init(
    source: Source, phase: ReferenceLayout.LaidPhase, next: ReferenceLayout.LaidPhase?, set: ReferenceLayout.SetID?,
    span: PlanSpan, moment: Duration
  ) {
    self.source = source
    self.phase = phase
    self.next = next
    self.set = set
    self.span = span
    self.moment = moment
  }

  /// Returns the text; `nil` if one of its placeholders has no value.
  func words(of text: CueText) -> String? {
    var words = ""
    for piece in text.pieces {
      switch piece {
      case .words(let plain), .english(let plain): words += plain
      case .placeholder(let placeholder):
        guard let value = value(of: placeholder, isTallied: text.placeholders.contains(.reps)) else { return nil }
        switch placeholder {
        case .set, .sets, .nextSet, .setOf: words += "\(Self.mark)\(value)\(Self.mark)"
        default: words += value
        }
      }
    }
    return Self.counting(words, workout.phrases.of)
  }

  /// Delimits the numbers that were filled in.
  private static let mark: Character = "\u{1}"

  /// A slash between two numbers of which at least one was filled in means a count: "3 of 8".
  private static func counting(_ words: String, _ of: String?) -> String {
    var result: [Character] = []
    let all = Array(words)
    for (index, character) in all.enumerated() {
      let before = index > 0 ? all[index - 1] : " "
      let after = index + 1 < all.count ? all[index + 1] : " "
      let isBeside = before == mark || after == mark
      if character == "/", isBeside, before == mark || before.isNumber, after == mark || after.isNumber, let of {
        result += " \(of) "
      } else {
        result.append(character)
      }
    }
    return String(result.filter { $0 != mark })
  }

  private func value(of placeholder: Placeholder, isTallied: Bool) -> String? {
    switch placeholder {
    case .phase: return announcement(of: phase, isTallied: isTallied)
    case .next:
      guard let next else { return nil }
      // Words that contain `{next}` would expand without end.
      if Self.text(of: next)?.placeholders.contains(.next) == true { return next.name }
      // They refer to the phase's own set and reps.
      let there = ReferenceWords(
        source: source, phase: next, next: nil, set: next.around.last, span: span, moment: moment)
      return there.announcement(of: next, isTallied: isTallied)
    case .set: return set.flatMap { $0.sets.last }.map { "\($0 + 1)" }
    case .sets: return set.flatMap { layout.groups[$0.group]?.repetition.sets }.map { "\($0)" }
    case .nextSet: return nextSet.map { "\($0)" }
    case .setOf(let name):
      let named = phase.around.last { layout.groups[$0.group]?.written == name }
      return named.flatMap { $0.sets.last }.map { "\($0 + 1)" }
    case .remaining: return span.end.map { workout.phrases.duration($0 - moment) }
    case .elapsed: return workout.phrases.duration(moment - span.start)
    case .workout: return workout.spokenName
    case .word(let word): return workout.phrases[word]
    case .reps: return phase.reps.map { workout.phrases.repetitions($0) }
    case .side: return phase.side
    case .target: return phase.target.map { workout.phrases.target($0) }
    case .nextTarget: return next?.target.map { workout.phrases.target($0) }
    // Nothing is measured in a rehearsal; the plan leaves time for the longest value.
    case .heartRate: return "177"
    }
  }

  /// The number of the set that the next phase begins, in the same set of the groups around its group.
  private var nextSet: Int? {
    guard let set, let own = set.sets.last, let other = next?.around.first(where: { $0.group == set.group }),
      other.sets.dropLast() == set.sets.dropLast(), let number = other.sets.last, number != own
    else { return nil }
    return number + 1
  }

  /// A phase's name or its author's words; repetitions that they don't contain are appended.
  private func announcement(of phase: ReferenceLayout.LaidPhase, isTallied: Bool) -> String? {
    let words: String
    if let text = Self.text(of: phase) {
      guard let said = self.words(of: text) else { return nil }
      words = said
    } else {
      words = phase.say ?? phase.name
    }
    guard let reps = phase.reps, phase.say == nil, !isTallied else { return words }
    let numbers = phase.name.split { !$0.isNumber }
    return numbers.contains("\(reps)") ? words : words + ", " + workout.phrases.repetitions(reps)
  }

  /// The author's words for a phase as a text with placeholders; `nil` if there are none, or if they can't be parsed or
  /// contain `{phase}`.
  private static func text(of phase: ReferenceLayout.LaidPhase) -> CueText? {
    guard let say = phase.say, let text = try? CueText(say), !text.placeholders.contains(.phase) else {
      return nil
    }
    return text
  }
}
