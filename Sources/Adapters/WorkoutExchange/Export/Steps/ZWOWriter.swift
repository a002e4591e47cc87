import WorkoutModel

/// Writes ZWO files, the workouts of Zwift and compatible programs.
struct ZWOWriter {
  private let log: ExchangeLog
  private var lines: [String] = []
  private var texts: [Int: [ExchangeText]] = [:]
  private var step = 0

  static func write(
    _ tree: ExchangeTree, _ options: ExportOptions, _ log: ExchangeLog
  ) throws(ExchangeError) -> [UInt8] {
    var writer = ZWOWriter(log: log)
    let flat = try tree.powered(options).unrolled(below: 1, log).timed(options.openLength, log)
    writer.add(try flat.aligned(to: .seconds(1), log))
    return Array((writer.lines.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func add(_ tree: ExchangeTree) {
    for text in tree.texts { texts[text.step ?? 0, default: []].append(text) }
    let isRun = tree.allSteps.contains { step in
      step.target?.parts?.contains { $0.measure == .percentOfThresholdPace } == true
    }
    lines = ["<workout_file>"]
    lines += [element("author", tree.author), element("name", tree.name), element("description", tree.description)]
      .compactMap(\.self)
    lines.append("  <sportType>\(isRun ? "run" : "bike")</sportType>")
    if tree.tags.isEmpty {
      lines.append("  <tags/>")
    } else {
      lines += ["  <tags>"] + tree.tags.map { "    <tag name=\"\(SafeText.markup($0))\"/>" } + ["  </tags>"]
    }
    lines.append("  <workout>")
    for node in tree.nodes { add(node) }
    lines += ["  </workout>", "</workout_file>"]
    tree.report("the name", log) { $0.name != nil }
    tree.report(.notes, to: log)
  }

  private func element(_ name: String, _ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : "  <\(name)>\(SafeText.markup($0))</\(name)>" }
  }

  private mutating func add(_ node: ExchangeNode) {
    switch node {
    case .step(let step):
      add(step, texts: said(in: step, at: .zero))
    case .group(let group):
      if group.name != nil { log.warn(group.origin, that: "the name of a group") }
      if let pair = pair(group) { return addIntervals(pair.on, pair.off, sets: group.sets) }
      let steps = group.nodes.steps
      if group.sets > 1 {
        log.warn(group.origin, that: "\(group.sets) sets", "were unrolled to \(group.sets * steps.count) steps")
      }
      for _ in 0..<group.sets {
        for step in steps { add(step, texts: said(in: step, at: .zero)) }
      }
    }
  }

  /// The two steps of a group that `IntervalsT` can express.
  private func pair(_ group: ExchangeGroup) -> (on: ExchangeStep, off: ExchangeStep)? {
    let steps = group.nodes.steps
    guard steps.count == 2, group.nodes.count == 2,
      steps.allSatisfy({ step in
        let (power, cadence, rest) = parts(step)
        let isPlain = step.intensity != .warmup && step.intensity != .cooldown
        return isPlain && power?.isRamp == false && rest.isEmpty && cadence.map { $0.from == $0.to } ?? true
      })
    else { return nil }
    return (steps[0], steps[1])
  }

  private mutating func addIntervals(_ on: ExchangeStep, _ off: ExchangeStep, sets: Int) {
    var attributes = [
      "Repeat=\"\(sets)\"", "OnDuration=\"\(on.seconds)\"", "OffDuration=\"\(off.seconds)\"",
    ]
    attributes += power(parts(on).power, "OnPower", "PowerOn") + power(parts(off).power, "OffPower", "PowerOff")
    if let cadence = parts(on).cadence { attributes.append("Cadence=\"\(ExchangeNumber.decimal(cadence.from))\"") }
    if let cadence = parts(off).cadence {
      attributes.append("CadenceResting=\"\(ExchangeNumber.decimal(cadence.from))\"")
    }
    let set = (on.length ?? .zero) + (off.length ?? .zero)
    var texts: [(Int, String)] = []
    for number in 0..<sets {
      texts += said(in: on, at: set * number)
      texts += said(in: off, at: set * number + (on.length ?? .zero))
    }
    for step in [on, off] { tellIntensity(step) }
    close("IntervalsT", attributes, texts)
  }

  /// The texts spoken in the next step, with their offsets in seconds from the start of its element.
  private mutating func said(in step: ExchangeStep, at start: Duration) -> [(Int, String)] {
    defer { self.step += 1 }
    let own = step.say.map { [ExchangeText(offset: .zero, words: $0)] } ?? []
    return (own + step.texts + texts[self.step, default: []]).map { text in
      ((start + text.offset).wholeSeconds, text.words)
    }
  }

  private mutating func add(_ step: ExchangeStep, texts: [(Int, String)]) {
    let (power, cadence, rest) = parts(step)
    step.tellTarget(rest, log)
    var attributes = ["Duration=\"\(step.seconds)\""]
    var name = power == nil ? "FreeRide" : "SteadyState"
    if var power, power.measure != .powerZone {
      if power.isRamp { name = "Ramp" }
      if step.intensity == .warmup || step.intensity == .cooldown, let ramp = ramp(power, in: step) {
        power = ramp
        name = step.intensity == .warmup ? "Warmup" : "Cooldown"
      }
      if name == "SteadyState", power.from == power.to {
        attributes.append("Power=\"\(share(power.from))\"")
      } else {
        attributes += ["PowerLow=\"\(share(power.from))\"", "PowerHigh=\"\(share(power.to))\""]
      }
    } else if let power {
      attributes.append("Zone=\"\(power.from / 1000)\"")
    }
    if let cadence, cadence.from == cadence.to {
      attributes.append("Cadence=\"\(ExchangeNumber.decimal(cadence.from))\"")
    } else if let cadence {
      attributes += [
        "CadenceLow=\"\(ExchangeNumber.decimal(cadence.from))\"",
        "CadenceHigh=\"\(ExchangeNumber.decimal(cadence.to))\"",
      ]
    }
    if name != "Warmup", name != "Cooldown" { tellIntensity(step) }
    close(name, attributes, texts)
  }

  /// The power of a warm-up or cool-down, which is a ramp; `nil` for a cool-down that rises, because each falls.
  private func ramp(_ power: Target.Part, in step: ExchangeStep) -> Target.Part? {
    let isCooldown = step.intensity == .cooldown
    if power.isRamp || power.from == power.to { return isCooldown && power != power.falling ? nil : power }
    let own = isCooldown ? power.falling : power
    let ramp = Target.Part(own.measure, own.from, to: own.to, isRamp: true)
    log.warn(step.origin, that: "the range \(power)", "became \"\(ramp)\"")
    return ramp
  }

  /// A reader derives the intensity from the target alone, because names aren't kept.
  private func tellIntensity(_ step: ExchangeStep) {
    let (power, cadence, _) = parts(step)
    let read = step.holding(power, cadence)
    if step.intensity != nil, !IntensityRules.isFound(read, keepsNames: false) { step.tellIntensity(log) }
  }

  private mutating func close(_ name: String, _ attributes: [String], _ texts: [(Int, String)]) {
    let start = "    <\(name) \(attributes.joined(separator: " "))"
    if texts.isEmpty { return lines.append(start + "/>") }
    lines.append(start + ">")
    for (offset, words) in texts {
      lines.append("      <textevent timeoffset=\"\(offset)\" message=\"\(SafeText.markup(words))\"/>")
    }
    lines.append("    </\(name)>")
  }

  /// The power or pace, the cadence, and the part that ZWO can't express.
  private func parts(_ step: ExchangeStep) -> (power: Target.Part?, cadence: Target.Part?, rest: String) {
    let parts = step.target?.parts ?? []
    let isPower: (Target.Part) -> Bool = { part in
      part.measure == .percentOfFTP || part.measure == .percentOfThresholdPace
        || part.measure == .powerZone && part.from == part.to && part.from.isMultiple(of: 1000)
    }
    let power = parts.first(where: isPower)
    let cadence = parts.first { $0.measure == .revolutionsPerMinute && !$0.isRamp }
    return (power, cadence, step.target(besides: power, cadence))
  }

  private func power(_ part: Target.Part?, _ name: String, _ range: String) -> [String] {
    guard let part else { return [] }
    if part.measure == .powerZone { return ["\(range)Zone=\"\(part.from / 1000)\""] }
    if part.from == part.to { return ["\(name)=\"\(share(part.from))\""] }
    return ["\(range)Low=\"\(share(part.from))\"", "\(range)High=\"\(share(part.to))\""]
  }

  /// Thousandths of a per cent as a fraction of the threshold, such as 0.95.
  private func share(_ thousandths: Int) -> String { DecimalText.shortest(thousandths, per: 100_000) }
}
