import LivePlayback
import StrictJSON
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
    "a voice", ["language", "variant", "rate", "pitch", "engine", "command"],
    synonyms: ["speed": "rate", "lang": "language", "program": "command"],
    misplaced: ["recordings": "belongs to the \"voice\" of a workout, whose phrases are recorded"])
  private static let device = 1...300
  private static let folder = 1...4_096
  /// The maximum number of words of a command.
  private static let words = 100

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

  /// The settings without invalid values; `nil` if the file is not an object.
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
    if let field = value(.voice) { read(voice: field, into: &settings, absolute) }
    settings.workouts = value(.workouts).map { folders($0, absolute) } ?? []
    settings.whenSuspended = value(.whenSuspended).flatMap(policy)
    settings.others = value(.others)?.choice()
    settings.color = value(.color)?.choice()
    settings.notify = value(.notify)?.bool()
    return settings
  }

  private static func read(voice field: Field, into settings: inout Settings, _ absolute: (String) -> String?) {
    if let text = field.value.text {
      if let choice = VoiceChange(argument: text) { return settings.voice = choice }
      return field.complain("must be a language such as \"en-GB\" or \"en-GB+f3\", got \(Excerpt.quoted(text))")
    }
    guard let fields = FieldReader(field, voiceKeys) else { return }
    settings.voice.language = text(fields.optional("language"), LanguageTag.complaint)
    settings.voice.variant = text(fields.optional("variant"), VoiceVariant.complaint)
    settings.voice.rate = fields.optional("rate")?.integer(in: Limits.voiceRate)
    settings.voice.pitch = fields.optional("pitch")?.integer(in: Limits.voicePitch)
    settings.voiceCommand = fields.optional("command").flatMap { command($0, absolute) }
    let engine = fields.optional("engine")
    settings.voiceEngine = engine?.choice()
    if settings.voiceEngine == .command, fields.optional("command") == nil {
      engine?.complain("needs \"command\" beside it: the program and its arguments, such as [\"my-voice\", \"--fast\"]")
    }
  }

  /// A program, or a list of a program and its arguments.
  ///
  /// A path is relative to the settings file, and may begin with `~/`, as may arguments.
  private static func command(_ field: Field, _ absolute: (String) -> String?) -> [String]? {
    let isOne = field.value.text != nil
    let fields = isOne ? [field] : field.list("a program, or a list of a program and its arguments") ?? []
    guard (1...Self.words).contains(fields.count) else {
      if field.value.list != nil { field.complain("must have 1 to \(Self.words) words") }
      return nil
    }
    let words = fields.enumerated().compactMap { index, field in
      let word = field.text(in: index == 0 ? folder : 0...folder.upperBound)
      if word?.utf8.contains(0) == true { field.complain("can't contain a zero") }
      return word
    }
    return words.enumerated().map { index, word in
      (index == 0 ? word.contains("/") : word.hasPrefix("~/")) ? absolute(word) ?? word : word
    }
  }

  private static func text(_ field: Field?, _ complaint: (String) -> String?) -> String? {
    guard let field, let text = field.text() else { return nil }
    guard let complaint = complaint(text) else { return text }
    field.complain(complaint)
    return nil
  }

  /// One folder or several.
  private static func folders(_ field: Field, _ absolute: (String) -> String?) -> [String] {
    let isOne = field.value.text != nil
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
