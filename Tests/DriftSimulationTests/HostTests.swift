import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

/// What each fault does to the host, on a tabata: 10 s to get ready, sets of 20 s and 10 s.
@Suite struct `A simulated host` {
  private func run(_ scenario: Scenario) -> Trace { ShippedWorkouts.tabata.run(scenario) }

  @Test func `without faults is woken for each deadline, and every cue is on time`() {
    let trace = run(.of())
    #expect(trace.cues.allSatisfy { $0.outcome == .onTime && $0.at == $0.due })
    #expect(trace.finished == .s(300) && trace.playback.name == "completed")
  }

  @Test func `acts for the user at once, and so shifts what follows by the pause`() {
    let trace = run(.of((12, .pause), (15.5, .resume)))
    #expect(trace.times(of: "pause") == [.s(12)] && trace.times(of: "resume") == [.s(15.5)])
    #expect(trace.finished == .s(303.5) && trace.elapsed == .s(300))
  }

  @Test(arguments: [
    (20.0, Fault.jump(to: .s(100)), 220.0), (100, .jump(to: .s(20)), 380), (20, .jump(toSet: 3), 250),
    (100, .jump(toSet: 2), 360), (15, .seek(by: .s(5)), 295), (15, .seek(by: .s(-3)), 303),
    (15, .seek(by: .s(90)), 285),
    (20, .jump(to: .s(300)), 300), (20, .jump(toSet: 9), 300), (52, .abort, 52.25), (52, .mute, 300),
  ])
  func `jumps for the user, and ends at once when it must`(at: Double, fault: Fault, end: Double) {
    let trace = run(.of((at, fault)))
    #expect(trace.finished == .s(end))
    #expect(trace.finalState?.volume == (fault.kind == .mute ? -60 : 0))
  }

