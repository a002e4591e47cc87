extension Style {
  /// The rules of the style, in order, with their words in English.
  package var rules: [CueRule] { rules(saying: BuiltInPhrases(tag: Language.english.rawValue)) }

  /// The rules of the style, in order, with the words of a language.
  package func rules(saying phrases: BuiltInPhrases) -> [CueRule] {
    switch self {
    case .hiit: Self.hiitRules(phrases)
    case .boxing: Self.boxingRules
    case .meditation: Self.meditationRules
    case .silent: []
    }
  }

  /// The IDs of rules that use the name of a group, if it has one.
  package static let (lastSetID, setCompletingID) = ("last-set", "set-completing")

  private static func text(_ pieces: CueText.Piece...) -> CueText { CueText(pieces: pieces) }

  private static func phaseStart(_ id: String, _ sound: CueSound, _ intensity: [Intensity]) -> CueRule {
    CueRule(
      id, on: .phase, at: .start(offset: .zero), sound: sound, say: text(.placeholder(.phase)),
      condition: Condition(intensity: intensity))
  }

  private static func hiitRules(_ phrases: BuiltInPhrases) -> [CueRule] {
    [
      CueRule(
        lastSetID, on: .set, at: .start(offset: .milliseconds(600)), say: phrases.text(phrases.lastSet),
        cueClass: .start,
        condition: Condition(set: .last, severalPhases: true)),
      phaseStart("high-start", CueSound("gong"), [.high]),
      phaseStart("low-start", CueSound("bell"), [.low, .rest]),
      phaseStart("other-start", CueSound("bowl"), [.prepare, .warmup, .cooldown, .sit]),
      CueRule(
        "halfway", on: .phase, at: .half(offset: .zero), say: phrases.text(phrases.halfway),
        condition: Condition(intensity: [.high], atLeast: .seconds(40))),
      CueRule(
        "transition", on: .phase, at: .end(offset: .seconds(-5)), sound: CueSound("woodblock"), cueClass: .transition,
        condition: Condition(atLeast: .seconds(10), intensityChanges: true)),
      // It yields to the name of the phase, and is omitted without the countdown that it introduces.
      CueRule(
        setCompletingID, on: .set, at: .end(offset: .seconds(-3)), say: phrases.setCompleting, align: .end,
        cueClass: .info,
        condition: Condition(severalPhases: true, counted: true)),
      CueRule(
        "countdown", on: .phase, at: .end(offset: .seconds(-3)), count: 3,
        condition: Condition(longerThan: .seconds(8), endsSet: false)),
      CueRule(
        "set-countdown", on: .phase, at: .end(offset: .seconds(-3)), count: 3,
        condition: Condition(atLeast: .seconds(5), endsSet: true)),
      CueRule(
        "complete", on: .workout, at: .end(offset: .zero), sound: CueSound("gong"), say: phrases.workoutComplete,
        cueClass: .completion),
    ]
  }

  private static let boxingRules: [CueRule] = [
    CueRule(
      "round-start", on: .phase, at: .start(offset: .zero), sound: CueSound("boxing-bell"),
      condition: Condition(intensity: [.high])),
    CueRule(
      "clapper", on: .phase, at: .end(offset: .seconds(-10)), sound: CueSound("woodblock"), cueClass: .transition,
      condition: Condition(intensity: [.high])),
    CueRule(
      "round-end", on: .phase, at: .end(offset: .zero), sound: CueSound("boxing-bell", strikes: 3), cueClass: .bell,
      condition: Condition(intensity: [.high])),
  ]

  /// Between two sits, the gong at the start of the second one is sufficient.
  private static let meditationRules: [CueRule] = [
    CueRule(
      "sit-start", on: .phase, at: .start(offset: .zero), sound: CueSound("gong"),
      condition: Condition(intensity: [.sit])),
    CueRule(
      "sit-end", on: .phase, at: .end(offset: .zero), sound: CueSound("gong", strikes: 3), cueClass: .completion,
      condition: Condition(intensity: [.sit], intensityChanges: true)),
    CueRule(
      "complete", on: .workout, at: .end(offset: .zero), sound: CueSound("gong", strikes: 3), cueClass: .completion,
      condition: Condition(intensity: [.sit])),
  ]
}
