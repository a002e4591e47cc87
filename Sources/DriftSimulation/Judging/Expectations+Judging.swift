public import WorkoutEngine
import WorkoutModel

extension Expectations {
  /// What a run leaves unmet.
  func unmet(by trace: Trace) -> [Unmet] {
    var found: [Unmet] = []
    let cues = outcomes.isEmpty ? [] : trace.cues
    for (index, expected) in outcomes.enumerated() {
      let meant = cues.filter { expected.cue.means($0.kind, set: $0.plannedSet ?? $0.set) }
      let count = meant.count { $0.outcome == expected.outcome && (expected.cause ?? $0.cause) == $0.cause }
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

extension ExpectedOutcome {
  fileprivate func complaint(_ count: Int, _ meant: [CueReport]) -> String {
    let name = cue.kind.rawValue + (cue.set.map { " of set \($0)" } ?? "")
    let wanted = outcome.rawValue + (cause.map { " because of \($0)" } ?? "")
    let often = times.map { "\($0) times" } ?? "at least once"
    if meant.isEmpty { return "expected \(name) to be \(wanted) \(often), no such cue came" }
    let got = meant.map { $0.outcome.rawValue + ($0.cause.map { " (\($0))" } ?? "") }
    return "expected \(name) to be \(wanted) \(often), it is so \(count) times: it is \(got.joined(separator: ", "))"
  }
}

extension Trace {
  /// What became of cues, in order.
  public var cues: [CueReport] {
    steps.flatMap(\.events).compactMap { if case .cueSettled(let cue) = $0.kind { cue } else { nil } }
  }
}
