import WorkoutModel

/// The host's clocks run fast by some millionths, or slow if negative.
struct Skew: LastingFault {
  static let name = "skew"
  static let parameters: [FaultParameterBinding<Self>] = [
    .integer("ppm", \.partsPerMillion, in: ScenarioLimits.skew, hint: "millionths; negative for slow")
  ]
  var partsPerMillion = 0
  var until: Duration?
  var mayDelayCues: Bool { false }

  func apply(to host: inout some FaultHost) { host.setSkew(partsPerMillion: partsPerMillion, until: until) }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(partsPerMillion: script.random.below(1001) - 500)
  }
}

extension Fault {
  /// The host's clocks run fast by some millionths, or slow if negative.
  public static func skew(partsPerMillion: Int, until: Duration?) -> Fault {
    Fault(Skew(partsPerMillion: partsPerMillion, until: until))
  }
}

extension Fault.Kind {
  /// The kind named `skew`.
  public static let skew = Self(Skew.self)
}
