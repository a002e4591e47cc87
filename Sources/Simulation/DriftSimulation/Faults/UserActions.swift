import WorkoutEngine
import WorkoutModel

// Actions of users: the keys and requests of a session.

/// An action without parameters, of a user or of the system.
struct PlainAction: SessionAction {
  /// What a random action brings with it.
  enum Companion: Equatable {
    /// A fault later by a number of milliseconds.
    case after(ClosedRange<Int>, Fault.Kind)
    /// A fault earlier by a number of milliseconds.
    case before(ClosedRange<Int>, Fault.Kind)
  }

  let kind: Fault.Kind
  let action: Action
  var mayAdvanceCues = false
  var mayDelayCues = true
  var companion: Companion?

  func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    switch companion {
    case .after(let gap, let kind):
      script.add(at: instant + script.size(from: gap.lowerBound, to: gap.upperBound), Fault(kind.definition))
    case .before(let gap, let kind):
      script.add(at: instant - script.size(from: gap.lowerBound, to: gap.upperBound), Fault(kind.definition))
    case nil: break
    }
  }

  static let pause = Self(kind: .pause, action: .pause, companion: .after(100...60_000, .resume))
  static let resume = Self(kind: .resume, action: .resume)
  static let toggle = Self(kind: .toggle, action: .toggle, companion: .after(50...30_000, .toggle))
  static let skip = Self(kind: .skip, action: .skip, mayAdvanceCues: true)
  static let back = Self(kind: .back, action: .back)
  static let restartPhase = Self(kind: .restartPhase, action: .restartPhase)
  static let done = Self(kind: .done, action: .done, mayAdvanceCues: true)
  static let stop = Self(kind: .stop, action: .stop)
  /// The host must end the session at once, as on a shutdown.
  static let abort = Self(kind: .abort, action: .abort)
  static let undo = Self(kind: .undo, action: .undo, mayAdvanceCues: true, companion: .before(100...30_000, .skip))
  static let redo = Self(kind: .redo, action: .redo, mayAdvanceCues: true, companion: .before(100...30_000, .skip))
  /// The volume is the lowest, until it is normal again.
  static let mute = Self(
    kind: .mute, action: .setVolume(Limits.volume.lowerBound), mayDelayCues: false,
    companion: .after(100...60_000, .volume))
  static let deviceLost = Self(kind: .deviceLost, action: .audioLost, companion: .after(10...60_000, .deviceBack))
  static let deviceBack = Self(kind: .deviceBack, action: .audioRestored)
  /// The session goes to the background, where cues are planned again.
  static let background = Self(
    kind: .background, action: .lifecycle(.background), companion: .after(10...60_000, .foreground))
  static let foreground = Self(kind: .foreground, action: .lifecycle(.active))
}

struct Extend: SessionAction {
  var kind: Fault.Kind { .extend }
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("by", \.amount, in: ScenarioLimits.step, hint: "by how much")
  ]
  var amount = Duration.zero

  var action: Action { .extend(by: amount) }
  var extent: Duration { max(amount, .zero - amount) }
  var delay: Duration { max(amount, .zero) }
  var mayAdvanceCues: Bool { amount < .zero }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(amount: script.signed(script.size(from: 1000, to: 60_000)))
  }
}

// The user's jumps in the plan.

struct Jump: SessionAction {
  var kind: Fault.Kind { .jump }
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("to", \.position, in: ScenarioLimits.position, hint: "to which moment of the plan")
  ]
  var position = Duration.zero

  var action: Action { .jump(to: position) }
  var mayAdvanceCues: Bool { true }

  func generated(by script: inout ScriptBuilder) -> Self { Self(position: script.part(of: script.length)) }
}

struct JumpToSet: SessionAction {
  var kind: Fault.Kind { .jumpToSet }
  static let parameters: [FaultParameterBinding<Self>] = [
    .integer("set", \.set, in: Limits.sets, hint: "to which set, counted from 1")
  ]
  var set = 1

  var action: Action { .jumpToSet(set) }
  var mayAdvanceCues: Bool { true }

