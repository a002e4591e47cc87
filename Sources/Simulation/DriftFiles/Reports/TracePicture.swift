package import DriftSimulation
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// A run as an image: planned and actual cues over true time, with the faults as bands behind them.
///
/// Its texts are so large that they can be read where it is 600 pixels wide.
package struct TracePicture {
  private static let (width, margin) = (1200.0, 24.0)
  private static let (size, row) = (19.0, 26.0)
  private static let top = 60.0
  private static let grey = "#666"

  private let verdict: Verdict
  private let end: Double
  /// The heights of planned and actual cues, and of the axis.
  private let (planned, actual, bottom): (Double, Double, Double)

  package init(_ verdict: Verdict) {
    self.verdict = verdict
    end = max(1, Self.seconds(verdict.trace.steps.last?.at ?? .zero))
    planned = Self.top + Self.row * Double(verdict.scenario.kinds.count) + 64
    actual = planned + 90
    bottom = actual + 64
  }

  /// The picture; the same run gives the same bytes.
  package var svg: String {
    let result = verdict.passed ? "pass" : "FAIL"
    let name = SVG.fitted(verdict.scenario.name, size: 28, into: Self.width - 2 * Self.margin - 100) ?? ""
    let legend = legend
    let height = bottom + 44 + Self.row * Double(legend.count)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 \(SVG.number(height))" \(SVG.font)>
      \(SVG.rect(0, 0, Self.width, height, fill: "#fff"))\
      \(SVG.text(name, Self.margin, 40, size: 28))\
      \(SVG.text(result, Self.width - Self.margin, 40, size: 28, anchor: "end", isBold: true))\(bands)\
      \(SVG.text("planned", Self.margin, planned - 32, size: Self.size, fill: Self.grey))\
      \(SVG.text("actual", Self.margin, actual + 50, size: Self.size, fill: Self.grey))\
      \(cues)\(axis)\(legend.joined())</svg>

      """
  }

  private func x(_ instant: Duration) -> Double {
    Self.margin + (Self.width - 2 * Self.margin) * min(Self.seconds(instant), end) / end
  }

  private func x(session moment: Duration) -> Double { x(verdict.trace.instant(ofSession: moment)) }

  /// Each fault from its beginning to its end, with a lane for each kind; a name that has no space there is left out.
  private var bands: String {
    let kinds = verdict.scenario.kinds
    var ends = Array(repeating: 0.0, count: kinds.count)
    var text = ""
    for record in verdict.trace.faults {
      let fault = verdict.scenario.script[record.line].fault
      let from = x(record.at)
      let to = x(fault.end(from: record.at) ?? verdict.trace.clock.now)
      let name = fault.kind.rawValue
      let lane = kinds.firstIndex(of: fault.kind) ?? 0
      let color = Self.colors[lane % Self.colors.count]
      text += SVG.rect(
        from, Self.top, max(1.5, to - from), bottom - Self.top, fill: color, title: name,
        more: " fill-opacity=\"0.15\"")
      let start = min(from + 3, Self.width - SVG.width(of: name, size: Self.size))
      guard start >= ends[lane] else { continue }
      ends[lane] = start + SVG.width(of: name, size: Self.size) + 8
      text += SVG.text(name, start, Self.top + Self.row * Double(lane + 1) - 6, size: Self.size, fill: color)
    }
    return text
  }

  /// Each cue with its due time above, its start below, and a line between the two.
  private var cues: String {
    var text = ""
    for cue in verdict.trace.cues {
      let due = x(session: cue.due)
      let color = Self.color(of: cue.outcome)
      let title = "\(cue.kindLabel) \(cue.content) \(cue.outcomeLabel)"
      text += SVG.line(due, planned - 24, planned, stroke: "#888")
      if let began = cue.at.map({ SVG.number(x(session: $0)) }) {
        let ends = "M\(SVG.number(due)) \(SVG.number(planned)) L\(began) \(SVG.number(actual)) v24"
        text += SVG.path(ends, stroke: color, title: title)
      } else {
        text += SVG.circle(due, (planned + actual) / 2, radius: 3, stroke: color, title: title)
      }
    }
    return text
  }

  private var axis: String {
    let steps = [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400, 86_400]
    let step = steps.first { end / Double($0) <= 9 } ?? 86_400
    let ticks = stride(from: 0, through: Int(end), by: step).map { second in
      let moment = Duration.seconds(second)
      // The first and the last label are kept within the picture.
      let anchor = second == 0 ? "start" : x(moment) > Self.width - Self.margin - 40 ? "end" : "middle"
      return SVG.text(ClockText.short(moment), x(moment), bottom + 24, size: Self.size, anchor: anchor)
    }
    return SVG.level(bottom + 0.5, Self.margin, Self.width - Self.margin, stroke: "#999") + ticks.joined()
  }

  private var legend: [String] {
    var rows = [""]
    var x = Self.margin
    for outcome in Outcome.allCases {
      let count = verdict.trace.cues.count { $0.outcome == outcome }
      guard count > 0 else { continue }
      let text = "\(count) \(outcome.label)"
      let width = SVG.width(of: text, size: Self.size)
      if x + width > Self.width - Self.margin { (x, rows) = (Self.margin, rows + [""]) }
      let y = bottom + 34 + Self.row * Double(rows.count)
      rows[rows.count - 1] += SVG.text(text, x, y, size: Self.size, fill: Self.color(of: outcome))
      x += width + 24
    }
    return rows
  }

  private static let colors = ["#4060c0", "#c06020", "#208060", "#a03080", "#808000", "#606060"]

  private static func color(of outcome: Outcome) -> String {
    switch outcome {
    case .onTime: "#2a8f3c"
    case .late: "#d08a00"
    case .skipped: "#c03030"
    case .collapsed: "#8040b0"
    case .cancelled: "#7a7a7a"
    case .failed: "#000000"
    case .duplicate: "#3070d0"
    }
  }

  private static func seconds(_ duration: Duration) -> Double { Double(duration.inNanoseconds) / 1e9 }
}
