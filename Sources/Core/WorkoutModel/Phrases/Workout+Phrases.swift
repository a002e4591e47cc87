extension Workout {
  /// The built-in phrases, and the workout's texts, in the language of the voice.
  package var phrases: BuiltInPhrases { phrases(in: voice.language) }

  /// The name in the language of the voice.
  package var spokenName: String { phrases.translated(name) }

  /// The description in the language of the voice.
  package var spokenDescription: String? { description.map(phrases.translated) }

  /// The rules of the style in the language of the voice, without those that the workout leaves out.
  package var styleRules: [CueRule] {
    style.rules(saying: phrases).filter { rule in rule.id.map { !without.contains($0) } ?? true }
  }

  /// The language of the voice, if it has no built-in phrases and the workout needs some; they are English then.
  package var untranslatedLanguage: String? {
    guard Language(tag: voice.language) == nil else { return nil }
    let needsSome =
      coaches || Self.haveWords(styleRules) || Self.countTime(cues) || nodes.containsAnywhere(Self.leavesWords)
    return needsSome ? voice.language : nil
  }

  /// Whether the workout has any speech.
  package var speaks: Bool {
    coaches || (styleRules + cues).contains(where: { $0.speaks })
      || nodes.containsAnywhere { node in
        if case .phase(let phase) = node, phase.say != nil || phase.tempo != nil { return true }
        return node.cues.contains(where: { $0.speaks })
      }
  }

  package var coaches: Bool { coach.every != nil || nodes.containsAnywhere { $0.coach?.every != nil } }

  private static func haveWords(_ rules: [CueRule]) -> Bool {
    rules.contains { rule in
      rule.say?.pieces.contains { piece in if case .english = piece { true } else { false } } ?? false
    }
  }

  private static func countTime(_ rules: [CueRule]) -> Bool { rules.contains { $0.say.map(countsTime) ?? false } }

  private static func countsTime(_ text: CueText) -> Bool {
    text.placeholders.contains { $0 == .remaining || $0 == .elapsed || $0 == .target }
  }

  /// Whether a phase, or a group itself, needs built-in phrases.
  private static func leavesWords(_ node: Node) -> Bool {
    if let sides = node.sides, sides.names == nil || sides.change != nil { return true }
    if countTime(node.cues) { return true }
    switch node {
    case .group(let group):
      return group.repetition.every != nil
    case .phase(let phase):
      guard let says = phase.say?.values else {
        return phase.reps != nil || phase.written.name.values.contains { CueText(name: $0).hasBuiltInWords }
      }
      return says.compactMap { try? CueText($0) }.contains { countsTime($0) || $0.hasBuiltInWords }
    }
  }
}