  func generated(by script: inout ScriptBuilder) -> Self { Self(set: 1 + script.random.below(6)) }
}

struct Seek: SessionAction {
  var kind: Fault.Kind { .seek }
  static let parameters: [FaultParameterBinding<Self>] = [
    .duration("by", \.amount, in: ScenarioLimits.step, hint: "by how much")
  ]
  var amount = Duration.zero

  var action: Action { .seek(by: amount) }
  var extent: Duration { max(amount, .zero - amount) }
  var delay: Duration { max(.zero - amount, .zero) }
  var mayAdvanceCues: Bool { amount > .zero }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(amount: script.signed(script.size(from: 500, to: 60_000)))
  }
}

struct Volume: SessionAction {
  var kind: Fault.Kind { .volume }
  static let parameters: [FaultParameterBinding<Self>] = [
    .number("db", \.level, in: Limits.volume, hint: "to how many dB above or below the normal level")
  ]
  var level = 0.0

  var action: Action { .setVolume(level) }
  var mayDelayCues: Bool { false }

  func generated(by script: inout ScriptBuilder) -> Self { Self(level: Double(script.random.below(73) - 60)) }
  var smaller: [Self] { level == 0 ? [] : [Self()] }
}

extension Fault {
  /// The user pauses.
  public static let pause = Fault(PlainAction.pause)
  /// The user resumes.
  public static let resume = Fault(PlainAction.resume)
  /// The user pauses or resumes with one key.
  public static let toggle = Fault(PlainAction.toggle)
  /// The user skips to the next phase.
  public static let skip = Fault(PlainAction.skip)
  /// The user goes back to the start of this phase or to the one before.
  public static let back = Fault(PlainAction.back)
  /// The user restarts the phase.
  public static let restartPhase = Fault(PlainAction.restartPhase)
  /// The user ends an open phase.
  public static let done = Fault(PlainAction.done)
  /// The user stops the session.
  public static let stop = Fault(PlainAction.stop)
  /// The host ends the session at once.
  public static let abort = Fault(PlainAction.abort)
  /// The user undoes the last move.
  public static let undo = Fault(PlainAction.undo)
  /// The user redoes the move that was undone last.
  public static let redo = Fault(PlainAction.redo)
  /// The user lengthens the phase, or shortens it if `amount` is negative.
  public static func extend(by amount: Duration) -> Fault { Fault(Extend(amount: amount)) }
  /// Somebody asks where the session is, or has it say a text.
  public static func say(_ text: String? = nil) -> Fault { Fault(Say(text: text)) }
  /// The user jumps to a moment of the plan.
  public static func jump(to position: Duration) -> Fault { Fault(Jump(position: position)) }
  /// The user jumps to a set, counted from 1, of the group around the phase.
  public static func jump(toSet set: Int) -> Fault { Fault(JumpToSet(set: set)) }
  /// The user moves within the phase, back if `amount` is negative.
  public static func seek(by amount: Duration) -> Fault { Fault(Seek(amount: amount)) }
  /// The user sets the volume, in dB relative to the normal level.
  public static func volume(_ level: Double) -> Fault { Fault(Volume(level: level)) }
  /// The user mutes the session.
  public static let mute = Fault(PlainAction.mute)
}

/// Somebody asks where the session is, or has it say a text.
struct Say: SessionAction {
  var kind: Fault.Kind { .say }
  static let parameters: [FaultParameterBinding<Self>] = [.text("text", \.text, in: Limits.saidText)]
  var text: String?

  var action: Action { .say(text) }
  var mayDelayCues: Bool { false }

  func generated(by script: inout ScriptBuilder) -> Self {
    Self(text: script.random.below(2) == 0 ? nil : script.random.pick(Self.texts))
  }

  private static let texts = ["Elbows in", "Keep your back straight, and breathe out on the way up"]

  func addCompanions(at instant: Duration, to script: inout ScriptBuilder) {
    // Some are asked for again before they can have been heard.
    guard script.random.below(3) == 0 else { return }
    script.add(at: instant + script.size(from: 10, to: 8000), Fault(generated(by: &script)))
  }
}
