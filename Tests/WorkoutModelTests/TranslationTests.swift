import Testing
import WorkoutModel

/// The texts of a file in other languages.
@Suite struct `Texts in other languages` {
  private static let table: Translations = [
    "de": [
      "Squats": "Kniebeugen", "Push-ups, {side}": "Liegestütze, {side}", "left": "links", "right": "rechts",
      "Lean on {side}": "Stütz dich {side} ab", "Lap": "Bahn", "Mind the {side} wrist": "Schone das Handgelenk {side}",
      "{phase}, set {set}": "{phase}, Satz {set}", "Now {rest}": "Jetzt {rest}", "Mine": "Meins", "a": "b",
    ],
    "pt-BR": ["Squats": "Agachamentos"],
    "sv": ["Squats": "Knäböj"],
  ]

  private static func workout(_ language: String) throws -> Workout {
    let seconds = PhaseEnd.after(.fixed(.seconds(10)))
    let names = try #require(PerSet(list: ["Squats", "{work}"]))
    var sided = Phase("Push-ups, {side}", .high, seconds, say: "Lean on {side}", notes: "Mind the {side} wrist")
    sided.sides = Sides(["left", "right"])
    let rule = CueRule(on: .phase, at: .half(offset: .zero), say: try CueText("{phase}, set {set}"))
    let rest = Phase("Now {rest}", .rest, .after(.relative(RelativeLength(of: "Squats"))))
    let phases = [Phase(names, .high, seconds, cues: [rule]), sided, rest]
    return Workout(
      name: "Mine", voice: Voice(language: language), translations: table,
      nodes: [.group(SetGroup(.sets(2), name: "Lap", nodes: phases.map { .phase($0) }))])
  }

  @Test func `are what a voice of their language has for names, sides, notes and words`() throws {
    let workout = try Self.workout("de-AT")
    #expect(workout.problems.isEmpty)
    let timeline = try Timeline(workout)
    let phases = timeline.phases.map { $0.run(inSets: [0]) }
    #expect(phases.map(\.name) == ["Kniebeugen", "Liegestütze, links", "Liegestütze, rechts", "Jetzt Pause"])
    #expect(phases.map(\.say) == [nil, "Stütz dich links ab", "Stütz dich rechts ab", nil])
    #expect(phases.map(\.notes) == [nil, "Schone das Handgelenk links", "Schone das Handgelenk rechts", nil])
    #expect(timeline.phases.first?.phase.cues.first?.say?.description == "{phase}, Satz {set}")
    #expect(timeline.outline.first?.name == "Bahn")
    #expect(timeline.workout.spokenName == "Meins" && timeline.workout.name == "Mine")
    #expect(phases[0].template?.name == "Squats" && phases[1].template?.side == "left")
    #expect(phases[1].template?.notes == "Mind the {side} wrist")
    // The length of another phase is found by the name in the file.
    #expect(timeline.total == .seconds(2 * 40))
  }

  @Test func `that aren't there leave the text as it is, and another reader's are found again`() throws {
    let timeline = try Timeline(try Self.workout("de"))
    let (plan, phases) = (timeline.workout, timeline.phases.map { $0.run(inSets: [0]) })
    #expect(phases.map { $0.name(in: plan.phrases(in: "pt")) }.first == "Agachamentos")
    let french = plan.phrases(in: "fr")
    #expect(phases.map { $0.name(in: french) } == ["Squats", "Push-ups, left", "Push-ups, right", "Now Repos"])
    #expect(phases[1].notes(in: french) == "Mind the left wrist")
    #expect(timeline.phases[0].run(inSets: [1]).name(in: plan.phrases(in: "sv")) == "Work")
    var again = plan
    again.voice.language = "sv"
    #expect(try Timeline(again).phases[0].run(inSets: [0]).name == "Knäböj")
    again.voice.language = "en"
    #expect(try Timeline(again).workout.placedRules.first?.rule.say?.description == "{phase}, set {set}")
  }

  @Test func `of a rule with a voice of its own are in that voice's language`() throws {
    var workout = try Self.workout("en")
    workout.cues = [
      CueRule(on: .workout, at: .start(offset: .zero), say: try CueText("Lap"), voice: VoiceChange(language: "de"))
    ]
    #expect(try Timeline(workout).workout.cues.first?.say?.description == "Bahn")
  }

  @Test(arguments: [
    ("de", "de"), ("DE-at", "de"), ("pt", "pt-BR"), ("pt-BR", "pt-BR"), ("pt-PT", "pt-BR"), ("sv-FI", "sv"),
    ("fr", nil), ("d", nil), ("", nil),
  ])
  func `of a tag are its own, those of its language, or those of its language elsewhere`(tag: String, key: String?) {
    #expect(Self.table.texts(in: tag) == key.flatMap { Self.table[$0] } ?? [:])
  }

  @Test func `without effect and with other placeholders are told`() throws {
    var workout = try Self.workout("en")
    workout.translations["de"]?["Lean on {side}"] = "Stütz dich ab"
    workout.translations["de"]?["Lap"] = "Bahn {set}"
    workout.translations["de"]?["Squat"] = "Kniebeuge"
    workout.translations["german"] = ["Lap": "Bahn"]
    let problems = try Timeline(workout).ineffective.map(\.description)
    #expect(
      problems == [
        "translations.de.Lap: has {set}, which the text doesn't have",
        "translations.de.Lean on {side}: lacks {side}, which the text has",
        #"translations.de.Squat: has no effect: the file has no such text; did you mean "Squats"?"#,
        "translations.de.a: has no effect: the file has no such text",
        #"translations.german: has no effect: no language has the code "german"; write one of two or three letters, "#
          + #"such as "de""#,
      ])
  }

  @Test func `that can't be read are problems, and so are texts that are too long`() throws {
    var workout = try Self.workout("en")
    workout.translations = [
      "d": ["Squats": ""],
      "de": [
        "{phase}, set {set}": "{phase}, Satz {sett}", "Lean on {side}": "{", "Squats": "{",
        "Lap": String(repeating: "x", count: 301),
      ],
    ]
    #expect(
      workout.problems.map { "\($0.path): \($0.message)" } == [
        #"translations.d: "d" is not a language tag such as "en", "pt-BR" or "zh-Hant""#,
        "translations.d.Squats: must not be empty",
        "translations.de.Lap: must be 1…300 characters long, is 301",
        #"translations.de.Lean on {side}: a "{" has no "}" after it"#,
        "translations.de.{phase}, set {set}: unknown placeholder {sett}; did you mean {set}?",
      ])
  }

  @Test func `that are missing are listed by language, but for those of the voice and for texts without words`() throws
  {
    var workout = try Self.workout("en")
    workout.translations = ["de": Self.table["de"] ?? [:], "en": ["Squats": "Squats"], "fr": ["Squats": "Squats"]]
    #expect(workout.untranslated.map(\.language) == ["fr"])
    #expect(
      workout.untranslated.first?.texts == [
        "Mine", "Lap", "{phase}, set {set}", "Push-ups, {side}", "Lean on {side}", "Mind the {side} wrist", "left",
        "right", "Now {rest}",
      ])
  }
}
