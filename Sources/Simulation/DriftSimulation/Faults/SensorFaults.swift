import WorkoutEngine
public import WorkoutModel

/// What is wrong with the sensor of a signal; times are true times.
package struct SensorDisturbance: Sendable {
  /// It measures nothing until this time.
  var lostUntil: Duration?
  /// It repeats its last value until this time.
  var stuckUntil: Duration?
  /// Random amounts up to this are added until a time, or to the end.
  var noise: (amount: Int, until: Duration?)?
  /// Its measurements arrive later until a time, or to the end.
  var late: (delay: Duration, until: Duration?)?
  /// A second sensor measures so much more until this time.
  var second: (more: Int, until: Duration)?

  func isLost(at instant: Duration) -> Bool { lostUntil.map { instant < $0 } ?? false }
  func isStuck(at instant: Duration) -> Bool { stuckUntil.map { instant < $0 } ?? false }
  func second(at instant: Duration) -> Int? { second.flatMap { instant < $0.until ? $0.more : nil } }
  func delay(at instant: Duration) -> Duration {
    late.flatMap { $0.until.map { instant < $0 } ?? true ? $0.delay : nil } ?? .zero
  }
  func noise(at instant: Duration) -> Int? {
    noise.flatMap { $0.until.map { instant < $0 } ?? true ? $0.amount : nil }
  }
}

/// A fault of the sensor of a signal; without such a sensor it has no effect.
protocol SensorFault: FaultDefinition {
  var signal: Signal { get set }
  func disturb(_ sensor: inout SensorDisturbance, at now: Duration)
}

extension SensorFault {
  static var concernsSensors: Bool { true }
  var mayDelayCues: Bool { false }

  static var signalParameter: FaultParameterBinding<Self> {
    .word("signal", \.signal, hint: "which signal: \(Signal.allCases.map(\.rawValue).joined(separator: ", "))")
  }

  func apply(to host: inout some FaultHost) { host.disturbSensor(of: signal) { disturb(&$0, at: $1) } }
}

struct SensorLost: SensorFault, TimedFault {
  var kind: Fault.Kind { .sensorLost }
  static let parameters: [FaultParameterBinding<Self>] = [signalParameter, lengthParameter]
  var signal = Signal.heartRate
  var length = Duration.zero

  func disturb(_ sensor: inout SensorDisturbance, at now: Duration) { sensor.lostUntil = now + length }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(signal: script.signal(), length: script.size(from: 500, to: 60_000))
  }
}

/// The sensor of a signal repeats its last value for a length of time.
struct SensorStuck: SensorFault, TimedFault {
  var kind: Fault.Kind { .sensorStuck }
  static let parameters: [FaultParameterBinding<Self>] = [signalParameter, lengthParameter]
  var signal = Signal.heartRate
  var length = Duration.zero

  func disturb(_ sensor: inout SensorDisturbance, at now: Duration) { sensor.stuckUntil = now + length }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(signal: script.signal(), length: script.size(from: 500, to: 60_000))
  }
}

/// The sensor of a signal adds random amounts to its values.
struct SensorNoise: SensorFault, LastingFault {
  var kind: Fault.Kind { .sensorNoise }
  static let parameters: [FaultParameterBinding<Self>] = [
    signalParameter,
    .integer("by", \.amount, in: ScenarioLimits.amount, hint: "the largest amount, in the unit of the signal"),
  ]
  var signal = Signal.heartRate
  var amount = 1
  var until: Duration?

  func disturb(_ sensor: inout SensorDisturbance, at now: Duration) { sensor.noise = (amount, until) }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(signal: script.signal(), amount: 1 + script.random.below(30))
  }
}

struct SensorLate: SensorFault, LastingFault {
  var kind: Fault.Kind { .sensorLate }
  static let parameters: [FaultParameterBinding<Self>] = [
    signalParameter, .duration("by", \.delay, in: ScenarioLimits.scale, hint: "by how much"),
  ]
  var signal = Signal.heartRate
  var delay = Duration.zero
  var until: Duration?

  func disturb(_ sensor: inout SensorDisturbance, at now: Duration) { sensor.late = (delay, until) }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(signal: script.signal(), delay: script.size(from: 100, to: 20_000))
  }
}

/// A second strap measures a signal half a second after the first, and other values; it is refused while the first is
/// alive.
struct SensorSecond: SensorFault, TimedFault {
  var kind: Fault.Kind { .sensorSecond }
  static let parameters: [FaultParameterBinding<Self>] = [
    signalParameter,
    .integer("by", \.more, in: ScenarioLimits.difference, hint: "how much more it measures, or less if negative"),
    lengthParameter,
  ]
  var signal = Signal.heartRate
  var more = 0
  var length = Duration.zero

  func disturb(_ sensor: inout SensorDisturbance, at now: Duration) { sensor.second = (more, now + length) }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(signal: script.signal(), more: script.random.below(121) - 60, length: script.size(from: 1000, to: 120_000))
  }

  /// The first strap may be lost meanwhile.
  func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    guard script.random.below(2) == 0 else { return }
    script.add(at: instant + script.size(from: 100, to: 20_000), Fault(SensorLost().generated(by: &script)))
  }
}

extension Fault {
  /// The sensor of a signal is lost for a length of true time.
  public static func sensorLost(_ signal: Signal, length: Duration) -> Fault {
    Fault(SensorLost(signal: signal, length: length))
  }
  /// The sensor of a signal repeats its last value for a length of true time.
  public static func sensorStuck(_ signal: Signal, length: Duration) -> Fault {
    Fault(SensorStuck(signal: signal, length: length))
  }
  /// The sensor of a signal adds random amounts up to this to its values.
  package static func sensorNoise(_ signal: Signal, by amount: Int, until: Duration?) -> Fault {
    Fault(SensorNoise(signal: signal, amount: amount, until: until))
  }
  /// The measurements of a signal arrive late.
  package static func sensorLate(_ signal: Signal, by delay: Duration, until: Duration?) -> Fault {
    Fault(SensorLate(signal: signal, delay: delay, until: until))
  }
  /// A second strap measures so much more than the first for a length of true time.
  public static func sensorSecond(_ signal: Signal, by more: Int, length: Duration) -> Fault {
    Fault(SensorSecond(signal: signal, more: more, length: length))
  }
}
