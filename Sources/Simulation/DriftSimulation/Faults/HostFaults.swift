import WorkoutModel

/// The host is suspended: boot and wall clock advance, the monotonic clock is stopped, nothing wakes the session.
struct Suspend: TimedFault {
  var kind: Fault.Kind { .suspend }
  var length = Duration.zero
  var delay: Duration { length }

  func apply(to host: inout some FaultHost) { host.suspend(for: length) }

  func generated(by script: inout ScriptBuilder) -> Self { Self(length: script.size(from: 5, to: 400_000)) }

  func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant + script.size(from: 1000, to: 500_000), .resume)
  }
}

/// The host is held up: all clocks advance, nothing wakes the session.
struct Stall: TimedFault {
  var kind: Fault.Kind { .stall }
  var length = Duration.zero
  var delay: Duration { length }

  func apply(to host: inout some FaultHost) { host.stall(for: length) }

  func generated(by script: inout ScriptBuilder) -> Self { Self(length: script.size(from: 5, to: 120_000)) }
}

/// The session's process ends and restarts after this length: restored from the last save, paused, and resumed.
struct Kill: TimedFault {
  var kind: Fault.Kind { .kill }
  var length = Duration.zero
  var delay: Duration { length }

  func apply(to host: inout some FaultHost) { host.kill(for: length) }

  func generated(by script: inout ScriptBuilder) -> Self { Self(length: script.size(from: 10, to: 60_000)) }
}

/// The user or a time server sets the wall clock.
struct WallStep: FaultDefinition {
  var kind: Fault.Kind { .wallStep }
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("by", \.step, in: ScenarioLimits.step, hint: "by how much")
  ]
  var step = Duration.zero

  var extent: Duration { max(step, .zero - step) }
  /// A step of zero at the same instant, because a host that reads the time there is awake there.
  var neutral: Self? { Self() }

  func apply(to host: inout some FaultHost) { host.stepWall(by: step) }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(step: script.signed(script.size(from: 4, to: 3_600_000)))
  }
}

/// The host's clocks run fast by some millionths, or slow if negative.
struct Skew: LastingFault {
  var kind: Fault.Kind { .skew }
  static let parameters: [FaultParameterBinding<Self>] = [
    .integer("ppm", \.partsPerMillion, in: ScenarioLimits.skew, hint: "millionths; negative for slow")
  ]
  var partsPerMillion = 0
  var until: Duration?
  var mayDelayCues: Bool { false }

  func apply(to host: inout some FaultHost) { host.setSkew(partsPerMillion: partsPerMillion, until: until) }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(partsPerMillion: script.random.below(1001) - 500)
  }
}

extension Fault {
  /// The host is suspended for a length of true time.
  public static func suspend(length: Duration) -> Fault { Fault(Suspend(length: length)) }
  /// The host is held up for a length of true time.
  public static func stall(length: Duration) -> Fault { Fault(Stall(length: length)) }
  /// The session's process ends and restarts after a length of true time.
  public static func kill(length: Duration) -> Fault { Fault(Kill(length: length)) }
  /// The wall clock is set forward, or back if `step` is negative.
  public static func wallStep(by step: Duration) -> Fault { Fault(WallStep(step: step)) }
  /// The host's clocks run fast by some millionths, or slow if negative.
  package static func skew(partsPerMillion: Int, until: Duration?) -> Fault {
    Fault(Skew(partsPerMillion: partsPerMillion, until: until))
  }
}
