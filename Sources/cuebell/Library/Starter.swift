import CommandSupport
import FoundationEssentials
import HostSystem
import StrictJSON

/// Templates for new workouts, which are installed workouts under a new name.
enum Starter: String, CaseIterable {
  case tabata, hiit, emom, amrap, boxing, pyramid, meditation, breathing

  private var file: String {
    switch self {
    case .tabata, .pyramid: rawValue
    case .hiit: "hiit-30-20"
    case .emom: "emom-10"
    case .amrap: "amrap-12"
    case .boxing: "boxing-3x3"
    case .meditation: "meditation-20"
    case .breathing: "box-breathing"
    }
  }

  /// The URL of the schema, for editors; `nil` if it isn't installed.
  static var schema: String? {
    ShippedFiles.folder("Workouts").map {
      URL(filePath: "\($0)/../Schemas/workout.schema.json").standardized.absoluteString
    }
  }

  /// The text of a workout with this name, in its own language alone; if the installed workouts are missing, the
  /// command ends.
  func text(named name: String) throws -> String {
    guard let folder = ShippedFiles.folder("Workouts") else {
      throw Exit.fail(.noInput, "The templates are not installed: make install installs them.")
    }
    let whole = String(decoding: try InputFile.bytes(of: "\(folder)/\(file).json"), as: UTF8.self)
    let end = whole.firstRange(of: ",\n  \"translations\": {")
    let text = end.map { whole[..<$0.lowerBound] + "\n}\n" } ?? whole
    let schema = Self.schema ?? ""
    return text.replacing(/"name": ".*"/, maxReplacements: 1) { _ in "\"name\": " + JSONOutput.text(name).line() }
      .replacing("\"../Schemas/workout.schema.json\"", with: JSONOutput.text(schema).line())
  }
}
