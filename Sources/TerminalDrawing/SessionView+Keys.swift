import WorkoutEngine

/// The keys of a live session, for people.
public enum KeyHelp {
  /// Each key or pair of keys, and what it does.
  static let keys: [(key: String, meaning: String)] = [
    ("space, p", "pause, resume"), ("Enter, >", "next phase; done, in an open one"), ("<", "back"),
    ("r", "restart the phase"), ("+", "15 s more"), ("u, U", "undo, redo a move"), ("9, 0", "softer, louder"),
    ("m", "mute"), ("q", "stop"), ("Ctrl-Z", "pause and suspend; fg or bg goes on"), ("?", "show or hide the keys"),
  ]

  /// A row for each key.
  public static var lines: [String] {
    let width = keys.map(\.key.count).max() ?? 0
    return keys.map { key, meaning in key + String(repeating: " ", count: width + 2 - key.count) + meaning }
  }
}

extension SessionView {
  /// The keys that are of use now, as many as fit.
  func hints(_ layout: Layout, _ look: Look) -> CellText {
    guard look.hasKeys, ending == nil else { return CellText() }
    let last = ["? keys"]
    let next = phase?.isOpen == true ? "Enter done" : "> next"
    let all = ["space \(clock.isRunning ? "pause" : "resume")", next, "< back", "+ 15 s more", "q stop"]
    let gap = "   "
    for count in stride(from: all.count, through: 0, by: -1) {
      let text = (all.prefix(count) + last).joined(separator: gap)
      if text.count <= layout.columns { return CellText(text, .faint, look.glyphs) }
    }
    return CellText()
  }

  /// The time in one row, and the list of keys.
  func keyRows(_ readings: Readings, _ layout: Layout, _ look: Look) -> [CellText] {
    let keys = KeyHelp.lines.map { CellText($0, .plain, look.glyphs).fitted(to: layout.columns, look.glyphs) }
    return [oneRow(readings, layout, look), CellText()] + keys
  }
}
