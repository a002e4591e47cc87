/// Something that has happened in a session.
///
/// ```swift
/// for event in engine.send(.tick, at: now).events {
///   if case .phaseStarted(let phase) = event.kind { show(phase.name, from: phase.start) }
/// }
/// ```
public struct EngineEvent: Equatable, Sendable {
  /// The instant, in session time.
  public let at: Duration
  /// The kind of the event, with its details.
  public let kind: Kind
  /// The progress of the session at that instant.
  public let progress: SessionProgress
  /// The source of the action or the measurement, if the host has told it.
  public var origin: ActionOrigin?
  /// How much of its phase a skip has left out; `nil` for other events, and where nobody is to know that.
  public internal(set) var left: Duration?

  /// Creates an event at an instant, with the progress of the session at that instant.
  public init(
    at: Duration, kind: Kind, progress: SessionProgress, origin: ActionOrigin? = nil, left: Duration? = nil
  ) {
    self.at = at
    self.kind = kind
    self.progress = progress
    self.origin = origin
    self.left = left
  }

  package var isMeasurement: Bool { if case .measured = kind { true } else { false } }

  /// Whether event logs contain it: they have at most one measurement of a signal a second.
  package var isForLogs: Bool { if case .measured(let report) = kind { report.isForLogs } else { true } }

  package func noting(_ note: PlanNote) -> EngineEvent {
    EngineEvent(at: at, kind: .planNoted(note), progress: progress)
  }

  /// The kinds of events, stored indirectly so that events are cheap to copy.
  public indirect enum Kind: Equatable, Sendable {
    /// Fields of the state have new values.
    case stateChanged(StateReport)
    /// A phase has begun.
    case phaseStarted(PhaseReport)
    /// An open phase has ended.
    case phaseEnded(PhaseEnding)
    /// The phase that has begun has beats.
    case metronomeStarted(MetronomeReport)
    /// An action has taken effect, or was refused.
    case actionTaken(ActionReport)
    /// The session has paused.
    case paused(PauseReport)
    /// The session has resumed after a pause.
    case resumed(PauseReport)
    /// A cue has its outcome.
    case cueSettled(CueReport)
    /// A warning was planned for one set and plays in another.
    case setMismatched(SetMismatch)
    /// The plan moved or left out a cue that was due now; its times are in session time.
    case planNoted(PlanNote)
    /// The session is over.
    case finished(FinishReport)
    /// A sensor has measured a value, or the value of a signal has changed with time.
    case measured(MeasurementReport)
    /// The coach has told something about a signal.
    case coached(CoachReport)
    /// Words that somebody has asked for have their outcome.
    case said(CueReport)
  }
}

/// The progress of a session.
public struct SessionProgress: Equatable, Sendable {
  /// Active time.
  public let elapsed: Duration
  /// The position in the plan.
  public let position: Duration
  /// The remaining time of the plan; `nil` while an open phase without cap is ahead.
  public let remaining: Duration?

  /// Creates the progress after `elapsed` active time, at `position` in the plan.
  public init(elapsed: Duration, position: Duration, remaining: Duration?) {
    self.elapsed = elapsed
    self.position = position
    self.remaining = remaining
  }
}

/// The result of an action.
public enum ActionResult: Equatable, Sendable {
  /// The action has taken effect.
  case accepted
  /// The session is as it was.
  case refused(RefusalReason)
}
