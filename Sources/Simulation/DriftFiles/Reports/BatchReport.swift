package import DriftSimulation
import SessionReporting
import StrictJSON
import WorkoutEngine
import WorkoutModel

/// The results of many scenarios, for human readers and for programs.
package struct BatchReport: Sendable {
  package internal(set) var summary = BatchSummary()
  /// The seeds that were judged.
  package internal(set) var seeds: [SeedRange] = []
  /// The scenarios from files, and those that failed.
  var entries: [ReportEntry] = []
  let version: String
  private var isSum = false

  /// The number of scenarios from which on the report tells what none of them has shown.
  private static let many = 50

  /// An empty report of a version of the program, on scenarios of these seeds.
  package init(version: String, seeds: [SeedRange] = []) { (self.version, self.seeds) = (version, seeds) }

  package var passed: Bool { summary.failed == 0 }

  /// Adds a scenario. If it failed, `shrunk` is the file with its smaller form, and `certain` the true time from which
  /// on it had to fail.
  ///
  /// Of the scenarios generated from seeds, only those that failed are listed individually.
  package mutating func add(
    _ verdict: Verdict, file: String? = nil, shrunk: String? = nil, certain: Duration? = nil
  ) {
    summary.add(verdict)
    list(verdict, file: file, shrunk: shrunk, certain: certain)
  }

  /// Adds combined results of scenarios, which are listed separately.
  package mutating func add(_ summary: BatchSummary) { self.summary.add(summary) }

  /// Lists a scenario whose results were added already.
  package mutating func list(_ verdict: Verdict, file: String?, shrunk: String?, certain: Duration?) {
    guard file != nil || !verdict.passed else { return }
    entries.append(ReportEntry(verdict, file: file, shrunk: shrunk, certain: certain))
  }

  /// The sum of reports: that of one batch of all their scenarios, which are listed in the order of their seeds.
  package mutating func merge(_ others: [BatchReport]) throws(RepeatedSeeds) {
    isSum = true
    for other in others {
      summary.add(other.summary)
      entries += other.entries
      seeds += other.seeds
    }
    seeds = try SeedRange.joined(seeds)
    let ordered = entries.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    entries = ordered.map(\.element)
  }

  /// The failures, and the numbers of passed and failed scenarios, without a line break at the end.
  package var problems: String {
    (entries.lazy.filter { !$0.passed }.flatMap(\.lines) + [end]).joined(separator: "\n")
  }

  private var end: String { "\(summary.passed) passed, \(summary.failed) failed" }

  /// The report for human readers, without a line break at the end.
  package var text: String {
    var text = entries.flatMap(\.lines)
    text.append(end)
    if isSum { text += SeedRange.lines(seeds).map { SafeText.filtered($0) } }
    let outcomes = Outcome.allCases.map { "\($0.label) \(summary.outcomes[$0] ?? 0)" }
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

  package var json: String {
    let faults = sortedFaults.map { kind, count in
      (key: kind.rawValue, value: ["runs": count.runs, "changed": count.changed] as JSONFields)
    }
    let sometimes: [JSONFields] = summary.sometimes.map {
      ["number": $0.number, "demand": $0.demand, "seen": $0.isSeen]
    }
    let histogram = summary.lateness.sorted.map { [$0.microseconds, $0.count] }
    let json: JSONFields = [
      "api": SessionEvent.api, "version": version, "laws": Invariants.all.map(\.number), "seeds": seeds.map(\.json),
      "passed": summary.passed, "failed": summary.failed, "scenarios": entries.map(\.json),
      "outcomes": Self.counts(summary.outcomes), "lateness": JSONFields(percentiles), "histogram": histogram,
      "faults": JSONFields(faults), "sometimes": sometimes,
    ]
    return json.line()
  }

  static func counts(_ outcomes: [Outcome: Int]) -> JSONFields {
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

extension ReportEntry {
  /// Scenarios from files keep their order, before those from seeds.
  fileprivate var order: UInt64 { file == nil ? max(seed, 1) : 0 }
}
