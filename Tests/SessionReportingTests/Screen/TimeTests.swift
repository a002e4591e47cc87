import SessionReporting
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The time on a screen` {
  private static let size = ScreenSize(columns: 60, rows: 5)
  private static let look = TerminalStyle(isColored: false, glyphs: .ascii)

  /// The one-row time, and what has passed and is left of the workout.
  private func times(_ show: inout ScreenHarness, _ milliseconds: Int) -> String {
    let lines = show.view.frame(at: .milliseconds(milliseconds), Self.size, Self.look).lines
    return [lines[1], lines[4]].map { $0.split(separator: " ").filter { $0.contains(":") }.joined(separator: " ") }
      .joined(separator: " | ")
  }

  @Test func `counts down to the second that is said, and up by whole seconds`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .zero)
    #expect(times(&show, 0) == "0:10 | 0:00 4:10 4:10")
    #expect(times(&show, 999) == "0:10 | 0:00 4:10 4:10")
    #expect(times(&show, 1000) == "0:09 | 0:01 4:09 4:10")
    #expect(times(&show, 6999) == "0:04 | 0:06 4:04 4:10")
    #expect(times(&show, 7000) == "0:03 | 0:07 4:03 4:10")
    #expect(times(&show, 9999) == "0:01 | 0:09 4:01 4:10")
  }

  @Test func `advances between events, and stops when the session does`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .seconds(12))
    show.send(.pause, at: .milliseconds(12_400))
    #expect(times(&show, 12_400) == "0:18 | 0:12 3:58 4:10")
    #expect(times(&show, 99_000) == "0:18 | 0:12 3:58 4:10")
    show.run(to: .seconds(100))
    show.send(.resume, at: .milliseconds(100_300))
    #expect(times(&show, 100_300) == "0:18 | 0:12 3:58 4:10")
    #expect(times(&show, 100_900) == "0:17 | 0:13 3:57 4:10")
  }

  @Test func `follows moves and a phase made longer, shorter and as it was`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .seconds(12))
    show.send(.extend(by: .seconds(15)), at: .seconds(12))
    #expect(times(&show, 12_000) == "0:33 | 0:12 4:13 4:25")
    show.send(.undo, at: .seconds(13))
    #expect(times(&show, 13_000) == "0:17 | 0:13 3:57 4:10")
    show.send(.extend(by: .seconds(-60)), at: .seconds(14))
    show.run(to: .seconds(15))
    #expect(times(&show, 15_000) == "0:09 | 0:15 3:39 3:54")
    show.send(.skip, at: .seconds(16))
    #expect(times(&show, 16_000) == "0:20 | 0:16 3:30 3:46")
    show.send(.back, at: .seconds(17))
    show.send(.jump(to: .seconds(100)), at: .seconds(18))
    #expect(times(&show, 18_000) == "0:20 | 0:18 2:30 2:48")
    show.send(.pause, at: .seconds(20))
    show.send(.restartPhase, at: .seconds(30))
    #expect(times(&show, 30_000) == "0:20 | 0:20 2:30 2:50")
  }

  @Test func `is that of what is heard, not of events reported ahead`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata, lead: .milliseconds(500))
    show.run(to: .milliseconds(10_100))
    // The next phase has been reported and is not heard yet.
    #expect(times(&show, 10_100) == "0:01 | 0:09 4:01 4:10")
    #expect(times(&show, 10_499) == "0:01 | 0:09 4:01 4:10")
    #expect(times(&show, 10_500) == "0:20 | 0:10 4:00 4:10")
    #expect(show.view.frame(at: .milliseconds(10_500), Self.size, Self.look).lines[0].contains("Work"))
  }

  @Test func `shows the next phase at its instant, though the report of it comes later`() throws {
    var show = try ScreenHarness(ScreenWorkouts.tabata)
    show.run(to: .seconds(5))
    #expect(times(&show, 9_999).hasPrefix("0:01 | "))
    for instant in [10_000, 10_700] {
      #expect(times(&show, instant).hasPrefix("0:20 | "))
      #expect(show.view.frame(at: .milliseconds(instant), Self.size, Self.look).lines[0].contains("Work"))
    }
    // It hasn't begun if the session was made longer in time.
    show.send(.extend(by: .seconds(15)), at: .milliseconds(9_990))
    #expect(times(&show, 10_700).hasPrefix("0:15 | "))
  }

  @Test func `of an ended phase is never shown, whenever a frame is drawn`() throws {
    let nodes =
      [ScreenWorkouts.phase("A", .high, 3), ScreenWorkouts.phase("B", .low, 2)]
      + [ScreenWorkouts.open("C", .sit, cap: .seconds(2)), ScreenWorkouts.phase("D", .rest, 9)]
    var show = try ScreenHarness(Workout(name: "Ends", nodes: nodes))
    show.run(to: .milliseconds(100))
    let names = (0...70).map { step in
      let lines = show.view.frame(at: .milliseconds(100 * step), Self.size, Self.look).lines
      #expect(!lines[1].contains("0:00") || step / 10 == 5, "at \(step): \(lines[1])")
      return lines[0].first { $0.isUppercase }.map(String.init) ?? ""
    }
    #expect([29, 30, 49, 50, 69, 70].map { names[$0] } == ["A", "B", "B", "C", "C", "D"])
  }

  private static let actions: [Action] = [
    .pause, .resume, .skip, .back, .restartPhase, .extend(by: .milliseconds(3300)), .done, .undo,
    .jump(to: .seconds(31)),
    .setVolume(-3), .interruptionBegan, .interruptionEnded(shouldResume: true),
  ]

  /// Phases whose ends lie on no grid of any other.
  private static let crooked = Workout(
    name: "Crooked",
    nodes: [
      ScreenWorkouts.phase("A", .high, 7), .phase(Phase("B", .low, .after(.fixed(.milliseconds(4_321))))),
      ScreenWorkouts.open("C", .sit, cap: .seconds(9)),
      .phase(Phase("D", .rest, .after(.fixed(.nanoseconds(20_000_000_417))))),
    ])

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `adds up: what has passed and what is left are all there is, whatever the user does`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var show = try ScreenHarness(Self.crooked)
    let size = ScreenSize(columns: 90, rows: 12)
    var now = Duration.zero
    var sums = 0
    for step in 0..<80 {
      if random.below(3) == 0 { show.send(Self.actions[random.below(Self.actions.count)], at: now) }
      show.run(to: now)
      let rows = show.view.frame(at: now, size, Self.look).lines
      if let row = rows.first(where: { $0.contains(" left ") && $0.contains(" total") }) {
        let seconds = row.split(separator: " ").filter { $0.contains(":") }.map { time in
          time.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? -10_000) }
        }
        try #require(seconds.count == 3)
        #expect(seconds[0] + seconds[1] == seconds[2], "seed \(seed), step \(step): \(row)")
        sums += 1
      }
      now += .milliseconds(random.below(1_500))
    }
    #expect(sums > 10, "seed \(seed)")
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `changes exactly when it is said to`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var show = try ScreenHarness(Self.crooked, lead: .milliseconds(random.below(200)))
    let size = ScreenSize(columns: 1 + random.below(90), rows: 1 + random.below(30))
    let look = TerminalStyle(isColored: true, glyphs: Glyphs.allCases[random.below(3)])
    var now = Duration.zero
    for step in 0..<60 {
      if random.below(2) == 0 { show.send(Self.actions[random.below(Self.actions.count)], at: now) }
      if random.below(8) == 0 { show.view.show("message", at: now) }
      show.run(to: now)
      let frame = show.view.frame(at: now, size, look)
      let change = show.view.nextChange(after: now, size, look)
      let end = min(change ?? .seconds(3600), now + .seconds(30))
      // Copies are compared: no event is reported in between.
      for _ in 0..<5 {
        let between = now + .nanoseconds(random.below(end.wholeNanoseconds - now.wholeNanoseconds))
        var copy = show.view
        #expect(copy.frame(at: between, size, look) == frame, "seed \(seed), step \(step): \(now), \(between)")
      }
      #expect(change.map { $0 > now } ?? true)
      now = change.map { min($0, now + .milliseconds(random.below(3000))) } ?? now + .milliseconds(random.below(3000))
    }
  }

  @Test func `wakes its host at most four times a second, and never while paused`() throws {
    var show = try ScreenHarness(Self.crooked)
    let size = ScreenSize(columns: 500, rows: 60)
    let look = TerminalStyle(isColored: true, glyphs: .eighths)
    var wakes: [Duration] = []
    var now = Duration.zero
    while now < .seconds(11) {
      show.run(to: now)
      _ = show.view.frame(at: now, size, look)
      now = try #require(show.view.nextChange(after: now, size, look))
      wakes.append(now)
    }
    let pauses = zip(wakes, wakes.dropFirst()).map { $1 - $0 }
    #expect(pauses.filter { $0 < .milliseconds(250) }.count <= 2, "only where a phase begins off the grid: \(pauses)")
    show.send(.pause, at: now)
    show.run(to: now + .seconds(3))
    _ = show.view.frame(at: now + .seconds(3), size, look)
    #expect(show.view.nextChange(after: now + .seconds(3), size, look) == nil)
  }
}
