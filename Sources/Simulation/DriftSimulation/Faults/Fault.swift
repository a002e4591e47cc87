package import WorkoutEngine
package import WorkoutModel

/// A change that a script makes to a session or its host: an action of the user, a report of the system, or a
/// disturbance.
///
/// The files beside this one define each kind, with its parameters and its effect; see "Add a fault" in
/// docs/SIMULATION.md. A lasting fault lasts to the end of the run if `until` is `nil`; a later one of the same kind
/// replaces it.
///
/// ```swift
/// let faults: [Fault] = [.suspend(length: .seconds(90)), .wallStep(by: .seconds(-300)), .pause]
/// ```
public struct Fault: Equatable, Sendable {
  let definition: any FaultDefinition

  init(_ definition: some FaultDefinition) { self.definition = definition }

  /// Whether two faults are of one kind and have the same parameters.
  public static func == (a: Fault, b: Fault) -> Bool { a.definition.isEqual(to: b.definition) }

  /// Its kind.
  public var kind: Kind { definition.kind }

  /// The true time at which it ends, if one was given.
  package var until: Duration? { definition.until }

  /// The end of the fault if it begins at a true time: at once if it has no length, `nil` if it lasts to the end of the
  /// run.
  package func end(from start: Duration) -> Duration? { definition.end(from: start) }

  /// The replacement in a run without this kind of fault; `nil` if the fault is left out.
  var neutral: Fault? { definition.neutral.map { Fault($0) } }

  /// Does to a host what the fault is.
  package func apply(to host: inout some FaultHost) { definition.apply(to: &host) }

  /// Its contribution to the total of the lengths and steps of its script, which is limited.
  package var extent: Duration { definition.extent }

  /// Whether it can make cues come earlier than planned.
  package var mayAdvanceCues: Bool { definition.mayAdvanceCues }

  /// The same fault at half its size, or with a rounder end.
  var smaller: [Fault] {
    let ends = until.map { $0.rounder.filter { $0 > .zero } } ?? []
    return (definition.smaller + ends.map { definition.ending(at: $0) }).map { Fault($0) }
  }
}

extension Fault {
  /// A kind of fault, named as in scenario files and by `simulate --faults`.
  ///
  /// The kinds are in the order of the format, on which the meaning of a seed depends: add new ones at the end.
  public enum Kind: String, CaseIterable, Comparable, Sendable {
    /// What the user and the system do to a session.
    case pause, resume, toggle, skip, back, restartPhase, done, stop, undo, redo, extend, background, foreground
    /// What the machine does to time, and to the calls of a timer.
    case interrupt, interruptEnd, suspend, stall, coalesce, jitter, drop, duplicate, early, wallStep, skew, audioSkew
    /// What becomes of the sound, and of the process; further actions of the user.
    case deviceLost, deviceBack, speechSlow, speechHang, speechCrash, kill, jump, jumpToSet, seek, volume, mute, abort
    /// What sensors do.
    case measure, sensorLost, sensorStuck, sensorNoise, sensorLate, sensorSecond
    /// What somebody asks to hear.
    case say

    /// A fault of the kind, with placeholders or their defaults for parameters.
    var definition: any FaultDefinition {
      switch self {
      case .pause: PlainAction.pause
      case .resume: PlainAction.resume
      case .toggle: PlainAction.toggle
      case .skip: PlainAction.skip
      case .back: PlainAction.back
      case .restartPhase: PlainAction.restartPhase
      case .done: PlainAction.done
      case .stop: PlainAction.stop
      case .undo: PlainAction.undo
      case .redo: PlainAction.redo
      case .extend: Extend()
      case .background: PlainAction.background
      case .foreground: PlainAction.foreground
      case .interrupt: Interrupt()
      case .interruptEnd: InterruptEnd()
      case .suspend: Suspend()
      case .stall: Stall()
      case .coalesce: Coalesce()
      case .jitter: JitterFault()
      case .drop: Drop()
      case .duplicate: Duplicate()
      case .early: Early()
      case .wallStep: WallStep()
      case .skew: Skew()
      case .audioSkew: AudioSkew()
      case .deviceLost: PlainAction.deviceLost
      case .deviceBack: PlainAction.deviceBack
      case .speechSlow: SpeechSlow()
      case .speechHang: SpeechHang()
      case .speechCrash: SpeechCrash()
      case .kill: Kill()
      case .jump: Jump()
      case .jumpToSet: JumpToSet()
      case .seek: Seek()
      case .volume: Volume()
      case .mute: PlainAction.mute
      case .abort: PlainAction.abort
      case .measure: Measure()
      case .sensorLost: SensorLost()
      case .sensorStuck: SensorStuck()
      case .sensorNoise: SensorNoise()
      case .sensorLate: SensorLate()
      case .sensorSecond: SensorSecond()
      case .say: Say()
      }
    }

    var isAction: Bool { type(of: definition).isAction }

    /// Whether it concerns what sensors measure, which matters only to workouts that listen to them.
    package var concernsSensors: Bool { type(of: definition).concernsSensors }

