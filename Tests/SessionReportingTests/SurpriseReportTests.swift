import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

/// A surprise phase of 3 to 9 s between two timed ones.
@Suite struct `What is shown of a surprise phase` {
  private static func workout(_ isSurprise: Bool = true) -> Workout {
    let wait = Phase("Wait", .low, .after(.random(RandomLength(.seconds(3), .seconds(9), isSurprise: isSurprise))))
    return Workout(
      name: "W", style: .silent,
      nodes: [
        PlanFixture.phase("Ready", .prepare, .seconds(5)), .phase(wait), PlanFixture.phase("Go", .high, .seconds(2)),
      ])
  }

  @Test func `isn't when it ends, what follows when, and what remains`() throws {
    var session = ObservedSession(try Timeline(Self.workout()))
    let ahead = session.ahead(2)
    #expect(ahead.map(\.name) == ["Wait", "Go"])
    #expect(ahead[0].length == nil && ahead[0].position == .seconds(5) && ahead[1].position == nil)
    #expect(ahead[1].length == .seconds(2))
    var harness = try ReportingHarness(Self.workout())
    harness.run(to: .seconds(6))
    for event in harness.events { session.observe(SessionEvent(event)) }
    let phase = try #require(session.current)
    #expect(phase.name == "Wait" && phase.length == nil && phase.countsUp && !phase.isOpen)
    #expect(session.place.progress.remaining == nil)
    #expect(session.ahead(1)[0].position == nil)
    let line = try #require(harness.lines.last { $0.contains(#""name": "Wait""#) })
    #expect(line.contains(#""end": null, "random": [3000000000, 9000000000], "surprise": true"#))
    #expect(harness.plainLines.last?.contains("Wait  0:03–0:09") == true)
  }

  @Test func `is everything where it is none`() throws {
    let ahead = ObservedSession(try Timeline(Self.workout(false))).ahead(2)
    #expect(ahead[0].length != nil && ahead[1].position != nil)
  }

  @Test func `is the range in a plan, and what the seed draws where that is asked for`() throws {
    let timeline = try Timeline(Self.workout(), seed: 4)
    func table(isSeedKnown: Bool) -> String {
      var table = PlanTable(of: timeline, width: 40, colored: false, isSeedKnown: isSeedKnown)
      var rehearsal = Rehearsal(timeline)
      var lines = [table.head]
      while let reaction = rehearsal.next() { lines += table.add(reaction, at: rehearsal.engine.state.position) }
      return (lines + [table.foot]).joined(separator: "\n")
    }
    let range = table(isSeedKnown: false)
    #expect(range.contains("Wait  0:03.000–0:09.000") && range.contains("Total 0:10.000–0:16.000"))
    let drawn = table(isSeedKnown: true)
    #expect(!drawn.contains("–"))
  }

  @Test func `isn't its width in the strip`() throws {
    let strip = PlanStrip(try Timeline(Self.workout(), seed: 4).withoutSurprises)
    #expect(strip.blocks.map { $0.end - $0.start } == [.seconds(5), .seconds(6), .seconds(2)])
  }

  @Test func `is that a phase which was done early ends by itself`() throws {
    let hold = Phase("Hold", .high, .open(atLeast: .seconds(20)))
    let workout = Workout(
      name: "H", style: .silent,
      nodes: [.phase(hold), PlanFixture.phase("Rest", .rest, .seconds(5)), PlanFixture.phase("Go", .high, .seconds(2))])
    var harness = try ReportingHarness(workout)
    harness.run(to: .seconds(5))
    harness.send(.done, at: .seconds(5))
    var session = ObservedSession(try Timeline(workout))
    for event in harness.events { session.observe(SessionEvent(event)) }
    let phase = try #require(session.current)
    #expect(phase.isOpen && phase.isDone && !phase.countsUp && phase.length == .seconds(20))
    #expect(session.ahead(2).map(\.position) == [.seconds(20), .seconds(25)])
  }
}
