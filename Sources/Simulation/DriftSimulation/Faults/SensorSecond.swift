public import WorkoutModel

/// A second strap measures a signal half a second after the first, and other values; it is refused while the first is
/// alive.
struct SensorSecond: SensorFault, TimedFault {
  static let name = "sensorSecond"
  static let parameters: [FaultParameterBinding<Self>] = [
    signalParameter,
    .integer("by", \.more, in: ScenarioLimits.difference, hint: "how much more it measures, or less if negative"),
    lengthParameter,
  ]
  var signal = Signal.heartRate
  var more = 0
  var length = Duration.zero

  func disturb(_ sensor: inout SensorDisturbance, at now: Duration) { sensor.second = (more, now + length) }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(signal: script.signal(), more: script.random.below(121) - 60, length: script.size(from: 1000, to: 120_000))
  }

  /// The first strap may be lost meanwhile.
  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    guard script.random.below(2) == 0 else { return }
    script.add(at: instant + script.size(from: 100, to: 20_000), Fault(SensorLost.generated(by: &script)))
  }
}

extension Fault {
  /// A second strap measures so much more than the first for a length of true time.
  public static func sensorSecond(_ signal: Signal, by more: Int, length: Duration) -> Fault {
    Fault(SensorSecond(signal: signal, more: more, length: length))
  }
}

extension Fault.Kind {
  /// The kind named `sensorSecond`.
  public static let sensorSecond = Self(SensorSecond.self)
}
