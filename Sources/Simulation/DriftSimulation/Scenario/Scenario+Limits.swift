import WorkoutModel

extension Scenario {
  /// The scenario with the nearest times and values that can be computed with: one in code may have any numbers.
  var withinLimits: Scenario {
    var scenario = self
    let uptime = Duration.zero...ScenarioLimits.uptime
    scenario.start.boot = start.boot.clamped(to: uptime)
    scenario.start.monotonic = start.monotonic.clamped(to: .zero...scenario.start.boot)
    scenario.host = host.withinLimits
    scenario.signals = signals.mapValues { $0.withinLimits }
    scenario.script = script.prefix(ScenarioLimits.lines).map {
      ScriptLine(at: $0.at.withinLimits, $0.fault.withinLimits)
    }
    return scenario
  }
}

extension ScriptTime {
  fileprivate var withinLimits: ScriptTime {
    switch self {
    case .after(let time): .after(time.clamped(to: ScenarioLimits.position))
    case .cue(let name, let offset): .cue(name, offset: offset.clamped(to: ScenarioLimits.step))
    }
  }
}

extension WakePolicy {
  fileprivate var withinLimits: WakePolicy {
    var policy = self
    if case .every(let period) = waking { policy.waking = .every(period.clamped(to: ScenarioLimits.period)) }
    policy.ahead = ahead.clamped(to: .zero...ScenarioLimits.ahead.upperBound)
    policy.jitter = jitter.flatMap { Fault(JitterFault($0)).withinLimits.jitter }
    return policy
  }
}

extension SignalSource {
  fileprivate var withinLimits: SignalSource {
    func value(_ value: Int) -> Int { value.clamped(to: ScenarioLimits.measurement) }
    switch self {
    case .points(let points):
      return .points(
        points.prefix(ScenarioLimits.points).map {
          SignalPoint(at: $0.at.clamped(to: ScenarioLimits.position), value($0.value))
        })
    case .response(var body):
      (body.rest, body.max) = (value(body.rest), value(body.max))
      body.tau = body.tau.clamped(to: ScenarioLimits.tau)
      return .response(body)
    }
  }
}

extension Comparable {
  /// The nearest value of a range; of no number its lower bound.
  func clamped(to range: ClosedRange<Self>) -> Self {
    self > range.upperBound ? range.upperBound : self >= range.lowerBound ? self : range.lowerBound
  }
}
