/// Wake-ups come only at multiples of an interval of the host's boot clock, like those of timers in the background.
struct Coalesce: WakeFault {
  static let name = "coalesce"
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("to", \.step, in: ScenarioLimits.period, hint: "of what wake-ups are multiples")
  ]
  var step = Duration.zero
  var until: Duration?

  var interval: Duration? { step }

  static func generated(by script: inout ScriptBuilder) -> Self { Self(step: script.size(from: 100, to: 60_000)) }
}

extension Fault {
  /// Wake-ups come only at multiples of an interval.
  public static func coalesce(to step: Duration, until: Duration?) -> Fault {
    Fault(Coalesce(step: step, until: until))
  }
}

extension Fault.Kind {
  /// The kind named `coalesce`.
  public static let coalesce = Self(Coalesce.self)
}
