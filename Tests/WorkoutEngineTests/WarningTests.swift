import Testing
import WorkoutEngine
import WorkoutModel

/// The bugs of other timers, each with what this one does instead.
@Suite struct `A warning` {
  /// Wakes the engine only at multiples of `period` seconds.
  private func wokenEvery(_ period: Double, until end: Double) throws -> Drill {
    var drill = try Drill(Sample.tabata)
    drill.send(.lifecycle(.background), at: 0)
    for wake in stride(from: period, through: end, by: period) { drill.send(.tick, at: wake) }
    return drill
  }

  @Test(arguments: [0.5, 4, 60])
  func `is said at most once and only while it is true, however seldom the host wakes`(period: Double) throws {
    let drill = try wokenEvery(period, until: 180)
    let played = drill.score.reports.filter { $0.outcome == .onTime || $0.outcome == .late }
    #expect(Set(played.map(\.cue)).count == played.count)
    #expect(drill.score.reports.count == 27)
    for cue in played where cue.kind == .setCompletion { #expect(cue.set == cue.plannedSet) }
    #expect(played.count { $0.kind == .completion } == 1)
    let notes = drill.score.effects.filter { if case .notify = $0.kind { true } else { false } }
    #expect(notes.count == 1)
  }

  @Test func `never comes in a burst after a stall: off-by-many tick counters said everything at once`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 24)
    let before = drill.score.effects.count
    drill.send(.tick, at: 40.2)
    let sounds = drill.score.effects.dropFirst(before).filter(\.isSound)
    // The last set's beginning and its first phase's are one instant, and count as one.
    #expect(Set(sounds.map { $0.due - sounds[0].due }).count <= 3)
    #expect(drill.score.reports.suffix(2).map(\.outcome) == [.late, .late])
    #expect(drill.score.reports.filter { $0.outcome == .late }.count == 2)
  }

  @Test func `lies on its second: a phase of N seconds lasts N, not N and one`() throws {
    #expect(try Score(Sample.tabata).phases.map { Score.seconds($0.start) } == ["0", "10", "30", "40", "60"])
  }

  @Test func `speaks of the set that is, not of the one it was planned in`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 12)
    drill.send(.skip, at: 12)
    drill.send(.skip, at: 13)
    drill.run(to: 40)
    let said = drill.score.reports.filter { $0.kind == .setCompletion && $0.outcome == .onTime }
    #expect(said.map(\.say) == ["Set 2 completing in"])
  }

  @Test func `isn't said again because the application came to the front again`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 36)
    for step in 0..<10 {
      drill.send(.lifecycle(step.isMultiple(of: 2) ? .background : .active), at: 36)
      drill.send(.lifecycle(.active), at: 36.2 + Double(step) / 100)
    }
    drill.run(to: 100)
    let completions = drill.score.reports.filter { $0.kind == .setCompletion && $0.plannedSet == 1 }
    #expect(completions.count { $0.outcome == .onTime } == 1)
    #expect(completions.dropFirst().allSatisfy { $0.outcome == .duplicate })
  }

  @Test func `on the same second as another is not lost: the two share a map's key nowhere`() throws {
    let rules = [
      CueRule(on: .phase, at: .end(offset: .seconds(-9)), sound: CueSound("bell")),
      CueRule(on: .phase, at: .half(offset: .zero), sound: CueSound("bowl")),
    ]
    #expect(
      try Score(Sample.silent(rules, Sample.phase("A", .high, 18))).lines == ["9 custom [bell]", "9 custom [bowl]"])
  }

  @Test func `of completion sounds exactly once, also when the stop comes in the same instant`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 74.9)
    drill.send(.stop, at: 75)
    drill.run(to: 90)
    #expect(drill.score.reports.count { $0.kind == .completion } == 1)
    #expect(drill.engine.state.playback == .completed)
    #expect(drill.answers.last == "stop: the workout is over")
  }

  @Test func `of completion that a stall held up sounds late, and before the end is told`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 74.5)
    drill.send(.tick, at: 90)
    #expect(drill.score.lines.last == "75 completion [gong] \"Tabata complete\" (late)")
    guard case .finished = drill.events.last?.kind else {
      Issue.record("the end is not the last that is told")
      return
    }
  }

  @Test func `that can't be spoken is a sound and one failure, and the clock doesn't notice`() throws {
    var drill = try Drill(Sample.tabata)
    drill.send(.speechFailed(text: "2", reason: "the synthesiser crashed on this text"), at: 1)
    drill.run(to: 100)
    let failed = drill.score.reports.filter { $0.outcome == .failed }
    #expect(failed.count == 5 && failed.allSatisfy { $0.say == "2" })
    #expect(drill.score.finished == .seconds(75))
  }

  @Test func `in the last set is said even if its key was used up before, but not twice in ten seconds`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 56.5)
    drill.send(.lifecycle(.active), at: 56.5)
    drill.run(to: 60)
    #expect(drill.score.reports.count { $0.kind == .setCompletion && $0.plannedSet == 2 && $0.outcome == .onTime } == 1)
  }
}

@Suite struct `Toggling` {
  @Test func `twenty times in two seconds ends in the right state with one fade at most`() throws {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 20)
    for step in 0..<20 { drill.send(.toggle, at: 20 + Double(step) / 10) }
    // Accepted at 20, 20.5, 21 and 21.5: paused, resumed, paused, resumed.
    #expect(drill.answers.count { $0 == "toggle: accepted" } == 4)
    drill.run(to: 30)
    #expect(drill.engine.state.playback == .playing)
    #expect(
      drill.states.suffix(6) == [
        "20 fadingOut", "20.500 fadingIn", "21 playing", "21 fadingOut", "21.500 fadingIn", "22 playing",
      ])
  }

  @Test func `through the gate waits for the fade, but a stop never does`() throws {
    var drill = try Drill(Sample.tabata, policies: Policies(input: .gate))
    drill.run(to: 20)
    drill.send(.toggle, at: 20)
    #expect(!drill.engine.state.canAcceptUserInput(.gate))
    drill.send(.resume, at: 20.7)
    drill.send(.stop, at: 20.8)
    #expect(drill.answers == ["toggle: accepted", "resume: a fade is on its way", "stop: accepted"])
  }

  @Test func `for an hour, twenty times a second, leaves nothing behind`() throws {
    let day = Workout(name: "Day", nodes: [.group(SetGroup(.sets(4000), nodes: [Sample.phase("Work", .high, 20)]))])
    var engine = Engine(try Timeline(day))
    _ = engine.send(.start, at: .zero)
    _ = engine.send(.prepared, at: .zero)
    for step in 1...72_000 { _ = engine.send(.toggle, at: .milliseconds(step * 50)) }
    #expect(!engine.state.playback.isOver)
    #expect(engine.state.elapsed > .seconds(1500))
    #expect(engine.state.ledger.entries.count <= WarningLedger.capacity)
    #expect(engine.state.history.undoable == 0)
  }
}

@Suite struct `The volume` {
  @Test func `changes while playing, while paused and within a fade, and never the time`() throws {
    var drill = try Drill(Sample.tabata)
    drill.send(.setVolume(-3), at: 0.5)
    drill.send(.pause, at: 20)
    drill.send(.setVolume(-9), at: 20.5)
    drill.send(.setVolume(-12), at: 30)
    drill.send(.setVolume(99), at: 30)
    drill.send(.resume, at: 40)
    drill.run(to: 200)
    #expect(drill.engine.state.volume == -12)
    #expect(drill.score.finished == .seconds(75))
    #expect(drill.answers.contains("setVolume: the volume must be -60 to 12 dB"))
  }
}
