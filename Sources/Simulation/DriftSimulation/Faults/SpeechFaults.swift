import WorkoutModel

package struct SpeechDisturbance: Sendable {
  package var factor = 1.0
  /// The intervals in which nothing is synthesised, in session time.
  package var hangs: [(from: Duration, to: Duration)] = []
  /// Whether the phrase that is being synthesised, or the next one, is lost.
  package var isCrashing = false

  /// Undisturbed speech.
  package init() {}
}

/// Synthesis takes longer by a factor.
struct SpeechSlow: FaultDefinition {
  var kind: Fault.Kind { .speechSlow }
  static let parameters: [FaultParameterBinding<Self>] = [
    .number("by", \.factor, in: ScenarioLimits.factor, hint: "how many times as long phrases take")
  ]
  var factor = 1.0

  func end(from start: Duration) -> Duration? { nil }
  var mayDelayCues: Bool { false }

  func apply(to host: inout some FaultHost) { host.disturbSpeech { speech, _ in speech.factor = factor } }

  func generated(by script: inout ScriptBuilder) -> Self { Self(factor: Double(1 << script.random.below(12))) }
  var smaller: [Self] { factor > 2 ? [Self(factor: factor / 2)] : [] }
}

/// No phrase is finished for a length of time.
struct SpeechHang: TimedFault {
  var kind: Fault.Kind { .speechHang }
  var length = Duration.zero

  func apply(to host: inout some FaultHost) {
    host.disturbSpeech { speech, session in speech.hangs.append((session, session + length)) }
  }

  func generated(by script: inout ScriptBuilder) -> Self { Self(length: script.size(from: 100, to: 60_000)) }
}

/// The phrase that is being synthesised, or the next one, is lost.
struct SpeechCrash: FaultDefinition {
  var kind: Fault.Kind { .speechCrash }

  func apply(to host: inout some FaultHost) { host.disturbSpeech { speech, _ in speech.isCrashing = true } }
}

extension Fault {
  /// Synthesis takes longer by a factor.
  public static func speechSlow(factor: Double) -> Fault { Fault(SpeechSlow(factor: factor)) }
  /// No phrase is finished for a length of time.
  public static func speechHang(length: Duration) -> Fault { Fault(SpeechHang(length: length)) }
  /// The phrase that is being synthesised, or the next one, is lost.
  public static let speechCrash = Fault(SpeechCrash())
}
