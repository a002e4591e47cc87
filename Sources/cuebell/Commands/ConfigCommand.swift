import ArgumentParser
import CommandSupport
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

      The file ~/.config/cuebell/config.json holds default options as one JSON object, such as \
      { "latency": "power", "volume": -6 }; comments are allowed. Command-line options override it.
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    var settings = try SettingsFile.load()
    settings.workouts = WorkoutFolders([], settings).folders.map(\.path)
    let rows = Setting.all.map { (key: $0.key, value: $0.value(settings), place: settings.places[$0.key]) }
    if json { return try Streams.out(Self.object(rows)) }
    let path = SettingsFile.path.map { SafeText.filtered($0) + (SettingsFile.isThere ? "" : " (does not exist)") }
    let cells = rows.flatMap { row in
      // Without a lead-in of the user's, there is one for each device.
      let (first, others) = row.value == .null && row.key == "leadIn" ? ("automatic", []) : Self.parts(row.value)
      return [[row.key, row.place.map { "line \($0.line)" } ?? "default", first]]
        + others.map { ["", "", $0] }
    }
    let lines = Columns.aligned(cells)
    try Streams.out(([path ?? "There is no settings file: HOME is not set.", ""] + lines).joined(separator: "\n"))
  }

  /// A value for display; a list has a line for each element.
  private static func parts(_ value: JSONOutput) -> (first: String, others: [String]) {
    switch value {
    case .null: return ("none", [])
    case .text(let text): return (SafeText.filtered(text), [])
    case .list(let elements, _):
      let lines = elements.map { parts($0).first }
      return (lines.first ?? "none", Array(lines.dropFirst()))
    default: return (SafeText.filtered(value.line(.padded)), [])
    }
  }

  private static func object(_ rows: [(key: String, value: JSONOutput, place: TextLocation?)]) -> String {
    let settings = rows.map { row in
      var setting: JSONFields = [
        "value": JSONOutput.raw(row.value.line(.padded)), "from": row.place == nil ? "default" : "file",
      ]
      setting.add("line", ifAny: row.place?.line)
      setting.add("column", ifAny: row.place?.column)
      return (key: row.key, value: setting)
    }
    let object: JSONFields = [
      "file": SettingsFile.path, "exists": SettingsFile.isThere, "settings": JSONFields(settings),
    ]
    return object.line()
  }
}
