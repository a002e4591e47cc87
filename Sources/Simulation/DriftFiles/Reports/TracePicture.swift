public import DriftSimulation
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// A run as a picture: planned against actual cues over true time, with the faults as bands behind them.
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
      <rect width="1200" height="320" fill="#fff"/>
      <text x="20" y="30" font-size="18">\(SVG.escaped(verdict.scenario.name))</text>
      <text x="1180" y="30" font-size="14" text-anchor="end">\(result)</text>
      \(bands)<text x="20" y="\(Self.text(Self.planned - 34))" font-size="11" fill="#666">planned</text>
      <text x="20" y="\(Self.text(Self.actual + 48))" font-size="11" fill="#666">actual</text>
      \(cues)\(axis)\(legend)</svg>

      """
  }

  /// The x of a true time.
  private func x(_ instant: Duration) -> Double {
    Self.margin + (Self.width - 2 * Self.margin) * min(Self.seconds(instant), end) / end
  }

  /// The x of a session time.
  private func x(session moment: Duration) -> Double { x(verdict.trace.instant(ofSession: moment)) }

  /// Each fault from when it began to when it ended, a lane for each kind.
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
      text += """
        <rect x="\(Self.text(from))" y="50" width="\(Self.text(max(1.5, to - from)))" height="220" fill="\(color)" \
        fill-opacity="0.15"><title>\(name)</title></rect>
        <text x="\(Self.text(from + 2))" y="\(Self.text(Double(58 + 10 * lane)))" font-size="9" fill="\(color)">\
        \(name)</text>

        """
    }
    return text
  }

  /// For each cue where it was due above, where it began below, and a line between the two.
  private var cues: String {
    var text = ""
    for cue in verdict.trace.cues {
      let due = Self.text(x(session: cue.due))
      let began = Self.text(x(session: cue.at ?? cue.due))
      let color = Self.color(of: cue.outcome)
      let say = [cue.sound, cue.say].compactMap(\.self).joined(separator: " ")
      let cause = cue.cause.map { ": \($0)" } ?? ""
      let title = SVG.escaped("\(cue.kind.rawValue) \(say) \(cue.outcome.rawValue)\(cause)")
      text += """
        <line x1="\(due)" y1="\(Self.text(Self.planned - 24))" x2="\(due)" y2="\(Self.text(Self.planned))" \
        stroke="#888"/>

        """
      if cue.at != nil {
        text += """
          <path d="M\(due) \(Self.text(Self.planned)) L\(began) \(Self.text(Self.actual)) v24" fill="none" \
          stroke="\(color)"><title>\(title)</title></path>

          """
      } else {
        text += """
          <circle cx="\(due)" cy="\(Self.text((Self.planned + Self.actual) / 2))" r="3" fill="none" \
          stroke="\(color)"><title>\(title)</title></circle>

          """
      }
    }
    return text
  }

  private var axis: String {
    let steps = [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400, 86_400]
    let step = steps.first { end / Double($0) <= 14 } ?? 86_400
    let ticks = stride(from: 0, through: Int(end), by: step).map { second in
      let at = Self.text(x(.seconds(second)))
      return "<text x=\"\(at)\" y=\"286\" font-size=\"11\" text-anchor=\"middle\">\(ClockText.short(.seconds(second)))"
        + "</text>\n"
    }
    return "<line x1=\"20\" y1=\"270.5\" x2=\"1180\" y2=\"270.5\" stroke=\"#999\"/>\n" + ticks.joined()
  }

  private var legend: String {
    Outcome.allCases.enumerated().map { index, outcome in
      let at = 20 + 110 * index
      return "<text x=\"\(at)\" y=\"308\" font-size=\"11\" fill=\"\(Self.color(of: outcome))\">\(outcome.rawValue) "
        + "\(verdict.trace.cues.count { $0.outcome == outcome })</text>\n"
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

  /// Two decimals, the same on every machine.
  private static func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
