package import WorkoutEngine
import WorkoutModel

/// Formats a session for human readers, one line for each event, without escape sequences, for pipes and logs.
package enum PlainLog {
  /// The line of an event, or `nil` if it is of no interest; `explains` adds the reason to that of unspoken words.
  package static func line(_ event: EngineEvent, colored: Bool, explains: Bool = true) -> String? {
    let time = padded(ClockText.short(event.progress.elapsed))
    switch event.kind {
    case .phaseStarted(let phase):
      let name = ANSIColor.colored(SafeText.filtered(phase.name), phase.intensity, if: colored)
      let remark = phase.remark.map { "  (\(SafeText.filtered($0)))" } ?? ""
      let range = phase.isSurprise ? phase.varying?.text(isSeedKnown: false, ClockText.short) : nil
      return "\(time)  \(name)  \(phase.particulars(ClockText.short, range))\(remark)"
    case .cueSettled(let cue), .said(let cue): return line(cue, time, explains)
    case .coached(let report): return line(report.cue, time, explains).map { "\($0)  (\(report.label))" }
    // The fade, after which the session is paused, is no reason to wait.
    case .stateChanged(let report):
      guard let reason = report.to.stoppedFor, report.from.stoppedFor == nil else { return nil }
      return "\(time)  paused at \(ClockText.short(event.progress.elapsed))\(reason.label.map { ": \($0)" } ?? "")"
    case .resumed: return "\(time)  resumed"
    case .actionTaken(let report): return event.kind.refusal.map { "\(time)  \(report.action.label): \($0)" }
    case .setMismatched(let sets):
      return "\(time)    planned for set \(sets.planned), playing in set \(sets.playing)"
    case .finished(let end): return "\(time)  \(end.reason.label) after \(ClockText.short(end.elapsed))"
    case .phaseEnded(let ending): return ending.label.map { "\(time)    \($0)" }
    case .paused, .metronomeStarted, .planNoted, .measured: return nil
    }
  }

  private static func line(_ cue: CueReport, _ time: String, _ explains: Bool) -> String? {
    switch cue.outcome {
    case .onTime, .late: return "\(time)    \(cue.content)"
    case .failed where !explains: return "\(time)    \(cue.content)  (\(cue.outcome.label))"
    case .failed, .skipped, .collapsed: return "\(time)    \(cue.content)  (\(cue.outcomeLabel))"
    case .cancelled, .duplicate: return nil
    }
  }

  private static func padded(_ text: String) -> String { String(repeating: " ", count: max(0, 7 - text.count)) + text }
}

extension PlaybackState {
  /// Why the timer stands, from the beginning of the fade on; `nil` while it runs or hasn't begun.
  fileprivate var stoppedFor: PauseReason? {
    switch self {
    case .paused(let reason), .fadingOut(_, to: .paused(let reason)): reason
    default: nil
    }
  }
}
