import WorkoutEngine
import WorkoutModel

extension SessionView {
  package mutating func frame(at now: Duration, _ size: ScreenSize, _ look: TerminalStyle) -> Frame {
    advance(to: now, look.words)
    if let message, message.until <= now { self.message = nil }
    return advanced(at: now).drawn(at: now, size, look)
  }

  private func drawn(at now: Duration, _ size: ScreenSize, _ look: TerminalStyle) -> Frame {
    let layout = layout(at: now, size, look)
    let readings = readings(at: now, layout, look)
    if layout.isOneRow { return Frame(size, [oneRow(readings, layout, look).moved(by: layout.margin)]) }
    if showsKeys { return Frame(size, keyRows(readings, layout, look).map { $0.moved(by: layout.margin) }) }
    var rows: [CellText] = []
    var messageRow = 0
    for place in layout.places {
      rows += Array(repeating: CellText(), count: place.gap)
      if place.part == .info || (place.part == .next && !layout.shows(.info)) { messageRow = rows.count }
      rows += self.rows(of: place.part, readings, layout, look).map { row in
        row.fitted(to: layout.columns, look.glyphs).moved(by: layout.margin)
      }
    }
    lay(messageRows(size, layout, look), over: &rows, from: messageRow, size)
    return Frame(size, rows)
  }

  /// The rows of the current message, at most half of the screen.
  private func messageRows(_ size: ScreenSize, _ layout: ScreenLayout, _ look: TerminalStyle) -> [CellText] {
    guard let text = prompt ?? message?.text else { return [] }
    var lines = LineWrap.lines(SafeText.filtered(text), columns: layout.columns)
    let most = max(1, size.rows / 2)
    if lines.count > most { lines = lines.prefix(most - 1) + [lines[(most - 1)...].joined(separator: " ")] }
    return lines.map { line in
      CellText(line, .bold, look.glyphs).fitted(to: layout.columns, look.glyphs).moved(by: layout.margin)
    }
  }

  /// Writes the rows of a message over the rows from `row` on, or higher if there is no space below: it temporarily
  /// hides less important rows, and nothing moves.
  private func lay(_ message: [CellText], over rows: inout [CellText], from row: Int, _ size: ScreenSize) {
    guard !message.isEmpty else { return }
    let start = max(0, min(row, size.rows - message.count))
    rows += Array(repeating: CellText(), count: max(0, start + message.count - rows.count))
    rows.replaceSubrange(start..<start + message.count, with: message)
  }

  /// The layout for the longest time that the digits will show or already show.
  func layout(at now: Duration, _ size: ScreenSize, _ look: TerminalStyle) -> ScreenLayout {
    let times = phase == nil ? [] : [session.longestTime, session.time(at: session.place.extrapolated(to: now))]
    let sign = phase?.isOvertime == true ? look.glyphs.minus : ""
    return ScreenLayout(size, look, longestTime: sign + ClockText.short(times.max() ?? .zero), hasNotes: hasNotes)
  }

  private func rows(of part: ScreenLayout.Part, _ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle)
    -> [CellText]
  {
    switch part {
    case .header: [header(layout, look)]
    case .title: largeName(readings, layout, look) + [title(readings, layout, look)]
    case .notes: [notes(look)]
    case .state: [state(readings, layout, look) ?? CellText()]
    case .time: time(readings, layout, look)
    case .phaseBar: [bar(readings.phaseSteps, layout, phaseStyle(readings, look), look)]
    case .next: [next(layout, look)]
    case .workoutBar:
      layout.hasStrip ? stripRows(readings, layout, look) : [bar(readings.workoutSteps, layout, .plain, look)]
    case .workoutTimes: [times(readings, layout, look)]
    case .info: [lastCue(look)]
    case .hints: [hints(layout, look)]
    }
  }

  /// The name of the phase in large letters on a large screen, or that it is paused; blank rows if it can't be drawn.
  private func largeName(_ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle) -> [CellText] {
    guard layout.isLarge else { return [] }
    let name = session.ending == nil ? phase.map { shortState(look) ?? $0.name } : nil
    let letters =
      stride(from: layout.letterScale, through: 1, by: -1).lazy.compactMap { scale in
        name.flatMap {
          BigLetters.rows(of: $0, scale, columns: layout.columns, phaseStyle(readings, look), look.glyphs)
        }
      }.first ?? []
    // They stand by the row below.
    return Array(repeating: CellText(), count: layout.letterRows - letters.count) + letters
  }

  private func stripRows(_ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle) -> [CellText] {
    let length = max(0, layout.columns - 2) * look.glyphs.steps
    let share = readings.workoutSteps.map { Double($0) / Double(max(1, length)) }
    let rows = StripRows.rows(of: strip, at: share, columns: layout.columns, look)
    return rows.isEmpty ? Array(repeating: CellText(), count: StripRows.count) : rows
  }

