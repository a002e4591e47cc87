import WorkoutEngine
import WorkoutModel

extension Simulation {
  /// The number of other scripts with which a run is continued.
  private static var futures: UInt64 { 5 }

  /// The true time from which on the failure of a scenario was certain: whatever comes after it, the run fails in the
  /// same way. `nil` if its whole script doesn't make it certain.
  ///
  /// It is found by bisection: the lines of the script up to an instant are kept, and those of other seeds follow them.
  package func certainty(of verdict: Verdict) -> Duration? {
    guard let wanted = verdict.failures.min() else { return nil }
    let begun = verdict.trace.faults
    let generator = ScenarioGenerator(oracle, workout: verdict.scenario.workout)
    func isCertain(after count: Int) -> Bool {
      let kept = begun.prefix(count).map { ScriptLine(at: .after($0.at), verdict.scenario.script[$0.line].fault) }
      let instant = count == 0 ? .zero : begun[count - 1].at
      return (1...Self.futures).allSatisfy { seed in
        var scenario = verdict.scenario
        scenario.script =
          kept
          + generator.scenario(seed: verdict.scenario.seed &+ seed).script.filter { line in
            if case .after(let at) = line.at { at > instant } else { false }
          }
        return judge(scenario, comparing: false, twice: false).failures.contains(wanted)
      }
    }
    guard isCertain(after: begun.count) else { return nil }
    var (least, most) = (0, begun.count)
    while least < most {
      let middle = (least + most) / 2
      if isCertain(after: middle) { most = middle } else { least = middle + 1 }
    }
    return most == 0 ? .zero : begun[most - 1].at
  }
}
