import WorkoutModel

/// Refuses moves that meet another phase than the one their sender has seen.
///
/// Two people who press *next* together, or one as the phase ends by itself, would otherwise leave two phases. Those
/// of one client follow one another as quickly as they like.
package struct MoveGuard: Sendable {
  /// A change of phase this recent can't be why somebody presses a key.
  package static let reactionTime = Duration.milliseconds(300)

  private var lastMove: (at: Duration, by: ActionOrigin?)?
  /// The last change of phase, and whose move it was; `nil` if the phase ended by itself.
  private var lastChange: (at: Duration, by: ActionOrigin?)?
  private var phase: SegmentID?

  /// Records a move from a phase, which may change it at this instant.
  mutating func recordMove(by origin: ActionOrigin?, from phase: SegmentID?, at now: Duration) {
    lastMove = (now, origin)
    self.phase = phase
  }

  /// Records that the session has come to a phase; where it was before is no change, unless it begins `again`.
  mutating func recordChange(to id: SegmentID, again: Bool = false, at instant: Duration) {
    defer { phase = id }
    guard id != phase || again else { return }
    lastChange = (instant, lastMove.flatMap { $0.at == instant ? $0.by : nil })
  }

  /// Why a move of `origin` that starts from `phase` is refused; `nil` if it isn't.
  func refusal(of origin: ActionOrigin, in phase: String?, at now: Duration) -> RefusalReason? {
    if let seen = origin.seenPhase { return seen == phase ? nil : .anotherPhase }
    guard let lastChange, now - lastChange.at < Self.reactionTime else { return nil }
    return lastChange.by?.isSameClient(as: origin) == true ? nil : .phaseJustChanged
  }
}
