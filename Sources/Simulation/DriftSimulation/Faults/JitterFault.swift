import WorkoutModel

/// A distribution of the lateness of wake-ups.
public enum Jitter: Equatable, Sendable {
  /// Uniform from zero to `scale`.
  case uniform(scale: Duration)
  /// At least `scale`, and more than x with probability (scale / x) to the power of `alpha`: mostly short, occasionally
  /// very long. At most `cap`.
  case pareto(scale: Duration, alpha: Double, cap: Duration)

  /// The default exponent of the tail, as measured on an idle machine.
  package static let standardAlpha = 1.25
  /// The default maximum.
  package static let standardCap = Duration.seconds(1)

  func draw(_ random: inout SeededRandom) -> Duration {
    switch self {
    case .uniform(let scale): return .nanoseconds(random.below(Int(scale.inNanoseconds) + 1))
    case .pareto(let scale, let alpha, let cap):
      let factor = PortableMath.power(random.fraction(), -1 / alpha)
      let late = Double(scale.inNanoseconds) * factor
      return late < Double(cap.inNanoseconds) ? .nanoseconds(Int64(late)) : cap
    }
  }
}

struct JitterFault: WakeFault {
  private enum Distribution: String, CaseIterable { case uniform, pareto }

  var kind: Fault.Kind { .jitter }
  private var distribution = Distribution.uniform
  private var scale = Duration.zero
  private var alpha = Jitter.standardAlpha
  private var cap = Jitter.standardCap
  var until: Duration?

  init() {}

  init(_ jitter: Jitter, until: Duration? = nil) {
    self.until = until
    switch jitter {
    case .uniform(let scale): self.scale = scale
    case .pareto(let scale, let alpha, let cap):
      (distribution, self.scale, self.alpha, self.cap) = (.pareto, scale, alpha, cap)
    }
  }

  /// An omitted parameter is equal to its default.
  static func == (a: Self, b: Self) -> Bool { a.jitter == b.jitter && a.until == b.until }

  var jitter: Jitter? {
    switch distribution {
    case .uniform: .uniform(scale: scale)
    case .pareto: .pareto(scale: scale, alpha: alpha, cap: max(scale, cap))
    }
  }

  func generated(by script: inout ScriptBuilder) -> Self { Self(script.jitter()) }

  var smaller: [Self] {
    switch distribution {
    case .uniform: Self.scaleParameter.smaller(self)
    case .pareto: [Self(.uniform(scale: scale), until: until)]
    }
  }

  private static let scaleParameter = FaultParameterBinding<Self>.duration(
    "scale", \.scale, in: ScenarioLimits.scale, hint: "how late a wake-up usually is")

  static let parameters: [FaultParameterBinding<Self>] = [
    .word("dist", \.distribution, hint: "\"uniform\" or \"pareto\""), scaleParameter,
    FaultParameterBinding(
      parameter: FaultParameter(key: "alpha", format: .number(0.01...100), hint: nil),
      value: { $0.distribution == .pareto ? .number($0.alpha) : nil },
      set: { if case .number(let alpha) = $1 { $0.alpha = alpha } }, misuse: \.misuseOfTail),
    FaultParameterBinding(
      parameter: FaultParameter(key: "cap", format: .duration(ScenarioLimits.scale), hint: nil),
      value: { $0.distribution == .pareto ? .duration(max($0.scale, $0.cap)) : nil },
      set: { if case .duration(let cap) = $1 { $0.cap = cap } },
      misuse: { fault in
        fault.misuseOfTail
          ?? (fault.cap < fault.scale ? "must be at least the scale, \(DurationText.write(fault.scale))" : nil)
      }),
  ]

  private var misuseOfTail: String? {
    guard distribution == .uniform else { return nil }
    return "belongs to \"dist\": \"pareto\"; a uniform jitter is never more than its scale"
  }
}

extension Fault {
  /// Wake-ups are late by a distribution.
  package static func jitter(_ jitter: Jitter, until: Duration?) -> Fault { Fault(JitterFault(jitter, until: until)) }

  package var jitter: Jitter? { (definition as? JitterFault)?.jitter }
}
