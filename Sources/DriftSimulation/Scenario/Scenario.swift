public import WorkoutEngine
import WorkoutModel

/// What happens to a session and its host, from start to end, and what must come of it: all that a run depends on.
///
/// The law: the same scenario on the same workout gives the same trace, byte for byte.
public struct Scenario: Equatable, Sendable {
  /// The version of the format, as files name it.
  public static let format = "drift-scenario/1"

  /// What happens, in a few words.
  public var name: String
  /// The incident that it replays, with a link.
  public var why: String?
  /// The workout's file, relative to the scenario's.
  public var workout: String
  /// What every draw of chance comes from.
  public var seed: UInt64
  /// What time asleep means to the session.
  public var whenSuspended: SuspendPolicy
  /// What the clocks show at the start.
  public var start: VirtualClock.Reading
  /// How the host is woken as long as nothing disturbs it.
  public var host: HostHabits
  /// What is done, in the order of the file; what is due at one instant is done in this order.
  public var script: [ScriptLine]
  /// What must come of it.
  public var expected: Expectations

  /// A session of a workout that nothing disturbs, unless told otherwise.
  public init(
    name: String, why: String? = nil, workout: String, seed: UInt64 = 1,
    whenSuspended: SuspendPolicy = Policies().whenSuspended, start: VirtualClock.Reading = Scenario.standardStart,
    host: HostHabits = HostHabits(), script: [ScriptLine] = [], expected: Expectations = Expectations()
  ) {
    self.name = name
    self.why = why
    self.workout = workout
    self.seed = seed
    self.whenSuspended = whenSuspended
    self.start = start
    self.host = host
    self.script = script
    self.expected = expected
  }

  /// A host that has been up for a day, four hours of them asleep, in November 2026: three clocks that show nothing
  /// alike, so that whoever mixes them is found out.
  public static let standardStart = VirtualClock.Reading(
    boot: .seconds(86_400), monotonic: .seconds(72_000), wall: .seconds(1_793_520_000))
}

/// A line of the script: something that is done at a time.
public struct ScriptLine: Equatable, Sendable {
  /// When it is done.
  public var at: ScriptTime
  /// What is done.
  public var deed: Deed

  /// Something that is done at a time.
  public init(at: ScriptTime, _ deed: Deed) {
    self.at = at
    self.deed = deed
  }
}

/// When a line of the script is due.
public enum ScriptTime: Equatable, Sendable {
  /// So much true host time after the start.
  case after(Duration)
  /// So much before or after a cue is due, whenever that comes to be.
  case cue(CueName, offset: Duration)
}

/// Names a cue as people do: the first of its kind, or the first of its kind in a set.
public struct CueName: Equatable, Hashable, Sendable {
  /// Its role.
  public var kind: CueKind
  /// The set it was planned for, counted from 1; `nil` for any.
  public var set: Int?

  /// The first cue of a kind, or the first in a set.
  public init(_ kind: CueKind, set: Int? = nil) {
    self.kind = kind
    self.set = set
  }

  /// Whether a cue of this kind, planned for this set, is meant.
  public func means(_ kind: CueKind, set: Int?) -> Bool { kind == self.kind && (self.set == nil || set == self.set) }
}

/// How a host is woken as long as nothing disturbs it.
public struct HostHabits: Equatable, Sendable {
  /// When it is woken.
  public enum Waking: Equatable, Sendable {
    /// For each deadline of the engine.
    case deadline
    /// Every so often by its own boot clock.
    case every(Duration)
  }

  /// When it is woken.
  public var waking: Waking
  /// How late it is woken; `nil` for never late.
  public var jitter: Jitter?

  /// A host that is woken for each deadline and never late, unless told otherwise.
  public init(waking: Waking = .deadline, jitter: Jitter? = nil) {
    self.waking = waking
    self.jitter = jitter
  }
}
