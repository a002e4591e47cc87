/// What the keys of a live session do.
enum KeyBindings {
  /// What a user can ask for with a key.
  enum Command: Equatable {
    case toggle, next, back, restartPhase, extend, undo, redo, softer, louder, mute, stop, help
  }

  static func command(_ key: Unicode.Scalar) -> Command? {
    switch key {
    case " ", "p": .toggle
    case ">", "\n", "\r": .next
    case "<": .back
    case "r": .restartPhase
    case "+": .extend
    case "u": .undo
    case "U": .redo
    case "9": .softer
    case "0": .louder
    case "m": .mute
    case "q": .stop
    case "?": .help
    default: nil
    }
  }
}
