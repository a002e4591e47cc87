extension BuiltInPhrases {
  /// A built-in word; in English if there are no phrases in the language.
  package subscript(word: BuiltInWord) -> String { texts[word] }

  /// A name in the language, with the built-in words in their places; other braces are verbatim.
  package func filled(_ name: String) -> String {
    let name = translated(name)
    guard name.utf8.contains(UInt8(ascii: "{")) else { return name }
    return CueText(name: name).pieces.map { piece in
      switch piece {
      case .placeholder(.word(let word)): self[word]
      case .words(let words), .english(let words): words
      case .placeholder(let placeholder): "{\(placeholder)}"
      }
    }.joined()
  }
}

extension String {
  /// A name with its built-in words in English: so names are compared, whatever the language of the voice.
  package var inEnglish: String { BuiltInPhrases(tag: Language.english.rawValue).filled(self) }
}

extension Workout {
  /// The phrases, and the workout's texts, in the language of a BCP 47 tag, for a reader or a voice.
  package func phrases(in tag: String) -> BuiltInPhrases {
    BuiltInPhrases(tag: tag, translations: translations.texts(in: tag))
  }

  /// The workout with its texts, and their built-in words, in the language of the voice; its own name, description and
  /// tags stay.
  ///
  /// Each changed text is kept as a template, so that it can be written to a file and read in another language.
  package var localized: Workout {
    var workout = self
    let phrases = workout.phrases
    func localize(_ rules: inout [CueRule]) {
      if translations.isEmpty { return }
      for index in rules.indices {
        rules[index].localize(rules[index].voice?.language.map(self.phrases) ?? phrases)
      }
    }
    localize(&workout.cues)
    workout.nodes = nodes.map { node in
      node.changing(
        { (group) in
          group.localize(phrases)
          localize(&group.cues)
        },
        phases: { (phase) in
          phase.localize(phrases)
          localize(&phase.cues)
        })
    }
    return workout
  }
}

extension CueRule {
  /// The words as in the file.
  package var written: CueText? { template ?? say }

  mutating func localize(_ phrases: BuiltInPhrases) {
    guard let written else { return }
    say = (try? CueText(phrases.translated(written.description))) ?? written
    template = say == written ? nil : written
  }
}

extension Phase {
  /// The texts as in the file.
  package var written: PhaseTexts { template ?? PhaseTexts(name: name, say: say, notes: notes) }

  mutating func localize(_ phrases: BuiltInPhrases) {
    let written = written
    name = written.name.map(phrases.filled)
    say = written.say?.map(phrases.translated)
    notes = written.notes?.map(phrases.translated)
    template = nil
    template = self.written == written ? nil : written
  }
}

extension SetGroup {
  /// The name as in the file.
  package var written: String? { template ?? name }

  mutating func localize(_ phrases: BuiltInPhrases) {
    let written = written
    name = written.map(phrases.filled)
    template = name == written ? nil : written
  }
}
