import Testing
import WorkoutModel

@Suite struct `A reported metronome` {
  private static let workout = Workout(
    name: "Beats", style: .silent,
    nodes: [
      .phase(
        Phase(
          "Run", .high, .after(.fixed(.seconds(2))), metronome: Metronome(.perMinute(180), accent: 4))),
      .phase(
        Phase(
          "Walk", .low, .after(.fixed(.seconds(3))),
          metronome: Metronome(.every(.milliseconds(1500)), sound: "clap\u{7}", gain: -2.5))),
      PlanFixture.phase("Rest", .rest, .seconds(1)),
    ])

  private static func run() throws -> ReportingHarness {
    var run = try ReportingHarness(workout)
    run.run(to: .seconds(10))
    return run
  }

  @Test func `is one event for a phase, after that of the phase`() throws {
    let lines = try Self.run().lines
    let place = try #require(lines.firstIndex { $0.contains(#""event": "metronome""#) })
    #expect(lines[place - 1].contains(#""event": "phase""#))
    #expect(
      lines[place].hasSuffix(
        #""event": "metronome", "sound": "tick", "bpm": 180, "every": null, "accent": 4, "gain": 0, "#
          + #""path": "phases[0]", "start": 0, "frame": 0, "elapsed": 0, "position": 0, "remaining": 6000000000}"#))
    let others = lines.filter { $0.contains(#""event": "metronome""#) }.dropFirst()
    #expect(others.count == 1)
    #expect(
      others.first?.contains(
        #""sound": "clap\u0007", "bpm": null, "every": 1500000000, "accent": null, "gain": -2.5, "#
          + #""path": "phases[1]", "start": 2000000000, "frame": 2000, "#) == true)
  }

  @Test func `is reported with its phase, for people and for programs`() throws {
    let table = try PlanFixture.table(Self.workout, width: 10)
    #expect(table.contains("   0:00.000  █ Run  0:02.000  metronome 180 bpm, accent 4\n"))
    #expect(table.contains("   0:02.000  ▄ Walk  0:03.000  metronome every 1.5s [clap\u{FFFD}]\n"))
    #expect(table.contains("   0:05.000  ▁ Rest  0:01.000\n"))
    #expect(try Self.run().plainLines.contains("   0:00  Run  0:02  metronome 180 bpm, accent 4"))
    let json = PlanFixture.json(try PlanFixture.plan(Self.workout))
    #expect(
      json.contains(
        #""end": 2000000000, "metronome": {"sound": "tick", "bpm": 180, "every": null, "accent": 4, "gain": 0}}"#))
    #expect(json.contains(#""start": 5000000000, "end": 6000000000}"#))
  }
}
