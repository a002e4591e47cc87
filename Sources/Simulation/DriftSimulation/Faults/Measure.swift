import WorkoutEngine
public import WorkoutModel

struct Measure: SessionAction {
  var kind: Fault.Kind { .measure }
  static let concernsSensors = true
  static let parameters: [FaultParameterBinding<Self>] = [
    .word("signal", \.signal, hint: "which signal: \(Signal.allCases.map(\.rawValue).joined(separator: ", "))"),
    .integer("value", \.value, in: ScenarioLimits.measurement, hint: "the value, in the unit of the signal"),
    .text("as", \.source, in: 1...Limits.textLength),
  ]
  var signal = Signal.heartRate
  var value = 0
  var source: String?

  var action: Action { .measure(signal, value, from: source) }
  var mayDelayCues: Bool { false }

  func generated(by script: inout ScriptBuilder) -> Self {
    let signal = script.signal()
    // One in eight may be beyond what can be measured.
    let most = script.random.below(8) == 0 ? signal.range.upperBound + 20 : min(signal.range.upperBound, 200)
    return Self(
      signal: signal, value: script.random.below(most + 1), source: script.random.below(4) == 0 ? "Treadmill" : "Strap")
  }

  func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    // Some are followed by others at once, at times by too many.
    let count = [0, 0, 2, 14][script.random.below(4)]
    let gap = script.size(from: 10, to: 3000)
    for index in 0..<count { script.add(at: instant + gap * (index + 1), Fault(generated(by: &script))) }
  }
}

extension Fault {
  /// A sensor measures a value, in the name of a source.
  public static func measure(_ signal: Signal, _ value: Int, from source: String? = nil) -> Fault {
    Fault(Measure(signal: signal, value: value, source: source))
  }
}
