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
  public var host: WakePolicy
  /// What is done, in the order of the file; what is due at one instant is done in this order.
  public var script: [ScriptLine]
  /// What must come of it.
  public var expected: Expectations

  /// By default a session of a workout without faults.
  public init(
    name: String, why: String? = nil, workout: String, seed: UInt64 = 1,
    whenSuspended: SuspendPolicy = Policies().whenSuspended, start: VirtualClock.Reading = Scenario.standardStart,
    host: WakePolicy = WakePolicy(), script: [ScriptLine] = [], expected: Expectations = Expectations()
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

  /// A host that has been up for a day, four hours of them asleep, in November 2026: the three clocks show different
  /// values, so that code that mixes them up fails.
  public static let standardStart = VirtualClock.Reading(
    boot: .seconds(86_400), monotonic: .seconds(72_000), wall: .seconds(1_793_520_000))
}

/// A line of the script: a fault at a time.
public struct ScriptLine: Equatable, Sendable {
  /// When it is due.
  public var at: ScriptTime
  /// What happens.
  public var fault: Fault

  /// A fault at a time.
  public init(at: ScriptTime, _ fault: Fault) {
    self.at = at
    self.fault = fault
  }
}

/// When a line of the script is due.
public enum ScriptTime: Equatable, Sendable {
  /// A length of true host time after the start.
  case after(Duration)
  /// An offset before or after the instant at which a cue is due, whenever that is.
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
public struct WakePolicy: Equatable, Sendable {
  /// When it is woken.
  public enum Waking: Equatable, Sendable {
    /// For each deadline of the engine.
    case deadline
    /// At this interval of its own boot clock.
    case every(Duration)
  }

  /// When it is woken.
  public var waking: Waking
  /// How late it is woken; `nil` for never late.
  public var jitter: Jitter?

  /// By default a host that is woken for each deadline and never late.
  public init(waking: Waking = .deadline, jitter: Jitter? = nil) {
    self.waking = waking
    self.jitter = jitter
  }
}

/// The limits of a scenario file, each with its name.
public enum ScenarioLimits {
  /// How many lines a script may have.
  public static let lines = 10_000
  /// The longest path of a workout, in characters.
  public static let pathLength = 1000
  /// The longest reason, in characters; it may hold several links.
  public static let whyLength = 1000
  /// The latest time, and the largest step of a clock.
  public static let time = Duration.seconds(30 * 86_400)
  /// By how much a clock may be set, or the length of a phase be changed.
  public static let step = (.zero - time)...time
  /// How long all faults of a script may last together, and how far its steps may set a clock: about ten years.
  public static let total = Duration.seconds(3650 * 86_400)
  /// How long a host may have been up: about 30 years.
  public static let uptime = Duration.seconds(1_000_000_000)
  /// How long a fault may last that has a length.
  public static let length = Duration.milliseconds(1)...time
  /// How often a host is woken.
  public static let period = Duration.milliseconds(1)...Duration.seconds(86_400)
  /// How late or early a wake-up may usually be.
  public static let scale = Duration.microseconds(1)...Duration.seconds(86_400)
  /// How many times as long phrases may take to make.
  public static let factor = 0.001...1_000_000.0
  /// How fast or slow a clock may run, in millionths.
  public static let skew = -100_000...100_000
  /// How often an outcome may be expected.
  public static let times = 1_000_000
}
