import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The words for people` {
  private static let actions: [Action] = [
    .start, .pause, .resume, .toggle, .skip, .back, .restartPhase, .jump(to: .zero), .jumpToSet(1), .seek(by: .zero),
    .extend(by: .zero), .done, .stop, .undo, .redo, .abort, .setVolume(0), .say(nil), .tick, .prepared,
    .preparationFailed(reason: ""), .lifecycle(.active), .lifecycle(.background), .interruptionBegan,
    .interruptionEnded(shouldResume: true), .audioLost, .audioRestored, .suspended(gap: .zero),
    .speechFailed(Phrase(""), reason: ""),
  ]

  private static let states = [
    "idle", "preparingToPlay", "preparingToPause", "fadingIn", "playing", "fadingOut", "paused", "completed", "stopped",
    "failed",
  ]

  @Test func `are no identifiers`() {
    var all = CueKind.allCases.map(\.label) + Outcome.allCases.map(\.label) + Intensity.allCases.map(\.label)
    all +=
      Self.actions.map(\.label) + Self.states.map { Words.playback($0, isPausing: false) }
      + ActionOrigin.Source.allCases.map(\.label)
    let reasons: [PauseReason] = [.interruption, .suspend, .restored]
    all += reasons.compactMap(\.label)
    for words in all { #expect(!words.isEmpty && !words.contains(where: \.isUppercase), "\(words)") }
    let names = ["custom", "transition", "skipped", "collapsed", "lifecycle", "prepared", "interval", "warmup"]
    #expect(Set(all).isDisjoint(with: names))
  }

  @Test func `are the same for a thing and for its name in the history`() {
    for kind in CueKind.allCases { #expect(Words.cue(kind.rawValue) == kind.label) }
    for outcome in Outcome.allCases { #expect(Words.outcome(outcome.rawValue) == outcome.label) }
    for source in ActionOrigin.Source.allCases { #expect(Words.source(source.rawValue) == source.label) }
    #expect(Words.pause("user") == nil && Words.pause("suspend") == PauseReason.suspend.label)
    // A later version may have written a name that this one doesn't know.
    #expect(Words.cue("newKind") == "new kind" && Words.action("newAction") == "new action")
  }

  @Test func `tell a fade to a pause from one to the end`() {
    #expect(Words.playback("fadingOut", isPausing: false) == "ending")
    #expect(Words.playback("fadingOut", isPausing: true) == "pausing")
  }
}

@Suite struct `The message after a stop` {
  private static let sets = SetGroup(
    .sets(2), nodes: [PlanFixture.phase("Work", .high, .seconds(20)), PlanFixture.phase("Rest", .low, .seconds(10))])
  private static let timed = [PlanFixture.phase("Get ready", .prepare, .seconds(5)), Node.group(sets)]

  private func message(_ nodes: [Node], at instant: Duration, _ command: String? = "cuebell resume") throws -> String {
    let workout = Workout(name: "W", style: .silent, nodes: nodes)
    var run = try ReportingHarness(workout)
    run.run(to: instant)
    let phases = run.events.compactMap { if case .phaseStarted(let phase) = $0.kind { phase } else { nil } }
    return StopMessage.text(in: try #require(phases.last), of: try Timeline(workout), command: command)
  }

  @Test(arguments: [
    (0, "Get ready, the first of 5 phases"), (6, "Work, phase 2 of 5"), (56, "Rest, the last of 5 phases"),
  ])
  func `names the phase, its place in the plan, and the command that continues`(second: Int, place: String) throws {
    #expect(try message(Self.timed, at: .seconds(second)) == "Stopped in \(place). Continue: cuebell resume")
  }

  @Test func `names the set where the user decides how many phases there are`() throws {
    let open = Node.phase(Phase("Squats", .high, .open()))
    let group = Node.group(SetGroup(.sets(3), name: "Round", nodes: [open]))
    #expect(try message([group], at: .seconds(1)) == "Stopped in Squats, Round 1 of 3. Continue: cuebell resume")
    #expect(try message([open], at: .seconds(1), nil) == "Stopped in Squats.")
  }

  @Test func `has nothing that steers the terminal`() throws {
    let message = try message([PlanFixture.phase("A\u{1B}[m", .high, .seconds(9))], at: .seconds(1), nil)
    #expect(message == "Stopped in A\u{FFFD}[m.")
  }
}
