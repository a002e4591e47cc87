import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Simulated sound and speech` {
  private func run(_ scenario: Scenario) -> Trace { ShippedWorkouts.tabata.run(scenario) }

  @Test func `lose and regain the device without moving the workout`() {
    let trace = run(.of((50, .deviceLost), (60, .deviceBack)))
    #expect(trace.times(of: "audioLost") == [.s(50)] && trace.times(of: "audioRestored") == [.s(60)])
    #expect(trace.finished == .s(300) && trace.cues.allSatisfy { $0.outcome == .onTime })
  }

  @Test func `lose the next phrase in a crash, and no other`() {
    let trace = run(.of((50, .speechCrash)))
    let failed = trace.cues.filter { $0.outcome == .failed }
    #expect(failed.count == 1 && failed.first?.cause == .unspoken("the speech worker crashed"))
    #expect(failed.first.map { $0.due > .s(50) } == true)
  }

  @Test func `lose the phrases of a hang, and speak again after it`() {
    let trace = run(.of((90, .speechHang(length: .s(40)))))
    let failed = trace.cues.filter { $0.outcome == .failed }.map(\.due)
    #expect(!failed.isEmpty && failed.allSatisfy { $0 > .s(90) && $0 < .s(132.2) }, "\(failed)")
    let spoken = trace.cues.filter { $0.due > .s(132.2) && $0.say != nil }
    #expect(spoken.allSatisfy { $0.outcome == .onTime })
  }

  @Test(arguments: [(10.0, 0), (60, 0), (80, 1)])
  func `take their time, as long as they have it`(factor: Double, least: Int) {
    let trace = run(.of((20, .speechSlow(factor: factor))))
    #expect((trace.outcomes(.countdown).contains(.failed) ? 1 : 0) == least)
  }
}

@Suite struct `A simulated crash` {
  @Test func `costs at most a second, and the session continues`() {
    let trace = ShippedWorkouts.tabata.run(.of((50.7, .kill(length: .s(5)))))
    let back = trace.steps.first { if case .restored = $0.input { true } else { false } }
    #expect(back?.now == .s(55.7) && back?.progress.elapsed == .s(50))
    #expect(trace.finished == .s(305.7) && trace.elapsed == .s(300))
  }

  @Test func `right after a transition costs nothing of it`() {
    let trace = ShippedWorkouts.tabata.run(.of((10, .kill(length: .s(1)))))
    #expect(trace.outcomes(.phaseStart, set: 1).count == 2)
    #expect(trace.finished == .s(301))
  }

  @Test func `right after a cue in the midst of a phase doesn't have it said again`() {
    let trace = ShippedWorkouts.tabata.run(.of((20, .pause), (20.5, .resume), (27.6, .kill(length: .s(1)))))
    let started = trace.cues.filter { $0.at != nil }.map(\.cue)
    #expect(trace.cues.contains { $0.kind == .countdown && $0.due == .s(27.5) } && Set(started).count == started.count)
  }

  @Test func `while the host is held up takes with it what had been waiting`() {
    let trace = ShippedWorkouts.tabata.run(.of((50, .stall(length: .s(10))), (52, .skip), (55, .kill(length: .s(20)))))
    #expect(trace.times(of: "skip").isEmpty)
    #expect(trace.finished == .s(325))
  }
}
