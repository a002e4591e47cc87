import WorkoutModel

/// Writes ERG and MRC files: a list of times and powers, two points for each step.
struct ERGWriter {
  /// Minutes have two decimals.
  private static let unit = Duration.milliseconds(600)
  /// The default threshold power for watts. It is written to the file, so a reader recovers the percentages.
  private static let standardFTP = 200

  private let log: ExchangeLog
  private let options: ExportOptions
  private let isPercent: Bool

  /// The contents of the file; per cent in an MRC file, watts in an ERG file.
  static func write(
    _ tree: ExchangeTree, isPercent: Bool, _ options: ExportOptions, _ log: ExchangeLog
  ) throws(ExchangeError) -> [UInt8] {
    let writer = ERGWriter(log: log, options: options, isPercent: isPercent)
    let flat = try tree.powered(options).unrolled(below: 0, log).timed(options.openLength, log)
    return Array(writer.text(try flat.aligned(to: unit, log)).utf8)
  }

  private var ftp: Int { options.ftp ?? Self.standardFTP }

  private func text(_ tree: ExchangeTree) -> String {
    var lines = ["[COURSE HEADER]", "VERSION = 2", "UNITS = METRIC"]
    if let description = tree.description { lines.append("DESCRIPTION = \(SafeText.filtered(description))") }
    lines.append("FILE NAME = \(SafeText.filtered(tree.name)).\(isPercent ? "mrc" : "erg")")
    if !isPercent { lines.append("FTP = \(ftp)") }
    lines += ["MINUTES \(isPercent ? "PERCENT" : "WATTS")", "[END COURSE HEADER]", "[COURSE DATA]"]
    var position = Duration.zero
    var starts: [Duration] = []
    for step in tree.nodes.steps {
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
    for (start, step) in zip(starts, tree.nodes.steps) { texts += step.texts.map { (start, $0) } }
    texts.sort { $0.0 + $0.1.offset < $1.0 + $1.1.offset }
    if !texts.isEmpty {
      lines.append("[COURSE TEXT]")
      for (start, text) in texts {
        let words = SafeText.mapped(SafeText.filtered(text.words)) { $0 == "\"" ? "'" : nil }
        lines.append("\((start + text.offset).wholeSeconds)\t\"\(words)\"\t10")
      }
      lines.append("[END COURSE TEXT]")
    }
    tree.report("the name", log) { $0.name != nil }
    tree.report(.notes, .words, to: log)
    tree.report("the intensity", log) { step in
      let read = step.holding(part(step) ?? Target.Part(.percentOfFTP, 0))
      return !IntensityRules.isFound(read, keepsNames: false)
    }
    tree.report(.author, .tags, to: log)
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  private func part(_ step: ExchangeStep) -> Target.Part? {
    let parts = step.target?.parts ?? []
    return parts.first { $0.measure == .percentOfFTP } ?? parts.first { $0.measure == .watts }
  }

  /// The power at the start and the end of a step, in thousandths of the file's unit.
  private func power(_ step: ExchangeStep) -> (from: Int, to: Int) {
    let part = part(step)
    step.tellTarget(step.target(besides: part), log)
    guard let part else {
      log.warn(step.origin, that: "a step without power", "became 0 %")
      return (0, 0)
    }
    if !part.isRamp, part.from != part.to {
      let middle = Target.Part(part.measure, part.middle)
      log.warn(step.origin, that: "the range \(part)", "became its middle, \(middle)")
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

  private static func minutes(_ time: Duration) -> String {
    let hundredths = Int(time.inNanoseconds / unit.inNanoseconds)
    return "\(hundredths / 100).\((hundredths % 100).padded(to: 2))"
  }
}
