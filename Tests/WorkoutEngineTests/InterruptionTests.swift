import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `An interruption` {
  private func playing() throws -> Drill {
    var drill = try Drill(Sample.tabata)
    drill.run(to: 20)
    return drill
  }

  @Test func `pauses at once, without a fade`() throws {
    var drill = try playing()
    drill.send(.interruptionBegan, at: 20)
    #expect(drill.states.last == "20 paused")
    #expect(drill.engine.state.playback == .paused(.interruption))
    #expect(drill.score.effects.contains(Effect(due: .seconds(20), kind: .ambient(.pause(fade: .milliseconds(10))))))
  }

  @Test func `that should resume fades in again`() throws {
    var drill = try playing()
    drill.send(.interruptionBegan, at: 20)
    drill.send(.interruptionEnded(shouldResume: true), at: 50)
    drill.run(to: 60)
    #expect(drill.states.suffix(3) == ["20 paused", "50 fadingIn", "51.500 playing"])
    #expect(drill.engine.state.elapsed == .seconds(30))
  }

  @Test func `that shouldn't, or that never ends, leaves it paused until the user resumes`() throws {
    var drill = try playing()
    drill.send(.interruptionBegan, at: 20)
    drill.send(.interruptionEnded(shouldResume: false), at: 30)
    drill.run(to: 500)
    #expect(drill.engine.state.playback == .paused(.interruption))
    drill.send(.resume, at: 500)
    #expect(drill.engine.state.elapsed == .seconds(20))
    #expect(drill.states.last == "500 fadingIn")
  }

  @Test func `doesn't resume what the user has paused`() throws {
    var drill = try playing()
    drill.send(.pause, at: 20)
    drill.send(.interruptionBegan, at: 20.5)
    drill.send(.interruptionEnded(shouldResume: true), at: 30)
    #expect(drill.engine.state.playback == .paused(.user))
    #expect(drill.answers.last == "interruptionEnded: no interruption has paused it")
  }

  @Test func `is not what the loss of the device is: time goes on`() throws {
    var drill = try playing()
    drill.send(.audioLost, at: 20)
    drill.run(to: 30)
    #expect(drill.engine.state.elapsed == .seconds(30))
    #expect(drill.engine.state.playback == .playing)
    #expect(!drill.engine.state.isAudible)
    drill.send(.audioRestored, at: 30)
    #expect(drill.engine.state.isAudible)
  }
}

@Suite struct `Time asleep` {
  private func asleep(_ policy: SuspendPolicy, from: Double = 20, gap: Double) throws -> Drill {
    var drill = try Drill(Sample.tabata, policies: Policies(whenSuspended: policy))
    drill.run(to: from)
    drill.send(.suspended(gap: .milliseconds(Int(gap * 1000))), at: from + gap)
    return drill
  }

  @Test func `counts under the policy that goes on, and what was missed is collapsed into what is true`() throws {
    var drill = try asleep(.goOn, gap: 25)
    #expect(drill.engine.state.position == .seconds(45))
    drill.run(to: 46)
    #expect(
      drill.score.lines.suffix(11) == [
        "25 transition [woodblock] (skipped)", "27 countdown \"3\" (skipped)", "28 countdown \"2\" (skipped)",
        "29 countdown \"1\" (skipped)", "30 phaseStart [bell] \"Rest\" (collapsed)",
        "36 setCompletion \"Set 1 completing in\" (skipped)", "37 countdown \"3\" (skipped)",
        "38 countdown \"2\" (skipped)", "39 countdown \"1\" (skipped)", "40 phaseStart [gong] \"Work\" (late)",
        "40 setStart \"Last set\" (late)",
      ])
    #expect(drill.score.reports.suffix(3).allSatisfy { $0.cause == "suspend" })
  }

  @Test func `doesn't count under the policy that freezes`() throws {
    var drill = try asleep(.freeze, gap: 90)
    #expect(drill.engine.state.position == .seconds(20))
    drill.run(to: 200)
    #expect(drill.score.finished == .seconds(75))
    #expect(drill.score.reports.allSatisfy { $0.outcome == .onTime })
  }

  @Test func `up to two seconds counts, longer leaves the workout paused where it was`() throws {
    #expect(try asleep(.pauseIfOver(.seconds(2)), gap: 2).engine.state.position == .seconds(22))
    var drill = try asleep(.pauseIfOver(.seconds(2)), gap: 2.001)
    #expect(drill.engine.state.playback == .paused(.suspend))
    #expect(drill.engine.state.position == .seconds(20))
    drill.run(to: 100)
    drill.send(.resume, at: 100)
    drill.run(to: 200)
    #expect(drill.score.finished == .seconds(75))
  }
}
