import WorkoutModel

/// Reads ERG and MRC files: a list of times and powers, where each pair of neighbours is a step.
struct ERGReader {
  private struct Point {
    /// The time from the start, rounded to the millisecond.
    let time: Duration
    /// Thousandths of a watt or of a per cent.
    let value: Int
    let line: Int
  }

  private var log: ExchangeLog
  private let options: ImportOptions
  private var tree = ExchangeTree()
  private var points: [Point] = []
  private var ftp: Int?
  private var isPercent = false

  /// The workout in a file.
  static func tree(_ bytes: [UInt8], _ options: ImportOptions, _ log: inout ExchangeLog) -> ExchangeTree {
    var reader = ERGReader(log: log, options: options)
    reader.read(TextLines.lines(bytes))
    log = reader.log
    return reader.tree
  }

  private init(log: ExchangeLog, options: ImportOptions) {
    self.log = log
    self.options = options
  }

  private mutating func read(_ lines: [String]) {
    var section = ""
    for (index, text) in lines.enumerated() {
      let line = text.trimmed
      if line.isEmpty || line.hasPrefix(";") { continue }
      if line.hasPrefix("[") {
        section = line.uppercased()
        continue
      }
      switch section {
      case "[COURSE HEADER]": readHeader(line, index + 1)
      case "[COURSE DATA]": readPoint(line, index + 1)
      case "[COURSE TEXT]": readText(line, index + 1)
      default: break
      }
    }
    addSteps()
  }

  private mutating func readHeader(_ line: String, _ number: Int) {
    guard let sign = line.firstIndex(of: "=") else {
      let words = line.uppercased().split(separator: " ")
      isPercent = words.contains { $0.hasPrefix("PERCENT") }
      if words.first == "MINUTES", words.count > 1, !isPercent, words[1] != "WATTS" {
        log.fail(ExchangeRemark(.line(number), "COURSE HEADER", that: "\"\(line)\"", "is neither watts nor per cent"))
      }
      return
    }
    let key = line[..<sign].trimmed.uppercased()
    let value = line[line.index(after: sign)...].trimmed
    switch key {
    case "DESCRIPTION": tree.description = value
    case "FILE NAME": tree.name = Self.stem(value)
    case "FTP":
      ftp = ExchangeNumber.whole(value).flatMap { (1...3000).contains($0) ? $0 : nil }
      if ftp == nil { log.lose(ExchangeRemark(.line(number), key, that: "\"\(value)\"", "is no power in watts")) }
    case "VERSION", "UNITS": break
    default:
      log.lose(ExchangeRemark(.line(number), key, that: "\"\(value)\"", "means nothing here"))
    }
  }

  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? String(name[..<$0]) : nil } ?? name
  }

  private mutating func readPoint(_ line: String, _ number: Int) {
    let fields = line.split { $0 == " " || $0 == "\t" || $0 == ";" }
    // Minutes are rounded to the millisecond: a minute has 60,000.
    guard fields.count >= 2, let time = ExchangeNumber.whole(fields[0], scale: 60_000), time >= 0,
      let value = ExchangeNumber.whole(fields[1], scale: 1000), value >= 0
    else {
      return log.fail(
        ExchangeRemark(.line(number), "COURSE DATA", "\"\(line)\"", "minutes and a power are expected"))
    }
    let point = Point(time: .milliseconds(time), value: value, line: number)
    if let last = points.last, last.time > point.time {
      return log.fail(
        ExchangeRemark(.line(number), "COURSE DATA", "\"\(line)\"", "lies before the point above it"))
    }
    points.append(point)
  }

  /// Parses `900 "Stay seated" 10`: seconds, text and the duration of its display.
  private mutating func readText(_ line: String, _ number: Int) {
    let fields = line.split(separator: "\t", maxSplits: 2).map { $0.trimmed }
    let parts =
      fields.count >= 2
      ? fields : line.split(separator: " ", maxSplits: 1).map { $0.trimmed }
    guard parts.count >= 2, let offset = ExchangeNumber.seconds(parts[0]), offset >= .zero else {
      return log.lose(ExchangeRemark(.line(number), "COURSE TEXT", "\"\(line)\"", "seconds and words are expected"))
    }
    var words = parts[1]
    if let first = words.firstIndex(of: "\""), let last = words.lastIndex(of: "\""), first < last {
      words = String(words[words.index(after: first)..<last])
    }
    tree.texts.append(ExchangeText(at: offset, words, place: .line(number), path: "COURSE TEXT"))
  }

  private mutating func addSteps() {
    let (measure, scale) = unit
    // The first point is the start of the workout.
    if let start = points.first?.time {
      tree.texts = tree.texts.map { text in
        var text = text
        text.offset = max(.zero, text.offset - start)
        return text
      }
    }
    var steps: [ExchangeStep] = []
    // Equal neighbours, as in files recorded point by point, are merged into one step.
    var values: [(from: Int, to: Int)] = []
    for (first, second) in zip(points, points.dropFirst()) where second.time > first.time {
      let from = Int((Double(first.value) * scale).rounded())
      let to = Int((Double(second.value) * scale).rounded())
      let length = second.time - first.time
      if let last = values.last, let merge = options.merge, joins(last, (from, to), merge) {
        steps[steps.count - 1].length = (steps[steps.count - 1].length ?? .zero) + length
        continue
      }
      values.append((from, to))
      let isRamp = from != to
      steps.append(
        ExchangeStep(
          kind: isRamp ? "Ramp" : "Steady", length: length,
          target: Target([Target.Part(measure, from, to: to, isRamp: isRamp)]), at: .line(first.line),
          path: "COURSE DATA"))
    }
    tree.nodes = steps.map { .step($0) }
  }

  private func joins(_ a: (from: Int, to: Int), _ b: (from: Int, to: Int), _ merge: Int) -> Bool {
    // For watts, the tolerance is relative to the greatest value.
    let limit = unit.measure == .watts ? max(a.from, a.to, b.from, b.to) * merge / 100_000 : merge
    return abs(a.from - b.from) < limit && abs(a.to - b.to) < limit && abs(a.from - b.to) < limit
  }

  /// The unit of the result: per cent if the file has it or the threshold is known, otherwise watts.
  private var unit: (measure: Target.Measure, scale: Double) {
    if isPercent { return (.percentOfFTP, 1) }
    guard let ftp = options.ftp ?? ftp else { return (.watts, 1) }
    return (.percentOfFTP, 100 / Double(ftp))
  }
}
