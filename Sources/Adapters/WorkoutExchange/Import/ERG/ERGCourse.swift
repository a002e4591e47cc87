import WorkoutModel

/// Makes steps of the points of an ERG or MRC file, and notes of its lap marks.
struct ERGCourse {
  private struct Point {
    /// The time from the start, rounded to the millisecond.
    let time: Duration
    /// In thousandths of its measure.
    let value: Int
    let measure: Target.Measure
    let line: Int
  }

  private struct Lap {
    let time: Duration
    let name: String
    let line: Int
  }

  private static let path = "COURSE DATA"

  private let options: ImportOptions
  private let log: ExchangeLog
  /// Whether powers are per cent of the threshold power; `nil` as long as no line names the columns.
  var isPercent: Bool?
  var ftp: Int?
  private var last: Point?
  private var steps: [ExchangeStep] = []
  private var starts: [Duration] = []
  private var laps: [Lap] = []
  /// The powers of the last step, with which its neighbours are compared.
  private var powers: (from: Int, to: Int)?

  init(_ options: ImportOptions, _ log: ExchangeLog) {
    self.options = options
    self.log = log
  }

  var end: Duration { last?.time ?? .zero }

  var isFull: Bool { steps.count > Limits.nodes }

  /// Reads a point or a lap mark; `false` if the line is neither.
  mutating func read(_ line: String, _ number: Int) -> Bool {
    if readLap(line, number) { return true }
    var fields = line.split { $0.isWhitespace || $0 == ";" }
    // What follows a semicolon behind the power is a comment.
    if fields.count > 2, let end = line.firstIndex(of: ";") {
      let before = fields.prefix { $0.endIndex <= end }
      if before.count > 1 { fields = Array(before) }
    }
    guard let first = fields.first, let time = ExchangeNumber.whole(first, scale: 60_000) else { return false }
    if fields.count > 1, fields[1].first?.isLetter == true { return false }
    let hasSign = fields.count > 1 && (fields[1].hasSuffix("%") || fields.count > 2 && fields[2] == "%")
    if hasSign, !fields[1].hasSuffix("%") { fields.remove(at: 2) }
    guard fields.count >= 2, time >= 0,
      let value = ExchangeNumber.whole(hasSign ? fields[1].prefix { $0 != "%" } : fields[1], scale: 1000), value >= 0
    else {
      log.fail(.line(number, Self.path), "\"\(line)\"", "minutes and a power are expected")
      return true
    }
    if hasSign {
      log.warn(.line(number, Self.path), that: "a power with \"%\"", "was read as per cent of FTP")
    }
    if fields.count > 2 {
      log.warn(.line(number, Self.path), that: "a column after the power")
    }
    let (measure, scale) = hasSign ? (.percentOfFTP, 1) : unit(number)
    let scaled = Int((Double(value) * scale).rounded())
    add(Point(time: .milliseconds(time), value: scaled, measure: measure, line: number), line)
    return true
  }

  /// Reads `8.00 LAP Sprint`: minutes, the word and perhaps a name.
  private mutating func readLap(_ line: String, _ number: Int) -> Bool {
    guard line.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "l") }) else { return false }
    let minutes = line.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    let words = line[minutes.endIndex...].trimmed
    guard let time = ExchangeNumber.whole(minutes, scale: 60_000), words.prefix(3).uppercased() == "LAP",
      words.dropFirst(3).first?.isWhitespace != false
    else { return false }
    let name = words.dropFirst(3).trimmed
    if name.isEmpty {
      log.warn(.line(number, "LAP"), that: "a lap mark without a name")
    } else if laps.count == Limits.nodes {
      log.warn(.line(number, "LAP"), that: "a lap mark after \(Limits.nodes) others")
    } else {
      laps.append(Lap(time: .milliseconds(time), name: name, line: number))
    }
    return true
  }

  /// The measure of a power without a sign, and the factor to its unit: per cent if the file has it or the threshold
  /// is known, otherwise watts.
  private mutating func unit(_ line: Int) -> (Target.Measure, Double) {
    if isPercent == nil {
      isPercent = options.format == .mrc
      let why = "and were read as \(isPercent == true ? "per cent" : "watts")"
      log.warn(.line(line, Self.path), that: "the powers", "have no unit in the header \(why)")
    }
    if isPercent == true { return (.percentOfFTP, 1) }
    guard let ftp = options.ftp ?? ftp else { return (.watts, 1) }
    return (.percentOfFTP, 100 / Double(ftp))
  }

  private mutating func add(_ point: Point, _ line: String) {
    guard let last else {
      if point.time > .zero {
        let first = Point(time: .zero, value: point.value, measure: point.measure, line: point.line)
        addStep(from: first, to: point)
        log.warn(.line(point.line, Self.path), that: "the time before the first point", "became a step of its power")
      }
      self.last = point
      return
    }
    guard last.time <= point.time else {
      return log.fail(.line(point.line, Self.path), "\"\(line)\"", "lies before the point above it")
    }
    if last.time < point.time { addStep(from: last, to: point) }
    self.last = point
  }

  private mutating func addStep(from first: Point, to second: Point) {
    guard first.measure == second.measure else {
      let why = "watts and per cent in one step: give the threshold power with --ftp"
      return log.fail(.line(second.line, Self.path), "", why)
    }
    let length = second.time - first.time
    // Equal neighbours, as in files recorded point by point, are merged into one step.
    if let merge = options.merge, let powers, joins(powers, (first.value, second.value), merge, first.measure) {
      steps[steps.count - 1].length = (steps[steps.count - 1].length ?? .zero) + length
      return
    }
    powers = (first.value, second.value)
    let isRamp = first.value != second.value
    starts.append(first.time)
    steps.append(
      ExchangeStep(
        kind: isRamp ? .ramp : .steady, length: length,
        target: Target([Target.Part(first.measure, first.value, to: second.value, isRamp: isRamp)]),
        origin: .line(first.line, Self.path)))
  }

  private func joins(
    _ a: (from: Int, to: Int), _ b: (from: Int, to: Int), _ merge: Int, _ measure: Target.Measure
  ) -> Bool {
    // For watts, the tolerance is relative to the greatest value.
    let limit = measure == .watts ? max(a.from, a.to, b.from, b.to) * merge / 100_000 : merge
    return abs(a.from - b.from) < limit && abs(a.to - b.to) < limit && abs(a.from - b.to) < limit
  }

  /// The steps, with the names of the lap marks as notes of the steps that they are in.
  func nodes() -> [ExchangeNode] {
    var steps = steps
    for lap in laps {
      let following = starts.partitioningIndex { $0 > lap.time }
      guard following > 0, lap.time < end else {
        log.warn(.line(lap.line, "LAP"), that: "a lap mark after the last step")
        continue
      }
      let index = following - 1
      let isStart = starts[index] == lap.time
      log.warn(
        .line(lap.line, "LAP"), that: isStart ? "a lap mark" : "a lap mark within a step",
        isStart ? "became a note" : "became a note of the whole step")
      let notes = steps[index].notes
      // Longer notes are cut anyway.
      if (notes?.utf8.count ?? 0) <= 4 * Limits.textLength {
        steps[index].notes = [notes, lap.name].compactMap(\.self).joined(separator: "; ")
      }
    }
    return steps.map { .step($0) }
  }
}
