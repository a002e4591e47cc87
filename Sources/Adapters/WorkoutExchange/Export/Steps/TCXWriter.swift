import WorkoutModel

/// Writes TCX workouts (TrainingCenterDatabase v2).
struct TCXWriter {
  static let schema = "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
  /// The limits of the schema: characters of a name, repetitions, steps with repeats, and seconds of a step.
  private static let nameLength = 15
  private static let repetitions = 2...99
  private static let steps = 20
  private static let seconds = 65_535
  /// What to do about a workout beyond these limits.
  private static let advice = "export it as .fit"

  private let log: ExchangeLog
  private var lines: [String] = []
  private var id = 0

  static func write(_ tree: ExchangeTree, _ log: ExchangeLog) throws(ExchangeError) -> [UInt8] {
    var writer = TCXWriter(log: log)
    writer.add(try tree.aligned(to: .seconds(1), log))
    if writer.id > steps {
      let why = "are more than the \(steps) of a TCX file: \(advice)"
      log.fail(.file("phases"), that: "\(writer.id) steps, repeats included,", why)
    }
    try log.check()
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
    tree.report(.notes, .words, .cap, .texts, .author, .tags, to: log)
  }

  private mutating func add(_ node: ExchangeNode, as element: String, _ indent: String) {
    switch node {
    case .step(let step): add(step, as: element, indent)
    case .group(let group):
      if group.name != nil { log.warn(group.origin, that: "the name of a group") }
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
    if step.seconds > Self.seconds {
      let why = "is longer than the \(Self.seconds) s of a TCX file: \(Self.advice)"
      log.fail(step.origin, that: "a step of \(DurationText.write(step.length ?? .zero))", why)
    }
    let duration =
      step.length.map { length in
        "<Duration xsi:type=\"Time_t\"><Seconds>\(length.wholeSeconds)</Seconds></Duration>"
      } ?? "<Duration xsi:type=\"UserInitiated_t\"/>"
    let rate = rate(step)
    var read = step.holding(rate)
    read.intensity = nil
    // What would be read as rest by its name or target is rest.
    let found = IntensityRules.intensity(of: read, name: name)
    let isResting = step.intensity == .rest || found == .rest
    if let intensity = step.intensity, intensity != (isResting ? .rest : found) { step.tellIntensity(log) }
    step.tellTarget(step.target(besides: rate), log)
    lines += [
      "\(indent)<\(element) xsi:type=\"Step_t\">", "\(indent)  <StepId>\(id)</StepId>",
      "\(indent)  <Name>\(SafeText.markup(name))</Name>", "\(indent)  \(duration)",
      "\(indent)  <Intensity>\(isResting ? "Resting" : "Active")</Intensity>", "\(indent)  \(target(rate))",
      "\(indent)</\(element)>",
    ]
  }

  /// The heart rates of the schema.
  private static let rates: [Target.Measure: ClosedRange<Int>] = [
    .beatsPerMinute: 1...255, .percentOfMaximumHeartRate: 0...100, .heartRateZone: 1...5,
  ]

  private func rate(_ step: ExchangeStep) -> Target.Part? {
    let parts = step.target?.parts ?? []
    let rate = parts.first { part in
      guard !part.isRamp, let range = Self.rates[part.measure], part.from == part.to || !part.measure.isZone else {
        return false
      }
      return [part.from, part.to].allSatisfy { $0.isMultiple(of: 1000) && range.contains($0 / 1000) }
    }
    return rate
  }

  private func target(_ rate: Target.Part?) -> String {
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
    var short = name
    // The schema counts scalars, of which a character may have several.
    while short.unicodeScalars.count > Self.nameLength { short.removeLast() }
    short = short.trimmed.isEmpty ? "Workout" : short.trimmed
    if short != name { log.warn(origin, that: "\(what) \"\(name)\"", "was cut to \"\(short)\"") }
    return short
  }
}
