import WorkoutEngine
import WorkoutModel

// Actions of users: the keys and requests of a session.

struct Pause: SessionAction {
  static let kind = Fault.Kind.pause
  var action: Action { .pause }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant + script.size(from: 100, to: 60_000), .resume)
  }
}

struct Resume: SessionAction {
  static let kind = Fault.Kind.resume
  var action: Action { .resume }
}

struct Toggle: SessionAction {
  static let kind = Fault.Kind.toggle
  var action: Action { .toggle }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant + script.size(from: 50, to: 30_000), .toggle)
  }
}

struct Skip: SessionAction {
  static let kind = Fault.Kind.skip
  var action: Action { .skip }
  var mayAdvanceCues: Bool { true }
}

struct Back: SessionAction {
  static let kind = Fault.Kind.back
  var action: Action { .back }
}

struct RestartPhase: SessionAction {
  static let kind = Fault.Kind.restartPhase
  var action: Action { .restartPhase }
}

struct Done: SessionAction {
  static let kind = Fault.Kind.done
  var action: Action { .done }
  var mayAdvanceCues: Bool { true }
}

struct Stop: SessionAction {
  static let kind = Fault.Kind.stop
  var action: Action { .stop }
}

/// The host must end the session at once, as on a shutdown.
struct Abort: SessionAction {
  static let kind = Fault.Kind.abort
  var action: Action { .abort }
}

struct Undo: SessionAction {
  static let kind = Fault.Kind.undo
  var action: Action { .undo }
  var mayAdvanceCues: Bool { true }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant - script.size(from: 100, to: 30_000), .skip)
  }
}

struct Redo: SessionAction {
  static let kind = Fault.Kind.redo
  var action: Action { .redo }
  var mayAdvanceCues: Bool { true }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant - script.size(from: 100, to: 30_000), .skip)
  }
}

struct Extend: SessionAction {
  static let kind = Fault.Kind.extend
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("by", \.amount, in: ScenarioLimits.step, hint: "by how much")
  ]
  var amount = Duration.zero

  var action: Action { .extend(by: amount) }
  var extent: Duration { max(amount, .zero - amount) }
  var delay: Duration { max(amount, .zero) }
  var mayAdvanceCues: Bool { amount < .zero }

  static func generated(by script: inout ScriptBuilder) -> Self {
    Self(amount: script.signed(script.size(from: 1000, to: 60_000)))
  }
}

// The user's jumps in the plan.

struct Jump: SessionAction {
  static let kind = Fault.Kind.jump
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("to", \.position, in: ScenarioLimits.position, hint: "to which moment of the plan")
  ]
  var position = Duration.zero

  var action: Action { .jump(to: position) }
  var mayAdvanceCues: Bool { true }

  static func generated(by script: inout ScriptBuilder) -> Self { Self(position: script.part(of: script.length)) }
}

struct JumpToSet: SessionAction {
  static let kind = Fault.Kind.jumpToSet
  static let parameters: [FaultParameterBinding<Self>] = [
    .integer("set", \.set, in: Limits.sets, hint: "to which set, counted from 1")
  ]
  var set = 1

  var action: Action { .jumpToSet(set) }
  var mayAdvanceCues: Bool { true }

  static func generated(by script: inout ScriptBuilder) -> Self { Self(set: 1 + script.random.below(6)) }
}

struct Seek: SessionAction {
  static let kind = Fault.Kind.seek
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

struct Volume: SessionAction {
  static let kind = Fault.Kind.volume
  static let parameters: [FaultParameterBinding<Self>] = [
    .number("db", \.level, in: ScenarioLimits.volume, hint: "to how many dB above or below the normal level")
  ]
  var level = 0.0

  var action: Action { .setVolume(level) }
  var mayDelayCues: Bool { false }

  static func generated(by script: inout ScriptBuilder) -> Self { Self(level: Double(script.random.below(73) - 60)) }
  var smaller: [Self] { level == 0 ? [] : [Self()] }
}

/// The user mutes the session: its volume is the lowest.
struct Mute: SessionAction {
  static let kind = Fault.Kind.mute
  var action: Action { .setVolume(ScenarioLimits.volume.lowerBound) }
  var mayDelayCues: Bool { false }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant + script.size(from: 100, to: 60_000), .volume(0))
  }
}

extension Fault {
  /// The user pauses.
  public static let pause = Fault(Pause())
  /// The user resumes.
  public static let resume = Fault(Resume())
  /// The user pauses or resumes with one key.
  public static let toggle = Fault(Toggle())
  /// The user skips to the next phase.
  public static let skip = Fault(Skip())
  /// The user goes back to the start of this phase or to the one before.
  public static let back = Fault(Back())
  /// The user restarts the phase.
  public static let restartPhase = Fault(RestartPhase())
  /// The user ends an open phase.
  public static let done = Fault(Done())
  /// The user stops the session.
  public static let stop = Fault(Stop())
  /// The host ends the session at once.
  public static let abort = Fault(Abort())
  /// The user undoes the last move.
  public static let undo = Fault(Undo())
  /// The user redoes the move that was undone last.
  public static let redo = Fault(Redo())
  /// The user lengthens the phase, or shortens it if `amount` is negative.
  public static func extend(by amount: Duration) -> Fault { Fault(Extend(amount: amount)) }
  /// The user jumps to a moment of the plan.
  public static func jump(to position: Duration) -> Fault { Fault(Jump(position: position)) }
  /// The user jumps to a set, counted from 1, of the group around the phase.
  public static func jump(toSet set: Int) -> Fault { Fault(JumpToSet(set: set)) }
  /// The user moves within the phase, back if `amount` is negative.
  public static func seek(by amount: Duration) -> Fault { Fault(Seek(amount: amount)) }
  /// The user sets the volume, in dB relative to the normal level.
  public static func volume(_ level: Double) -> Fault { Fault(Volume(level: level)) }
  /// The user mutes the session.
  public static let mute = Fault(Mute())
}
