import WorkoutEngine
package import WorkoutModel

/// The phase that the user of a display has seen, for which a move is meant.
///
/// It is the one that was shown a moment ago: nobody reacts at once. After an own move the user expects a phase that
/// isn't shown yet, so the moves that follow quickly are meant for any.
package struct SeenPhase: Sendable {
  private var shown: SegmentID?
  private var before: SegmentID?
  private var since = Duration.zero
  private var lastMove: Duration?

  package init() {}

  /// Records that the display shows a phase from an instant on.
  package mutating func show(_ phase: SegmentID?, at instant: Duration) {
    if phase != shown { (shown, before, since) = (phase, shown, instant) }
  }

  /// The phase for which a command is meant, as its `id`; `nil` for a command that is no move from a phase, and where
  /// none was seen.
  package mutating func phase(for command: ControlCommand, at now: Duration) -> String? {
    guard command.isFromPhase else { return nil }
    defer { lastMove = now }
    if let lastMove, now - lastMove < MoveGuard.reactionTime { return nil }
    return (now - since < MoveGuard.reactionTime ? before : shown)?.text
  }
}
