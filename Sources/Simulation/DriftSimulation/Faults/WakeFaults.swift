import WorkoutModel

/// Wake-ups come only at multiples of an interval of the host's boot clock, like those of timers in the background.
struct Coalesce: WakeFault {
  var kind: Fault.Kind { .coalesce }
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("to", \.step, in: ScenarioLimits.period, hint: "of what wake-ups are multiples")
  ]
  var step = Duration.zero
  var until: Duration?

  var interval: Duration? { step }

  func generated(by script: inout ScriptBuilder) -> Self { Self(step: script.size(from: 100, to: 60_000)) }
}

/// Each wake-up is lost with this chance; the host tries again half a second later.
struct Drop: WakeFault {
  var kind: Fault.Kind { .drop }
  static let parameters: [FaultParameterBinding<Self>] = [
    .number("p", \.chance, in: 0...1, hint: "the chance, from 0 to 1")
  ]
  var chance = 0.0
  var until: Duration?

  func deliveries(_ random: inout SeededRandom) -> Int? { random.happens(chance) ? 0 : nil }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(chance: Double(1 + script.random.below(9)) / 10)
  }
}

/// Each wake-up comes twice with this chance.
struct Duplicate: WakeFault {
  var kind: Fault.Kind { .duplicate }
  static let parameters: [FaultParameterBinding<Self>] = [
    .number("p", \.chance, in: 0...1, hint: "the chance, from 0 to 1")
  ]
  var chance = 0.0
  var until: Duration?

  func deliveries(_ random: inout SeededRandom) -> Int? { random.happens(chance) ? 2 : nil }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(chance: Double(1 + script.random.below(10)) / 10)
  }
}

/// Wake-ups for a deadline come early by this length, and again in time.
struct Early: WakeFault {
  var kind: Fault.Kind { .early }
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("by", \.lead, in: ScenarioLimits.scale, hint: "by how much")
  ]
  var lead = Duration.zero
  var until: Duration?

  func generated(by script: inout ScriptBuilder) -> Self { Self(lead: script.size(from: 1, to: 1000)) }
}

/// The sound card's clock, which paces the wake-ups, runs fast or slow against the host's.
struct AudioSkew: WakeFault {
  var kind: Fault.Kind { .audioSkew }
  static let parameters: [FaultParameterBinding<Self>] = [
    .integer("ppm", \.partsPerMillion, in: ScenarioLimits.skew, hint: "millionths; negative for slow")
  ]
  var partsPerMillion = 0
  var until: Duration?

  /// The card's clock is compared with the host's once per second, so the error is what it gains or loses in a second.
  var lead: Duration { .microseconds(partsPerMillion) }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(partsPerMillion: script.random.below(601) - 300)
  }
}

extension Fault {
  /// Wake-ups come only at multiples of an interval.
  package static func coalesce(to step: Duration, until: Duration?) -> Fault {
    Fault(Coalesce(step: step, until: until))
  }
  /// Each wake-up is lost with a chance from 0 to 1.
  package static func drop(chance: Double, until: Duration?) -> Fault { Fault(Drop(chance: chance, until: until)) }
  /// Each wake-up comes twice with a chance from 0 to 1.
  package static func duplicate(chance: Double, until: Duration?) -> Fault {
    Fault(Duplicate(chance: chance, until: until))
  }
  /// Wake-ups for a deadline come early by a length, and again in time.
  package static func early(by lead: Duration, until: Duration?) -> Fault { Fault(Early(lead: lead, until: until)) }
  /// The sound card's clock runs fast by some millionths, or slow if negative.
  package static func audioSkew(partsPerMillion: Int, until: Duration?) -> Fault {
    Fault(AudioSkew(partsPerMillion: partsPerMillion, until: until))
  }
}
