import DriftSimulation
import SessionReporting
import WorkoutEngine
import WorkoutModel

extension BatchReport.Entry {
  /// How many broken laws and unmet expectations of one scenario are told in full.
  private static let told = 12

  var lines: [String] {
    let scenario = verdict.scenario
    let name = SafeText.filtered(scenario.name)
    let source = file.map { "  (\(SafeText.filtered($0)))" } ?? ""
    guard !verdict.passed else { return ["pass  \(name)\(source)"] + neverDue }
    var lines = ["FAIL  \(name)\(source)"]
    lines += verdict.violations.prefix(Self.told).map { "      \($0.number) \($0.message)\(place(of: $0))" }
    if verdict.violations.count > Self.told { lines.append("      and \(verdict.violations.count - Self.told) more") }
    lines += verdict.unmet.prefix(Self.told).map { "      \($0.name): \(SafeText.filtered($0.message))" }
    if verdict.unmet.count > Self.told { lines.append("      and \(verdict.unmet.count - Self.told) more") }
    lines.append("      seed \(scenario.seed)" + (shrunk.map { ", made smaller: \(SafeText.filtered($0))" } ?? ""))
    return lines + neverDue + TraceTable.lines(verdict).map { "      " + $0 }
  }

  /// The lines of the script that did nothing.
  private var neverDue: [String] {
    let lines = verdict.trace.unreached
    return lines.isEmpty ? [] : ["      never due: " + lines.map { "script[\($0)]" }.joined(separator: ", ")]
  }

  /// When it happened, for laws that are broken at a moment.
  private func place(of violation: Violation) -> String {
    guard violation.step > 0, verdict.trace.steps.indices.contains(violation.step) else { return "" }
    return ", at \(ClockText.exact(verdict.trace.steps[violation.step].now))"
  }

  var json: String {
    var json = JSONText()
    json.add("name", verdict.scenario.name)
    json.add("file", file)
    json.add("seed", raw: "\(verdict.scenario.seed)")
    json.add("passed", verdict.passed)
    json.add("violations", raw: Self.list(verdict.violations.map(object)))
    json.add("unmet", raw: Self.list(verdict.unmet.map(Self.object)))
    json.add("shrunk", shrunk)
    json.add("playback", verdict.trace.playback.name)
    json.add("elapsed", verdict.trace.elapsed)
    var outcomes = JSONText()
    let cues = verdict.trace.cues
    for outcome in Outcome.allCases { outcomes.add(outcome.rawValue, cues.count { $0.outcome == outcome }) }
    json.add("outcomes", raw: outcomes.object)
    var faults = JSONText()
    for (word, isChanged) in verdict.changed.sorted(by: { $0.key < $1.key }) { faults.add(word.rawValue, isChanged) }
    json.add("changedBy", raw: faults.object)
    json.add("neverDue", raw: Self.list(verdict.trace.unreached.map { "\($0)" }))
    return json.object
  }

  private func object(_ violation: Violation) -> String {
    var json = JSONText()
    json.add("law", violation.number)
    json.add("message", violation.message)
    let steps = verdict.trace.steps
    json.add("t", steps.indices.contains(violation.step) ? steps[violation.step].now : nil)
    return json.object
  }

  private static func object(_ unmet: Unmet) -> String {
    var json = JSONText()
    json.add("expectation", unmet.name)
    json.add("message", unmet.message)
    return json.object
  }

  private static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }
}
