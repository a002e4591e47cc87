import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A service's status` {
  @Test func `reports phase and remaining time at each phase, pause, resume and the end`() throws {
    var run = try Run(Sample.small)
    run.send(.pause, at: .seconds(5))
    run.run(to: .seconds(10))
    run.send(.resume, at: .seconds(10))
    run.run(to: .seconds(30))
    run.send(.stop, at: .seconds(31))
    run.run(to: .seconds(40))
    var status = ServiceStatus()
    #expect(
      run.events.compactMap { status.line(after: $0) } == [
        "Push (set 1 of 2), open end", "Paused (user): Push (set 1 of 2), open end", "Push (set 1 of 2), open end",
        "Breathe (set 1 of 2), open end", "Push (set 2 of 2), open end", "Breathe (set 2 of 2), open end",
        "Hang, open end", "stopped after 0:26",
      ])
  }

  @Test func `counts what remains, and lets nothing from a file break the line`() throws {
    let nodes = [Sample.phase("A\nB\u{1B}[m", .high, .seconds(90)), Sample.phase("C", .low, .seconds(3_600))]
    var run = try Run(Workout(name: "W", style: .silent, nodes: nodes))
    run.run(to: .seconds(3_690))
    var status = ServiceStatus()
    #expect(
      run.events.compactMap { status.line(after: $0) } == [
        "A\u{FFFD}B\u{FFFD}[m, 1:01:30 remaining", "C, 1:00:00 remaining", "completed after 1:01:30",
      ])
  }
}
