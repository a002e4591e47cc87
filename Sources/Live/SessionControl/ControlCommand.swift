/// What a running session can be told to do, the same by key, signal, socket and desktop.
public enum ControlCommand: Equatable, Sendable {
  case pause
  case resume
  /// Pauses or resumes, whichever applies.
  case toggle
  /// Ends an open phase; otherwise skips to the next one.
  case next
  /// To the start of this phase, or within its first two seconds to the start of the previous one.
  case back
  case restartPhase
  case skip
  /// Ends an open phase.
  case done
  case undo
  case redo
  /// Fades out and ends the session; the place is kept.
  case stop
  /// Makes the current phase longer, or shorter where the duration is negative.
  case extend(by: Duration)
  /// To a moment of the plan.
  case jump(to: Duration)
  /// To the start of a set, counted from 1, of the innermost group around the current phase.
  case jumpToSet(Int)
  /// Back and forth inside the current phase; past its end to the next one.
  case seek(by: Duration)
  /// dB relative to the normal level, -60 to 12; ends a mute.
  case setVolume(Double)
  /// By this many dB, within the same bounds.
  case changeVolume(by: Double)
  /// Mutes, unmutes, or, where `nil`, whichever applies.
  case mute(Bool?)
}
