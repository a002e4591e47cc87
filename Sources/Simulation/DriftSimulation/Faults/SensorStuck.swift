public import WorkoutModel

/// The sensor of a signal repeats its last value for a length of time.
struct SensorStuck: SensorFault, TimedFault {
  static let name = "sensorStuck"
  static let parameters: [FaultParameterBinding<Self>] = [signalParameter, lengthParameter]
  var signal = Signal.heartRate
  var length = Duration.zero

  func disturb(_ sensor: inout SensorDisturbance, at now: Duration) { sensor.stuckUntil = now + length }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(signal: script.signal(), length: script.size(from: 500, to: 60_000))
  }
}

extension Fault {
  /// The sensor of a signal repeats its last value for a length of true time.
  public static func sensorStuck(_ signal: Signal, length: Duration) -> Fault {
    Fault(SensorStuck(signal: signal, length: length))
  }
}

extension Fault.Kind {
  /// The kind named `sensorStuck`.
  public static let sensorStuck = Self(SensorStuck.self)
}
