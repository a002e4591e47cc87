import DriftSimulation
import StrictJSON
import WorkoutEngine
import WorkoutModel

struct ReportEntry: Sendable {
  let name: String
  let file: String?
  let seed: UInt64
  let violations: [Complaint]
  let unmet: [Complaint]
  /// The file with the shrunk scenario, if it failed.
  let shrunk: String?
  /// The true time from which on it failed whatever came then; `nil` if that is unknown.
  let certain: Duration?
  let playback: String
  /// Active time at the end.
  let elapsed: Duration
  let outcomes: [Outcome: Int]
  /// Whether the run would differ without each of its kinds of faults.
  let changed: [Fault.Kind: Bool]
  /// The lines of the script that never became due.
  let neverDue: [Int]
  /// The run around the failure, in lines; none if it was read from a report.
  var table: [String] = []

  /// A violation, by its law, or an expectation that was not met, by its name.
  struct Complaint: Sendable {
    let name: String
    let message: String
    /// The session time of a violation.
    var at: Duration?
  }

  /// Whether no law was broken and every expectation was met.
  var passed: Bool { violations.isEmpty && unmet.isEmpty }
}

extension ReportEntry {
  init(_ verdict: Verdict, file: String?, shrunk: String?, certain: Duration?) {
    let (scenario, trace) = (verdict.scenario, verdict.trace)
    self.init(
      name: scenario.name, file: file, seed: scenario.seed,
      violations: verdict.violations.map { Complaint(name: $0.number, message: $0.message, at: $0.at) },
      unmet: verdict.unmet.map { Complaint(name: $0.name, message: $0.message) }, shrunk: shrunk, certain: certain,
      playback: trace.playback.name, elapsed: trace.elapsed, outcomes: verdict.cues.outcomes, changed: verdict.changed,
      neverDue: trace.unreached, table: verdict.passed ? [] : TraceTable.lines(verdict))
  }

  /// The maximum number of violations and unmet expectations listed for one scenario.
  private static let limit = 12

  var lines: [String] {
    let source = file.map { "  (\($0))" } ?? ""
    let due = neverDue.isEmpty ? [] : ["      never due: " + neverDue.map { "script[\($0)]" }.joined(separator: ", ")]
    guard !passed else { return (["pass  \(name)\(source)"] + due).map { SafeText.filtered($0) } }
    var lines = ["FAIL  \(name)\(source)"]
    lines += violations.prefix(Self.limit).map { "      \($0.name) \($0.message)\($0.place)" }
    if violations.count > Self.limit { lines.append("      and \(violations.count - Self.limit) more") }
    lines += unmet.prefix(Self.limit).map { "      \($0.name): \($0.message)" }
    if unmet.count > Self.limit { lines.append("      and \(unmet.count - Self.limit) more") }
    lines.append("      seed \(seed)" + (shrunk.map { ", made smaller: \($0)" } ?? ""))
    if let certain { lines.append("      certain from \(ClockText.exact(certain)) on, whatever came then") }
    return (lines + due).map { SafeText.filtered($0) } + table.map { "      " + $0 }
  }

  var json: JSONFields {
    let changed = changed.sorted { $0.key < $1.key }.map { (key: $0.key.rawValue, value: $0.value) }
    let violations: [JSONFields] = violations.map { ["law": $0.name, "message": $0.message, "t": $0.at] }
    let unmet: [JSONFields] = unmet.map { ["expectation": $0.name, "message": $0.message] }
    return [
      "name": name, "file": file, "seed": seed, "passed": passed, "violations": violations, "unmet": unmet,
      "shrunk": shrunk, "certain": certain, "playback": playback, "elapsed": elapsed,
      "outcomes": BatchReport.counts(outcomes),
      "changedBy": JSONFields(changed), "neverDue": neverDue,
    ]
  }
}

extension ReportEntry.Complaint {
  /// The time of a violation after the start.
  fileprivate var place: String { at.map { $0 > .zero ? ", at \(ClockText.exact($0))" : "" } ?? "" }
}
