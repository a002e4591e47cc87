import LivePlayback
import WorkoutFiles
import WorkoutModel

/// Reads the text of a settings file.
enum SettingsReader {
  private static let keys = FieldKeys(
    "the settings file", Settings.Key.allCases.map(\.rawValue),
    synonyms: [
      "colour": "color", "folders": "workouts", "latency-offset": "latencyOffset", "lead-in": "leadIn",
      "notifications": "notify", "when-suspended": "whenSuspended",
    ])
  private static let voiceKeys = FieldKeys(
    "a voice", ["language", "variant", "rate", "pitch"], synonyms: ["speed": "rate", "lang": "language"])
  private static let device = 1...300
  private static let folder = 1...4_096

  /// The settings in a file's bytes; `file` is its path, to which its folders are relative.
  ///
  /// - Throws: All problems of the file at once, except that the first syntax error ends the reading.
  static func read(_ bytes: [UInt8], from file: String, home: String?) throws(WorkoutFileError) -> Settings {
    let (json, list) = try WorkoutReader.opened(bytes, named: file)
    let place = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex))
    let settings = settings(Field(json.root, at: .root, list)) { path in
      if path == "~" || path.hasPrefix("~/") { return home.map { $0 + path.dropFirst() } }
      return path.hasPrefix("/") ? path : "\(place)/\(path)"
    }
    guard let settings, list.problems.isEmpty, !list.isFull else {
      throw WorkoutFileError(file: file, problems: list.problems, unreported: list.unreported)
    }
    return settings
  }

  /// The settings, without what could not be understood; `nil` if the file holds no object.
  private static func settings(_ field: Field, _ absolute: (String) -> String?) -> Settings? {
    guard let fields = FieldReader(field, keys) else { return nil }
    var settings = Settings()
    func value(_ key: Settings.Key) -> Field? {
      let field = fields.optional(key.rawValue)
      settings.places[key] = field?.value.location
      return field
    }
    settings.device = value(.device)?.text(in: device)
    settings.latency = value(.latency)?.choice()
    settings.latencyOffset = value(.latencyOffset)?.integer(in: OptionLimits.latencyOffset)
    settings.leadIn = value(.leadIn)?.integer(in: OptionLimits.leadIn)
    settings.volume = value(.volume)?.number(in: OptionLimits.volume)
    settings.voice = value(.voice).map(voice) ?? VoiceChange()
    settings.workouts = value(.workouts).map { folders($0, absolute) } ?? []
    settings.whenSuspended = value(.whenSuspended).flatMap(policy)
    settings.others = value(.others)?.choice()
    settings.color = value(.color)?.choice()
    settings.notify = value(.notify)?.bool()
    return settings
  }

  private static func voice(_ field: Field) -> VoiceChange {
    var voice = VoiceChange()
    if case .text(let text) = field.value.content {
      if let choice = VoiceChange(argument: text) { return choice }
      field.complain("must be a language such as \"en-GB\" or \"en-GB+f3\", got \(Excerpt.quoted(text))")
      return voice
    }
    guard let fields = FieldReader(field, voiceKeys) else { return voice }
    voice.language = text(fields.optional("language"), LanguageTag.complaint)
    voice.variant = text(fields.optional("variant"), VoiceVariant.complaint)
    voice.rate = fields.optional("rate")?.integer(in: Limits.voiceRate)
    voice.pitch = fields.optional("pitch")?.integer(in: Limits.voicePitch)
    return voice
  }

  private static func text(_ field: Field?, _ complaint: (String) -> String?) -> String? {
    guard let field, let text = field.text() else { return nil }
    guard let complaint = complaint(text) else { return text }
    field.complain(complaint)
    return nil
  }

  /// One folder or several.
  private static func folders(_ field: Field, _ absolute: (String) -> String?) -> [String] {
    let isOne = if case .text = field.value.content { true } else { false }
    return (isOne ? [field] : field.list("a folder or a list of folders") ?? []).compactMap { field in
      guard let path = field.text(in: folder) else { return nil }
      if let path = absolute(path) { return path }
      field.complain("\(Excerpt.quoted(path)) is in the home folder, which HOME doesn't name")
      return nil
    }
  }

  private static func policy(_ field: Field) -> SuspendChoice? {
    guard let text = field.text() else { return nil }
    if let choice = SuspendChoice(argument: text) { return choice }
    field.complain(
      "must be \"continue\", \"freeze\" or \"pause-if-over=\" and a duration, got \(field.value.summary)"
        + Suggestion.question(text, among: ["continue", "freeze", "pause-if-over=2s"]))
    return nil
  }
}
