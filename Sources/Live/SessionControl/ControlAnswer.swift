package import WorkoutEngine

/// The session's answer to a command, given as soon as the engine has decided.
package enum ControlAnswer: Equatable, Sendable {
  /// The command was performed.
  ///
  /// - `at`: when it is heard, in session time.
  /// - `from`, `to`: the playback before and after it.
  /// - `changed`: whether it changed anything; pausing a paused session doesn't.
  case done(at: Duration, from: PlaybackState, to: PlaybackState, changed: Bool)
  /// The command was refused, with the reason.
  case refused(String)
  /// The session is over or about to end.
  case ending
}

extension ControlAnswer {
  /// The answer for the event of an action; `nil` means that the session is over. `changes` tells whether an accepted
  /// action changes anything.
  package init(to event: EngineEvent?, changes: Bool = true) {
    guard let event, case .actionTaken(let report) = event.kind else {
      self = .ending
      return
    }
    let (from, to) = (report.from, report.to)
    switch report.result {
    case .accepted: self = .done(at: event.at, from: from, to: to, changed: changes)
    case .refused where from.isOver: self = .ending
    case .refused where Self.isSo(report.action, from): self = .done(at: event.at, from: from, to: to, changed: false)
    case .refused(let refusal): self = .refused(refusal.description)
    }
  }

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
