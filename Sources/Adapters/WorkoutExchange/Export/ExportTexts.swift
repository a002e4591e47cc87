import WorkoutModel

/// Finds the spoken cues of a workout that are static: constant words at a moment of a phase or of the workout,
/// without conditions.
struct ExportTexts {
  private struct Rule {
    let moment: Moment
    let words: String
  }

  private let phrases: BuiltInPhrases
  private let ofPhases: [Rule]
  private let ofWorkout: [Rule]

  init(_ workout: Workout) {
    let phrases = workout.phrases
    self.phrases = phrases
    ofPhases = workout.cues.filter { $0.on == .phase }.flatMap { Self.rules($0, phrases) }
    ofWorkout = workout.cues.filter { $0.on == .workout }.flatMap { Self.rules($0, phrases) }
  }

  /// Whether the rule does nothing but speak these words.
  static func isHeld(_ rule: CueRule) -> Bool {
    !rules(rule, BuiltInPhrases(tag: "")).isEmpty && rule.sound == nil && rule.voice == nil
  }

  private static func rules(_ rule: CueRule, _ phrases: BuiltInPhrases) -> [Rule] {
    guard let say = rule.say, rule.count == nil, rule.condition == Condition(), rule.align == .start else { return [] }
    var words = ""
    for piece in say.pieces {
      switch piece {
      case .words(let text): words += text
      case .placeholder(.word(let word)): words += phrases[word]
      case .english, .placeholder: return []
      }
    }
    return rule.moments.map { Rule(moment: $0, words: words) }
  }

  /// The texts spoken in a phase, by its own rules and by the workout's rules for every phase, in order.
  func texts(in phase: Phase, length: Duration?) -> [ExchangeText] {
    let rules = phase.cues.filter { $0.on == .phase }.flatMap { Self.rules($0, phrases) } + ofPhases
    return rules.compactMap { rule in Self.text(rule, length: length) }.sorted { $0.offset < $1.offset }
  }

  /// The texts spoken at moments of the workout, each in its step; `starts` has the starts of the steps.
  func texts(starts: [Duration], total: Duration?) -> [ExchangeText] {
    let texts = ofWorkout.compactMap { rule in Self.text(rule, length: total) }.sorted { $0.offset < $1.offset }
    return texts.map { text in
      // The last step that begins at or before the moment.
      let step = max(0, starts.partitioningIndex { $0 > text.offset } - 1)
      return ExchangeText(offset: text.offset - (starts.isEmpty ? .zero : starts[step]), words: text.words, step: step)
    }
  }

  private static func text(_ rule: Rule, length: Duration?) -> ExchangeText? {
    let moment: Duration?
    switch rule.moment {
    case .start(let offset): moment = offset
    case .end(let offset): moment = length.map { $0 + offset }
    case .half(let offset): moment = length.map { $0 / 2 + offset }
    case .part(let percent, let offset): moment = length.map { $0 * percent / 100 + offset }
    case .every, .random: moment = nil
    }
    guard let moment, moment >= .zero, length.map({ moment <= $0 }) ?? true else { return nil }
    return ExchangeText(offset: moment, words: rule.words)
  }
}
