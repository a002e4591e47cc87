import SessionHistory
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Overtime in the history` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  @Test func `has its own row, without a planned length, and all of its time is beyond the plan`() throws {
    let speech = Phase("Speech", .sit, .after(.fixed(.seconds(60))), overtime: .unlimited)
    let workout = Workout(name: "Club", style: .silent, nodes: [.phase(speech), .phase(Phase("Talk", .rest, .open()))])
    var harness = try JournalHarness(
      in: fixture.place, JournalHarness.header(workout), moment: { [clocks] in clocks.now })
    for second in [102.0, 110] {
      harness.run(to: second)
      harness.send(.done, at: second)
    }
    harness.run(to: 120)
    harness.finish()
    let detail = try #require(try fixture.store().session(nil, at: clocks.now))
    #expect(detail.phases.map(\.isOvertime) == [false, true, false])
    let rows = FullReport(detail).text.split(separator: "\n").filter { $0.contains("Speech") || $0.contains("Talk") }
    let words = rows.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      words == ["0:00 Speech 1:00 1:00", "1:00 Speech overtime 0:42 +0:42", "1:42 Talk until done 0:08"])
    #expect(SessionReplay(detail).text.contains(/Speech +overtime/))
    let json = HistoryJSON.object(detail)
    #expect(json.contains(#""path": "phases[0].overtime", "name": "Speech""#) && json.contains(#""overtime": true"#))
  }
}
