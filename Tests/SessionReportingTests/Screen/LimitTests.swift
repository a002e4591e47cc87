import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The limit of a group on a screen` {
  /// As many rounds as ten minutes allow, after ten seconds.
  private static let amrap = Workout(
    name: "AMRAP",
    nodes: [
      ScreenWorkouts.phase("Get ready", .prepare, 10),
      .group(
        SetGroup(
          .total(.seconds(600)), name: "Circuit",
          nodes: [
            .phase(Phase(PerSet("Burpees"), .high, .open(), reps: .perSet(PerSet(5)), notes: PerSet("Chest down."))),
            ScreenWorkouts.open("Sit-ups", .high, reps: 10), ScreenWorkouts.phase("Plank", .sit, 30),
          ])),
    ])
  /// Every minute something else, said done.
  private static let emom = Workout(
    name: "EMOM",
    nodes: [
      .group(
        SetGroup(
          .sets(2), name: "Minute",
          nodes: ["Swings", "Push-ups"].map { name in
            .group(
              SetGroup(.interval(sets: 1, every: .seconds(60)), nodes: [ScreenWorkouts.open(name, .high, reps: 15)]))
          }))
    ])
  /// Three rounds within five minutes.
  private static let forTime = Workout(
    name: "For time",
    nodes: [
      .group(
        SetGroup(
          .capped(sets: 3, cap: .seconds(300)),
          nodes: [
            ScreenWorkouts.open("Thrusters", .high, reps: 21),
            ScreenWorkouts.open("Pull-ups", .high, cap: .seconds(90)),
          ]))
    ])

  private func show(_ workout: Workout, done: [Int] = [], to end: Int) throws -> ScreenHarness {
    var show = try ScreenHarness(workout)
    for second in done {
      show.run(to: .seconds(second))
      show.send(.done, at: .seconds(second))
    }
    show.run(to: .seconds(end))
    return show
  }

  @Test func `is what the large digits count down, the phase's own time beside what to do`() throws {
    var show = try show(Self.amrap, to: 33)
    #expect(
      show.screen(at: .seconds(33), 80, 24) == """
          AMRAP

          ▲ Burpees                                                 5 reps · Circuit 1
          Chest down.
          0:23 · Enter when you are done

                      ████████████            ████████████    ████████████
                      ████████████            ████████████    ████████████
                      ████    ████    ████            ████            ████
                      ████    ████    ████            ████            ████
                      ████████████            ████████████            ████
                      ████████████            ████████████            ████
                              ████    ████            ████            ████
                              ████    ████            ████            ████
                      ████████████            ████████████            ████
                      ████████████            ████████████            ████
          ▕██▊                                                                       ▏
          Next: ▲ Sit-ups, 10 reps

          ▕████                                                                      ▏
          0:33 elapsed                      9:37 left                      10:10 total
          [gong] “Burpees, 5 reps”

          space pause   Enter done   < back   + 15 s more   q stop   ? keys
        """)
  }

  private static let small: [(Int, Int, Glyphs, String)] = [
    (
      60, 8, .eighths,
      """
        ▲ Sit-ups  0:15                      10 reps · Circuit 2
                             █▀█ ▄ █▀█ █▀█
                             █▀█ ▄ █ █ █ █
                             ▀▀▀   ▀▀▀ ▀▀▀
        ▕█▋                                                    ▏
        Next: ▬ Plank  0:30
        ▕███████████▌                                          ▏
        2:10 elapsed            8:00 left            10:10 total
      """
    ),
    (
      46, 4, .eighths,
      """
       ▲ Sit-ups  0:15          10 reps · Circuit 2
       8:00
       ▕█▎                                        ▏
       Next: ▬ Plank  0:30
      """
    ),
    (40, 1, .ascii, " 8:00 ^ Sit-ups 0:15              10x 2"), (24, 1, .ascii, "8:00 ^ Sit-ups~    10x 2"),
    (20, 2, .ascii, "^ Sit-u~  0:15 10x 2\n8:00"), (12, 3, .ascii, "^ Sit~ 10x 2\n8:00\n[          ]"),
  ]

  @Test(arguments: small)
  func `has the phase's own time beside it at any size`(
    columns: Int, rows: Int, glyphs: Glyphs, screen: String
  ) throws {
    var show = try show(Self.amrap, done: [40, 60, 115], to: 130)
    #expect(show.screen(at: .seconds(130), columns, rows, glyphs, hasKeys: false) == screen)
  }

  /// The rows of a screen with a row for the state: the digits in one row, and that state.
  private func times(_ show: inout ScreenHarness, _ second: Int) -> String {
    show.run(to: .seconds(second))
    let oneRow = show.screen(at: .seconds(second), 60, 1, .ascii).split(separator: " ").first ?? ""
    let state = show.screen(at: .seconds(second), 60, 26, .ascii).split(separator: "\n").first { row in
      row.contains("left of the phase") || row.contains("when you are done") || row.contains("Paused")
    }
    return "\(oneRow) |\(state?.dropFirst() ?? "")"
  }

  @Test func `is shown once where the phase ends with it`() throws {
    var show = try show(Self.emom, to: 0)
    #expect(times(&show, 0) == "1:00 | 0:00 - Enter when you are done")
    #expect(times(&show, 23) == "0:37 | 0:23 - Enter when you are done")
    show.send(.done, at: .seconds(40))
    #expect(times(&show, 41) == "0:19 |")
    #expect(times(&show, 75) == "0:45 | 0:15 - Enter when you are done")
    show.send(.pause, at: .seconds(76))
    #expect(times(&show, 99) == "0:44 | 0:16 - Paused")
  }

  @Test func `is shown once while the phase and the cap count the same`() throws {
    var show = try show(Self.forTime, to: 0)
    #expect(times(&show, 23) == "0:23 | Enter when you are done")
    show.send(.done, at: .seconds(30))
    #expect(times(&show, 35) == "0:35 | 0:05 - Enter when you are done")
  }

  @Test func `moves by as much as the phase in it`() throws {
    var show = try show(Self.amrap, done: [40, 60], to: 70)
    #expect(times(&show, 70) == "9:00 | 0:20 left of the phase")
    show.send(.extend(by: .seconds(15)), at: .seconds(70))
    #expect(times(&show, 70) == "9:15 | 0:35 left of the phase")
    show.send(.undo, at: .seconds(71))
    #expect(times(&show, 71) == "8:59 | 0:19 left of the phase")
    show.send(.extend(by: .seconds(-60)), at: .seconds(72))
    show.run(to: .seconds(72))
    #expect(times(&show, 72) == "8:40 | 0:00 - Enter when you are done")
  }

  @Test func `stays where it is when the last phase is done`() throws {
    var workout = Self.forTime
    workout.ambient = Ambient(sound: "rain", fade: .seconds(3))
    var show = try show(workout, done: [20, 50, 70, 100, 120], to: 150)
    #expect(times(&show, 150) == "2:30 | 0:30 - Enter when you are done")
    show.send(.done, at: .seconds(150))
    #expect(show.screen(at: .milliseconds(150_100), 60, 1).hasPrefix("  2:30 ending"))
  }

  @Test(arguments: [(80, 24), (60, 12), (46, 4), (30, 2), (40, 1)])
  func `moves nothing while time passes`(columns: Int, rows: Int) throws {
    for workout in [Self.amrap, Self.emom, Self.forTime] {
      var show = try ScreenHarness(workout)
      var shapes: [String: Set<String>] = [:]
      for second in 11..<290 {
        show.run(to: .seconds(second))
        if second % 35 == 0 { show.send(.skip, at: .seconds(second)) }
        guard let name = show.engine.cursor.map({ "\($0.id)" }) else { break }
        // All figures are alike; bars, large digits and what was heard last are left out.
        let screen = show.screen(at: .seconds(second), columns, rows, .ascii).replacing(/[0-9]/, with: "0")
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).map { line in
          line.contains { "#[\"".contains($0) } || line.contains(" elapsed") ? "" : line
        }
        shapes[name, default: []].insert(lines.joined(separator: "\n"))
      }
      let moving = shapes.filter { $0.value.count > 1 }
      #expect(moving.isEmpty, "\(moving)")
    }
  }

  @Test func `leaves its rounds in the summary, those alone whose last phase was over`() throws {
    let look = TerminalStyle(isColored: false, glyphs: .ascii)
    func summary(_ workout: Workout, done: [Int], to end: Int) throws -> [String] {
      var show = try show(workout, done: done, to: end)
      show.send(.stop, at: .seconds(end))
      show.run(to: .seconds(end + 2))
      _ = show.screen(at: .seconds(end + 2), 80, 24)
      return show.view.summary(look).filter { $0.contains("round") }
    }
    // Each round ends with a plank of 30 s; the last one is cut by the clock or by the stop.
    #expect(try summary(Self.amrap, done: [40, 60], to: 89).isEmpty)
    #expect(try summary(Self.amrap, done: [40, 60], to: 95) == ["  Circuit: 1 round"])
    #expect(try summary(Self.amrap, done: [40, 60, 120, 130, 580, 585], to: 700) == ["  Circuit: 2 rounds"])
    #expect(try summary(Self.amrap, done: [40, 60, 120, 130, 570, 580], to: 700) == ["  Circuit: 3 rounds"])
    #expect(try summary(Self.emom, done: [40, 130, 230], to: 300) == ["  Minute: 3 rounds"])
    #expect(try summary(Self.forTime, done: [20, 50, 70, 100, 120, 150], to: 160) == ["  3 rounds done"])
    // The cap of a phase ends it as the user does; that of the group doesn't.
    #expect(try summary(Self.forTime, done: [20, 200], to: 400) == ["  2 rounds done"])
    #expect(try summary(Self.forTime, done: [20, 250], to: 400) == ["  1 round done"])
  }

  @Test func `counts no round twice, and none that the user goes back into`() throws {
    let look = TerminalStyle(isColored: false, glyphs: .ascii)
    var show = try show(Self.forTime, done: [20, 50], to: 51)
    func rounds() -> [String] {
      var ended = show
      ended.send(.abort, at: .seconds(71))
      ended.run(to: .seconds(75))
      _ = ended.screen(at: .seconds(75), 80, 24)
      return ended.view.summary(look).filter { $0.contains("round") && $0.contains("done") }
    }
    #expect(rounds() == ["  1 round done"])
    show.send(.undo, at: .seconds(52))
    #expect(rounds().isEmpty)
    show.send(.redo, at: .seconds(53))
    #expect(rounds() == ["  1 round done"])
    for second in [54, 55] { show.send(.back, at: .seconds(second)) }
    #expect(rounds().isEmpty)
    show.send(.done, at: .seconds(60))
    #expect(rounds() == ["  1 round done"])
    show.send(.jumpToSet(3), at: .seconds(70))
    #expect(rounds() == ["  1 round done"])
  }

  @Test func `has remarks below the name, cut, where there is space`() throws {
    var workout = Self.amrap
    let remark = "Chest to the floor, then up and clap above your head, all of it in one go, without a pause at all."
    workout.nodes = [.phase(Phase(PerSet("Burpees"), .high, .open(), notes: PerSet(remark)))]
    var show = try show(workout, to: 3)
    let lines = show.screen(at: .seconds(3), 80, 24).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[2].hasPrefix("  ▲ Burpees") && lines[3].hasPrefix("  Chest to the floor") && lines[3].hasSuffix("…"))
    #expect(!show.screen(at: .seconds(3), 80, 8).contains("Chest"))
  }

  @Test func `has the target below the name, before the remarks`() throws {
    var workout = Self.amrap
    let target = PerSet(Target("88-94% 90rpm"))
    workout.nodes = [.phase(Phase("Burpees", .high, .open(), notes: "Slowly.", target: target))]
    var show = try show(workout, to: 3)
    let lines = show.screen(at: .seconds(3), 80, 24).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[3] == "  88-94% 90rpm; Slowly.")
  }
}