  @Test func `that is suspended is woken by nothing, then reports the suspend and delivers what waited`() {
    let trace = run(.of((95, .suspend(length: .s(90))), (100, .pause), (120, .background)))
    let there = trace.steps.firstIndex { $0.now == .s(185) }
    #expect(
      there.map { trace.steps[$0...].prefix(3).map { $0.action?.name } } == ["suspended", "pause", "lifecycle"])
    #expect(!trace.steps.contains { $0.now > .s(95) && $0.now < .s(185) })
    #expect(trace.steps[there ?? 0].action == .suspended(gap: .s(90)))
  }

  @Test(arguments: [
    (SuspendPolicy.continue, 300.0, 300.0), (.freeze, 390, 300), (.pauseIfOver(.seconds(2)), 403, 300),
    (.pauseIfOver(.seconds(100)), 300, 300),
  ])
  func `sleeps by the policy`(policy: SuspendPolicy, end: Double, elapsed: Double) {
    let trace = run(.of(policy: policy, (95, .suspend(length: .s(90))), (198, .resume)))
    #expect(trace.finished == .s(end) && trace.elapsed == .s(elapsed))
  }

  @Test func `that stalls wakes the session once when it is back, with all clocks advanced`() {
    let trace = run(.of((95, .stall(length: .s(30)))))
    let back = trace.steps.first { $0.now == .s(125) }
    #expect(back?.isTick == true)
    #expect(trace.clocks(at: .s(125)).monotonic == Scenario.standardStart.monotonic + .s(125))
    #expect(trace.outcomes(.setCompletion, set: 3) == [.skipped])
  }

  @Test func `that coalesces is woken at multiples only, and at the end of that`() {
    let trace = run(.of((12, .coalesce(to: .s(4), until: .s(66.5)))))
    let wakes = trace.steps.filter { $0.isTick && $0.now > .s(12) && $0.now < .s(66.5) }.map(\.now)
    #expect(!wakes.isEmpty && wakes.allSatisfy { $0.components.seconds % 4 == 0 && $0.components.attoseconds == 0 })
    #expect(trace.steps.contains { $0.now == .s(66.5) })
  }

  @Test(arguments: [250, 333, 500, 700, 1000])
  func `that takes effects ahead says everything on time, however seldom it is woken`(period: Int) {
    for offset in stride(from: 0, to: 500, by: 83) {
      let simulation = Simulation(Oracle(Self.offset(by: offset)))
      let trace = simulation.run(.of(waking: .every(.milliseconds(period)), ahead: .milliseconds(period)))
      #expect(trace.cues.allSatisfy { $0.outcome == .onTime && $0.at == $0.due }, "offset \(offset) ms")
      #expect(simulation.judge(.of(waking: .every(.milliseconds(period)), ahead: .milliseconds(period))).passed)
    }
  }

  @Test func `that takes effects ahead acts for the user where the session is, and is late if it is woken later`() {
    let trace = run(
      .of(waking: .every(.s(0.5)), ahead: .s(0.5), (12.2, .pause), (20, .resume), (95, .stall(length: .s(30)))))
    #expect(trace.times(of: "pause") == [.s(12.5)], "what is heard until 12.5 s had been handed over")
    #expect(trace.outcomes(.setCompletion).contains(.skipped) && trace.playback.name == "completed")
  }

  @Test(arguments: [250, 333, 500, 700, 1000])
  func `that plays when it is woken says the end of each set once, at every offset of its wake-ups`(period: Int) {
    for offset in 0..<500 {
      let simulation = Simulation(Oracle(Self.offset(by: offset)))
      let scenario = Scenario.of(waking: .every(.milliseconds(period)))
      let ends = simulation.run(scenario).cues.filter { $0.kind == .setCompletion }
      #expect(ends.map(\.plannedSet) == [1, 2, 3], "offset \(offset) ms")
      #expect(
        ends.allSatisfy { cue in cue.at.map { $0 - cue.due <= .milliseconds(period) } ?? false },
        "offset \(offset) ms: \(ends.map(\.outcome))")
      if offset % 50 == 0 { #expect(simulation.judge(scenario).passed, "offset \(offset) ms") }
    }
  }

  @Test(arguments: [250, 333, 500])
  func `that is woken at least twice a second says a number after each announcement of an end`(period: Int) {
    for offset in stride(from: 0, to: 500, by: 10) {
      let simulation = Simulation(Oracle(Self.offset(by: offset)))
      let cues = simulation.run(.of(waking: .every(.milliseconds(period)))).cues.filter { $0.at != nil }
      let ends = cues.filter { [.setCompletion, .countdown].contains($0.kind) }
      let following = zip(ends, ends.dropFirst()).filter { $0.0.kind == .setCompletion }.map(\.1)
      #expect(following.map(\.plannedSet) == [1, 2, 3], "offset \(offset) ms")
      #expect(following.allSatisfy { $0.kind == .countdown }, "offset \(offset) ms")
    }
  }

  /// Three sets whose moments lie this many milliseconds behind whole seconds.
  private static func offset(by milliseconds: Int) -> Timeline {
    func phase(_ name: String, _ intensity: Intensity, _ length: Duration) -> Node {
      .phase(Phase(PerSet(name), intensity, .after(.fixed(length))))
    }
    let sets = SetGroup(.sets(3), nodes: [phase("Work", .high, .s(20)), phase("Rest", .low, .s(10))])
    let workout = Workout(
      name: "Offset",
      nodes: [phase("Get ready", .prepare, .s(10) + .milliseconds(milliseconds)), .group(sets)])
    guard let timeline = try? Timeline(workout) else { preconditionFailure("three sets are a workout") }
    return timeline
  }

  @Test func `is late by a distribution, the same for the same seed`() {
    let jitter = Fault.jitter(.uniform(scale: .s(0.2)), until: nil)
    let lates = run(.of(seed: 7, (0, jitter))).cues.compactMap { cue in cue.at.map { $0 - cue.due } }
    #expect(lates.allSatisfy { $0 >= .zero && $0 <= .s(0.2) } && Set(lates).count > 20)
    #expect(run(.of(seed: 7, (0, jitter))) == run(.of(seed: 7, (0, jitter))))
    #expect(!run(.of(seed: 7, (0, jitter))).hasSameEvents(as: run(.of(seed: 8, (0, jitter)))))
  }

  @Test func `is now and then very late by the law of Pareto, but never beyond the cap`() {
    let jitter = Jitter.pareto(scale: .s(0.003), alpha: 1.25, cap: .s(0.9))
    let lates = (1...20).flatMap { seed in
      run(.of(jitter: jitter, seed: UInt64(seed))).steps.filter { $0.isTick && $0.wakes == 1 }
        .map { $0.now - $0.progress.elapsed }
    }
    #expect(lates.count > 500)
    let cues = (1...20).flatMap { run(.of(jitter: jitter, seed: UInt64($0))).cues }
    let waits = cues.compactMap { cue in cue.at.map { $0 - cue.due } }.sorted()
    // More than x with the chance (scale / x)^alpha: the median is scale · 2^(1/alpha), 5.2 ms.
    #expect(waits[waits.count / 2] > .s(0.004) && waits[waits.count / 2] < .s(0.007))
    #expect((waits.last ?? .zero) <= .s(0.9) && (waits.last ?? .zero) > .s(0.1))
  }

  @Test func `loses wake-ups and tries again, or gets them twice`() {
    let lost = run(.of((0, .drop(chance: 1, until: .s(50)))))
    #expect(!lost.steps.contains { $0.isTick && $0.now < .s(50) && $0.now > .zero })
    #expect(lost.playback.name == "completed")
    let twice = run(.of((0, .duplicate(chance: 1, until: nil))))
    #expect(twice.hasSameEvents(as: run(.of())))
    #expect(twice.steps.reduce(0) { $0 + $1.wakes } > run(.of()).steps.count + 50)
  }

  @Test func `woken early waits on, and is there again in time`() {
    let trace = run(.of((0, .early(by: .s(0.1), until: nil))))
    #expect(trace.steps.contains { $0.now == .s(9.9) } && trace.steps.contains { $0.now == .s(10) })
    #expect(trace.cues.allSatisfy { $0.outcome == .onTime })
  }

  @Test func `shows another wall time after a step, and nothing else`() {
    let trace = run(.of((50, .wallStep(by: .s(-300)))))
    #expect(trace.hasSameEvents(as: run(.of())))
    #expect(trace.clocks(at: .s(60)).wall == Scenario.standardStart.wall + .s(60 - 300))
    #expect(trace.clocks(at: .s(40)).wall == Scenario.standardStart.wall + .s(40))
  }

  @Test func `with fast clocks keeps its own time: the workout ends early by a watch, not by its clocks`() {
    let trace = run(.of((0, .skew(partsPerMillion: 500, until: nil))))
    #expect(trace.finished == .s(300))
    let end = trace.steps.first { $0.now == .s(300) }
    #expect((end?.at ?? .zero) < .s(299.851) && (end?.at ?? .zero) > .s(299.849))
  }

  @Test func `paced by a slow sound card is late by what that loses in a second`() {
    let trace = run(.of((0, .audioSkew(partsPerMillion: -300, until: nil))))
    #expect(trace.cues.dropFirst(2).allSatisfy { cue in cue.at.map { $0 - cue.due } == .microseconds(300) })
  }

  @Test func `that is woken every so often is late by less than that`() {
    let trace = run(.of(waking: .every(.s(0.3))))
    let lates = trace.cues.compactMap { cue in cue.at.map { $0 - cue.due } }
    #expect(lates.allSatisfy { $0 < .s(0.3) } && lates.contains { $0 > .zero })
    #expect(trace.steps.reduce(0) { $0 + $1.wakes } >= 1000)
  }

  @Test func `does what is tied to a cue when that is due, wherever a pause has moved it`() {
    var scenario = Scenario.of((20, .pause), (27, .resume))
    scenario.script.append(
      ScriptLine(at: .cue(CueName(.setCompletion, set: 3), offset: .s(-0.05)), .background))
    let due = ShippedWorkouts.tabata.oracle.first(CueName(.setCompletion, set: 3))?.due
    #expect(run(scenario).times(of: "lifecycle") == [(due ?? .zero) + .s(7) - .s(0.05)])
  }

  @Test func `that would never be woken again ends its run`() {
    let trace = run(.of((20, .pause)))
    #expect(trace.playback.name == "paused" && !trace.isCut && trace.elapsed == .s(20))
  }
}
