import WorkoutModel

/// Reads the workout text of intervals.icu: headings, steps after hyphens, and repeat counts.
struct IntervalsTextReader {
  private struct Line {
    let number: Int
    let indent: Int
    let text: String
    let isStep: Bool
  }

  private struct Block {
    var title: String?
    var sets = 1
    var nodes: [ExchangeNode] = []
    var line = 0
  }

  private static let lineLimit = 2 * Limits.nodes

  private let log: ExchangeLog
  private var tree = ExchangeTree()
  private var block = Block()

  static func tree(_ text: ImportText, _ log: ExchangeLog) -> ExchangeTree {
    var reader = IntervalsTextReader(log: log)
    reader.read(text)
    return reader.tree
  }

  private mutating func read(_ text: ImportText) {
    var lines: [Line] = []
    for line in text.lines {
      guard lines.count < Self.lineLimit else {
        return log.fail(.file, that: "the text", "has more than \(Self.lineLimit) lines")
      }
      if let issue = line.issue { log.warn(issue) }
      lines.append(Self.line(line.text, number: line.number))
    }
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if line.text.isEmpty {
        if !block.nodes.isEmpty { endBlock() }
      } else if line.isStep {
        index = readStep(at: index, lines)
        continue
      } else {
        let isAlone = index + 1 >= lines.count || lines[index + 1].text.isEmpty
        readHeading(line, isAlone: isAlone)
      }
      index += 1
    }
    endBlock()
  }

  /// Reads a title, a category, or the heading of a block: `Main set 3x`.
  private mutating func readHeading(_ line: Line, isAlone: Bool) {
    endBlock()
    var words = line.text.split(whereSeparator: \.isWhitespace).map(String.init)
    var sets: Int?
    for end in [words.count - 1, 0] where words.indices.contains(end) && sets == nil {
      sets = IntervalsStepText.count(words[end])
      if sets != nil { words.remove(at: end) }
    }
    let title = words.joined(separator: " ")
    if title.lowercased().hasPrefix("category:") {
      tree.tags.append(title.dropFirst(9).trimmed)
    } else if isAlone, sets == nil, tree.nodes.isEmpty {
      if tree.name.isEmpty {
        tree.name = title
      } else {
        tree.description = tree.description.map { "\($0) \(title)" } ?? title
      }
    } else if isAlone, sets == nil {
      log.warn(.line(line.number), "\"\(title)\"", "text between blocks: left out")
    } else {
      block = Block(title: title.isEmpty ? nil : title, sets: checked(sets ?? 1, line), line: line.number)
    }
  }

  /// Reads a step, or steps indented below a count: `- 3x`. Returns the index of the next line.
  private mutating func readStep(at start: Int, _ lines: [Line]) -> Int {
    let line = lines[start]
    guard let count = IntervalsStepText.count(line.text) else {
      block.nodes += nodes(of: line)
      return start + 1
    }
    var nodes: [ExchangeNode] = []
    var index = start + 1
    while index < lines.count, lines[index].isStep, lines[index].indent > line.indent {
      nodes += self.nodes(of: lines[index])
      index += 1
    }
    if index == start + 1 {
      while index < lines.count, lines[index].isStep, IntervalsStepText.count(lines[index].text) == nil {
        nodes += self.nodes(of: lines[index])
        index += 1
      }
    }
    block.nodes.append(
      .group(ExchangeGroup(sets: checked(count, line), nodes: nodes, origin: .line(line.number, "\(count)x"))))
    return index
  }

  private func nodes(of line: Line) -> [ExchangeNode] {
    let text = IntervalsStepText(line.text)
    guard text.isStep else {
      log.warn(.line(line.number), "\"\(line.text)\"", "a step without a length: left out")
      return []
    }
    for word in text.others {
      log.warn(.line(line.number), that: "\"\(word)\"", "means nothing here")
    }
    var step = ExchangeStep(
      name: text.name, kind: kind(text), intensity: text.intensity ?? blockIntensity, length: text.length,
      target: text.parts.isEmpty ? nil : Target(text.parts), origin: .line(line.number, "step"))
    step.texts = text.prompts.map { ExchangeText(offset: $0.offset, words: $0.words, origin: step.origin) }
    if let open = text.open {
      // A distance becomes part of the name; a lap button doesn't.
      step.name = open.ends == "distance" ? OpenStep.name(text.name, open.name) : text.name ?? open.name
      OpenStep.report(step, ends: open.ends, log)
    }
    var nodes: [ExchangeNode] = [.step(step)]
    if let rest = text.rest {
      nodes.append(.step(ExchangeStep(kind: .rest, intensity: .rest, length: rest, origin: step.origin)))
    }
    guard let count = text.repeats else { return nodes }
    return [.group(ExchangeGroup(sets: checked(count, line), nodes: nodes, origin: step.origin))]
  }

  private func kind(_ text: IntervalsStepText) -> BuiltInWord {
    switch blockIntensity {
    case .warmup: .warmUp
    case .cooldown: .coolDown
    default: text.isFreeRide ? .freeRide : text.parts.contains(where: \.isRamp) ? .ramp : .steady
    }
  }

  private var blockIntensity: Intensity? {
    let words = (block.title ?? "").lowercased().filter { !$0.isWhitespace && $0 != "-" }
    return words.hasPrefix("warmup") ? .warmup : words.hasPrefix("cooldown") ? .cooldown : nil
  }

  private func checked(_ sets: Int, _ line: Line) -> Int {
    if Limits.sets.contains(sets) { return sets }
    log.fail(.line(line.number), "\"\(line.text)\"", "there must be 1…\(Limits.sets.upperBound) repeats")
    return 1
  }

  private mutating func endBlock() {
    defer { block = Block() }
    if let title = block.title, block.sets == 1 || block.nodes.isEmpty, blockIntensity == nil {
      log.warn(.line(block.line), that: "the heading \"\(title)\"")
    }
    guard !block.nodes.isEmpty else { return }
    let origin = ExchangeOrigin.line(block.line, "\(block.sets)x")
    tree.nodes += block.nodes.repeated(block.sets, name: block.title, origin: origin)
  }

  private static func line(_ text: String, number: Int) -> Line {
    let indent = text.prefix { $0 == " " || $0 == "\t" }.count
    let trimmed = Substring(text).trimmed
    guard trimmed.hasPrefix("- ") || trimmed.hasPrefix("* ") || trimmed == "-" else {
      return Line(number: number, indent: indent, text: trimmed, isStep: false)
    }
    return Line(number: number, indent: indent, text: trimmed.dropFirst().trimmed, isStep: true)
  }
}
