import SessionReporting
import TestSupport
import Testing
import WorkoutModel

@Suite struct `A frame diff` {
  private static let styles: [CellStyle] = [
    .plain, CellStyle(isBold: true), CellStyle(color: 31), CellStyle(color: 32, isFaint: true),
    CellStyle(color: 36, isBold: true),
  ]
  private static let texts = [
    "a", "b", "7", "8", " ", "    ", "      ", "日", "本", "e\u{301}", "한", "👍", "█", "▏", "\u{300}",
    "🏃\u{200D}♀", "क्\u{200D}ष", "\u{200D}", "long words in one go",
  ]

  /// Some rows of random text.
  private static func row(_ random: inout SplitMix64) -> CellText {
    var row = CellText()
    for _ in 0..<random.below(8) {
      row.append(texts[random.below(texts.count)], styles[random.below(styles.count)], .eighths)
    }
    return row
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `turns the old screen into the new one, whatever both hold`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let size = ScreenSize(columns: 1 + random.below(30), rows: 1 + random.below(6))
    var rows = (0..<size.rows).map { _ in Self.row(&random) }
    var shown = Frame(size, rows)
    var terminal = TerminalEmulator(columns: size.columns, rows: size.rows)
    terminal.write("\u{1B}[?7l")
    terminal.write("left over\n日本")
    terminal.write(FrameDiff.text(from: nil, to: shown))
    for step in 0..<50 {
      // Some rows change, others stay, so that there is something to leave alone.
      for index in rows.indices where random.below(3) == 0 { rows[index] = Self.row(&random) }
      let next = Frame(size, rows)
      let text = FrameDiff.text(from: shown, to: next)
      terminal.write(text)
      shown = next
      var fresh = TerminalEmulator(columns: size.columns, rows: size.rows)
      fresh.write("\u{1B}[?7l")
      let whole = FrameDiff.text(from: nil, to: next)
      fresh.write(whole)
      #expect(terminal == fresh, "seed \(seed), step \(step)")
      let lines = next.lines + Array(repeating: "", count: size.rows - next.lines.count)
      #expect(terminal.lines == lines, "seed \(seed), step \(step)")
      #expect(FrameDiff.text(from: shown, to: next).isEmpty)
    }
    #expect(terminal.unsupported.isEmpty)
  }

  private func difference(_ old: String, _ new: String) -> String {
    let size = ScreenSize(columns: 20, rows: 3)
    func frame(_ text: String) -> Frame {
      Frame(
        size,
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
          var row = CellText()
          row.append(String(line), .plain, .eighths)
          return row
        })
    }
    return FrameDiff.text(from: frame(old), to: frame(new)).replacing("\u{1B}", with: "^")
  }

  @Test(arguments: [
    ("0:17", "0:17", ""), ("0:17", "0:16", "^[1;4H6"), ("0:20", "0:19", "^[1;3H19"), ("\n0:10", "\n0:09", "^[2;3H09"),
    ("a", "b", "^[1Hb"), ("a b c d", "x b y d", "^[1Hx b y"), ("a--------z", "b--------y", "^[1Hb^[8Cy"),
    ("gone for good", "gone", "^[1;5H^[K"), ("gone", "go", "^[1;3H  "), ("gone\ntoo", "", "^[1H^[K^[2H   "),
    ("日本", "日月", "^[1;3H月"), ("日本", "x 本", "^[1Hx "), ("日本", "x本", "^[1Hx本 "), ("ab", "日", "^[1H日"),
    ("a", "a\n\nb", "^[3Hb"),
    // A terminal may show joined characters in fewer columns.
    ("", "🏃\u{200D}♀ x", "^[1H   ^[1H🏃\u{200D}♀^[1;4H x"), ("🏃\u{200D}♀ x", "🏃\u{200D}♀ y", "^[1;5Hy"),
    ("12345678901234567890", "x2345678901234567890", "^[1Hx"),
  ])
  func `writes what has changed, and little else`(old: String, new: String, text: String) {
    #expect(difference(old, new) == text)
  }

  @Test func `reuses a style as long as possible, and resets it at the end`() {
    let size = ScreenSize(columns: 20, rows: 1)
    var row = CellText()
    for (text, style) in [("ab ", CellStyle(color: 31)), ("c", CellStyle(color: 31)), ("d", CellStyle(isBold: true))] {
      row.append(text, style, .eighths)
    }
    #expect(
      FrameDiff.text(from: Frame(size), to: Frame(size, [row])).replacing("\u{1B}", with: "^")
        == "^[1H^[31mab c^[0;1md^[m")
  }

  @Test func `draws all of it on a screen of another size`() {
    let text = FrameDiff.text(
      from: Frame(ScreenSize(columns: 5, rows: 1)), to: Frame(ScreenSize(columns: 6, rows: 1)))
    #expect(text == "\u{1B}[0m\u{1B}[2J")
  }

  @Test func `of a running session is a fraction of the screen`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    let size = ScreenSize(columns: 80, rows: 24)
    let look = TerminalStyle(isColored: true, glyphs: .eighths)
    var shown: Frame?
    var sizes: [Int] = []
    for quarter in 0..<100 {
      let now = Duration.milliseconds(250 * quarter)
      show.run(to: now)
      let frame = show.view.frame(at: now, size, look)
      sizes.append(FrameDiff.text(from: shown, to: frame).utf8.count)
      shown = frame
    }
    let all = sizes.removeFirst()
    #expect(all > 1000 && sizes.reduce(0, +) / sizes.count < all / 10, "\(all) bytes, then \(sizes)")
  }
}