    /// Orders kinds as the format does.
    public static func < (a: Kind, b: Kind) -> Bool { a.rank < b.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }
}

/// The definition of a kind of fault. The reader, the writer, the generator, the shrinker and the check of the schema
/// derive from it.
package protocol FaultDefinition: Equatable, Sendable {
  var kind: Fault.Kind { get }
  /// Its parameters in the order of the file, without `until`; none by default.
  static var parameters: [FaultParameterBinding<Self>] { get }
  /// Whether it lasts until a time, and so has the parameter `until`.
  static var isLasting: Bool { get }
  /// Whether it sends an action to the session, which reports each.
  static var isAction: Bool { get }
  /// Whether it concerns what sensors measure; false by default.
  static var concernsSensors: Bool { get }

  /// The true time at which it ends; always `nil` unless it is lasting.
  var until: Duration? { get set }
  /// The end of the fault if it begins at a true time; `nil` for the end of the run. By default `until`, or at once.
  func end(from start: Duration) -> Duration?
  /// Its contribution to the total of the lengths and steps of its script, which is limited; zero by default.
  var extent: Duration { get }
  /// The length by which it can extend a run; zero by default.
  var delay: Duration { get }
  /// Whether it can make cues come earlier than planned; false by default.
  var mayAdvanceCues: Bool { get }
  /// Whether cues can be late or missed while it lasts; true by default.
  var mayDelayCues: Bool { get }

  func apply(to host: inout some FaultHost)

  /// A random fault of the kind, with sizes drawn from the generator of a script; the caller adds `until`.
  func generated(by script: inout ScriptBuilder) -> Self
  /// Adds the companions of a random fault that begins at `instant`, such as the end of a pause; none by default.
  func addCompanions(at instant: Duration, to script: inout ScriptBuilder)

  /// The same fault with one parameter smaller, without `until`. By default durations and whole numbers are halved, and
  /// durations are rounded.
  var smaller: [Self] { get }
  /// The replacement in a run without this kind of fault; `nil` if the fault is left out.
  var neutral: Self? { get }
}

extension FaultDefinition {
  static var parameters: [FaultParameterBinding<Self>] { [] }
  static var isLasting: Bool { false }
  static var isAction: Bool { false }
  static var concernsSensors: Bool { false }

  var until: Duration? {
    get { nil }
    set {}
  }
  func end(from start: Duration) -> Duration? { Self.isLasting ? until : start }
  var extent: Duration { .zero }
  var delay: Duration { .zero }
  var mayAdvanceCues: Bool { false }
  var mayDelayCues: Bool { true }

  func generated(by script: inout ScriptBuilder) -> Self { self }
  func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {}

  var smaller: [Self] { Self.parameters.flatMap { $0.smaller(self) } }
  var neutral: Self? { nil }

  fileprivate func isEqual(to other: any FaultDefinition) -> Bool { (other as? Self) == self }

  func ending(at until: Duration?) -> Self {
    var fault = self
    fault.until = until
    return fault
  }
}

protocol SessionAction: FaultDefinition {
  var action: Action { get }
}

extension SessionAction {
  static var isAction: Bool { true }
  func apply(to host: inout some FaultHost) { host.deliver(action) }
}

protocol TimedFault: FaultDefinition {
  init()
  var length: Duration { get set }
}

extension TimedFault {
  static var lengthParameter: FaultParameterBinding<Self> {
    .duration("for", \.length, in: ScenarioLimits.length, hint: "for how long")
  }
  static var parameters: [FaultParameterBinding<Self>] { [lengthParameter] }
  func end(from start: Duration) -> Duration? { start + length }
  var extent: Duration { length }

  init(length: Duration) {
    self.init()
    self.length = length
  }
}

package protocol LastingFault: FaultDefinition {}

extension LastingFault {
  static var isLasting: Bool { true }
}

/// A lasting fault of the times and the number of wake-ups. Properties that are `nil` or zero have no effect.
package protocol WakeFault: LastingFault {
  /// The time by which a wake-up is early; negative if it is late.
  var lead: Duration { get }
  /// The distribution of the lateness of wake-ups.
  var jitter: Jitter? { get }
  /// The interval to whose multiples wake-ups are delayed.
  var interval: Duration? { get }
  /// The number of times that a due wake-up reaches the session.
  func deliveries(_ random: inout SeededRandom) -> Int?
}

extension WakeFault {
  var lead: Duration { .zero }
  var jitter: Jitter? { nil }
  var interval: Duration? { nil }
  func deliveries(_ random: inout SeededRandom) -> Int? { nil }

  func apply(to host: inout some FaultHost) { host.disturbWakeUps(self) }
}

/// The operations of a simulated host that faults use.
package protocol FaultHost {
  /// Sends an action to the session, now or when the host can work again.
  mutating func deliver(_ action: Action)
  /// Suspends the host: boot and wall clock advance, the monotonic clock is stopped, nothing wakes it.
  mutating func suspend(for length: Duration)
  /// Holds the host up: all clocks advance, nothing wakes it.
  mutating func stall(for length: Duration)
  /// Ends the session's process, which is started again after this length.
  mutating func kill(for length: Duration)
  mutating func stepWall(by step: Duration)
  /// Makes all clocks run fast by some millionths, or slow if negative.
  mutating func setSkew(partsPerMillion skew: Int, until: Duration?)
  mutating func disturbWakeUps(_ fault: some WakeFault)
  mutating func disturbSpeech(_ change: (inout SpeechDisturbance, _ session: Duration) -> Void)
  mutating func disturbSensor(of signal: Signal, _ change: (inout SensorDisturbance, _ now: Duration) -> Void)
}
