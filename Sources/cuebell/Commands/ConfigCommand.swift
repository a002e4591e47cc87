import ArgumentParser
import LivePlayback
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// `config`: the effective defaults of options, and their sources.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the effective settings and their sources.",
    discussion: """
      Examples:
        cuebell config
        cuebell config --json

      The file ~/.config/cuebell/config.json holds default options as one JSON object, such as \
      { "latency": "power", "volume": -6 }; comments are allowed. Command-line options override it.
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let settings = try SettingsFile.load()
    let rows = Settings.Key.allCases.map { (key: $0, value: settings.value(of: $0), place: settings.places[$0]) }
    if json { return try Streams.out(Self.object(rows)) }
    let path = SettingsFile.path.map { SafeText.filtered($0) + (SettingsFile.isThere ? "" : " (does not exist)") }
    let cells = rows.flatMap { row in
      let (first, others) = Self.parts(row.value)
      return [[row.key.rawValue, row.place.map { "line \($0.line)" } ?? "default", first]]
        + others.map { ["", "", $0] }
    }
    let lines = Columns.aligned(cells)
    try Streams.out(([path ?? "There is no settings file: HOME is not set.", ""] + lines).joined(separator: "\n"))
  }

  /// A value for display; a list has a line for each element.
  private static func parts(_ value: JSONOutput) -> (first: String, others: [String]) {
    switch value {
    case .null: return ("automatic", [])
    case .text(let text): return (SafeText.filtered(text), [])
    case .list(let elements, _):
      let lines = elements.map { parts($0).first }
      return (lines.first ?? "none", Array(lines.dropFirst()))
    default: return (SafeText.filtered(value.line), [])
    }
  }

  private static func object(_ rows: [(key: Settings.Key, value: JSONOutput, place: TextLocation?)]) -> String {
    var object = JSONText()
    object.add("file", SettingsFile.path)
    object.add("exists", SettingsFile.isThere)
    var settings = JSONText()
    for row in rows {
      var setting = JSONText()
      setting.add("value", raw: row.value.line)
      setting.add("from", row.place == nil ? "default" : "file")
      if let place = row.place {
        setting.add("line", place.line)
        setting.add("column", place.column)
      }
      settings.add(row.key.rawValue, raw: setting.object)
    }
    object.add("settings", raw: settings.object)
    return object.object
  }
}

extension Settings {
  /// The effective value without command-line options, in the form of the settings file.
  fileprivate func value(of key: Key) -> JSONOutput {
    switch key {
    case .device: .text(device ?? Devices.standard)
    case .latency: .text((latency ?? .normal).rawValue)
    case .latencyOffset: .number("\(latencyOffset ?? 0)")
    // The default depends on the device's name.
    case .leadIn: leadIn.map { .number("\($0)") } ?? .null
    case .volume: .number(Complaint.plain(volume ?? 0))
    case .voice: speech
    case .workouts: .list(WorkoutFolders([], self).folders.map { .text($0.path) })
    case .whenSuspended: .text((whenSuspended ?? .standard).defaultValueDescription)
    case .others: .text((others ?? .mix).rawValue)
    case .color: .text((color ?? .auto).rawValue)
    case .notify: .bool(notify ?? true)
    }
  }

  private var speech: JSONOutput {
    let voice = self.voice.applied(to: Voice())
    let command = preference().command
    let engine: VoiceEngine = command == nil ? .espeak : .command
    let optional: [(key: String, value: JSONOutput?)] = [
      ("language", .text(voice.language)), ("variant", voice.variant.map { .text($0) }),
      ("rate", .number("\(voice.rate)")), ("pitch", .number("\(voice.pitch)")), ("engine", .text(engine.rawValue)),
      ("command", command.map { .list($0.map { .text($0) }) }),
    ]
    return .object(optional.compactMap { key, value in value.map { (key, $0) } })
  }
}
