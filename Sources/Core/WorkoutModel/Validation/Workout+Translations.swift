extension Workout {
  /// The texts that people read and voices say, each once, in the order of the file.
  package var texts: [String] {
    var seen: Set<String> = []
    let own = [name] + [description].compactMap { $0 } + tags + Self.words(of: cues)
    return (own + placedNodes.flatMap { Self.texts(of: $0.node) }).filter { seen.insert($0).inserted }
  }

  private static func texts(of node: Node) -> [String] {
    let others = (node.sides?.names ?? []) + words(of: node.cues)
    switch node {
    case .phase(let phase):
      let written = phase.written
      return [written.name, written.say, written.notes].flatMap { $0?.values ?? [] } + others
    case .group(let group): return [group.written].compactMap { $0 } + others
    }
  }

  private static func words(of rules: [CueRule]) -> [String] { rules.compactMap { $0.written?.description } }

  /// The texts that aren't translated into each language into which some are, but the voice's.
  public var untranslated: [(language: String, texts: [String])] {
    translations.missing(of: texts, voice: voice.language)
  }
}

extension WorkoutCheck {
  mutating func checkTranslations(_ path: FieldPath) {
    if workout.translations.isEmpty { return }
    let says = workout.placedNodes.flatMap { placed in
      if case .phase(let phase) = placed.node { phase.written.say?.values ?? [] } else { [String]() }
    }
    let spoken = Set(says + workout.placedRules.compactMap { $0.rule.written?.description })
    for problem in workout.translations.problems(at: path, spoken: spoken) { report(problem.path, problem.message) }
  }
}
