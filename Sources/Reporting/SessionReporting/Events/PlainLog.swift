public import WorkoutEngine
import WorkoutModel

/// Formats a session for human readers, one line for each event, without escape sequences, for pipes and logs.
public enum PlainLog {
  /// The line of an event, or `nil` if it is of no interest.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - colored: Whether intensities have colours.
  ///   - explains: Whether the line of unspoken words includes the reason.
  /// - Returns: The line, without a line break.
  public static func line(_ event: EngineEvent, colored: Bool, explains: Bool = true) -> String? {
    let time = padded(ClockText.short(event.progress.elapsed))
    switch event.kind {
    case .phaseStarted(let phase):
      let set = phase.set.map { set in "  set \(set)\(phase.sets.map { " of \($0)" } ?? "")" } ?? ""
      let length = phase.end.map { ClockText.short($0 - phase.start) } ?? "until done"
      let word = ANSIColor.colored(phase.intensity.rawValue, phase.intensity, if: colored)
      let beats = MetronomeFields.suffix(phase.metronome)
      let remark = phase.remark.map { "  (\(SafeText.filtered($0)))" } ?? ""
      return "\(time)  \(SafeText.filtered(phase.name))  \(word)  \(length)\(set)\(beats)\(remark)"
    case .cueSettled(let cue): return line(cue, time, explains)
    case .paused(let elapsed, let reason): return "\(time)  paused at \(ClockText.short(elapsed)) (\(reason.rawValue))"
    case .resumed: return "\(time)  resumed"
    case .actionTaken(let action, .refused(let reason), _, _): return "\(time)  \(action.name): \(reason)"
    case .setMismatched(_, let planned, let playing):
      return "\(time)    planned for set \(planned), playing in set \(playing)"
    case .finished(let elapsed, let reason, _): return "\(time)  \(reason.rawValue) after \(ClockText.short(elapsed))"
    case .stateChanged, .metronomeStarted, .actionTaken, .planNoted: return nil
    }
  }

  private static func line(_ cue: CueReport, _ time: String, _ explains: Bool) -> String? {
    let sound = cue.sound.map { "[\(SafeText.filtered($0))]" }
    let say = cue.say.map { "“\(SafeText.filtered($0))”" }
    let what = [sound, say].compactMap { $0 }.joined(separator: " ")
    switch cue.outcome {
    case .onTime, .late: return "\(time)    \(what)"
    case .failed:
      let reason = explains ? ": \(SafeText.filtered(cue.cause ?? ""))" : ""
      return "\(time)    \(what)  (not spoken\(reason))"
    case .skipped, .collapsed:
      return "\(time)    \(what)  (\(cue.outcome.rawValue): \(SafeText.filtered(cue.cause ?? "")))"
    case .cancelled, .duplicate: return nil
    }
  }

  private static func padded(_ text: String) -> String { String(repeating: " ", count: max(0, 7 - text.count)) + text }
}
