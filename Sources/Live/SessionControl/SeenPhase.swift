import WorkoutEngine
package import WorkoutModel

/// The phase that the user of a display has seen, for which a move is meant.
///
/// Nobody reacts at once: for a moment after the display has changed, and after an own move, which leads to a phase
/// that isn't shown yet, it is left to the session to know whose move has led there.
package struct SeenPhase: Sendable {
  private var shown: SegmentID?
  private var since = Duration.zero
  private var lastMove: Duration?

  package init() {}

  /// Records that the display shows a phase from an instant on.
  package mutating func show(_ phase: SegmentID?, at instant: Duration) {
    if phase != shown { (shown, since) = (phase, instant) }
  }

  /// The phase for which a command is meant, as its `id`; `nil` for a command that is no move from a phase, and where
  /// the session must decide.
  package mutating func phase(for command: ControlCommand, at now: Duration) -> String? {
    guard command.isFromPhase else { return nil }
    defer { lastMove = now }
    let recent = [since, lastMove].compactMap { $0 }.max() ?? .zero
    return now - recent < MoveGuard.reactionTime ? nil : shown?.text
  }
}
