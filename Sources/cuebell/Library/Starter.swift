import CommandSupport
import FoundationEssentials
import HostSystem
import StrictJSON
import WorkoutFiles
import WorkoutModel

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

/// The kinds of new workouts: the templates, and short forms.
extension Starter {
  static let kinds = allCases.map(\.rawValue).joined(separator: ", ")

  /// What is wrong with a kind, beginning with `like`; `nil` for one that can be written.
  static func problem(with like: String) -> String? {
    guard Starter(rawValue: like) == nil else { return nil }
    guard ShortForm.isMeant(by: like) else {
      return "like must be one of \(kinds), or a short form such as 8x20/10."
    }
    do throws(ShortFormError) { _ = try ShortForm(like) } catch {
      return "like \"\(SafeText.filtered(like))\", column \(error.column): \(error)"
    }
    return nil
  }

  /// The text of a workout of a kind that can be written.
  static func text(of name: String, like: String) throws -> String {
    guard Starter(rawValue: like) == nil, var workout = try? ShortForm(like).workout else {
      return try (Starter(rawValue: like) ?? .tabata).text(named: name)
    }
    workout.name = name
    return WorkoutWriter.write(workout, schema: schema)
  }
}
