/// A command to a running session, by key, signal, socket or desktop.
public enum ControlCommand: Equatable, Sendable {
  case pause
  case resume
  /// Toggles between pause and play.
  case toggle
  /// Ends an open phase; otherwise skips to the next one.
  case next
  /// Restarts the phase, or within its first two seconds goes to the previous one.
  case back
  case restartPhase
  case skip
  /// Ends an open phase.
  case done
  case undo
  case redo
  /// Fades out and ends the session, which can be resumed later.
  case stop
  /// Makes the current phase longer, or shorter where the duration is negative.
  case extend(by: Duration)
  /// Jumps to a position in the plan.
  case jump(to: Duration)
  /// Jumps to a set, counted from 1, of the innermost group around the current phase.
  case jumpToSet(Int)
  /// Moves within the current phase; past its end to the next one.
  case seek(by: Duration)
  /// Sets the volume in dB relative to the normal level, from -60 to 12, and unmutes.
  case setVolume(Double)
  /// Changes the volume by this many dB, within the same bounds.
  case changeVolume(by: Double)
  /// Mutes or unmutes; `nil` toggles.
  case mute(Bool?)
}
