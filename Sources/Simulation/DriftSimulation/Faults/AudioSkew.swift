import WorkoutModel

/// The sound card's clock, which paces the wake-ups, runs fast or slow against the host's.
struct AudioSkew: WakeFault {
  static let name = "audioSkew"
  static let parameters: [FaultParameterBinding<Self>] = [
    .integer("ppm", \.partsPerMillion, in: ScenarioLimits.skew, hint: "millionths; negative for slow")
  ]
  var partsPerMillion = 0
  var until: Duration?

  /// The card's clock is compared with the host's once per second, so the error is what it gains or loses in a second.
  var lead: Duration { .microseconds(partsPerMillion) }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(partsPerMillion: script.random.below(601) - 300)
  }
}

extension Fault {
  /// The sound card's clock runs fast by some millionths, or slow if negative.
  public static func audioSkew(partsPerMillion: Int, until: Duration?) -> Fault {
    Fault(AudioSkew(partsPerMillion: partsPerMillion, until: until))
  }
}

extension Fault.Kind {
  /// The kind named `audioSkew`.
  public static let audioSkew = Self(AudioSkew.self)
}
