import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A report of the coach` {
  /// A session in which the heart rate is too high from the start on, until it is back after 30 s.
  private static func run() throws -> ReportingHarness {
    let phase = Phase(
      "Climb", .high, .after(.fixed(.seconds(60))), target: PerSet(Target("145-155bpm 90rpm")), coach: .standard)
    var run = try ReportingHarness(Workout(name: "A", style: .silent, nodes: [.phase(phase)]))
    for (second, value) in stride(from: 0, through: 30, by: 5).map({ ($0, $0 < 30 ? 158 : 150) }) {
      run.run(to: .seconds(second))
      run.send(.measure(.heartRate, value, from: nil), at: .seconds(second))
    }
    return run
  }

  @Test func `is an event with the value and the target`() throws {
    let lines = try Self.run().lines.filter { $0.contains(#""event": "coach""#) }
    try #require(lines.count == 3)
    #expect(
      lines[0].hasSuffix(
        #""event": "coach", "call": "slower", "signal": "heartRate", "value": 158, "low": 145, "high": 155, "#
          + #""cue": "r1.n1.s.#1", "phase": "Climb", "set": null, "at": 20000000000, "outcome": "onTime", "#
          + #""cause": null, "sound": null, "say": "Slower", "elapsed": 20000000000, "position": 20000000000}"#))
    #expect(lines[1].contains(#""call": "unknown", "signal": "cadence", "value": null, "low": 87, "high": 93"#))
    #expect(lines[2].contains(#""call": "inside", "signal": "heartRate", "value": 150"#))
    #expect(lines[2].contains(#""at": 30000000000, "outcome": "onTime", "cause": null, "sound": "tick", "say": null"#))
    #expect(SessionEvent.names.contains("coach"))
  }

  @Test func `is a line with the same, and the last cue that is shown`() throws {
    let run = try Self.run()
    #expect(
      run.plainLines.dropFirst() == [
        "   0:20    “Slower”  (heart rate 158 bpm, target 145–155)",
        "   0:21    “No cadence”  (cadence unknown, target 87–93)",
        "   0:30    [tick]  (heart rate 150 bpm, target 145–155)",
      ])
    var session = ObservedSession(run.engine.timeline)
    for event in run.events.prefix(while: { $0.at < .seconds(30) }) { session.observe(SessionEvent(event)) }
    #expect(session.lastCue?.say == "No cadence" && session.lastCue?.kind == .coach)
  }
}
