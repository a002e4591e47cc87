public import WorkoutModel

/// The sensor of a signal adds random amounts to its values.
struct SensorNoise: SensorFault, LastingFault {
  static let name = "sensorNoise"
  static let parameters: [FaultParameterBinding<Self>] = [
    signalParameter,
    .integer("by", \.amount, in: ScenarioLimits.amount, hint: "the largest amount, in the unit of the signal"),
  ]
  var signal = Signal.heartRate
  var amount = 1
  var until: Duration?

  func disturb(_ sensor: inout SensorDisturbance, at now: Duration) { sensor.noise = (amount, until) }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(signal: script.signal(), amount: 1 + script.random.below(30))
  }
}

extension Fault {
  /// The sensor of a signal adds random amounts up to this to its values.
  public static func sensorNoise(_ signal: Signal, by amount: Int, until: Duration?) -> Fault {
    Fault(SensorNoise(signal: signal, amount: amount, until: until))
  }
}

extension Fault.Kind {
  /// The kind named `sensorNoise`.
  public static let sensorNoise = Self(SensorNoise.self)
}
