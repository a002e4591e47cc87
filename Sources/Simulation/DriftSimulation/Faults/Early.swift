/// Wake-ups for a deadline come early by this length, and again in time.
struct Early: WakeFault {
  static let name = "early"
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("by", \.lead, in: ScenarioLimits.scale, hint: "by how much")
  ]
  var lead = Duration.zero
  var until: Duration?

  static func generated(by script: inout ScriptBuilder) -> Self { Self(lead: script.size(from: 1, to: 1000)) }
}

extension Fault {
  /// Wake-ups for a deadline come early by a length, and again in time.
  public static func early(by lead: Duration, until: Duration?) -> Fault { Fault(Early(lead: lead, until: until)) }
}

extension Fault.Kind {
  /// The kind named `early`.
  public static let early = Self(Early.self)
}
