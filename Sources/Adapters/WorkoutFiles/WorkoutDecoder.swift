import StrictJSON
import WorkoutModel

/// Decodes the value tree of a file into a workout.
///
/// An invalid field is recorded as a problem and replaced by a placeholder, so that the structure around it can still
/// be checked; `ProblemList.broken` lists the fields with placeholders.
enum WorkoutDecoder {
  private static let keys = FieldKeys(
    "a workout",
    [
      "name", "description", "author", "tags", "style", "voice", "ambient", "sounds", "pronounce", "blocks", "coach",
      "cues", "phases", "translations",
    ],
    synonyms: [
      "languages": "translations", "i18n": "translations",
      "title": "name", "steps": "phases", "intervals": "phases", "exercises": "phases", "rules": "cues",
      "coaching": "coach",
      "background": "ambient", "music": "ambient", "pronunciation": "pronounce", "pronunciations": "pronounce",
      "notes": "description", "comment": "description",
    ],
    misplaced: [
      "language": "belongs to \"voice\": write \"voice\": { \"language\": \"de\" }",
      "sets": "belongs to a set group: write { \"sets\": 8, \"phases\": [ … ] } in \"phases\"",
      "rounds": "belongs to a set group: write { \"sets\": 8, \"phases\": [ … ] } in \"phases\"",
      "duration": "belongs to a phase: a workout lasts as long as its phases",
    ])
  private static let voiceNames = ["language", "variant", "rate", "pitch"]
  private static let voiceSynonyms = ["speed": "rate", "lang": "language"]
  private static let enginesInSettings = ["engine", "command", "wyoming", "speaker", "languages"].map {
    ($0, "belongs to the user's settings file: a workout can't name programs")
  }
  private static let voiceKeys = FieldKeys(
    "a voice", voiceNames, synonyms: voiceSynonyms,
    misplaced: Dictionary(
      firstOf: enginesInSettings + [
        ("recordings", "belongs to the \"voice\" of the workout: a rule with a voice of its own is always synthesised")
      ]))
  private static let ownVoiceKeys = FieldKeys(
    "a voice", voiceNames + ["gain", "recordings"], synonyms: voiceSynonyms,
    misplaced: Dictionary(firstOf: enginesInSettings))
  private static let ambientKeys = FieldKeys(
    "an ambient sound", ["sound", "gain", "fade", "duck"], synonyms: ["volume": "gain"])

  /// The workout, with placeholders for invalid fields; `nil` if the file is not an object.
  static func workout(_ field: Field) -> Workout? {
    guard let fields = FieldReader(field, keys) else { return nil }
    let phases = fields.required("phases", "a workout needs a list of at least one phase")
    let style = style(fields.optional("style"))
    let ownVoice = fields.optional("voice").flatMap { members(of: $0, ownVoiceKeys, #"{ "language": "de" }"#) }
    return Workout(
      name: fields.required("name", "a workout needs a name")?.text() ?? "?",
      description: fields.optional("description")?.text(),
      author: fields.optional("author")?.text(),
      tags: fields.optional("tags")?.list("a list of texts")?.map { $0.text() ?? "?" } ?? [],
      style: style.base,
      without: style.without,
      voice: (ownVoice.map(voice) ?? VoiceChange()).applied(to: Voice()),
      voiceGain: ownVoice?.optional("gain")?.number(in: Limits.gain) ?? 0,
      recordings: ownVoice?.optional("recordings")?.text(),
      ambient: fields.optional("ambient").flatMap { $0.isNull ? nil : ambient($0) },
      sounds: fields.optional("sounds").flatMap {
        texts($0, "an object of names and files, such as { \"clap\": \"sounds/clap.wav\" }")
      } ?? [:],
      pronounce: fields.optional("pronounce").flatMap {
        texts($0, "an object of words and what is said for them, such as { \"Qi\": \"chee\" }")
      } ?? [:],
      translations: fields.optional("translations").flatMap(translations) ?? [:],
      coach: fields.optional("coach").flatMap(coach) ?? .off,
      cues: fields.optional("cues").map(cues) ?? [],
      nodes: phases.map(nodes) ?? [])
  }

  private static let styleKeys = FieldKeys("a style", ["base", "without"])

  /// The name of a style, or a style and the IDs of its rules that are left out.
  private static func style(_ field: Field?) -> (base: Style, without: [String]) {
    guard let field else { return (.hiit, []) }
    guard field.value.object != nil else { return (field.choice() ?? .hiit, []) }
    guard let fields = FieldReader(field, styleKeys) else { return (.hiit, []) }
    let base: Style? = fields.required("base", "write the name of a style")?.choice()
    let without = fields.optional("without")?.list("a list of the ids of rules")?.map { $0.text() ?? "?" }
    return (base ?? .hiit, without ?? [])
  }

  /// A rule's changes to the voice; other settings are unchanged.
  static func voice(_ field: Field) -> VoiceChange? { members(of: field, voiceKeys, #"{ "rate": 140 }"#).map(voice) }

  /// Begins with an object; for any other value, the problem has an example of the object.
  static func members(of field: Field, _ keys: FieldKeys, _ example: String) -> FieldReader? {
    field.value.object == nil ? field.mismatch("an object such as \(example)") : FieldReader(field, keys)
  }

  private static func voice(_ fields: FieldReader) -> VoiceChange {
    VoiceChange(
      language: fields.optional("language")?.text(), variant: fields.optional("variant")?.text(),
      rate: fields.optional("rate")?.integer(in: Limits.voiceRate),
      pitch: fields.optional("pitch")?.integer(in: Limits.voicePitch))
  }

  static func ambient(_ field: Field) -> Ambient? {
    guard let fields = members(of: field, ambientKeys, #"{ "sound": "rain" }"#) else { return nil }
    var ambient = Ambient(sound: "?")
    if let sound = fields.required("sound", "name one, such as \"rain\"")?.text() { ambient.sound = sound }
    if let gain = fields.optional("gain")?.number(in: Limits.gain) { ambient.gain = gain }
    if let fade = fields.optional("fade")?.duration(in: Limits.phaseLength) { ambient.fade = fade }
    if let duck = fields.optional("duck").flatMap(duck) { ambient.duck = duck }
    return ambient
  }

  private static func duck(_ field: Field) -> Ambient.Duck? {
    switch field.value.content {
    case .number: field.number(in: Limits.duck).map { .by($0) }
    case .text(Ambient.Duck.clearWord): .clear
    default: field.mismatch("a number of dB, or \"\(Ambient.Duck.clearWord)\"")
    }
  }

  /// The texts of a file in each language.
  static func translations(_ field: Field) -> Translations? {
    let expected = #"an object of languages, such as { "de": { "Push-ups": "Liegestütze" } }"#
    guard let object = field.value.object else { return field.mismatch(expected) }
    return Dictionary(
      lastOf: object.members.map { member in
        let language = Field(member.value, at: field.path.key(member.key), field.problems)
        return (member.key, texts(language, #"an object of texts, such as { "Push-ups": "Liegestütze" }"#) ?? [:])
      })
  }

  /// Texts by the author's own names: every key is a name, and none is reserved.
  private static func texts(_ field: Field, _ expected: String) -> [String: String]? {
    guard let object = field.value.object else { return field.mismatch(expected) }
    var texts: [String: String] = [:]
    for member in object.members {
      texts[member.key] = Field(member.value, at: field.path.key(member.key), field.problems).text() ?? "?"
    }
    return texts
  }
}
