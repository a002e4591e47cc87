import Testing
import WorkoutModel

@Suite struct `The built-in phrases` {
  @Test(
    arguments: zip(
      ["en-GB", "DE", "fr-CA", "es", "it", "pt-BR", "nl", "sv"],
      [
        "Last set · Halfway · Set {set} completing in · {workout} complete · Rest",
        "Letzter Satz · Halbzeit · Satz {set} endet in · {workout} geschafft · Pause",
        "Dernière série · À mi-parcours · La série {set} se termine dans · {workout}, séance terminée · Repos",
        "Última serie · A la mitad · La serie {set} termina en · {workout}, entrenamiento completado · Descanso",
        "Ultima serie · A metà · La serie {set} termina tra · {workout}, allenamento completato · Recupero",
        "Última série · Metade · A série {set} termina em · {workout}, treino concluído · Descanso",
        "Laatste set · Halverwege · Set {set} eindigt over · {workout} voltooid · Rust",
        "Last set · Halfway · Set {set} completing in · {workout} complete · Rest",
      ]))
  func `are in the language of the voice, whatever its region, or else in English`(tag: String, expected: String) {
    let phrases = BuiltInPhrases(tag: tag)
    let all = [
      phrases.lastSet, phrases.halfway, phrases.setCompleting.description, phrases.workoutComplete.description,
      phrases[.rest],
    ]
    #expect(all.joined(separator: " · ") == expected)
  }

  @Test(arguments: Language.allCases) func `are all there, with the same places`(language: Language) {
    #expect(language.texts.spokenKeys == SpokenText.allCases.map(\.rawValue).sorted())
    for text in SpokenText.allCases where text != .from {
      #expect(!language.texts[text].isEmpty, "\(text)")
      let places = [language, .english].map { $0.texts[text].matches(of: /\{\w+\}/).map { String($0.output) } }
      #expect(places[0] == places[1], "\(text)")
    }
  }

  /// By language: 0, 1 and 90 seconds, an hour and a minute, two hours and five seconds; 0, 1 and 2 reps.
  private static let counts: [String: String] = [
    "en": "0 seconds|1 second|1 minute 30 seconds|1 hour 1 minute|2 hours 5 seconds|0 reps|1 rep|2 reps",
    "de": """
    0 Sekunden|1 Sekunde|1 Minute 30 Sekunden|1 Stunde 1 Minute|2 Stunden 5 Sekunden|0 Wiederholungen|\
    1 Wiederholung|2 Wiederholungen
    """,
    "fr": """
    0 seconde|1 seconde|1 minute 30 secondes|1 heure 1 minute|2 heures 5 secondes|0 répétition|1 répétition|\
    2 répétitions
    """,
    "es": """
    0 segundos|1 segundo|1 minuto 30 segundos|1 hora 1 minuto|2 horas 5 segundos|0 repeticiones|1 repetición|\
    2 repeticiones
    """,
    "it": """
    0 secondi|1 secondo|1 minuto 30 secondi|1 ora 1 minuto|2 ore 5 secondi|0 ripetizioni|1 ripetizione|2 ripetizioni
    """,
    "pt": """
    0 segundo|1 segundo|1 minuto 30 segundos|1 hora 1 minuto|2 horas 5 segundos|0 repetição|1 repetição|2 repetições
    """,
    "pt-PT": """
    0 segundos|1 segundo|1 minuto 30 segundos|1 hora 1 minuto|2 horas 5 segundos|0 repetições|1 repetição|\
    2 repetições
    """,
    "nl": """
    0 seconden|1 seconde|1 minuut 30 seconden|1 uur 1 minuut|2 uur 5 seconden|0 herhalingen|1 herhaling|2 herhalingen
    """,
  ]

  @Test(arguments: counts.keys.sorted())
  func `count with the plural that the number asks for`(tag: String) {
    let phrases = BuiltInPhrases(tag: tag)
    let durations = [0, 1, 90, 3660, 7205].map { phrases.duration(.seconds($0)) }
    #expect((durations + [0, 1, 2].map(phrases.repetitions)).joined(separator: "|") == Self.counts[tag])
  }

  @Test func `round a length to the nearest second, and never count below nothing`() {
    let phrases = BuiltInPhrases(tag: "en")
    #expect(phrases.duration(.milliseconds(59_500)) == "1 minute")
    #expect(phrases.duration(.milliseconds(59_499)) == "59 seconds")
    #expect(phrases.duration(.seconds(-5)) == "0 seconds")
    // The longest length that nanoseconds in 64 bits are used for.
    #expect(phrases.duration(.seconds(Int.max)) == "2500000 hours")
  }

  @Test(arguments: [
    ("en", Style.hiit, "Work", nil), ("sv", .hiit, "Work", "sv"), ("sv", .boxing, "Work", nil),
    ("sv", .silent, "{remaining}", "sv"), ("sv", .silent, "{phase}, {next}", nil), ("pt-AO", .hiit, "Work", nil),
  ])
  func `are missing where the voice speaks a language without them and they are needed`(
    tag: String, style: Style, say: String, expected: String?
  ) throws {
    let rule = CueRule(on: .workout, at: .start(offset: .zero), say: try CueText(say))
    let phase = Node.phase(Phase("Work", .high, .after(.fixed(.seconds(20)))))
    let workout = Workout(name: "A", style: style, voice: Voice(language: tag), cues: [rule], nodes: [phase])
    #expect(workout.untranslatedLanguage == expected)
  }

  @Test func `are missing for the rest of an interval and for reps, too`() {
    func untranslated(_ node: Node) -> Bool {
      Workout(name: "A", style: .silent, voice: Voice(language: "sv"), nodes: [node]).untranslatedLanguage != nil
    }
    let timed = Node.phase(Phase("A", .high, .after(.fixed(.seconds(20)))))
    #expect(untranslated(.group(SetGroup(.interval(sets: 2, every: .seconds(60)), nodes: [timed]))))
    #expect(!untranslated(.group(SetGroup(.sets(2), nodes: [timed]))))
    #expect(untranslated(.phase(Phase("A", .high, .open(), reps: 5))))
    #expect(!untranslated(.phase(Phase("A", .high, .open(), reps: 5, say: "{reps} A"))))
    #expect(!untranslated(.phase(Phase("A", .high, .open()))))
  }
}
