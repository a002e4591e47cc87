import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A plain line` {
  @Test func `reports each phase, cue, pause and refusal with its active time`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.run(to: .seconds(4))
    run.send(.done, at: .seconds(4))
    run.send(.pause, at: .seconds(5))
    run.run(to: .seconds(10))
    run.send(.resume, at: .seconds(10))
    run.run(to: .seconds(24))
    run.send(.stop, at: .seconds(31))
    run.run(to: .seconds(40))
    #expect(
      run.plainLines == [
        "   0:00  Push  0:06  set 1 of 2",
        "   0:01    [bell]",
        "   0:04  done: this phase ends by the clock: skip it instead",
        "   0:05  paused at 0:05",
        "   0:05  resumed",
        "   0:06  Breathe  0:03  set 1 of 2",
        "   0:07    [bell]",
        "   0:08    “Set 1 over”",
        "   0:09  Push  0:06  set 2 of 2",
        "   0:10    [bell]",
        "   0:15  Breathe  0:03  set 2 of 2",
        "   0:16    [bell]",
        "   0:17    “Set 2 over”",
        "   0:18  Hang  until done",
        "   0:19    [bell]",
        "   0:26  stopped after 0:26",
      ])
  }

  @Test func `reports a pause as it begins, not after its fade, and one that is taken back within it`() throws {
    var run = try ReportingHarness(PlanFixture.small)
    run.run(to: .seconds(4))
    run.send(.toggle, at: .seconds(4))
    #expect(run.plainLines.last == "   0:04  paused at 0:04")
    run.send(.toggle, at: .milliseconds(4_600))
    #expect(run.plainLines.suffix(2) == ["   0:04  paused at 0:04", "   0:04  resumed"])
    run.run(to: .seconds(5))
    run.send(.interruptionBegan, at: .seconds(5))
    run.run(to: .seconds(9))
    run.send(.pause, at: .seconds(9))
    #expect(run.plainLines.last?.hasSuffix("paused at 0:04: interrupted") == true)
    #expect(run.plainLines.count { $0.contains("paused") } == 2)
  }

  private func line(notes: String?, track: String?, target: Target? = nil) throws -> String? {
    let phase = Phase(
      "Hang", .sit, .open(), track: track, notes: notes.map { PerSet($0) }, target: target.map { PerSet($0) })
    let node = Node.phase(phase)
    var run = try ReportingHarness(Workout(name: "A", style: .silent, nodes: [node]))
    run.run(to: .seconds(1))
    return run.plainLines.first
  }

  @Test func `has the remark on a phase and its track, and nothing in them steers the terminal`() throws {
    let plain = "   0:00  Hang  until done"
    #expect(try line(notes: nil, track: nil) == plain)
    #expect(try line(notes: "Slow\u{1B}[31m.", track: nil) == plain + "  (Slow\u{FFFD}[31m.)")
    #expect(try line(notes: nil, track: "arriving.flac") == plain + "  (plays arriving.flac)")
    #expect(try line(notes: "Slow.", track: nil, target: Target("95%")) == plain + "  (95%; Slow.)")
    #expect(try line(notes: "Slow.", track: "a\u{1B}.ogg") == plain + "  (Slow.; plays a\u{FFFD}.ogg)")
  }

  @Test func `says what wasn't heard and why, and is silent about what the user left`() throws {
    var run = try ReportingHarness(PlanFixture.small, failing: ["Set 2 over": "no voice"])
    run.run(to: .milliseconds(900))
    run.send(.tick, at: .milliseconds(5900))
    run.run(to: .seconds(18))
    run.send(.abort, at: .seconds(18))
    run.run(to: .seconds(20))
    let cues = run.plainLines.filter { $0.contains("(") }.map { $0.dropFirst("   0:00    ".count) }
    #expect(cues == ["[bell]  (left out: the machine was busy)", "“Set 2 over”  (not spoken: no voice)"])
    #expect(
      run.events.contains { if case .cueSettled(let cue) = $0.kind { cue.outcome == .cancelled } else { false } })
  }

  @Test func `lets nothing from a file steer the terminal`() throws {
    var workout = Workout(
      name: "A", style: .silent, nodes: [PlanFixture.phase(PlanFixture.hostileName, .high, .seconds(9))])
    workout.cues = [
      PlanFixture.sound(PlanFixture.hostileName, at: .seconds(1)),
      CueRule(on: .phase, at: .start(offset: .seconds(3)), say: CueText(pieces: [.placeholder(.phase)])),
    ]
    let safe = "\"A\" & <b>\u{FFFD}[31m\u{FFFD}'x' ]]>"
    var run = try ReportingHarness(workout)
    run.run(to: .seconds(9))
    #expect(
      run.plainLines == [
        "   0:00  \(safe)  0:09", "   0:01    [\(safe)]", "   0:03    “\(safe)”", "   0:09  completed after 0:09",
      ])
    var failing = try ReportingHarness(workout, failing: [PlanFixture.hostileName: "\u{1B}c"])
    failing.run(to: .seconds(9))
    #expect(failing.plainLines.contains("   0:03    “\(safe)”  (not spoken: \u{FFFD}c)"))
  }

  @Test func `colours the name by intensity, and only when asked`() throws {
    let event = try #require(
      try ReportingHarness(PlanFixture.small).events.first { if case .phaseStarted = $0.kind { true } else { false } })
    #expect(PlainLog.line(event, colored: true) == "   0:00  \u{1B}[31mPush\u{1B}[0m  0:06  set 1 of 2")
    #expect(PlainLog.line(event, colored: false)?.contains("\u{1B}") == false)
  }

  @Test func `gives every intensity a colour of its own kind and takes it back`() {
    let texts = Intensity.allCases.map { ANSIColor.colored("x", $0, if: true) }
    #expect(texts.allSatisfy { $0.contains(/^\u{1B}\[[39][1-6]mx\u{1B}\[0m$/) } && Set(texts).count == texts.count)
  }
}
