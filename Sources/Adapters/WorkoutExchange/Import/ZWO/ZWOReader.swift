import WorkoutModel

/// Reads ZWO files, the workouts of Zwift and compatible programs.
///
/// There is no official specification: names and attributes are those of published files and of the "Zwift Workout
/// File Reference" by Hal Blackburn. Case is ignored.
struct ZWOReader {
  private let log: ExchangeLog
  /// Whether powers are fractions of the threshold pace.
  private var isRun = false
  private var isInMetres = false
  private var tree = ExchangeTree()
  /// The start of the next step; `nil` after a step that the user ends.
  private var position: Duration? = .zero

  static func tree(_ root: ExchangeElement, _ log: ExchangeLog) throws(ExchangeError) -> ExchangeTree {
    guard root.isNamed("workout_file") else {
      let why = "is not a ZWO file: its outermost element is not <workout_file>"
      throw ExchangeError(root.start, that: "this", why)
    }
    var reader = ZWOReader(log: log)
    reader.read(root)
    return reader.tree
  }

  private mutating func read(_ root: ExchangeElement) {
    isRun = root.child("sportType").map { $0.trimmedText.lowercased().hasPrefix("run") } ?? false
    isInMetres = root.child("durationType")?.trimmedText.lowercased() == "distance"
    for child in root.children {
      switch child.name.lowercased() {
      case "name", "n": tree.name = child.trimmedText
      case "author": tree.author = child.trimmedText
      case "description": tree.description = child.trimmedText
      case "tags": tree.tags += tags(child)
      case "workout": for step in child.children { read(step: step) }
      case "sporttype", "durationtype": break
      default: warn(child)
      }
    }
  }

  /// The tags, which are `<tag name="x"/>` or `<tag>x</tag>`, without duplicates.
  private func tags(_ element: ExchangeElement) -> [String] {
    var tags: [String] = []
    for tag in element.children where tag.isNamed("tag") {
      let name = tag["name"] ?? tag.trimmedText
      if !name.isEmpty, !tags.contains(name) { tags.append(name) }
    }
    return tags
  }

  private mutating func read(step element: ExchangeElement) {
    var attributes = ZWOElement(element, log)
    switch element.name.lowercased() {
    case "steadystate", "solidstate": add(&attributes, kind: .steady, isRamp: false)
    case "warmup": add(&attributes, kind: .warmUp, intensity: .warmup, isRamp: true)
    case "cooldown": add(&attributes, kind: .coolDown, intensity: .cooldown, isRamp: true, falls: true)
    case "ramp": add(&attributes, kind: .ramp, isRamp: true)
    case "freeride": add(&attributes, kind: .freeRide, isRamp: false)
    case "maxeffort": add(&attributes, kind: .maxEffort, intensity: .high, isRamp: false)
    case "intervalst": addIntervals(&attributes)
    case "textevent", "textnotification": addText(element, after: nil, in: nil)
    default: return warn(element)
    }
    attributes.tellRest()
  }

  private mutating func add(
    _ attributes: inout ZWOElement, kind: BuiltInWord, intensity: Intensity? = nil, isRamp: Bool, falls: Bool = false
  ) {
    var power = power(&attributes, "Power", "Zone", isRamp: isRamp)
    // Programs disagree on which of the two powers of a cool-down is its first.
    if falls { power = power?.falling }
    let cadence = cadence(&attributes, "Cadence")
    let length = attributes.thousandths("Duration")
    var step = step(attributes.element, length, kind: kind, intensity, parts: [power, cadence])
    for child in attributes.element.children {
      if Self.isText(child) { step.texts += text(child, in: step.length) } else { warn(child) }
    }
    tree.nodes.append(.step(step))
    position = step.length.flatMap { length in position.map { $0 + length } }
  }

  private mutating func addIntervals(_ attributes: inout ZWOElement) {
    let element = attributes.element
    var sets = attributes.thousandths("Repeat", scale: 1)
    if sets == 0 {
      attributes.warn("Repeat", "was read as 1")
      sets = 1
    }
    let (on, off) = (attributes.thousandths("OnDuration"), attributes.thousandths("OffDuration"))
    let high = power(&attributes, "OnPower", "PowerOnZone", low: "PowerOnLow", top: "PowerOnHigh", isRamp: false)
    let low = power(&attributes, "OffPower", "PowerOffZone", low: "PowerOffLow", top: "PowerOffHigh", isRamp: false)
    let (fast, slow) = (cadence(&attributes, "Cadence"), cadence(&attributes, "CadenceResting"))
    let steps = [
      step(element, on, kind: .interval, nil, parts: [high, fast]),
      step(element, off, kind: .recover, nil, parts: [low, slow]),
    ].filter { $0.length != .zero }
    let count = sets ?? 1
    guard Limits.sets.contains(count) else {
      return log.fail(element.start, "Repeat=\"\(count)\"", "must be \(Limits.sets.lowerBound)…100000")
    }
    let set = steps.reduce(Duration.zero) { $0 + ($1.length ?? .zero) }
    let total = set < Limits.totalLength ? set * count : nil
    var nodes = steps
    for child in element.children {
      guard Self.isText(child) else {
        warn(child)
        continue
      }
      if position == nil, !nodes.isEmpty {
        nodes[0].texts += text(child, in: .zero).map(\.inFirstSet)
      } else {
        addText(child, after: position, in: isInMetres ? nil : total)
      }
    }
    let group = ExchangeGroup(sets: count, nodes: nodes.map { .step($0) }, origin: element.origin)
    tree.nodes.append(.group(group))
    position = isInMetres ? nil : total.flatMap { total in position.map { $0 + total } }
  }

