import SessionReporting
import StrictJSON
import WorkoutModel

extension TimingReport {
  private var planned: Int { heard.count + missing.count }

  /// The report for people, without a line break at the end.
  package var text: String {
    var rows = [["heard", "\(heard.count) of \(Counted.cues(planned))"]]
    if let line {
      let begin = "the plan begins \(line.offset < 0 ? "before" : "in") the recording"
      rows.append(["offset", "\(TimingText.signed(line.offset, 4)) s: \(begin)"])
      rows.append(["drift", drift(of: line)])
      rows.append(["jitter", jitterText])
    }
    rows.append(["missing", TimingText.list(missing)])
    rows.append(["extra", TimingText.list(extra)])
    return Columns.aligned(rows).joined(separator: "\n")
  }

  /// The shares of the cues with a jitter of at most that: "p50 1.25 ms, p99 4.10 ms, max 6.03 ms".
  var jitterText: String {
    [("p50", 0.5), ("p99", 0.99), ("max", 1)].map { "\($0) \(TimingText.milliseconds(jitter($1)))" }
      .joined(separator: ", ")
  }

  private func drift(of line: DriftLine) -> String {
    guard heard.count > 2 else { return "unknown: it takes three cues" }
    let ppm = TimingText.signed(line.drift * 1e6, 1)
    let text = "\(ppm) ppm, ±\(TimingText.plain(line.driftError * 1e6, 1))"
    if ppm == "+0.0" { return text }
    return "\(text): the recording is \(line.drift < 0 ? "shorter" : "longer") than the plan"
  }

  /// The report as one JSON object; times are nanoseconds, the drift is in parts per million.
  package func json(within limit: Double?) -> String {
    let cues: [JSONFields] = heard.map {
      [
        "moment": TimingText.nanoseconds($0.moment), "onset": TimingText.nanoseconds($0.onset),
        "deviation": TimingText.nanoseconds($0.deviation),
      ]
    }
    let jitter: JSONFields = [
      "p50": self.jitter(0.5).map(TimingText.nanoseconds), "p99": self.jitter(0.99).map(TimingText.nanoseconds),
      "max": self.jitter(1).map(TimingText.nanoseconds),
    ]
    let drift = heard.count > 2 ? line : nil
    let fields: JSONFields = [
      "planned": planned, "heard": heard.count, "offset": (line?.offset).map(TimingText.nanoseconds),
      "drift": (drift?.drift).map(TimingText.millionths), "driftError": (drift?.driftError).map(TimingText.millionths),
      "jitter": jitter, "missing": missing.map(TimingText.nanoseconds), "extra": extra.map(TimingText.nanoseconds),
      "isWithin": limit.map(isWithin), "cues": cues,
    ]
    return fields.line()
  }
}

enum TimingText {
  private static let longestList = 8

  static func plain(_ value: Double, _ decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let number = Int((value.magnitude * Double(unit)).rounded())
    let sign = value < 0 && number > 0 ? "-" : ""
    return "\(sign)\(number / unit).\((number % unit).padded(to: decimals))"
  }

  static func signed(_ value: Double, _ decimals: Int) -> String {
    let text = plain(value, decimals)
    return text.hasPrefix("-") ? text : "+" + text
  }

  /// Milliseconds with three significant digits or whole microseconds.
  static func milliseconds(_ seconds: Double?) -> String {
    guard let seconds else { return "-" }
    let value = seconds * 1_000
    return "\(plain(value, value.magnitude < 1 ? 3 : value.magnitude < 10 ? 2 : 1)) ms"
  }

  /// "none", or the number of moments and the first of them.
  static func list(_ moments: [Double]) -> String {
    guard !moments.isEmpty else { return "none" }
    let shown = moments.prefix(longestList).map { plain($0, 3) }.joined(separator: ", ")
    return "\(moments.count), at \(shown)\(moments.count > longestList ? ", …" : "") s"
  }

  static func nanoseconds(_ seconds: Double) -> Int { Int((seconds * 1e9).rounded()) }

  /// Parts per million, to a thousandth.
  static func millionths(_ part: Double) -> Double { (part * 1e9).rounded() / 1e3 }
}
