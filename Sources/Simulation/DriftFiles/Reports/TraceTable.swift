import DriftSimulation
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// The steps around a violation as a table: the time, the input of the session and its output.
package enum TraceTable {
  /// The lines of the table around the first violation, or around the end if only expectations were not met.
  static func lines(_ verdict: Verdict) -> [String] {
    guard let excerpt = verdict.excerpt else { return [] }
    let places = Set(verdict.violations.map(\.step))
    var rows = [["true time", "session", "elapsed", "place", "playback", "what happened"]]
    for (index, step) in zip(excerpt.first..., excerpt.steps) {
      let mark = places.contains(index) ? ">" : " "
      rows.append(
        [
          mark + ClockText.exact(step.at), ClockText.exact(step.now), ClockText.exact(step.progress.elapsed),
          ClockText.exact(step.progress.position), step.playback.label, input(of: step, verdict.scenario),
        ])
      rows += step.events.compactMap(output).map { ["", "", "", "", "", "  " + $0] }
    }
    return Columns.aligned(rows)
  }

  private static func input(of step: TraceStep, _ scenario: Scenario) -> String {
    let cause = step.line.map { " (script[\($0)])" } ?? ""
    switch step.input {
    case .restored(let restoration):
      return "restarted with the state saved at \(ClockText.exact(restoration.storedAt))"
    case .action(.tick): return step.wakes > 1 ? "woken \(step.wakes) times" : "woken"
    case .action(.suspended(let gap)): return "woken after a suspend of \(DurationText.write(gap))"
    case .action(let action): return action.label + cause
    }
  }

  private static func output(_ event: EngineEvent) -> String? {
    switch event.kind {
    case .phaseStarted(let phase):
      let set = phase.set.map { ", set \($0)" } ?? ""
      return "phase \(SafeText.filtered(phase.name))\(set), began at \(ClockText.exact(event.at))"
    case .phaseEnded(let ending): return "\(SafeText.filtered(ending.name)) ended: \(ending.cause.rawValue)"
    case .cueSettled(let cue), .said(let cue):
      let late = cue.at.map { $0 > cue.due ? ", \(DurationText.write($0 - cue.due)) late" : "" } ?? ""
      let cause = cue.cause.map { " (\(SafeText.filtered(Words.cause($0.description))))" } ?? ""
      return "\(cue.kindLabel) \(cue.content) due \(ClockText.exact(cue.due)): \(cue.outcome.label)" + late + cause
    case .planNoted(let note): return "\(note.cueKind.label) \(note.label)"
    case .setMismatched(let sets): return "planned for set \(sets.planned), playing in set \(sets.playing)"
    case .finished(let end): return "\(end.reason.label) after \(ClockText.exact(end.elapsed))"
    case .measured(let report):
      let value = report.value.map(String.init) ?? "unknown"
      return "\(Words.signal(report.signal).lowercased()) \(value)"
    case .coached(let report): return "\(report.label): \(report.cue.content)"
    case .actionTaken: return event.kind.refusal.map { "refused: \($0)" }
    case .stateChanged, .metronomeStarted, .paused, .resumed: return nil
    }
  }
}
