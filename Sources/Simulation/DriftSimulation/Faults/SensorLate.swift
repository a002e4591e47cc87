public import WorkoutModel

/// The measurements of a signal arrive late.
struct SensorLate: SensorFault, LastingFault {
  static let name = "sensorLate"
  static let parameters: [FaultParameterBinding<Self>] = [
    signalParameter, .duration("by", \.delay, in: ScenarioLimits.scale, hint: "by how much"),
  ]
  var signal = Signal.heartRate
  var delay = Duration.zero
  var until: Duration?

  func disturb(_ sensor: inout SensorDisturbance, at now: Duration) { sensor.late = (delay, until) }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(signal: script.signal(), delay: script.size(from: 100, to: 20_000))
  }
}

extension Fault {
  /// The measurements of a signal arrive late.
  public static func sensorLate(_ signal: Signal, by delay: Duration, until: Duration?) -> Fault {
    Fault(SensorLate(signal: signal, delay: delay, until: until))
  }
}

extension Fault.Kind {
  /// The kind named `sensorLate`.
  public static let sensorLate = Self(SensorLate.self)
}
