/// Why a cue isn't on time. It prints as the word or the clause that event logs have.
public enum CueCause: Hashable, Sendable {
  // The host was late.

  /// The host was busy, or was woken late.
  case stall
  /// The machine slept.
  case suspend

  // The session has left the moment of the cue.

  /// The phase was skipped.
  case skip
  /// The user said that the phase is done.
  case done
  /// What the phase asks for was measured.
  case until
  /// A jump passed it.
  case jump
  /// A move within the phase passed it.
  case seek
  /// The phase was made shorter or longer.
  case extend
  /// A move was undone.
  case undo
  /// A move was redone.
  case redo
  /// The session was stopped.
  case stop
  /// The preparation of the session failed.
  case failed

  // The cue was heard before.

  /// The same cue was due less than `Facts.window` before.
  case repeatedSoon
  /// The same cue has played in this set.
  case repeatedInSet
  /// The same cue has played at this place of the plan.
  case repeatedHere
  /// The process was killed when the cue may have been heard.
  case inDoubt

  // Nobody would hear it.

  /// Another program took the sound, or the process was stopped.
  case interrupted

  // Its words can't be spoken.

  /// The live state asks for other words than the plan, and nobody had asked for them in time.
  case notSynthesized
  /// The synthesiser's reason.
  case unspoken(String)
  /// No place for them was left between other words.
  case noRoom
}

extension CueCause: CustomStringConvertible {
  /// The word or the clause that event logs have.
  public var description: String {
    switch self {
    case .stall: "stall"
    case .suspend: "suspend"
    case .skip: "skip"
    case .done: "done"
    case .until: "until"
    case .jump: "jump"
    case .seek: "seek"
    case .extend: "extend"
    case .undo: "undo"
    case .redo: "redo"
    case .stop: "stop"
    case .failed: "failed"
    case .repeatedSoon: "played less than 10 s before"
    case .repeatedInSet: "played before in this set"
    case .repeatedHere: "played before at this place"
    case .inDoubt: "may have been heard before the interruption"
    case .interrupted: "the session was interrupted"
    case .notSynthesized: "these words were not synthesised in time"
    case .unspoken(let reason): reason
    case .noRoom: RefusalReason.noRoom.description
    }
  }
}
