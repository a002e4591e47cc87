import AudioMixing
import CommandSupport
import Logging
import SessionControl
import SessionReporting
import WorkoutEngine
import WorkoutModel

/// Logs changes of the device, the session and late cues, with `--verbose`.
final class EventDiagnostics: SessionFollower {
  func follow(_ event: SessionEvent, line: String) {
    switch event.kind {
    case .audio(let report):
      Diagnostics.log.debug(
        "audio \(report.state.rawValue)",
        metadata: ["sink": "\(report.sink)", "device": "\(report.device ?? "none")", "xruns": "\(report.xruns)"])
    case .session(let owner): Diagnostics.log.debug("audio session", metadata: ["owner": "\(owner ?? "none")"])
    case .engine(.stateChanged(let report), _) where report.from.name != report.to.name:
      Diagnostics.log.debug("state", metadata: ["from": "\(report.from.name)", "to": "\(report.to.name)"])
    case .engine(.cueSettled(let cue), _) where cue.outcome == .late:
      Diagnostics.log.debug(
        "cue late", metadata: ["id": "\(cue.cue)", "late": "\(DurationText.write((cue.at ?? cue.due) - cue.due))"])
    case .hello, .engine: break
    }
  }
}

extension PreparedWorkout {
  var hello: SessionEvent.Kind {
    .hello(
      version: Release.version, workout: timeline.workout.name, total: timeline.shownTotal, sampleRate: Bus.sampleRate,
      seed: timeline.seed)
  }

  func logDiagnostics() {
    let voice = timeline.workout.voice
    Diagnostics.log.debug(
      "workout",
      metadata: [
        "name": "\(timeline.workout.name)", "total": "\(timeline.shownTotal.map(DurationText.write) ?? "open")",
        "phases": "\(timeline.phaseCount)", "seed": "\(timeline.seed)",
        "voice": "\(voice.language)\(voice.variant.map { "+\($0)" } ?? "")", "rate": "\(voice.rate)",
      ])
  }
}
