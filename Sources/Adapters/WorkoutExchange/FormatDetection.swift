import StrictJSON

enum FormatDetection {
  /// The number of bytes that are examined.
  private static let reach = 65_536

  static func format(of file: ImportText) throws(ExchangeError) -> (format: ExchangeFormat, json: JSONValue?) {
    let text = file.prefix(reach)
    let start = text.trimmed
    if start.isEmpty { throw ExchangeError(.file, that: "the file", "is empty") }
    if start.hasPrefix("<") { return (try xml(start), nil) }
    if start.hasPrefix("{") || start.hasPrefix("[{") || isListStart(start) {
      let root = try ExchangeJSON.read(file.utf8)
      return (try json(root), root)
    }
    let upper = start.uppercased()
    if upper.hasPrefix("[COURSE") || upper.contains("[COURSE HEADER]") || upper.contains("[COURSE DATA]") {
      return (.erg, nil)
    }
    if upper.hasPrefix("BEGIN:VCALENDAR") { throw ExchangeError(.file, that: "a calendar", "has no steps to read") }
    if CSVReader.isTable(file) { return (.csv, nil) }
    if text.split(whereSeparator: \.isNewline).contains(where: isStep) { return (.intervals, nil) }
    throw ExchangeError(.file, that: "the file", "has an unknown format: name one with --from")
  }

  /// Whether `[` begins a list of objects, and not a section of an ERG file.
  private static func isListStart(_ text: String) -> Bool {
    text.hasPrefix("[") && text.dropFirst().trimmed.hasPrefix("{")
  }

  private static func isStep(_ line: Substring) -> Bool {
    let line = line.trimmed
    return (line.hasPrefix("- ") || line.hasPrefix("* ")) && IntervalsStepText(String(line.dropFirst(2))).isStep
  }

  private static func xml(_ text: String) throws(ExchangeError) -> ExchangeFormat {
    // The name of the first element after declarations and comments.
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      let body = rest[rest.index(after: open)...]
      if let first = body.first, first.isLetter || first == "_" {
        let name = body.prefix { $0.isLetter || $0.isNumber || "_-:.".contains($0) }
        switch (name.split(separator: ":").last.map(String.init) ?? String(name)).lowercased() {
        case "workout_file": return .zwo
        case "trainingcenterdatabase": return .tcx
        case "gpx": throw ExchangeError(.file, that: "a GPX file", "is a recorded activity or a route, not a workout")
        case let name: throw ExchangeError(.file, that: "an XML file of <\(name)>", "has an unknown format")
        }
      }
      if body.hasPrefix("!--") {
        guard let end = body.firstRange(of: "-->") else { break }
        rest = body[end.upperBound...]
      } else {
        guard let end = body.firstIndex(of: ">") else { break }
        rest = body[end...]
      }
    }
    // The XML reader reports the error.
    return .zwo
  }

  private static func json(_ root: JSONValue) throws(ExchangeError) -> ExchangeFormat {
    let first = root.list?.first ?? root
    if root["workouts"]?.list?.first.map(JAWTReader.isWorkout) == true || JAWTReader.isWorkout(root) { return .jawt }
    if root["timers"] != nil || TimeRReader.isTimer(first) { return .timer }
    if OpenHIITReader.isTimer(first) { return .openHIIT }
    if IntervalsJSONReader.isWorkout(first) { return .intervalsJSON }
    if root["phases"] != nil { throw ExchangeError(.file, that: "the file", "is already a workout file of Cuebell") }
    throw ExchangeError(.file, that: "this JSON", "has an unknown format")
  }
}
