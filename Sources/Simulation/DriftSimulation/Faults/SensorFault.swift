import WorkoutEngine
import WorkoutModel

/// What is wrong with the sensor of a signal; times are true times.
struct SensorDisturbance: Sendable {
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
  /// Changes the sensor at a true time.
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