  private func step(
    _ element: ExchangeElement, _ length: Int?, kind: BuiltInWord, _ intensity: Intensity?, parts: [Target.Part?]
  ) -> ExchangeStep {
    let parts = parts.compactMap(\.self)
    if length == nil, element["Duration"] == nil, element["OnDuration"] == nil || element["OffDuration"] == nil {
      log.fail(element.start, that: "its duration", "is missing")
    }
    var step = ExchangeStep(
      kind: kind, intensity: intensity, length: length.map { .milliseconds($0) } ?? .zero,
      target: parts.isEmpty ? nil : Target(parts), origin: element.origin)
    if isInMetres, let length {
      step.name = OpenStep.name(metres: length)
      step.length = nil
      OpenStep.report(step, ends: "distance", log)
    }
    return step
  }

  private func warn(_ element: ExchangeElement) {
    log.warn(element.origin, that: "this element", "means nothing here")
  }
}

extension Target.Part {
  /// The same values from the greater to the smaller one.
  var falling: Target.Part { from < to ? Target.Part(measure, to, to: from, isRamp: isRamp) : self }
}

extension ZWOReader {
  /// The power of a step, which is a value, a range or a zone; a missing power is not 0 W.
  private func power(
    _ attributes: inout ZWOElement, _ name: String, _ zone: String, low: String = "PowerLow",
    top: String = "PowerHigh", isRamp: Bool
  ) -> Target.Part? {
    let measure: Target.Measure = isRun ? .percentOfThresholdPace : .percentOfFTP
    let value = attributes.thousandths(name, scale: 100_000)
    let from = attributes.thousandths(low, scale: 100_000)
    let to = attributes.thousandths(top, scale: 100_000)
    let number = attributes.thousandths(zone)
    if let number, value == nil, from == nil, to == nil { return Target.Part(.powerZone, number) }
    if number != nil { attributes.warn(zone, "is not kept beside another power") }
    if value != nil, from != nil || to != nil { attributes.warn(name, "is not kept beside another power") }
    guard let first = from ?? value ?? to else { return nil }
    let last = to ?? (from == nil ? value : nil) ?? first
    return Target.Part(measure, first, to: last, isRamp: isRamp && first != last)
  }

  private func cadence(_ attributes: inout ZWOElement, _ name: String) -> Target.Part? {
    // Some programs write -1 for no cadence.
    let value = attributes.thousandths(name, negative: .some(nil))
    let low = name == "Cadence" ? attributes.thousandths("CadenceLow", negative: .some(nil)) : nil
    let high = name == "Cadence" ? attributes.thousandths("CadenceHigh", negative: .some(nil)) : nil
    guard let first = low ?? value ?? high, first > 0 else { return nil }
    return Target.Part(.revolutionsPerMinute, first, to: high ?? value ?? first)
  }

  private static func isText(_ element: ExchangeElement) -> Bool {
    element.isNamed("textevent") || element.isNamed("textnotification")
  }

  /// Adds a text at an offset in the workout; `start` is the start of its interval, if it is in one.
  private mutating func addText(_ element: ExchangeElement, after start: Duration?, in length: Duration?) {
    for text in text(element, in: length) {
      guard let position = start ?? self.position else {
        log.warn(text.origin, that: "its moment", "is unknown after a step that the user ends: left out")
        continue
      }
      tree.texts.append(
        ExchangeText(offset: position + text.offset, words: text.words, origin: text.origin))
    }
  }

  /// The text of a `textevent`; empty if it is after the end of its interval.
  private func text(_ element: ExchangeElement, in length: Duration?) -> [ExchangeText] {
    var attributes = ZWOElement(element, log)
    let words = attributes.text("message", "text") ?? ""
    let offset = attributes.thousandths("timeoffset", negative: 0)
    let distance = offset == nil ? attributes.text("distoffset") : nil
    attributes.tellRest()
    guard !words.isEmpty else { return [] }
    if let distance, ExchangeNumber.whole(distance) != 0 {
      attributes.warn("distoffset", "is a distance: the text was left out")
      return []
    }
    let moment = Duration.milliseconds(offset ?? 0)
    if let length, moment > length {
      let at = "at \(ExchangeNumber.text(seconds: moment)) s"
      log.warn(
        element.origin, "\(at), after the end of its interval (\(ExchangeNumber.text(seconds: length)) s)", "left out")
      return []
    }
    return [ExchangeText(offset: moment, words: words, origin: element.origin)]
  }
}
