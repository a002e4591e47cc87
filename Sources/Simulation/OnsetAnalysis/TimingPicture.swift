import SessionReporting
import WorkoutModel

/// How exactly a recording follows its plan, as an image: the deviation of each cue over the time of the plan, and
/// what is missing or extra.
///
/// Its texts are so large that they can be read where it is 600 pixels wide.
package struct TimingPicture: Sendable {
  private static let (width, margin, size) = (TimeAxis.width, TimeAxis.margin, TimeAxis.textSize)
  private static let (height, left) = (560.0, 130.0)
  private static let (top, bottom) = (110.0, 440.0)
  private static let (grey, faint) = (TimeAxis.grey, "#e3e7ec")
  private static let (cue, missing, extra) = ("#3f6ea6", "#c03030", "#d08a00")

  private let report: TimingReport
  private let title: String
  /// The range of the plan, and the deviation at the upper edge, in seconds.
  private let (begin, end, scale): (Double, Double, Double)

  package init(_ report: TimingReport, title: String) {
    self.report = report
    self.title = title
    let moments = report.heard.map(\.moment) + report.missing
    (begin, end) = (moments.min() ?? 0, max(moments.max() ?? 1, (moments.min() ?? 0) + 1e-3))
    let largest = report.jitter(1) ?? 0
    let steps = (-5...1).flatMap { power in [1, 2, 5].map { $0 * Self.power(power) } }
    scale = steps.first { $0 >= largest } ?? max(largest, 1)
  }

  private static func power(_ exponent: Int) -> Double {
    (0..<exponent.magnitude).reduce(1) { value, _ in exponent < 0 ? value / 10 : value * 10 }
  }

  /// The picture; the same report gives the same bytes.
  package var svg: String {
    let name = SVG.fitted(title, size: 28, into: Self.width - 2 * Self.margin) ?? ""
    return TimeAxis.svg(
      height: Self.height,
      SVG.text(name, Self.margin, 40, size: 28, fill: TimeAxis.ink, isBold: true)
        + SVG.text(summary, Self.margin, 76, size: Self.size, fill: Self.grey)
        + levels + moments + cues + marks + legend)
  }

  private var summary: String {
    guard let line = report.line, report.heard.count > 2 else { return "" }
    return "jitter \(report.jitterText); drift \(TimingText.signed(line.drift * 1e6, 1)) ppm"
  }

  private func x(_ moment: Double) -> Double {
    Self.left + (Self.width - Self.margin - Self.left) * min(max((moment - begin) / (end - begin), 0), 1)
  }

  private func y(_ deviation: Double) -> Double {
    (Self.top + Self.bottom) / 2 - (Self.bottom - Self.top) / 2 * deviation / scale
  }

  private var levels: String {
    [-1, -0.5, 0, 0.5, 1].map { part in
      let at = y(part * scale)
      let label = part == 0 ? "on time" : TimingText.milliseconds(part * scale)
      return SVG.level(at, Self.left, Self.width - Self.margin, stroke: part == 0 ? "#9aa5b1" : Self.faint)
        + SVG.text(label, Self.left - 12, at + 6, size: Self.size, fill: Self.grey, anchor: "end")
    }.joined()
  }

  private var moments: String {
    [(begin, "start"), ((begin + end) / 2, "middle"), (end, "end")].map { moment, anchor in
      let label = ClockText.short(.milliseconds(Int((moment * 1_000).rounded())))
      return SVG.text(label, x(moment), Self.bottom + 62, size: Self.size, fill: Self.grey, anchor: anchor)
    }.joined()
  }

  private var cues: String {
    report.heard.map { SVG.circle(x($0.moment), y($0.deviation), radius: 3, stroke: Self.cue) }.joined()
  }

  /// What is missing and extra, as ticks below.
  private var marks: String {
    let extra = report.extra.compactMap { onset in
      report.line.map { (onset - $0.offset) / (1 + $0.drift) }
    }
    let ticks = report.missing.map { (at: $0, color: Self.missing) } + extra.map { (at: $0, color: Self.extra) }
    return ticks.map { SVG.line(x($0.at), Self.bottom + 12, Self.bottom + 36, stroke: $0.color, width: 2) }.joined()
  }

  private var legend: String {
    let y = Self.height - 18
    let texts = [
      ("\(report.heard.count) heard, late above and early below", Self.cue),
      ("\(report.missing.count) missing", Self.missing), ("\(report.extra.count) extra", Self.extra),
    ]
    var x = Self.margin
    return texts.map { text, color in
      defer { x += SVG.width(of: text, size: Self.size) + 30 }
      return SVG.text(text, x, y, size: Self.size, fill: color)
    }.joined()
  }
}
