public import WorkoutEngine
public import WorkoutModel

/// What a simulation drives: a session that is told what happens and when, and says what must come of it.
///
/// The engine is one. Others are for tests of the simulation itself: a session that goes wrong in a known way must be
/// found out.
public protocol SessionDriver: Sendable {
  /// The session as it stands.
  var state: EngineState { get }
  /// Where it stands, at the instant up to which it has advanced.
  var standing: Standing { get }
  /// The phase that it is in; `nil` when all is done.
  var segment: SegmentID? { get }
  /// The latest instant at which the host must wake it; `nil` while nothing will come.
  var nextDeadline: Duration? { get }
  /// How long phrases are.
  var lexicon: Lexicon { get }
  /// The session as it can be stored.
  var snapshot: EngineSnapshot { get }

  /// Tells it that something has happened at a moment of its host.
  mutating func send(_ action: Action, at moment: HostMoment) -> Engine.Reaction

  /// Notes how long phrases are.
  mutating func learn(_ change: (inout Lexicon) -> Void)

  /// What will be due up to an instant if nothing happens before.
  func forecast(until instant: Duration) -> [Effect]

  /// The same session as it was stored.
  func restored(from snapshot: EngineSnapshot) throws(SnapshotError) -> Self
}

extension SessionDriver {
  /// The phase that its state tells of.
  public var segment: SegmentID? { state.cursor?.id }
}

/// A moment as a host sees it.
public struct HostMoment: Equatable, Sendable {
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
  /// Tells the engine, in session time; it knows no other clock.
  public mutating func send(_ action: Action, at moment: HostMoment) -> Reaction { send(action, at: moment.session) }

  /// The engine that goes on from a snapshot of this one.
  public func restored(from snapshot: EngineSnapshot) throws(SnapshotError) -> Engine {
    try Engine(restoring: snapshot, timeline, lexicon: lexicon, policies: policies)
  }
}
