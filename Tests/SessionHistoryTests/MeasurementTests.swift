import SessionHistory
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The measurements of a recorded session` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  private func start() throws -> JournalHarness {
    try JournalHarness(in: fixture.place, moment: { [clocks] in clocks.now })
  }

  @Test func `are all kept, with their times`() throws {
    var harness = try start()
    for (second, value) in [(1.0, 120), (1.25, 131), (2, 140)] {
      harness.send(.measure(.heartRate, value, from: "Strap"), at: second)
    }
    harness.send(.measure(.power, 5_000, from: nil), at: 2)
    harness.run(to: 20)
    harness.finish()
    let detail = try #require(try fixture.store().session(nil))
    #expect(detail.measurements.map(\.value) == [120, 131, 140])
    #expect(detail.measurements.map(\.at) == [.seconds(1), .milliseconds(1_250), .seconds(2)])
    #expect(detail.signals == [try #require(detail.measurements.summary(of: .heartRate))])
    #expect(detail.signals.map { [$0.mean, $0.maximum] } == [[130, 140]])
    // They are no actions.
    #expect(!detail.actions.contains { $0.name == "measure" })
    let text = FullReport(detail).text
    #expect(text.contains("\nHeart rate: 130 bpm on average, at most 140\n"))
    #expect(
      HistoryJSON.object(detail).contains(#""recovery": null, "measurements": [[1000000000, 120], [1250000000, 131]"#))
  }

  @Test func `take at most 64 bytes each`() throws {
    func size(measuring isMeasured: Bool) throws -> Int {
      let fixture = try HistoryFixture()
      let workout = Workout(
        name: "Long", style: .silent, nodes: [.phase(Phase("Ride", .low, .after(.fixed(.seconds(4_000)))))])
      var harness = try JournalHarness(
        in: fixture.place, try JournalHarness.header(workout), moment: { [clocks] in clocks.now })
      for second in 0..<3_600 where isMeasured {
        harness.send(.measure(.heartRate, 120 + second % 40, from: nil), at: Double(second))
      }
      harness.run(to: 3_600)
      harness.finish()
      return try #require(
        Int(fixture.rows("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")[0]))
    }
    #expect(try size(measuring: true) - size(measuring: false) <= 3_600 * 64)
  }

  @Test func `have a table in a history of version 2`() throws {
    try fixture.downgrade()
    try Database(path: fixture.place.path).write {
      try $0.run("ALTER TABLE phase DROP COLUMN cause; DROP TABLE measurement; PRAGMA user_version = 2")
    }
    var harness = try start()
    harness.send(.measure(.heartRate, 120, from: nil), at: 1)
    harness.run(to: 5)
    harness.finish()
    #expect(try fixture.rows("SELECT value FROM measurement") == ["120"])
  }
}
