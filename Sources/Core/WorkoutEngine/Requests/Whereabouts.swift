import WorkoutModel

/// Where a session is, in words: "Push-ups, 12 seconds left. Next: Rest. 6 minutes to go".
struct Whereabouts {
  /// The number of sentences with all that may be told.
  static let mostSentences = 5
  /// The shortest time of which seconds aren't told.
  private static let wholeMinutes = Duration.seconds(120)

  let rules: CompiledRules
  let context: SegmentContext
  /// The place in the plan.
  let position: Duration
  let isPaused: Bool
  /// The values of signals.
  let values: [Signal: Int]

  /// The first sentences, at most `count`, with the most important one first.
  func phrase(_ count: Int) -> Phrase {
    var (phrase, told) = (Phrase(""), 0)
    func tell(_ text: SpokenText, in span: ScheduledWarning.Span) -> Bool {
      guard told < count else { return false }
      var longer = phrase
      if told > 0 { longer.append(". ", inEnglish: !rules.phrases.isTranslated) }
      let resolver = TextResolver(
        rules: rules, context: context, group: nil, span: span, position: position, values: values, callsByName: true)
      guard (try? resolver.append(rules.phrases.template(text), to: &longer)) != nil else { return false }
      (phrase, told) = (longer, told + 1)
      return true
    }
    let span = ScheduledWarning.Span(start: context.cursor.start, end: context.cursor.end)
    if isPaused { _ = tell(.wherePaused, in: span) }
    _ = tell(aboutPhase, in: span)
    if tell(.whereNext, in: span), let left { _ = tell(.whereToGo, in: .init(start: .zero, end: position + left)) }
    _ = tell(.wherePulse, in: span)
    return phrase
  }

  private var aboutPhase: SpokenText {
    if context.phase.isOvertime { return .whereOver }
    return context.shownLength == nil ? .whereSince : .whereLeft
  }

  /// What is left of the workout, to the minute where it is long; `nil` if nobody is to know.
  private var left: Duration? {
    guard let left = context.shownEnd.map({ $0 - position }) else { return nil }
    return left < Self.wholeMinutes ? left : .seconds((left + .seconds(30)).inNanoseconds / 60_000_000_000 * 60)
  }
}
