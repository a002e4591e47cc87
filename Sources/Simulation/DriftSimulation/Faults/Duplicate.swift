import WorkoutModel

/// Each wake-up comes twice with this chance.
struct Duplicate: WakeFault {
  static let name = "duplicate"
  static let parameters: [FaultParameterBinding<Self>] = [
    .number("p", \.chance, in: 0...1, hint: "the chance, from 0 to 1")
  ]
  var chance = 0.0
  var until: Duration?

  func deliveries(_ random: inout SeededRandom) -> Int? { random.happens(chance) ? 2 : nil }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(chance: Double(1 + script.random.below(10)) / 10)
  }
}

extension Fault {
  /// Each wake-up comes twice with a chance from 0 to 1.
  public static func duplicate(chance: Double, until: Duration?) -> Fault {
    Fault(Duplicate(chance: chance, until: until))
  }
}

extension Fault.Kind {
  /// The kind named `duplicate`.
  public static let duplicate = Self(Duplicate.self)
}
