public import WorkoutEngine

/// The session's answer to a command, given as soon as the engine has decided.
public enum ControlAnswer: Equatable, Sendable {
  /// It is done.
  ///
  /// - `at`: when that is heard, in session time.
  /// - `from`, `to`: the playback before and after it.
  /// - `changed`: whether anything is different now; to pause what is paused changes nothing.
  case done(at: Duration, from: PlaybackState, to: PlaybackState, changed: Bool)
  /// It can't be done, and why.
  case refused(String)
  /// The session is over, or about to be.
  case ending
}

extension ControlAnswer {
  /// The answer that the event of an action gives; `nil` is that of a session that is over.
  ///
  /// - Parameters:
  ///   - event: The event of the action.
  ///   - changes: Whether an accepted action changes anything.
  public init(to event: EngineEvent?, changes: Bool = true) {
    guard let event, case .actionTaken(let action, let result, let from, let to) = event.kind else {
      self = .ending
      return
    }
    switch result {
    case .accepted: self = .done(at: event.at, from: from, to: to, changed: changes)
    case .refused where from.isOver: self = .ending
    case .refused where Self.isSo(action, from): self = .done(at: event.at, from: from, to: to, changed: false)
    case .refused(let reason): self = .refused(reason)
    }
  }

  /// Whether the playback is already as the action wants it.
  private static func isSo(_ action: Action, _ playback: PlaybackState) -> Bool {
    switch (action, playback) {
    case (.pause, .paused), (.pause, .preparingToPause), (.pause, .fadingOut(_, .paused)),
      (.resume, .playing), (.resume, .fadingIn), (.resume, .preparingToPlay),
      (.stop, .fadingOut(_, .stopped)):
      true
    default: false
    }
  }
}
