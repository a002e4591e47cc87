import WorkoutModel

/// Writes TCX workouts (TrainingCenterDatabase v2).
struct TCXWriter {
  static let schema = "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
  /// The schema allows names of 1 to 15 characters, and 2 to 99 repetitions.
  private static let nameLength = 15
  private static let repetitions = 2...99

  private let log: ExchangeLog
  private var lines: [String] = []
  private var id = 0

  static func write(_ tree: ExchangeTree, _ log: ExchangeLog) throws(ExchangeError) -> [UInt8] {
    var writer = TCXWriter(log: log)
    writer.add(try tree.aligned(to: .seconds(1), log))
    return Array((writer.lines.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func add(_ tree: ExchangeTree) {
    lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<TrainingCenterDatabase xmlns=\"\(Self.schema)\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">",
      "  <Workouts>", "    <Workout Sport=\"Other\">",
      "      <Name>\(SafeText.markup(short(tree.name, "the name", .file("name"))))</Name>",
    ]
    for node in tree.nodes { add(node, as: "Step", "      ") }
    if let notes = tree.description { lines.append("      <Notes>\(SafeText.markup(notes))</Notes>") }
    lines += ["    </Workout>", "  </Workouts>", "</TrainingCenterDatabase>"]
    tree.tell(.notes, .words, .cap, .texts, .author, .tags, to: log)
  }

  private mutating func add(_ node: ExchangeNode, as element: String, _ indent: String) {
    switch node {
    case .step(let step): add(step, as: element, indent)
    case .group(let group):
      if group.name != nil { log.lose(group.origin, that: "the name of a group") }
      addGroup(group.nodes, sets: group.sets, as: element, indent)
    }
  }

  private mutating func addGroup(_ nodes: [ExchangeNode], sets: Int, as element: String, _ indent: String) {
    guard sets > 1 else {
      for node in nodes { add(node, as: element, indent) }
      return
    }
    // A repeat that exceeds the limit may have been split.
    let most = Self.repetitions.upperBound
    guard sets <= most else {
      addGroup(nodes, sets: most, as: element, indent)
      return addGroup(nodes, sets: sets - most, as: element, indent)
    }
    id += 1
    lines += [
      "\(indent)<\(element) xsi:type=\"Repeat_t\">", "\(indent)  <StepId>\(id)</StepId>",
      "\(indent)  <Repetitions>\(sets)</Repetitions>",
    ]
    for node in nodes { add(node, as: "Child", indent + "  ") }
    lines.append("\(indent)</\(element)>")
  }

  private mutating func add(_ step: ExchangeStep, as element: String, _ indent: String) {
    id += 1
    let name = short(step.name ?? "Step", "the name of a step", step.origin)
    let duration =
      step.length.map { length in
        "<Duration xsi:type=\"Time_t\"><Seconds>\(length.wholeSeconds)</Seconds></Duration>"
      } ?? "<Duration xsi:type=\"UserInitiated_t\"/>"
    var bare = step
    (bare.intensity, bare.target) = (nil, nil)
    // A name that means rest would be read as rest again.
    let isResting = step.intensity == .rest || IntensityRules.intensity(of: bare, name: name) == .rest
    if let intensity = step.intensity, isResting ? intensity != .rest : !IntensityRules.isFound(step) {
      step.tellIntensity(log)
    }
    lines += [
      "\(indent)<\(element) xsi:type=\"Step_t\">", "\(indent)  <StepId>\(id)</StepId>",
      "\(indent)  <Name>\(SafeText.markup(name))</Name>", "\(indent)  \(duration)",
      "\(indent)  <Intensity>\(isResting ? "Resting" : "Active")</Intensity>", "\(indent)  \(target(step))",
      "\(indent)</\(element)>",
    ]
  }

  private func target(_ step: ExchangeStep) -> String {
    let parts = step.target?.parts ?? []
    let rate = parts.first { part in
      let isRate = [.beatsPerMinute, .percentOfMaximumHeartRate, .heartRateZone].contains(part.measure)
      return isRate && !part.isRamp && part.from.isMultiple(of: 1000) && part.to.isMultiple(of: 1000)
    }
    step.tellTarget(step.target(besides: rate), log)
    guard let rate else { return "<Target xsi:type=\"None_t\"/>" }
    if rate.measure == .heartRateZone {
      return "<Target xsi:type=\"HeartRate_t\"><HeartRateZone xsi:type=\"PredefinedHeartRateZone_t\">"
        + "<Number>\(rate.from / 1000)</Number></HeartRateZone></Target>"
    }
    let type = rate.measure == .beatsPerMinute ? "HeartRateInBeatsPerMinute_t" : "HeartRateAsPercentOfMax_t"
    func limit(_ name: String, _ value: Int) -> String {
      "<\(name) xsi:type=\"\(type)\"><Value>\(value / 1000)</Value></\(name)>"
    }
    return "<Target xsi:type=\"HeartRate_t\"><HeartRateZone xsi:type=\"CustomHeartRateZone_t\">"
      + limit("Low", min(rate.from, rate.to)) + limit("High", max(rate.from, rate.to))
      + "</HeartRateZone></Target>"
  }

  private func short(_ name: String, _ what: String, _ origin: ExchangeOrigin) -> String {
    guard name.count > Self.nameLength else { return name.isEmpty ? "Workout" : name }
    let short = name.prefix(Self.nameLength).trimmed
    log.lose(origin, that: "\(what) \"\(name)\"", "was cut to \"\(short)\"")
    return short
  }
}
