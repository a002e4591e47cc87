extension BuiltInPhrases {
  /// A built-in word; in English if there are no phrases in the language.
  package subscript(word: BuiltInWord) -> String { texts[word] }

  /// A name with the built-in words in their places; other braces are verbatim.
  package func filled(_ name: String) -> String {
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
  /// The workout with the built-in words of its names in the language of the voice.
  ///
  /// Each changed name is kept as a template, so that it can be written to a file and filled in another language.
  package var localized: Workout {
    var workout = self
    let phrases = workout.phrases
    workout.nodes = nodes.map { node in
      node.changing({ $0.localize(phrases) }, phases: { $0.localize(phrases) })
    }
    return workout
  }
}

extension Phase {
  /// The name as in the file.
  package var written: PerSet<String> { template ?? name }

  mutating func localize(_ phrases: BuiltInPhrases) {
    let written = written
    name = written.map(phrases.filled)
    template = name == written ? nil : written
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
