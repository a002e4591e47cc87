/// A built-in list of cue rules.
public enum Style: String, CaseIterable, Sendable, Codable {
  case hiit, boxing, meditation, silent

  /// The rules of the style, in order, with their words in English.
  public var rules: [CueRule] { rules(saying: BuiltInPhrases(tag: Language.english.rawValue)) }

  /// The rules of the style, in order, with the words of a language.
  public func rules(saying phrases: BuiltInPhrases) -> [CueRule] {
    switch self {
    case .hiit: Self.hiitRules(phrases)
    case .boxing: Self.boxingRules
    case .meditation: Self.meditationRules
    case .silent: []
    }
  }

  private static func text(_ pieces: CueText.Piece...) -> CueText { CueText(pieces: pieces) }

  private static func phaseStart(_ sound: CueSound, _ intensity: [Intensity]) -> CueRule {
    CueRule(
      on: .phase, at: .start(offset: .zero), sound: sound, say: text(.placeholder(.phase)),
      condition: Condition(intensity: intensity))
  }

  private static func hiitRules(_ phrases: BuiltInPhrases) -> [CueRule] {
    [
      CueRule(
        on: .set, at: .start(offset: .milliseconds(600)), say: text(.words(phrases.lastSet)), cueClass: .start,
        condition: Condition(set: .last, severalPhases: true)),
      phaseStart(CueSound("gong"), [.high]),
      phaseStart(CueSound("bell"), [.low, .rest]),
      phaseStart(CueSound("bowl"), [.prepare, .warmup, .cooldown, .sit]),
      CueRule(
        on: .phase, at: .half(offset: .zero), say: text(.words(phrases.halfway)),
        condition: Condition(intensity: [.high], atLeast: .seconds(40))),
      CueRule(
        on: .phase, at: .end(offset: .seconds(-5)), sound: CueSound("woodblock"), cueClass: .transition,
        condition: Condition(atLeast: .seconds(10), intensityChanges: true)),
      // It gives way to the name of the phase, and is never said without the numbers that it leads to.
      CueRule(
        on: .set, at: .end(offset: .seconds(-3)), say: phrases.setCompleting, align: .end, cueClass: .info,
        condition: Condition(severalPhases: true, counted: true)),
      CueRule(
        on: .phase, at: .end(offset: .seconds(-3)), count: 3,
        condition: Condition(longerThan: .seconds(8), endsSet: false)),
      CueRule(
        on: .phase, at: .end(offset: .seconds(-3)), count: 3,
        condition: Condition(atLeast: .seconds(5), endsSet: true)),
      CueRule(
        on: .workout, at: .end(offset: .zero), sound: CueSound("gong"), say: phrases.workoutComplete,
        cueClass: .completion),
    ]
  }

  private static let boxingRules: [CueRule] = [
    CueRule(
      on: .phase, at: .start(offset: .zero), sound: CueSound("boxing-bell"),
      condition: Condition(intensity: [.high])),
    CueRule(
      on: .phase, at: .end(offset: .seconds(-10)), sound: CueSound("woodblock"), cueClass: .transition,
      condition: Condition(intensity: [.high])),
    CueRule(
      on: .phase, at: .end(offset: .zero), sound: CueSound("boxing-bell", strikes: 3), cueClass: .bell,
      condition: Condition(intensity: [.high])),
  ]

  /// Between two sits the gong that begins the second one is enough.
  private static let meditationRules: [CueRule] = [
    CueRule(
      on: .phase, at: .start(offset: .zero), sound: CueSound("gong"), condition: Condition(intensity: [.sit])),
    CueRule(
      on: .phase, at: .end(offset: .zero), sound: CueSound("gong", strikes: 3), cueClass: .completion,
      condition: Condition(intensity: [.sit], intensityChanges: true)),
    CueRule(
      on: .workout, at: .end(offset: .zero), sound: CueSound("gong", strikes: 3), cueClass: .completion,
      condition: Condition(intensity: [.sit])),
  ]
}
