import WorkoutEngine
import WorkoutModel

// The user's jumps in the plan.

struct Jump: SessionAction {
  static let name = "jump"
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("to", \.position, in: ScenarioLimits.position, hint: "to which moment of the plan")
  ]
  var position = Duration.zero

  var action: Action { .jump(to: position) }
  var mayAdvanceCues: Bool { true }

  static func generated(by script: inout ScriptBuilder) -> Self { Self(position: script.part(of: script.length)) }
}

struct JumpToSet: SessionAction {
  static let name = "jumpToSet"
  static let parameters: [FaultParameterBinding<Self>] = [
    .integer("set", \.set, in: Limits.sets, hint: "to which set, counted from 1")
  ]
  var set = 1

  var action: Action { .jumpToSet(set) }
  var mayAdvanceCues: Bool { true }

  static func generated(by script: inout ScriptBuilder) -> Self { Self(set: 1 + script.random.below(6)) }
}

struct Seek: SessionAction {
  static let name = "seek"
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("by", \.amount, in: ScenarioLimits.step, hint: "by how much")
  ]
  var amount = Duration.zero

  var action: Action { .seek(by: amount) }
  var extent: Duration { max(amount, .zero - amount) }
  var delay: Duration { max(.zero - amount, .zero) }
  var mayAdvanceCues: Bool { amount > .zero }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(amount: script.signed(script.size(from: 500, to: 60_000)))
  }
}

extension Fault {
  /// The user jumps to a moment of the plan.
  public static func jump(to position: Duration) -> Fault { Fault(Jump(position: position)) }
  /// The user jumps to a set, counted from 1, of the group around the phase.
  public static func jump(toSet set: Int) -> Fault { Fault(JumpToSet(set: set)) }
  /// The user moves within the phase, back if `amount` is negative.
  public static func seek(by amount: Duration) -> Fault { Fault(Seek(amount: amount)) }
}

extension Fault.Kind {
  /// The kind named `jump`.
  public static let jump = Self(Jump.self)
  /// The kind named `jumpToSet`.
  public static let jumpToSet = Self(JumpToSet.self)
  /// The kind named `seek`.
  public static let seek = Self(Seek.self)
}
