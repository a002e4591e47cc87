import WorkoutModel

struct IntervalsTextWriter {
  private let log: ExchangeLog
  private var blocks: [[String]] = []

  static func write(_ tree: ExchangeTree, _ log: ExchangeLog) throws(ExchangeError) -> [UInt8] {
    var writer = IntervalsTextWriter(log: log)
    writer.add(try tree.unrolled(below: 1, log).aligned(to: .seconds(1), log))
    return Array((writer.blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n").utf8)
  }

  private mutating func add(_ tree: ExchangeTree) {
    let title = SafeText.filtered(tree.name)
    if Self.read("\(title)\n\n- 5m\n").name == title, !title.isEmpty {
      blocks.append([title])
    } else if !title.isEmpty {
      // A reader would misread the line, and name the workout after the file.
      blocks.append(["Workout"])
      log.warn(.file("name"), that: "the name \"\(title)\"", "became \"Workout\"")
    }
    for (group, steps) in tree.nodes.sections {
      blocks.append((group.map { [heading($0)] } ?? []) + steps.map(line))
    }
    tree.report(.cap, .notes, .words, .description, .author, .tags, .texts, to: log)
  }

  private func heading(_ group: ExchangeGroup) -> String {
    guard let name = group.name.map(SafeText.filtered) else { return "\(group.sets)x" }
    if Self.isHeading(name) { return "\(name) \(group.sets)x" }
    log.warn(group.origin, that: "the name \"\(name)\"")
    return "\(group.sets)x"
  }

  private static func isHeading(_ name: String) -> Bool {
    guard case .group(let group)? = read("\(name) 3x\n- 5m\n").nodes.first else { return false }
    return group.name == name && group.sets == 3
  }

  private static func read(_ text: String) -> ExchangeTree {
    IntervalsTextReader.tree(ImportText(Array(text.utf8)), ExchangeLog())
  }

  private func line(_ step: ExchangeStep) -> String {
    let length = step.length.map(Self.text) ?? "lap press"
    var words = [length]
    if let target = step.target {
      if let parts = target.parts {
        // "ramp" applies to the whole line, so it can't be limited to one part.
        let ramp = parts.contains(where: \.isRamp) ? ["ramp"] : []
        words += ramp + parts.map { Target.Part($0.measure, $0.from, to: $0.to).description }
      } else {
        step.tellTarget(target.description, log)
      }
    }
    if let intensity = step.intensity, !IntensityRules.isFound(step) {
      if let word = Self.intensities[intensity] {
        words.append("intensity=\(word)")
      } else {
        step.tellIntensity(log)
      }
    }
    let kinds: [BuiltInWord] = [.steady, .ramp, .freeRide, .warmUp, .coolDown]
    let found = Language.allCases.flatMap { language in
      (kinds.map { StepName.of(kind: $0, step.target) } + [BuiltInWord.lap.placeholder])
        .map(BuiltInPhrases(tag: language.rawValue).filled)
    }
    guard let name = step.name.map(SafeText.filtered), !name.isEmpty, !found.contains(name) else {
      return "- " + words.joined(separator: " ")
    }
    // A name that the reader would misread is omitted.
    let line = ([name] + words).joined(separator: " ")
    let read = IntervalsStepText(line)
    if read.name == name, read.repeats == nil, read.length == step.length, read.others.isEmpty { return "- " + line }
    log.warn(step.origin, that: "the name \"\(name)\"")
    return "- " + words.joined(separator: " ")
  }

  private static let intensities: [Intensity: String] = [
    .warmup: "warmup", .cooldown: "cooldown", .rest: "rest", .low: "recovery", .high: "interval",
  ]

  /// `1h2m3s`.
  private static func text(_ length: Duration) -> String {
    let seconds = length.wholeSeconds
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")].filter { $0.0 > 0 }
    return parts.isEmpty ? "0s" : parts.map { "\($0.0)\($0.1)" }.joined()
  }
}
