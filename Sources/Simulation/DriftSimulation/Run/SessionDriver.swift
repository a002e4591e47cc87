public import WorkoutEngine
public import WorkoutModel

/// The session under simulation: it receives actions with their times, and returns its events and effects.
///
/// The engine is one. Others are for tests of the simulation itself: a session with a known defect must be
/// detected.
public protocol SessionDriver: Sendable {
  /// The state of the session.
  var state: EngineState { get }
  /// The field of the state that says whether it plays, fades, pauses or is over.
  var playback: PlaybackState { get }
  /// The field of the state with active time and position.
  var timer: SessionTimer { get }
  /// The field of the state with the place in the plan.
  var cursor: Cursor? { get }
  /// The field of the state with the bed.
  var ambient: AmbientFader { get }
  /// Its progress at the instant up to which it has advanced.
  var progress: SessionProgress { get }
  /// The phase that it is in; `nil` when all is done.
  var segment: SegmentID? { get }
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
  /// The field of the state.
  public var playback: PlaybackState { state.playback }
  /// The field of the state.
  public var timer: SessionTimer { state.timer }
  /// The field of the state.
  public var cursor: Cursor? { state.cursor }
  /// The field of the state.
  public var ambient: AmbientFader { state.ambient }
  /// The phase that its state names.
  public var segment: SegmentID? { cursor?.id }
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
}
