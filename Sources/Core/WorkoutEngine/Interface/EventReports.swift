import WorkoutModel

/// A change of a session's state.
public struct StateReport: Equatable, Sendable {
  /// The playback before the change.
  public var from: PlaybackState
  /// The playback after it.
  public var to: PlaybackState
  /// The fields that have new values.
  public var changes: [StateChange]

  /// Creates a report.
  public init(from: PlaybackState, to: PlaybackState, changes: [StateChange]) {
    (self.from, self.to, self.changes) = (from, to, changes)
  }
}

/// An action and what a session has done with it.
public struct ActionReport: Equatable, Sendable {
  /// The action.
  public var action: Action
  /// Whether it has taken effect, and why not.
  public var result: ActionResult
  /// The playback before it.
  public var from: PlaybackState
  /// The playback after it.
  public var to: PlaybackState

  /// Creates a report.
  public init(_ action: Action, _ result: ActionResult, from: PlaybackState, to: PlaybackState) {
    (self.action, self.result, self.from, self.to) = (action, result, from, to)
  }
}

/// The begin or the end of a pause.
public struct PauseReport: Equatable, Sendable {
  /// Active time until the pause.
  public var elapsed: Duration
  /// The reason for the pause.
  public var reason: PauseReason

  /// Creates a report.
  public init(elapsed: Duration, reason: PauseReason) { (self.elapsed, self.reason) = (elapsed, reason) }
}

/// A warning that was planned for one set and plays in another.
public struct SetMismatch: Equatable, Sendable {
  /// The cue.
  public var cue: CueKey
  /// The set that it was planned for, counted from 1.
  public var planned: Int
  /// The set in which it plays.
  public var playing: Int

  /// Creates a report.
  public init(cue: CueKey, planned: Int, playing: Int) {
    (self.cue, self.planned, self.playing) = (cue, planned, playing)
  }
}

/// The end of a session.
public struct FinishReport: Equatable, Sendable {
  /// Active time in all.
  public var elapsed: Duration
  /// Why it is over.
  public var reason: FinishReason
  /// What has happened in it.
  public var counts: SessionCounts

  /// Creates a report.
  public init(elapsed: Duration, reason: FinishReason, counts: SessionCounts = SessionCounts()) {
    (self.elapsed, self.reason, self.counts) = (elapsed, reason, counts)
  }
}

extension EngineEvent.Kind {
  /// The action that has taken effect; `nil` for other events.
  package var acceptedAction: Action? {
    if case .actionTaken(let report) = self, report.result == .accepted { report.action } else { nil }
  }

  /// Why an action was refused; `nil` for other events.
  package var refusal: RefusalReason? {
    if case .actionTaken(let report) = self, case .refused(let refusal) = report.result { refusal } else { nil }
  }
}
