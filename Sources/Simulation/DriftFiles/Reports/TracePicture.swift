public import DriftSimulation
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// A run as an image: planned and actual cues over true time, with the faults as bands behind them.
public struct TracePicture {
  private static let width = 1200.0
  private static let margin = 20.0
  private static let planned = 120.0
  private static let actual = 200.0

  private let verdict: Verdict
  private let end: Double

  /// A picture of a run.
  public init(_ verdict: Verdict) {
    self.verdict = verdict
    end = max(1, Self.seconds(verdict.trace.steps.last?.at ?? .zero))
  }

  /// The picture; the same run gives the same bytes.
  public var svg: String {
    let result = verdict.passed ? "pass" : "FAIL"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 320" font-family="sans-serif">
      \(SVG.rect(0, 0, Self.width, 320, fill: "#fff"))\
      \(SVG.text(verdict.scenario.name, Self.margin, 30, size: 18))\
      \(SVG.text(result, Self.width - Self.margin, 30, size: 14, anchor: "end"))\(bands)\
      \(SVG.text("planned", Self.margin, Self.planned - 34, size: 11, fill: "#666"))\
      \(SVG.text("actual", Self.margin, Self.actual + 48, size: 11, fill: "#666"))\
      \(cues)\(axis)\(legend)</svg>

      """
  }

  /// The x of a true time.
  private func x(_ instant: Duration) -> Double {
    Self.margin + (Self.width - 2 * Self.margin) * min(Self.seconds(instant), end) / end
  }

  /// The x of a session time.
  private func x(session moment: Duration) -> Double { x(verdict.trace.instant(ofSession: moment)) }

  /// Each fault from its beginning to its end, with a lane for each kind.
  private var bands: String {
    let kinds = verdict.scenario.kinds
    var text = ""
    for record in verdict.trace.faults {
      let fault = verdict.scenario.script[record.line].fault
      let from = x(record.at)
      let to = x(fault.end(from: record.at) ?? verdict.trace.clock.now)
      let name = fault.kind.rawValue
      let lane = kinds.firstIndex(of: fault.kind) ?? 0
      let color = Self.colors[lane % Self.colors.count]
      text += SVG.rect(from, 50, max(1.5, to - from), 220, fill: color, title: name, more: " fill-opacity=\"0.15\"")
      text += SVG.text(name, from + 2, Double(58 + 10 * lane), size: 9, fill: color)
    }
    return text
  }

  /// Each cue with its due time above, its start below, and a line between the two.
  private var cues: String {
    var text = ""
    for cue in verdict.trace.cues {
      let due = x(session: cue.due)
      let color = Self.color(of: cue.outcome)
      let title = "\(cue.kind.words) \(cue.content) \(cue.outcomeWords)"
      text += SVG.line(due, Self.planned - 24, Self.planned, stroke: "#888")
      if let began = cue.at.map({ SVG.number(x(session: $0)) }) {
        let ends = "M\(SVG.number(due)) \(SVG.number(Self.planned)) L\(began) \(SVG.number(Self.actual)) v24"
        text += SVG.path(ends, stroke: color, title: title)
      } else {
        text += SVG.circle(due, (Self.planned + Self.actual) / 2, radius: 3, stroke: color, title: title)
      }
    }
    return text
  }

  private var axis: String {
    let steps = [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400, 86_400]
    let step = steps.first { end / Double($0) <= 14 } ?? 86_400
    let ticks = stride(from: 0, through: Int(end), by: step).map { second in
      let moment = Duration.seconds(second)
      // The first and the last label are kept within the picture.
      let anchor = second == 0 ? "start" : x(moment) > Self.width - Self.margin - 24 ? "end" : "middle"
      return SVG.text(ClockText.short(moment), x(moment), 286, size: 11, anchor: anchor)
    }
    return SVG.level(270.5, Self.margin, Self.width - Self.margin, stroke: "#999") + ticks.joined()
  }

  private var legend: String {
    Outcome.allCases.enumerated().map { index, outcome in
      let text = "\(outcome.words) \(verdict.trace.cues.count { $0.outcome == outcome })"
      return SVG.text(text, Self.margin + 160 * Double(index), 308, size: 11, fill: Self.color(of: outcome))
    }.joined()
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
