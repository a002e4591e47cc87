import SessionReporting
import WorkoutEngine
import WorkoutModel

/// An expectation that was not met.
public struct Unmet: Equatable, Sendable {
  /// Its name, such as `outcomes[1]` or `final.elapsed`.
  public let name: String
  /// The expected and the actual value.
  public let message: String
}

extension Expectations {
  /// The expectations that a run doesn't meet.
  func unmet(by trace: Trace) -> [Unmet] {
    var found: [Unmet] = []
    for (index, expected) in outcomes.enumerated() {
      let meant = trace.cues.filter { expected.cue.means($0) }
      let count = meant.count { cue in
        let cause = cue.cause?.description
        return cue.outcome == expected.outcome && (expected.cause ?? cause) == cause
      }
      if expected.times.map({ $0 == count }) ?? (count > 0) { continue }
      found.append(Unmet(name: "outcomes[\(index)]", message: expected.complaint(count, meant)))
    }
    if trace.isCut, final.playback == nil {
      found.append(
        Unmet(name: "end", message: "it would never come to an end and was cut; say what is expected in final.playback")
      )
    }
    if let playback = final.playback, playback != trace.playback.name {
      found.append(
        Unmet(name: "final.playback", message: "expected \(playback) at the end, it is \(trace.playback.name)"))
    }
    if let elapsed = final.elapsed, elapsed != trace.elapsed {
      let (wanted, got) = (DurationText.write(elapsed), DurationText.write(trace.elapsed))
      found.append(Unmet(name: "final.elapsed", message: "expected \(wanted) of active time at the end, it is \(got)"))
    }
    return found
  }
}

extension CueName {
  fileprivate func means(_ cue: CueReport) -> Bool { means(cue.kind, set: cue.plannedSet ?? cue.set) }
}

extension ExpectedOutcome {
  fileprivate func complaint(_ count: Int, _ meant: [CueReport]) -> String {
    let name = cue.kind.label + (cue.set.map { " of set \($0)" } ?? "")
    let wanted = outcome.label + (cause.map { " because \(Words.cause($0.description))" } ?? "")
    let often = times.map { "\($0) times" } ?? "at least once"
    if meant.isEmpty { return "expected \(name) to be \(wanted) \(often), no such cue came" }
    let got = meant.map { $0.outcome.label + ($0.cause.map { " (\(Words.cause($0.description)))" } ?? "") }
    return "expected \(name) to be \(wanted) \(often), it is so \(count) times: it is \(got.joined(separator: ", "))"
  }
}
