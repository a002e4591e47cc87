public import WorkoutEngine
public import WorkoutModel

/// The events of a session and its host from start to end, and the expected results: all that a run depends on.
///
/// The law: the same scenario on the same workout gives the same trace, byte for byte.
///
/// ```swift
/// var scenario = Scenario(name: "the lid is closed", workout: "tabata.json")
/// scenario.script = [ScriptLine(at: .after(.seconds(200)), .suspend(length: .seconds(90)))]
/// scenario.expected.final.playback = "completed"
/// ```
public struct Scenario: Equatable, Sendable {
  /// The version of the format, as written in files.
  package static let format = "drift-scenario/1"

  /// A short description.
  public var name: String
  /// The incident that it replays, with a link.
  public var why: String?
  /// The workout's file, relative to the scenario's.
  public var workout: String
  /// The seed of all random numbers.
  public var seed: UInt64
  /// How the session treats time spent suspended.
  public var whenSuspended: SuspendPolicy
  /// The reading of the clocks at the start.
  public var start: VirtualClock.Reading
  /// How the host is woken without faults.
  public var host: WakePolicy
  /// The signals that sensors measure.
  public var signals: [Signal: SignalSource]
  /// The person's numbers.
  public var body: BodyProfile
  /// The lines, in the order of the file, which is also the order of those due at one instant.
  public var script: [ScriptLine]
  /// The expected results.
  public var expected: Expectations

  /// By default a session of a workout without faults.
  public init(
    name: String, why: String? = nil, workout: String, seed: UInt64 = 1,
    whenSuspended: SuspendPolicy = Policies().whenSuspended, start: VirtualClock.Reading = Scenario.standardStart,
    host: WakePolicy = WakePolicy(), signals: [Signal: SignalSource] = [:], body: BodyProfile = BodyProfile(),
    script: [ScriptLine] = [], expected: Expectations = Expectations()
  ) {
    self.name = name
    self.why = why
    self.workout = workout
    self.seed = seed
    self.whenSuspended = whenSuspended
    self.start = start
    self.host = host
    self.signals = signals
    self.body = body
    self.script = script
    self.expected = expected
  }

  /// A host that has been up for a day, four hours of it asleep, in November 2026. The three clocks have different
  /// readings, so that code that confuses them fails.
  public static let standardStart = VirtualClock.Reading(
    boot: .seconds(86_400), monotonic: .seconds(72_000), wall: .seconds(1_793_520_000))
}

/// A line of the script: a fault at a time.
public struct ScriptLine: Equatable, Sendable {
  /// The time at which it is due.
  public var at: ScriptTime
  /// The fault.
  public var fault: Fault

  /// Creates a line with a fault at a time.
  public init(at: ScriptTime, _ fault: Fault) {
    self.at = at
    self.fault = fault
  }
}

/// The time at which a line of the script is due.
public enum ScriptTime: Equatable, Sendable {
  /// A length of true host time after the start.
  case after(Duration)
  /// An offset before or after the instant at which a cue is due in the run.
  case cue(CueName, offset: Duration)
}

/// A reference to a cue: the first of its kind, or the first of its kind in a set.
public struct CueName: Equatable, Hashable, Sendable {
  /// Its role.
  public var kind: CueKind
  /// The set for which it was planned, counted from 1; `nil` for any.
  public var set: Int?

  /// The first cue of a kind, or the first in a set.
  public init(_ kind: CueKind, set: Int? = nil) {
    self.kind = kind
    self.set = set
  }

  /// Whether the name matches a cue of this kind, planned for this set.
  package func means(_ kind: CueKind, set: Int?) -> Bool { kind == self.kind && (self.set == nil || set == self.set) }
}

/// How a host is woken without faults.
///
/// ```swift
/// scenario.host = WakePolicy(jitter: .uniform(scale: .milliseconds(50)))
/// ```
public struct WakePolicy: Equatable, Sendable {
  /// The times at which it is woken.
  public enum Waking: Equatable, Sendable {
    /// For each deadline of the engine.
    case deadline
    /// At this interval of its boot clock.
    case every(Duration)
  }

  /// The times at which it is woken.
  public var waking: Waking
  /// The distribution of its lateness; `nil` if it is never late.
  public var jitter: Jitter?
  /// How far beyond each wake-up the host advances the session, because it plays effects at their due times; zero if it
  /// plays them when it is woken.
  public var ahead: Duration

  /// By default a host that is woken for each deadline, is never late, and plays effects when it is woken.
  public init(waking: Waking = .deadline, jitter: Jitter? = nil, ahead: Duration = .zero) {
    self.waking = waking
    self.jitter = jitter
    self.ahead = ahead
  }
}