  /// The time in digits of the layout's size, centred.
  private func time(_ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle) -> [CellText] {
    let style = phaseStyle(readings, look)
    guard let digits = layout.digits else { return [CellText(readings.digits, style.bold, look.glyphs)] }
    if readings.digits.isEmpty { return Array(repeating: CellText(), count: digits.rows) }
    let text = layout.isLarge ? ClockText.withoutMinute(readings.digits) : readings.digits
    return digits.rows(of: text, style, look.glyphs).map { $0.centered(in: layout.columns) }
  }

  private func bar(_ steps: Int?, _ layout: ScreenLayout, _ style: CellStyle, _ look: TerminalStyle) -> CellText {
    // If the end is unknown, the bar stays empty.
    ProgressBar.text(steps ?? 0, columns: layout.columns, style, look.glyphs)
  }

  /// The colour of the phase; faint while the timer is stopped.
  func phaseStyle(_ readings: ClockReadout, _ look: TerminalStyle) -> CellStyle {
    guard let intensity = readings.intensity else { return .plain }
    let style = CellStyle.of(intensity, look)
    return session.place.isRunning || session.ending != nil ? style : style.faint
  }
}

package enum KeyHelp {
  /// Each key or pair of keys, with the word for its function.
  static let keys: [(key: String, meaning: String)] = [
    ("space, p", "keyPause"), ("i", "keyWhere"), ("Enter, >", "keyNext"), ("<", "back"), ("r", "keyRestart"),
    ("left, right", "keySeek"), ("j", "keyJump"), ("+, -", "keyLength"), ("u, U", "keyUndo"), ("9, 0", "keyVolume"),
    ("m", "mute"), ("q", "keyStop"), ("Ctrl-Z", "keySuspend"), ("?", "keyHelp"),
  ]

  package static func lines(_ words: ScreenWords = ScreenWords()) -> [String] {
    Columns.aligned(keys.map { [$0.key, words.inline($0.meaning)] })
  }
}

extension SessionView {
  /// The keys that have a function now, as many as fit.
  func hints(_ layout: ScreenLayout, _ look: TerminalStyle) -> CellText {
    guard look.hasKeys, session.ending == nil else { return CellText() }
    let words = look.words
    let isOpen = phase.map { $0.isOpen && !$0.isDone } ?? false
    let next = isOpen ? "Enter \(words.inline("done"))" : "> \(words.inline("next"))"
    let all = [
      "space \(words.inline(session.place.isRunning ? "pause" : "resume"))", next, "< \(words.inline("back"))",
      "+ \(words.inline("more"))", "q \(words.inline("keyStop"))", "? \(words.inline("keys"))",
    ]
    // The least important ones are left out first, after the space between them; an open phase waits for its key.
    var shown = all.indices.map { $0 }
    for left in isOpen ? [nil, 3, 2, 5, 0, 4, 1] : [nil, 3, 2, 1, 5, 0, 4] {
      shown.removeAll { $0 == left }
      for gap in ["   ", "  "] {
        let text = shown.map { all[$0] }.joined(separator: gap)
        if text.count <= layout.columns { return CellText(text, .faint, look.glyphs) }
      }
    }
    return CellText()
  }

  func keyRows(_ readings: ClockReadout, _ layout: ScreenLayout, _ look: TerminalStyle) -> [CellText] {
    let keys = KeyHelp.lines(look.words).map {
      CellText($0, .plain, look.glyphs).fitted(to: layout.columns, look.glyphs)
    }
    return [oneRow(readings, layout, look), CellText()] + keys
  }
}

extension SessionView {
  /// The lines that remain on the terminal after the screen: how the session ended, what was done and what was heard;
  /// empty before the first phase.
  package func summary(_ look: TerminalStyle) -> [String] {
    let words = look.words
    guard session.phaseCount > 0, session.phase != nil, let ending = session.ending else { return [] }
    let end = words.inline(ending.reason.endKey).replacing("{time}", with: elapsedText)
    var lines = ["\(SafeText.filtered(workoutName)): \(end)"]
    var done = [words("phaseCount", count: session.phaseCount)]
    if session.pauseCount > 0 { done.append(words("pauseCount", count: session.pauseCount)) }
    lines.append("  " + done.joined(separator: "; "))
    let rounds = session.roundCounts.map { $0.text(words) }
    if !rounds.isEmpty { lines.append("  " + rounds.joined(separator: "; ")) }
    let cues = Outcome.allCases.filter(Self.isTold).compactMap { outcome in
      ending.counts.outcomes[outcome.rawValue].map { "\($0) \(words[outcome.rawValue + "Cues"])" }
    }
    if !cues.isEmpty { lines.append("  " + words("cueCounts", ["counts": cues.joined(separator: ", ")])) }
    return lines
  }

  private static func isTold(_ outcome: Outcome) -> Bool { outcome != .cancelled && outcome != .duplicate }
}
