import ArgumentParser
import LivePlayback
import SessionReporting
import StrictJSON
import WorkoutModel

/// `config`: the effective defaults of options, and their sources.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the effective settings and their sources.",
    discussion: """
      Examples:
        cuebell config
        cuebell config --json

      The file ~/.config/cuebell/config.json holds defaults of options as one JSON object, such as \
      { "latency": "power", "volume": -6 }; comments are allowed. Options of the command line override it.
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
    default: return (SafeText.filtered(value.line(.padded)), [])
    }
  }

  private static func object(_ rows: [(key: Settings.Key, value: JSONOutput, place: TextLocation?)]) -> String {
    let settings = rows.map { row in
      var setting: JSONFields = [
        "value": JSONOutput.raw(row.value.line(.padded)), "from": row.place == nil ? "default" : "file",
      ]
      setting.add("line", ifAny: row.place?.line)
      setting.add("column", ifAny: row.place?.column)
      return (key: row.key.rawValue, value: setting)
    }
    let object: JSONFields = [
      "file": SettingsFile.path, "exists": SettingsFile.isThere, "settings": JSONFields(settings),
    ]
    return object.line()
  }
}

extension Settings {
  /// The effective value without command-line options, in the form of the settings file.
  fileprivate func value(of key: Key) -> JSONOutput {
    switch key {
    case .device: .text(device ?? Devices.standard)
    case .latency: .text((latency ?? .normal).rawValue)
    case .latencyOffset: (latencyOffset ?? 0).json
    // The default depends on the device's name.
    case .leadIn: leadIn.json
    case .volume: (volume ?? 0).json
    case .voice: speech
    case .workouts: WorkoutFolders([], self).folders.map(\.path).json
    case .whenSuspended: .text((whenSuspended ?? .standard).defaultValueDescription)
    case .others: .text((others ?? .mix).rawValue)
    case .color: .text((color ?? .auto).rawValue)
    case .notify: (notify ?? true).json
    }
  }

  private var speech: JSONOutput {
    let voice = self.voice.applied(to: Voice())
    let command = preference().command
    let engine: VoiceEngine = command == nil ? .espeak : .command
    var fields: JSONFields = ["language": voice.language]
    fields.add("variant", ifAny: voice.variant)
    fields.add(["rate": voice.rate, "pitch": voice.pitch, "engine": engine.rawValue])
    fields.add("command", ifAny: command)
    return fields.json
  }
}
