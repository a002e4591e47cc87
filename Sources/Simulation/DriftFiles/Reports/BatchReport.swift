public import DriftSimulation
import SessionReporting
import StrictJSON
import WorkoutEngine
import WorkoutModel

/// The results of many scenarios, for human readers and for programs.
public struct BatchReport: Sendable {
  /// One scenario of a batch.
  public struct Entry: Sendable {
    /// The file with the scenario; `nil` if it was generated from a seed.
    public let file: String?
    /// Its verdict.
    public let verdict: Verdict
    /// The file with the shrunk scenario, if it failed.
    public let shrunk: String?

    /// The result of one scenario.
    public init(file: String?, verdict: Verdict, shrunk: String? = nil) {
      self.file = file
      self.verdict = verdict
      self.shrunk = shrunk
    }
  }

  /// The combined results.
  public private(set) var summary = BatchSummary()
  /// The lines of scenarios from files, and of those that failed.
  private var lines: [String] = []
  /// The lines of scenarios that failed.
  private var failures: [String] = []
  private var objects: [JSONFields] = []

  /// The number of scenarios from which on the report tells what none of them has shown.
  private static let many = 50

  /// An empty report.
  public init() {}

  /// Whether all scenarios passed.
  public var passed: Bool { summary.failed == 0 }

  /// Adds a scenario; of the scenarios generated from seeds, only those that failed are listed individually.
  public mutating func add(_ entry: Entry) {
    summary.add(entry.verdict)
    if entry.file != nil || !entry.verdict.passed { list(entry) }
  }

  /// Adds combined results of scenarios; `entry` is the one that is listed individually.
  public mutating func add(_ summary: BatchSummary, listing entry: Entry? = nil) {
    self.summary.add(summary)
    if let entry { list(entry) }
  }

  private mutating func list(_ entry: Entry) {
    lines += entry.lines
    if !entry.verdict.passed { failures += entry.lines }
    objects.append(entry.json)
  }

  /// The failures, and the numbers of passed and failed scenarios, without a line break at the end.
  public var problems: String { (failures + [end]).joined(separator: "\n") }

  private var end: String { "\(summary.passed) passed, \(summary.failed) failed" }

  /// The report for human readers, without a line break at the end.
  public var text: String {
    var text = lines
    text.append(end)
    let outcomes = Outcome.allCases.map { "\($0.words) \(summary.outcomes[$0] ?? 0)" }
    text.append("outcomes  " + outcomes.joined(separator: ", "))
    text.append("lateness  " + percentiles.map { "\($0) \(Self.milliseconds($1))" }.joined(separator: ", "))
    if !summary.faults.isEmpty {
      text.append("faults    the runs that each was in, and how many of them it changed")
      for (kind, count) in sortedFaults {
        let name = kind.rawValue + String(repeating: " ", count: max(0, 14 - kind.rawValue.count))
        text.append("  \(name)\(count.runs), changed \(count.changed)")
      }
    }
    // A few scenarios can't have seen everything.
    guard summary.passed + summary.failed >= Self.many else { return text.joined(separator: "\n") }
    let unseen = summary.sometimes.filter { !$0.isSeen }
    text.append("sometimes \(summary.sometimes.count - unseen.count) of \(summary.sometimes.count) seen")
    text += unseen.map { "  not seen: \($0.number) \($0.demand)" }
    return text.joined(separator: "\n")
  }

  /// The report as one JSON object.
  public var json: String {
    let faults = sortedFaults.map { kind, count in
      (key: kind.rawValue, value: ["runs": count.runs, "changed": count.changed] as JSONFields)
    }
    let sometimes: [JSONFields] = summary.sometimes.map {
      ["number": $0.number, "demand": $0.demand, "seen": $0.isSeen]
    }
    let json: JSONFields = [
      "api": SessionEvent.api, "passed": summary.passed, "failed": summary.failed, "scenarios": objects,
      "outcomes": Self.counts(summary.outcomes), "lateness": JSONFields(percentiles), "faults": JSONFields(faults),
      "sometimes": sometimes,
    ]
    return json.line()
  }

  /// A count for each outcome.
  fileprivate static func counts(_ outcomes: [Outcome: Int]) -> JSONFields {
    JSONFields(Outcome.allCases.map { (key: $0.rawValue, value: outcomes[$0] ?? 0) })
  }

  private var percentiles: [(key: String, value: Duration?)] {
    [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1)].map { ($0, summary.lateness.percentile($1)) }
  }

  private var sortedFaults: [(Fault.Kind, (runs: Int, changed: Int))] {
    summary.faults.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func milliseconds(_ late: Duration?) -> String {
    guard let late else { return "-" }
    let microseconds = late.inNanoseconds / 1000
    let rest = microseconds % 1000
    return "\(microseconds / 1000)" + (rest == 0 ? "" : ".\(String(rest + 1000).dropFirst())") + " ms"
  }
}

extension BatchReport.Entry {
  /// The maximum number of violations and unmet expectations listed for one scenario.
  private static let limit = 12

  var lines: [String] {
    let scenario = verdict.scenario
    let name = SafeText.filtered(scenario.name)
    let source = file.map { "  (\(SafeText.filtered($0)))" } ?? ""
    guard !verdict.passed else { return ["pass  \(name)\(source)"] + neverDue }
    var lines = ["FAIL  \(name)\(source)"]
    lines += verdict.violations.prefix(Self.limit).map { "      \($0.number) \($0.message)\(place(of: $0))" }
    if verdict.violations.count > Self.limit { lines.append("      and \(verdict.violations.count - Self.limit) more") }
    lines += verdict.unmet.prefix(Self.limit).map { "      \($0.name): \(SafeText.filtered($0.message))" }
    if verdict.unmet.count > Self.limit { lines.append("      and \(verdict.unmet.count - Self.limit) more") }
    lines.append("      seed \(scenario.seed)" + (shrunk.map { ", made smaller: \(SafeText.filtered($0))" } ?? ""))
    return lines + neverDue + TraceTable.lines(verdict).map { "      " + $0 }
  }

  /// The lines of the script that never became due.
  private var neverDue: [String] {
    let lines = verdict.trace.unreached
    return lines.isEmpty ? [] : ["      never due: " + lines.map { "script[\($0)]" }.joined(separator: ", ")]
  }

  /// The time of a violation, for laws that are broken at a moment.
  private func place(of violation: Violation) -> String {
    guard violation.step > 0, let at = violation.at else { return "" }
    return ", at \(ClockText.exact(at))"
  }

  var json: JSONFields {
    let changed = verdict.changed.sorted { $0.key < $1.key }.map { (key: $0.key.rawValue, value: $0.value) }
    let violations: [JSONFields] = verdict.violations.map { ["law": $0.number, "message": $0.message, "t": $0.at] }
    let unmet: [JSONFields] = verdict.unmet.map { ["expectation": $0.name, "message": $0.message] }
    return [
      "name": verdict.scenario.name, "file": file, "seed": verdict.scenario.seed, "passed": verdict.passed,
      "violations": violations, "unmet": unmet, "shrunk": shrunk, "playback": verdict.trace.playback.name,
      "elapsed": verdict.trace.elapsed, "outcomes": BatchReport.counts(verdict.cues.outcomes),
      "changedBy": JSONFields(changed), "neverDue": verdict.trace.unreached,
    ]
  }
}
