public import WorkoutEngine
import WorkoutModel

/// The session under simulation: it receives actions with their times, and returns its events and effects.
///
/// The engine is one. Tests of the simulation supply others, such as a session with a known defect that must be
/// detected.
public protocol SessionDriver: Sendable {
  /// The state of the session.
  var state: EngineState { get }
  /// The properties that its host reads after each action that changes more than the time; by default composed from its
  /// state.
  var reading: SessionReading { get }
  /// The fade position of the bed, from 0 to 1; by default that of its state.
  var bedLevel: Double { get }
  /// Its progress at the instant up to which it has advanced.
  var progress: SessionProgress { get }
  /// The latest instant at which the host must wake it; `nil` if nothing is due.
  var nextDeadline: Duration? { get }
  /// The lengths of phrases.
  var durations: PhraseDurations { get }

  /// Sends it an action at a moment of its host.
  mutating func send(_ action: Action, at moment: ObservedTime) -> Engine.Reaction

  /// Updates the lengths of phrases.
  mutating func updateDurations(_ change: (inout PhraseDurations) -> Void)

  /// Returns the effects due up to an instant if no other action comes before.
  func forecast(until instant: Duration) -> [Effect]

  /// The behaviour that its user has chosen.
  var policies: Policies { get }

  /// The session that a log tells at an instant of its last run.
  func replaying(_ log: SessionLog, to end: Duration) throws(ReplayError) -> Self

  /// The session paused in another process, whose clock is at `clock`; `nil` if nothing of it is left.
  func paused(clock: Duration) -> Self?
}

extension SessionDriver {
  /// The reading, composed from the state and the deadline.
  public var reading: SessionReading {
    let state = state
    return SessionReading(
      playback: state.playback, timer: state.timer, cursor: state.cursor, nextDeadline: nextDeadline)
  }

  /// The fade position of the bed of its state.
  public var bedLevel: Double {
    let state = state
    return state.ambient.level(at: state.now)
  }
}

/// The properties that a host reads after each action: a small part of the session that is cheap to copy.
public struct SessionReading: Sendable {
  /// The state of the playback.
  let playback: PlaybackState
  /// Active time and the position in the plan.
  let timer: SessionTimer
  /// The place in the plan; `nil` after the end.
  let cursor: Cursor?
  /// The latest instant at which the host must wake it; `nil` if nothing is due.
  let nextDeadline: Duration?
}

/// A moment as a host observes it.
public struct ObservedTime: Equatable, Sendable {
  /// Session time: the time on the boot clock since the start.
  public let session: Duration
  /// The earliest session time at which a sound can still begin: that of the moment, unless the host takes effects
  /// ahead.
  public let soundsFrom: Duration
  /// The reading of the clocks.
  public let clocks: VirtualClock.Reading

  /// Creates a moment from session time and clocks.
  public init(session: Duration, soundsFrom: Duration? = nil, clocks: VirtualClock.Reading) {
    self.session = session
    self.soundsFrom = soundsFrom ?? session
    self.clocks = clocks
  }
}

extension Engine: SessionDriver {
  /// Sends the action to the engine in session time; it knows no other clock.
  public mutating func send(_ action: Action, at moment: ObservedTime) -> Reaction {
    send(action, at: moment.session, soundsFrom: moment.soundsFrom)
  }

  /// Replays a log of this workout.
  public func replaying(_ log: SessionLog, to end: Duration) throws(ReplayError) -> Engine {
    try Engine(replaying: log, timeline, to: end, durations: durations)
  }

  /// The reading, taken directly from the parts of the engine.
  public var reading: SessionReading {
    SessionReading(playback: playback, timer: timer, cursor: cursor, nextDeadline: nextDeadline)
  }
}
