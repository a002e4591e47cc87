import WorkoutEngine
import WorkoutModel

// Actions of users: the keys and requests of a session.

struct Pause: SessionAction {
  static let name = "pause"
  var action: Action { .pause }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant + script.size(from: 100, to: 60_000), .resume)
  }
}

struct Resume: SessionAction {
  static let name = "resume"
  var action: Action { .resume }
}

struct Toggle: SessionAction {
  static let name = "toggle"
  var action: Action { .toggle }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant + script.size(from: 50, to: 30_000), .toggle)
  }
}

struct Skip: SessionAction {
  static let name = "skip"
  var action: Action { .skip }
  var mayAdvanceCues: Bool { true }
}

struct Back: SessionAction {
  static let name = "back"
  var action: Action { .back }
}

struct RestartPhase: SessionAction {
  static let name = "restartPhase"
  var action: Action { .restartPhase }
}

struct Done: SessionAction {
  static let name = "done"
  var action: Action { .done }
  var mayAdvanceCues: Bool { true }
}

struct Stop: SessionAction {
  static let name = "stop"
  var action: Action { .stop }
}

/// The host must end the session at once, as on a shutdown.
struct Abort: SessionAction {
  static let name = "abort"
  var action: Action { .abort }
}

struct Undo: SessionAction {
  static let name = "undo"
  var action: Action { .undo }
  var mayAdvanceCues: Bool { true }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant - script.size(from: 100, to: 30_000), .skip)
  }
}

struct Redo: SessionAction {
  static let name = "redo"
  var action: Action { .redo }
  var mayAdvanceCues: Bool { true }

  static func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    script.add(at: instant - script.size(from: 100, to: 30_000), .skip)
  }
}

/// The user lengthens or shortens the phase.
struct Extend: SessionAction {
  static let name = "extend"
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
}

extension Fault.Kind {
  /// The kind named `pause`.
  public static let pause = Self(Pause.self)
  /// The kind named `resume`.
  public static let resume = Self(Resume.self)
  /// The kind named `toggle`.
  public static let toggle = Self(Toggle.self)
  /// The kind named `skip`.
  public static let skip = Self(Skip.self)
  /// The kind named `back`.
  public static let back = Self(Back.self)
  /// The kind named `restartPhase`.
  public static let restartPhase = Self(RestartPhase.self)
  /// The kind named `done`.
  public static let done = Self(Done.self)
  /// The kind named `stop`.
  public static let stop = Self(Stop.self)
  /// The kind named `abort`.
  public static let abort = Self(Abort.self)
  /// The kind named `undo`.
  public static let undo = Self(Undo.self)
  /// The kind named `redo`.
  public static let redo = Self(Redo.self)
  /// The kind named `extend`.
  public static let extend = Self(Extend.self)
}
