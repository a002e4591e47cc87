import WorkoutModel

/// Writes ERG and MRC files: a list of times and powers, two points for each step.
struct ERGWriter {
  /// Minutes have two decimals.
  private static let unit = Duration.milliseconds(600)
  /// The default threshold power for watts. It is written to the file, so a reader recovers the percentages.
  private static let standardFTP = 200

  private var log: ExchangeLog
  private let options: ExportOptions
  private let isPercent: Bool

  /// The contents of the file; per cent in an MRC file, watts in an ERG file.
  static func write(
    _ tree: ExchangeTree, isPercent: Bool, _ options: ExportOptions, _ log: inout ExchangeLog
  ) throws(ExchangeError) -> [UInt8] {
    var writer = ERGWriter(log: log, options: options, isPercent: isPercent)
    let flat = try tree.powered(options).unrolled(below: 0, &writer.log)
    let open = options.openLength
    flat.tell("the open end", &writer.log) { $0.length == nil }
    let timed = flat.mapped { step in
      var step = step
      step.length = step.length ?? step.cap ?? open
      return step
    }
    let aligned = try TimeGrid.aligned(timed, to: unit, &writer.log)
    let text = writer.text(aligned)
    log = writer.log
    return Array(text.utf8)
  }

  private init(log: ExchangeLog, options: ExportOptions, isPercent: Bool) {
    self.log = log
    self.options = options
    self.isPercent = isPercent
  }

  private var ftp: Int { options.ftp ?? Self.standardFTP }

  private mutating func text(_ tree: ExchangeTree) -> String {
    var lines = ["[COURSE HEADER]", "VERSION = 2", "UNITS = METRIC"]
    if let description = tree.description { lines.append("DESCRIPTION = \(Self.line(description))") }
    lines.append("FILE NAME = \(Self.line(tree.name)).\(isPercent ? "mrc" : "erg")")
    if !isPercent { lines.append("FTP = \(ftp)") }
    lines += ["MINUTES \(isPercent ? "PERCENT" : "WATTS")", "[END COURSE HEADER]", "[COURSE DATA]"]
    var position = Duration.zero
    var starts: [Duration] = []
    for step in tree.steps {
      starts.append(position)
      let (from, to) = power(step)
      lines.append("\(Self.minutes(position))\t\(ExchangeNumber.decimal(from))")
      position += step.length ?? .zero
      lines.append("\(Self.minutes(position))\t\(ExchangeNumber.decimal(to))")
    }
    lines.append("[END COURSE DATA]")
    var texts = tree.texts.map { text in
      (text.step.flatMap { starts.indices.contains($0) ? starts[$0] : nil } ?? .zero, text)
    }
    for (start, step) in zip(starts, tree.steps) { texts += step.texts.map { (start, $0) } }
    texts.sort { $0.0 + $0.1.offset < $1.0 + $1.1.offset }
    if !texts.isEmpty {
      lines.append("[COURSE TEXT]")
      for (start, text) in texts {
        let seconds = (start + text.offset).inNanoseconds / 1_000_000_000
        lines.append("\(seconds)\t\"\(Self.line(text.words).replacing("\"", with: "'"))\"\t10")
      }
      lines.append("[END COURSE TEXT]")
    }
    tellRest(tree)
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  private mutating func tellRest(_ tree: ExchangeTree) {
    tree.tell("the name", &log) { $0.name != nil }
    tree.tell("the notes", &log) { $0.notes != nil }
    tree.tell("the words", &log) { $0.say != nil }
    tree.tell("the intensity", &log) { step in
      var bare = step
      bare.name = nil
      return !IntensityRules.isFound(bare)
    }
    if tree.author != nil { log.lose(ExchangeRemark(.file, "author", that: "the author", "is not kept")) }
    if !tree.tags.isEmpty { log.lose(ExchangeRemark(.file, "tags", that: "the keywords", "are not kept")) }
  }

  /// The power at the start and the end of a step, in thousandths of the file's unit.
  private mutating func power(_ step: ExchangeStep) -> (from: Int, to: Int) {
    let parts = step.target?.parts ?? []
    let part = parts.first { $0.measure == .percentOfFTP } ?? parts.first { $0.measure == .watts }
    let rest =
      parts.isEmpty
      ? step.target?.description ?? "" : parts.filter { $0 != part }.map(\.description).joined(separator: " ")
    if !rest.isEmpty {
      log.lose(ExchangeRemark(step.place, step.path, that: "the target \"\(rest)\"", "is not kept"))
    }
    guard let part else {
      log.lose(ExchangeRemark(step.place, step.path, that: "a step without power", "became 0 %"))
      return (0, 0)
    }
    if !part.isRamp, part.from != part.to {
      let middle = Target.Part(part.measure, part.middle)
      log.lose(ExchangeRemark(step.place, step.path, that: "the range \(part)", "became its middle, \(middle)"))
      return (inUnit(part.middle, part.measure), inUnit(part.middle, part.measure))
    }
    return (inUnit(part.from, part.measure), inUnit(part.to, part.measure))
  }

  private func inUnit(_ value: Int, _ measure: Target.Measure) -> Int {
    switch (measure, isPercent) {
    case (.percentOfFTP, false): (value * ftp + 50) / 100
    case (.watts, true): (value * 100 + ftp / 2) / ftp
    default: value
    }
  }

  /// Minutes with two decimals.
  private static func minutes(_ time: Duration) -> String {
    let hundredths = time.inNanoseconds / unit.inNanoseconds
    return "\(hundredths / 100).\((hundredths % 100).padded(to: 2))"
  }

  private static func line(_ text: String) -> String {
    SafeText.filtered(text)
  }
}
