public import WorkoutModel

/// The sensor of a signal is lost for a length of time.
struct SensorLost: SensorFault, TimedFault {
  static let name = "sensorLost"
  static let parameters: [FaultParameterBinding<Self>] = [signalParameter, lengthParameter]
  var signal = Signal.heartRate
  var length = Duration.zero

  func disturb(_ sensor: inout SensorDisturbance, at now: Duration) { sensor.lostUntil = now + length }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(signal: script.signal(), length: script.size(from: 500, to: 60_000))
  }
}

extension Fault {
  /// The sensor of a signal is lost for a length of true time.
  public static func sensorLost(_ signal: Signal, length: Duration) -> Fault {
    Fault(SensorLost(signal: signal, length: length))
  }
}

extension Fault.Kind {
  /// The kind named `sensorLost`.
  public static let sensorLost = Self(SensorLost.self)
}
