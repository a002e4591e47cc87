import SessionReporting
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A screen` {
  private func tabata() throws -> ScreenHarness {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .milliseconds(43_300))
    return show
  }

  @Test func `of ordinary size shows all there is, the time in large digits`() throws {
    var show = try tabata()
    #expect(
      show.screen(at: .milliseconds(43_300), 80, 24) == """
          Tabata

          ▲ Work                                                            set 2 of 8


                      ████████████                ████        ████████████
                      ████████████                ████        ████████████
                      ████    ████    ████    ████████                ████
                      ████    ████    ████    ████████                ████
                      ████    ████                ████                ████
                      ████    ████                ████                ████
                      ████    ████    ████        ████                ████
                      ████    ████    ████        ████                ████
                      ████████████            ████████████            ████
                      ████████████            ████████████            ████

          ▕████████████                                                              ▏
          Next: ■ Rest  0:10

          ▕████████████▊                                                             ▏
          0:43 elapsed                      3:27 left                       4:10 total
          [gong] “Work”

          space pause   > next   < back   + 15 s more   q stop   ? keys
        """)
  }

  /// Small ones, each between two ruled lines.
  private static let small: [(Int, Int, Glyphs, String)] = [
    (
      60, 8, .eighths,
      """
        ▲ Work                                        set 2 of 8
                             █▀█ ▄ ▄█  ▀▀█
                             █ █ ▄  █    █
                             ▀▀▀   ▀▀▀   ▀
        ▕████████▊                                             ▏
        Next: ■ Rest  0:10
        ▕█████████▎                                            ▏
        0:43 elapsed            3:27 left             4:10 total
      """
    ),
    (
      40, 11, .halves,
      """
       ▲ Work                      set 2 of 8
             ██████        ██    ██████
             ██  ██  ██  ████        ██
             ██  ██        ██        ██
             ██  ██  ██    ██        ██
             ██████      ██████      ██
       [█████▌                              ]
       Next: ■ Rest  0:10
       [██████                              ]
       0:43 elapsed   3:27 left    4:10 total
       [gong] “Work”
      """
    ),
    (
      40, 11, .ascii,
      """
       ^ Work                      set 2 of 8
             ######        ##    ######
             ##  ##  ##  ####        ##
             ##  ##        ##        ##
             ##  ##  ##    ##        ##
             ######      ######      ##
       [#####                               ]
       Next: # Rest  0:10
       [######                              ]
       0:43 elapsed   3:27 left    4:10 total
       [gong] "Work"
      """
    ),
    (
      20, 5, .eighths,
      """
      ▲ Work    set 2 of 8
         █▀█ ▄ ▄█  ▀▀█
         █ █ ▄  █    █
         ▀▀▀   ▀▀▀   ▀
      ▕██▉               ▏
      """
    ),
    (
      20, 5, .ascii,
      """
      ^ Work    set 2 of 8
      0:17
      [##                ]
      Next: # Rest  0:10
      0:43       3:27 left
      """
    ),
    (
      30, 4, .eighths,
      """
       ▲ Work            set 2 of 8
       0:17
       ▕████▏                     ▏
       Next: ■ Rest  0:10
      """
    ),
    (12, 3, .eighths, "▲ Work   2/8\n0:17\n▕█▋        ▏"),
    (30, 1, .eighths, " 0:17 ▲ Work              2/8"),
    (9, 1, .eighths, "0:17… 2/8"), (6, 1, .ascii, "0:17 ^"), (2, 1, .eighths, "0:"), (1, 3, .eighths, "▲\n0"),
  ]

  @Test(arguments: small)
  func `of any size shows what matters most`(columns: Int, rows: Int, glyphs: Glyphs, screen: String) throws {
    var show = try tabata()
    #expect(show.screen(at: .milliseconds(43_300), columns, rows, glyphs, hasKeys: false) == screen)
  }

  @Test(arguments: [(120, 30), (200, 60)])
  func `with space has the name in large letters, seconds alone and the strip`(columns: Int, rows: Int) throws {
    var show = try tabata()
    let lines = show.screen(at: .milliseconds(43_300), columns, rows)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == rows && lines.allSatisfy { $0.count <= columns })
    let letters = [
      "#   #  ##  ###  #  #", "#   # #  # #  # # #", "# # # #  # ###  ##", "## ## #  # # #  # #",
      "#   #  ##  #  # #  #",
    ]
    // On a screen that is seen from across the room they are twice as large.
    let scale = rows < 50 ? 1 : 2
    let name = letters.flatMap { row in
      let drawn = row.map { String(repeating: $0 == "#" ? "█" : " ", count: 2 * scale) }.joined()
      return Array(repeating: drawn, count: scale)
    }
    let first = try #require(lines.firstIndex { $0.hasPrefix("  " + name[0]) })
    #expect(zip(lines[first...], name).allSatisfy { $0.hasPrefix("  " + $1) })
    #expect(lines[first + name.count].hasPrefix("  ▲ Work"))
    // Two digits of 17, of which 1 has a foot of three points and 7 one point at the right.
    let digits = lines[(first + name.count + 1)...].filter { $0.contains("██") }
    let points = try #require(digits.first).filter { $0 == "█" }.count / 4
    #expect(points >= 3 && digits.first?.filter { $0 == "█" }.count == 4 * points, "\(lines)")
    // 43.3 s of 250 s: the marker, in both rows of the strip, over blocks of which the work is the highest.
    let strip = lines.filter { $0.contains("┃") }
    let (steps, width) = (Int(43.25 / 250 * Double(8 * (columns - 6))), columns - 4)
    let column = 2 + steps * width / (8 * (columns - 6))
    #expect(strip.count == 2 && strip.allSatisfy { Array($0)[column] == "┃" }, "\(strip)")
    #expect(strip[1].contains("█") && strip[0].filter { $0 == "█" }.count < strip[1].count)
  }

  @Test func `takes only sizes that there are`() {
    #expect(ScreenSize(columns: 0, rows: -1) == ScreenSize(columns: 1, rows: 1))
    #expect(ScreenSize(columns: 9999, rows: 9999) == ScreenSize.largest)
  }

  @Test func `has colours for intensities, bold and faint, and without colours no others`() throws {
    var show = try tabata()
    let size = ScreenSize(columns: 80, rows: 24)
    func styles(_ isColored: Bool) -> Set<Int> {
      let frame = show.view.frame(
        at: .milliseconds(43_300), size, TerminalStyle(isColored: isColored, glyphs: .eighths))
      var terminal = TerminalEmulator(columns: 80, rows: 24)
      terminal.write(FrameDiff.text(from: nil, to: frame))
      return terminal.styles
    }
    let inPlan: [Intensity] = [.prepare, .high, .low]
    #expect(styles(true) == Set([1, 2] + inPlan.map { ANSIColor.code(of: $0) }))
    #expect(styles(false) == [1, 2])
  }

  @Test(arguments: [(80, 24), (60, 20)])
  func `of ordinary size has the strip of the plan if it has colours`(columns: Int, rows: Int) throws {
    var show = try tabata()
    let look = TerminalStyle(isColored: true, glyphs: .eighths)
    let lines = show.view.frame(at: .milliseconds(43_300), ScreenSize(columns: columns, rows: rows), look).lines
    #expect(lines.count <= rows && lines.filter { $0.contains("┃") }.count == 2, "\(lines)")
    #expect(lines.filter { $0.contains("▕") }.count == 1, "the bar of the phase")
    for small in [ScreenSize(columns: 59, rows: 24), ScreenSize(columns: 80, rows: 19)] {
      let lines = show.view.frame(at: .milliseconds(43_300), small, look).lines
      #expect(lines.filter { $0.contains("▕") }.count == 2 && !lines.contains { $0.contains("┃") }, "\(lines)")
    }
  }

  @Test func `says in large letters that it is paused`() throws {
    var show = try tabata()
    let name = show.screen(at: .milliseconds(43_300), 120, 30)
    show.send(.pause, at: .milliseconds(43_300))
    show.run(to: .seconds(50))
    let paused = show.screen(at: .seconds(50), 120, 30).split(separator: "\n")
    // P, A, U, S: none of them begins WORK.
    let top = "  ██████      ████    ██    ██    ██████"
    #expect(paused.contains { $0.hasPrefix(top) } && paused.contains { $0.hasPrefix("  ▲ Work") }, "\(paused)")
    #expect(!name.contains(top))
  }

  @Test func `names the key of an open phase even where few keys fit`() throws {
    var show = try ScreenHarness(Workout(name: "Open", nodes: [ScreenWorkouts.open("Squats", .high)]))
    show.run(to: .seconds(3))
    #expect(show.screen(at: .seconds(3), 40, 12).contains(" space pause   Enter done   q stop"))
    #expect(show.screen(at: .seconds(3), 14, 24).contains("Enter done"))
  }

  @Test func `lists the keys in place of all but the time`() throws {
    var show = try tabata()
    show.view.showsKeys = true
    let screen = show.screen(at: .milliseconds(43_300), 55, 16)
    #expect(
      screen == """
         0:17 ▲ Work                                       2/8

         space, p     pause, resume
         i            say where you are
         Enter, >     next phase, or done in an open one
         <            back
         r            restart the phase
         left, right  5 s back, forward
         j            jump to a set or a time
         +, -         15 s more, less
         u, U         undo, redo a move
         9, 0         quieter, louder
         m            mute
         q            stop
         Ctrl-Z       pause and suspend; fg or bg resumes
         ?            show or hide the keys
        """)
  }

  @Test func `shows what is typed in the place of messages, for as long as it is typed`() throws {
    var show = try tabata()
    show.view.prompt = "Jump to a set (3) or a time (3:20): 1:"
    #expect(show.screen(at: .seconds(60), 60, 14).contains("Jump to a set (3) or a time (3:20): 1:"))
    show.view.prompt = nil
    #expect(!show.screen(at: .seconds(60), 60, 14).contains("Jump"))
  }
}
