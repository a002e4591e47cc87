public import WorkoutModel

/// A session in a form that can be stored and resumed, even by another process.
///
/// ```swift
/// let stored = try JSONEncoder().encode(engine.snapshot)
/// let snapshot = try JSONDecoder().decode(EngineSnapshot.self, from: stored)
/// var engine = try Engine(restoring: snapshot, timeline)
/// ```
public struct EngineSnapshot: Equatable, Sendable, Codable {
  /// The format version that this version reads; it is raised whenever the meaning of the stored fields changes.
  public static let format = 12

  private var format = Self.format
  /// The digest of the timeline, which identifies the workout.
  public private(set) var workout: String
  /// The seed of the session's random moments and orders.
  public let seed: UInt64
  /// The state of the session when it was stored.
  public private(set) var state: EngineState
  /// The counts at that time.
  public let counts: SessionCounts

  private enum CodingKeys: String, CodingKey {
    case format, workout, seed, state
    case counts = "usage"
  }
}

extension EngineSnapshot {
  init(_ engine: Engine, workout: String) {
    self.workout = workout
    seed = engine.timeline.seed
    state = engine.state
    state.facts.wait(engine.waiting.map(WaitingCue.init))
    counts = engine.counts
  }

  /// Decodes a stored session; for another format it throws `SnapshotError.otherFormat` before it reads another field.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    format = try fields.decode(Int.self, forKey: .format)
    guard format == Self.format else { throw SnapshotError.otherFormat(format) }
    workout = try fields.decode(String.self, forKey: .workout)
    seed = try fields.decode(UInt64.self, forKey: .seed)
    state = try fields.decode(EngineState.self, forKey: .state)
    counts = try fields.decode(SessionCounts.self, forKey: .counts)
  }
}

/// Why a stored session can't be restored.
public enum SnapshotError: Error, Equatable, Sendable {
  case otherFormat(Int)
  case otherWorkout
  /// The stored fields don't fit the workout.
  case damaged
  /// The session has played to its end since it was stored.
  case completed

  /// The message for the user.
  public var explanation: String {
    switch self {
    case .otherFormat(let format):
      "the session was stored by another version of Cuebell (format \(format), this one reads \(EngineSnapshot.format))"
    case .damaged: "what was stored of the session is damaged"
    case .completed: "the session was completed"
    case .otherWorkout: "the session was stored for another workout, or the workout has been changed since"
    }
  }
}

/// A session that another process resumes begins paused, with a clock of its own. The host sends `prepared` once the
/// sound at the current place is ready, as at any start. The user's `resume` continues the session.
extension EngineSnapshot {
  /// The session paused at its position, with its clock at 0; `nil` if it is completed or has no current phase.
  public var paused: EngineSnapshot? { paused(after: .zero) }

  /// The session paused at the position that it reaches after `passed` more time without any action.
  ///
  /// Nothing sounds in a new process, so there is no bed, fade or phrase in progress. Settled cues stay settled: no
  /// warning plays a second time. A session that the user stopped can be resumed, too. The session time of the new
  /// process starts at `clock`.
  public func paused(after passed: Duration, clock: Duration = .zero) -> EngineSnapshot? {
    guard state.cursor != nil, state.playback != .completed else { return nil }
    var paused = self
    let (now, timer) = (state.now + max(passed, .zero), state.timer)
    paused.state.facts.countInstants(from: now - clock)
    // Interruptions of the process that ended don't affect this one.
    paused.state.machine = PlaybackMachine(
      resumingAt: timer.position(at: now), elapsed: timer.elapsed(at: now), fade: state.machine.fade)
    paused.state.ambient = AmbientFader()
    paused.state.lifecycle = .active
    paused.state.isAudible = true
    // Nobody knows the values of later.
    (paused.state.signals, paused.state.held) = ([:], nil)
    paused.state.coaching.arrive(at: paused.state.timer.elapsed(at: clock))
    paused.state.now = clock
    paused.state.facts.keepWords { _ in false }
    return paused
  }

  /// The same session with the digest of `timeline`, for a workout that is known to be the same although the version
  /// that stored it computed another digest.
  public func belonging(to timeline: Timeline) -> EngineSnapshot {
    var snapshot = self
    snapshot.workout = timeline.digest
    return snapshot
  }

  /// Whether only time has passed since `earlier`, and everything else that a resume needs is unchanged.
  public func isLater(than earlier: EngineSnapshot) -> Bool {
    var then = self
    // What was measured is not resumed.
    then.state.now = earlier.state.now
    (then.state.signals, then.state.held) = (earlier.state.signals, earlier.state.held)
    then.state.coaching.copyPlaces(of: earlier.state.coaching)
    return then == earlier && state.facts.waiting == earlier.state.facts.waiting && state.now >= earlier.state.now
  }
}

extension Engine {
  /// A snapshot of the current session.
  public var snapshot: EngineSnapshot { snapshot(of: timeline.digest) }

  /// A snapshot of the current session, for a host that knows the timeline's digest, which takes longer to compute than
  /// the rest.
  public func snapshot(of digest: String) -> EngineSnapshot { EngineSnapshot(self, workout: digest) }
}
