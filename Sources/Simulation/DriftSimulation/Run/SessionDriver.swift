public import WorkoutEngine
import WorkoutModel

/// The session under simulation: it receives actions with their times, and returns its events and effects.
///
/// The engine is one. Others are for tests of the simulation itself: a session with a known defect must be
/// detected.
public protocol SessionDriver: Sendable {
  /// The state of the session.
  var state: EngineState { get }
  /// What its host looks at after each action; by default composed of its state.
  var reading: SessionReading { get }
  /// Its progress at the instant up to which it has advanced.
  var progress: SessionProgress { get }
  /// The latest instant at which the host must wake it; `nil` while nothing will come.
  var nextDeadline: Duration? { get }
  /// How long phrases are.
  var durations: PhraseDurations { get }

  /// Sends it an action at a moment of its host.
  mutating func send(_ action: Action, at moment: ObservedTime) -> Engine.Reaction

  /// Notes how long phrases are.
  mutating func updateDurations(_ change: (inout PhraseDurations) -> Void)

  /// What will be due up to an instant if nothing happens before.
  func forecast(until instant: Duration) -> [Effect]

  /// The session as it can be stored, for a workout with this digest.
  func snapshot(of digest: String) -> EngineSnapshot

  /// The same session as it was stored, for a workout with this digest.
  func restored(from snapshot: EngineSnapshot, of digest: String) throws(SnapshotError) -> Self
}

extension SessionDriver {
  /// Composed of the state, the progress and the deadline.
  public var reading: SessionReading {
    let state = state
    return SessionReading(
      playback: state.playback, timer: state.timer, cursor: state.cursor, segment: state.cursor?.id,
      ambient: state.ambient, progress: progress, nextDeadline: nextDeadline)
  }
}

/// What a host looks at after each action: a small part of the session, whose copies cost little.
public struct SessionReading: Sendable {
  /// Whether it plays, fades, pauses or is over.
  let playback: PlaybackState
  /// Active time and the place in the plan.
  let timer: SessionTimer
  /// The place in the plan; `nil` when nothing is left.
  let cursor: Cursor?
  /// The phase that it is in; `nil` when all is done.
  let segment: SegmentID?
  /// The bed and the place of its fade.
  let ambient: AmbientFader
  /// Its progress at the instant up to which it has advanced.
  let progress: SessionProgress
  /// The latest instant at which the host must wake it; `nil` while nothing will come.
  let nextDeadline: Duration?
}

/// A moment as a host sees it.
public struct ObservedTime: Equatable, Sendable {
  /// Session time: what has passed on the boot clock since the start.
  public let session: Duration
  /// What the clocks show.
  public let clocks: VirtualClock.Reading

  /// A moment by session time and clocks.
  public init(session: Duration, clocks: VirtualClock.Reading) {
    self.session = session
    self.clocks = clocks
  }
}

extension Engine: SessionDriver {
  /// Sends the action to the engine in session time; it knows no other clock.
  public mutating func send(_ action: Action, at moment: ObservedTime) -> Reaction { send(action, at: moment.session) }

  /// An engine restored from a snapshot of this one.
  public func restored(from snapshot: EngineSnapshot, of digest: String) throws(SnapshotError) -> Engine {
    try Engine(restoring: snapshot, timeline, digest: digest, durations: durations, policies: policies)
  }

  /// Read from the parts that hold it.
  public var reading: SessionReading {
    SessionReading(
      playback: playback, timer: timer, cursor: cursor, segment: segment, ambient: ambient, progress: progress,
      nextDeadline: nextDeadline)
  }
}
