/// The user or a time server sets the wall clock.
struct WallStep: FaultDefinition {
  static let name = "wallStep"
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("by", \.step, in: ScenarioLimits.step, hint: "by how much")
  ]
  var step = Duration.zero

  var extent: Duration { max(step, .zero - step) }
  /// A step of zero at the same instant, because a host that reads the time there is awake there.
  var neutral: Self? { Self() }

  func apply(to host: inout some FaultHost) { host.stepWall(by: step) }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(step: script.signed(script.size(from: 4, to: 3_600_000)))
  }
}

extension Fault {
  /// The wall clock is set forward, or back if `step` is negative.
  public static func wallStep(by step: Duration) -> Fault { Fault(WallStep(step: step)) }
}

extension Fault.Kind {
  /// The kind named `wallStep`.
  public static let wallStep = Self(WallStep.self)
}
