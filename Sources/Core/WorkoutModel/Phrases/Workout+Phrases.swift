extension Workout {
  /// The built-in phrases in the language of the voice.
  public var phrases: BuiltInPhrases { BuiltInPhrases(tag: voice.language) }

  /// The rules of the style in the language of the voice, without those that the workout leaves out.
  public var styleRules: [CueRule] {
    style.rules(saying: phrases).filter { rule in rule.id.map { !without.contains($0) } ?? true }
  }

  /// The language of the voice, if it has no built-in phrases and the workout needs some; they are English then.
  public var untranslatedLanguage: String? {
    guard Language(tag: voice.language) == nil else { return nil }
    return Self.haveWords(styleRules) || Self.countTime(cues) || Self.leaveWords(nodes) ? voice.language : nil
  }

  /// Whether the workout has any speech.
  public var speaks: Bool { Self.speak(styleRules) || Self.speak(cues) || Self.speak(nodes) }

  private static func speak(_ rules: [CueRule]) -> Bool {
    rules.contains(where: \.speaks)
  }

  private static func speak(_ nodes: [Node]) -> Bool {
    nodes.contains { node in
      switch node {
      case .group(let group): speak(group.cues) || speak(group.nodes)
      case .phase(let phase): phase.say != nil || phase.tempo != nil || speak(phase.cues)
      }
    }
  }

  private static func haveWords(_ rules: [CueRule]) -> Bool {
    rules.contains { rule in
      rule.say?.pieces.contains { piece in if case .english = piece { true } else { false } } ?? false
    }
  }

  private static func countTime(_ rules: [CueRule]) -> Bool { rules.contains { $0.say.map(countsTime) ?? false } }

  private static func countsTime(_ text: CueText) -> Bool {
    text.placeholders.contains { $0 == .remaining || $0 == .elapsed || $0 == .target }
  }

  /// Whether a phase or group needs built-in phrases.
  private static func leaveWords(_ nodes: [Node]) -> Bool {
    nodes.contains { node in
      switch node {
      case .group(let group):
        if case .interval = group.repetition { return true }
        if let sides = group.sides, leavesWords(sides) { return true }
        return countTime(group.cues) || leaveWords(group.nodes)
      case .phase(let phase):
        if phase.reps != nil, phase.say == nil { return true }
        if let sides = phase.sides, leavesWords(sides) { return true }
        let texts = (phase.say?.values ?? []).compactMap { try? CueText($0) }
        return countTime(phase.cues) || texts.contains(where: countsTime)
      }
    }
  }

  private static func leavesWords(_ sides: Sides) -> Bool { sides.names == nil || sides.change != nil }
}
