public import WorkoutModel

/// Writes workouts as files.
///
/// The text is strict JSON with the keys in the order of the format's tables; what has its default is left out, but
/// for `style` and `intensity`. Reading what was written gives the same workout back, provided it has no `problems`.
public enum WorkoutWriter {
  /// A whole file; `schema` is the path or address for `$schema`, which lets editors help.
  public static func write(_ workout: Workout, schema: String? = nil) -> String {
    var members = Members()
    members.add("$schema", schema)
    members.add("name", workout.name)
    members.add("description", workout.description)
    members.add("author", workout.author)
    if !workout.tags.isEmpty { members.add("tags", .list(workout.tags.map { .text($0) })) }
    members.add("style", workout.style.rawValue)
    if workout.voice != Voice() { members.add("voice", voice(workout.voice)) }
    if let ambient = workout.ambient { members.add("ambient", self.ambient(ambient)) }
    if !workout.sounds.isEmpty { members.add("sounds", texts(workout.sounds)) }
    if !workout.pronounce.isEmpty { members.add("pronounce", texts(workout.pronounce)) }
    if !workout.cues.isEmpty { members.add("cues", .list(workout.cues.map(rule), isTall: true)) }
    members.add("phases", nodes(workout.nodes))
    return JSONOutput.object(members.all, isTall: true).document
  }

  /// A list of cue rules, as it may stand under `cues`.
  public static func write(_ rules: [CueRule]) -> String {
    JSONOutput.list(rules.map(rule), isTall: true).document
  }

  private static func voice(_ voice: Voice) -> JSONOutput {
    let standard = Voice()
    var members = Members()
    members.add("language", voice.language)
    members.add("variant", voice.variant)
    if voice.rate != standard.rate { members.add("rate", .number("\(voice.rate)")) }
    if voice.pitch != standard.pitch { members.add("pitch", .number("\(voice.pitch)")) }
    return .object(members.all)
  }

  static func ambient(_ ambient: Ambient) -> JSONOutput {
    let standard = Ambient(sound: ambient.sound)
    var members = Members()
    members.add("sound", ambient.sound)
    if ambient.gain != standard.gain { members.add("gain", .number(Complaint.plain(ambient.gain))) }
    if ambient.fade != standard.fade { members.add("fade", ambient.fade) }
    if ambient.duck != standard.duck { members.add("duck", duck(ambient.duck)) }
    return .object(members.all)
  }

  private static func duck(_ duck: Ambient.Duck) -> JSONOutput {
    switch duck {
    case .by(let number): .number(Complaint.plain(number))
    case .clear: .text(Ambient.Duck.clearWord)
    }
  }

  private static func texts(_ texts: [String: String]) -> JSONOutput {
    .object(texts.sorted { $0.key < $1.key }.map { (key: $0.key, value: .text($0.value)) })
  }

  /// The members of an object in the making; a value that is `nil` is left out.
  struct Members {
    private(set) var all: [(key: String, value: JSONOutput)] = []

    mutating func add(_ key: String, _ value: JSONOutput) { all.append((key, value)) }

    mutating func add(_ key: String, _ text: String?) {
      if let text { add(key, .text(text)) }
    }

    mutating func add(_ key: String, _ duration: Duration?) {
      if let duration { add(key, .text(DurationText.write(duration))) }
    }

    mutating func add(_ key: String, _ bool: Bool?) {
      if let bool { add(key, .bool(bool)) }
    }
  }
}
