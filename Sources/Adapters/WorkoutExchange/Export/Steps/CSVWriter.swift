import WorkoutModel

/// Writes tables of phases, which spreadsheets read.
enum CSVWriter {
  static func write(_ tree: ExchangeTree, _ log: ExchangeLog) throws(ExchangeError) -> [UInt8] {
    let flat = try tree.unrolled(below: 1, log)
    var rows = [["name", "duration", "intensity", "say", "target", "notes", "group", "sets"]]
    var number = 0
    var last: (name: String, sets: Int)?
    for node in flat.nodes {
      switch node {
      case .step(let step):
        last = nil
        rows.append(row(step, group: "", sets: ""))
      case .group(let group):
        number += 1
        // An unnamed group gets a number.
        var name = group.name ?? "\(number)"
        if group.name != nil, name.allSatisfy(\.isNumber) {
          log.warn(group.origin, that: "the name \"\(name)\"", "became \"No. \(name)\"")
          name = "No. \(name)"
        }
        // A reader would merge neighbouring groups with the same name and number.
        if last?.name == name, last?.sets == group.sets {
          log.warn(group.origin, that: "the name \"\(name)\"", "became \"\(name) (2)\"")
          name += " (2)"
        }
        last = (name, group.sets)
        for case .step(let step) in group.nodes { rows.append(row(step, group: name, sets: "\(group.sets)")) }
      }
    }
    flat.report(.cap, .texts, .description, .author, .tags, to: log)
    log.warn(.file("name"), that: "the name of the workout", "is that of the file")
    return Array((rows.map { $0.map(field).joined(separator: ",") }.joined(separator: "\r\n") + "\r\n").utf8)
  }

  private static func row(_ step: ExchangeStep, group: String, sets: String) -> [String] {
    [
      step.name ?? "", step.length.map(DurationText.write) ?? "open", step.intensity?.rawValue ?? "", step.say ?? "",
      step.target?.description ?? "", step.notes ?? "", group, sets,
    ]
  }

  /// A field, quoted if necessary (RFC 4180).
  private static func field(_ text: String) -> String {
    let clean = MediaText.line(text).unicodeScalars
    guard clean.contains(where: { ",;\t\"".unicodeScalars.contains($0) }) else { return String(clean) }
    return "\"" + MediaText.escaped(String(clean), "\"", by: "\"") + "\""
  }
}
