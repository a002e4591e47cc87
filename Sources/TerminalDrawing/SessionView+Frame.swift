import SessionReporting
import WorkoutModel

extension SessionView {
  /// The screen as it should look at `now`.
  public mutating func frame(at now: Duration, _ size: ScreenSize, _ look: Look) -> Frame {
    advance(to: now)
    if let message, message.until <= now { self.message = nil }
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

  /// What is told now, as many rows as it takes, but for half of the screen.
  private func messageRows(_ size: ScreenSize, _ layout: Layout, _ look: Look) -> [CellText] {
    guard let message else { return [] }
    var lines = LineWrap.lines(SafeText.filtered(message.text), columns: layout.columns)
    let most = max(1, size.rows / 2)
    if lines.count > most { lines = lines.prefix(most - 1) + [lines[(most - 1)...].joined(separator: " ")] }
    return lines.map { line in
      CellText(line, .bold, look.glyphs).fitted(to: layout.columns, look.glyphs).moved(by: layout.margin)
    }
  }

  /// Puts the rows of a message over what stands from `row` on, or further up where there is no room below: for a while
  /// it hides what is less important, and nothing moves.
  private func lay(_ message: [CellText], over rows: inout [CellText], from row: Int, _ size: ScreenSize) {
    guard !message.isEmpty else { return }
    let start = max(0, min(row, size.rows - message.count))
    rows += Array(repeating: CellText(), count: max(0, start + message.count - rows.count))
    rows.replaceSubrange(start..<start + message.count, with: message)
  }

  /// The layout for the longest time that the digits will show, or show already.
  func layout(at now: Duration, _ size: ScreenSize, _ look: Look) -> Layout {
    let times = phase.map { [$0.longestTime, $0.time(at: clock.position(at: now))] } ?? [.zero]
    return Layout(size, look, longestTime: ClockText.short(times.max() ?? .zero))
  }

  private func rows(of part: Layout.Part, _ readings: Readings, _ layout: Layout, _ look: Look) -> [CellText] {
    switch part {
    case .header: [header(layout, look)]
    case .title: [title(layout, look)]
    case .state: [state(look) ?? CellText()]
    case .time: time(readings, layout, look)
    case .phaseBar: [bar(readings.phaseSteps, layout, phaseStyle(look), look)]
    case .next: [next(look)]
    case .workoutBar: [bar(readings.workoutSteps, layout, .plain, look)]
    case .workoutTimes: [times(readings, layout, look)]
    case .info: [lastCue(look)]
    case .hints: [hints(layout, look)]
    }
  }

  /// The time in digits as large as the layout has them, in the middle.
  private func time(_ readings: Readings, _ layout: Layout, _ look: Look) -> [CellText] {
    let style = phaseStyle(look)
    guard let digits = layout.digits else { return [CellText(readings.phase, style.bold, look.glyphs)] }
    if readings.phase.isEmpty { return Array(repeating: CellText(), count: digits.rows) }
    return digits.rows(of: readings.phase, style, look.glyphs).map { $0.centered(in: layout.columns) }
  }

  private func bar(_ steps: Int?, _ layout: Layout, _ style: CellStyle, _ look: Look) -> CellText {
    // Where nobody knows the end there is nothing to fill.
    ProgressBar.text(steps ?? 0, columns: layout.columns, style, look.glyphs)
  }

  /// The colour of the phase; faint while the timer stands.
  func phaseStyle(_ look: Look) -> CellStyle {
    guard let phase else { return .plain }
    let style = CellStyle.of(phase.intensity, look)
    return clock.isRunning || ending != nil ? style : style.faint
  }
}
