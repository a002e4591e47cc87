import WorkoutModel

/// Each wake-up is lost with this chance; the host tries again half a second later.
struct Drop: WakeFault {
  static let name = "drop"
  static let parameters: [FaultParameterBinding<Self>] = [
    .number("p", \.chance, in: 0...1, hint: "the chance, from 0 to 1")
  ]
  var chance = 0.0
  var until: Duration?

  func deliveries(_ random: inout SeededRandom) -> Int? { random.happens(chance) ? 0 : nil }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(chance: Double(1 + script.random.below(9)) / 10)
  }
}

extension Fault {
  /// Each wake-up is lost with a chance from 0 to 1.
  public static func drop(chance: Double, until: Duration?) -> Fault { Fault(Drop(chance: chance, until: until)) }
}

extension Fault.Kind {
  /// The kind named `drop`.
  public static let drop = Self(Drop.self)
}
