import SessionHistory
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The replay of a session` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  private func text(around moment: Duration? = nil) throws -> [String] {
    let detail = try #require(try fixture.store().session(nil, at: clocks.now))
    return SessionReplay(detail, around: moment).text.split(separator: "\n").map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
  }

  @Test func `tells in active time what was heard, and why something was not`() throws {
    let over = CueRule(on: .phase, at: .start(offset: .seconds(25)), say: try CueText("Never"))
    let tip = CueRule(on: .phase, at: .start(offset: .seconds(1)), say: try CueText("Breathe"), cueClass: .info)
    let order = CueRule(
      on: .phase, at: .start(offset: .milliseconds(1200)), say: try CueText("Sit"), cueClass: .completion)
    let aligned = CueRule(
      on: .phase, at: .start(offset: .milliseconds(1500)), say: try CueText("Hold"), align: .end, cueClass: .info)
    var workout = JournalHarness.workout
    workout.cues += [over, tip, order, aligned]
    var harness = try JournalHarness(
      in: fixture.place, JournalHarness.header(workout), moment: { [clocks] in clocks.now })
    harness.run(to: 5)
    harness.send(.pause, at: 5, by: .from(.key, name: nil))
    harness.run(to: 65)
    harness.send(.resume, at: 65)
    harness.run(to: 70)
    harness.send(.skip, at: 70, by: .from(.socket, name: "Kitchen"))
    harness.run(to: 73)
    harness.finish()
    let told = try text()
    #expect(
      told == [
        "0:00.000 action start", "0:00.000 phase Work set 1 of 2, 0:20",
        "0:00.000 not said “Never” its moment is outside the phase", "0:00.000 played [bell] on time",
        "0:01.000 not said “Hold” your own cue is spoken then", "0:01.200 said “Sit” on time",
        "0:01.775 waited “Breathe” your own cue is spoken first", "0:01.775 said “Breathe” on time",
        "0:05.000 action pause by a key", "0:05.000 action resume", "0:10.000 action skip by Kitchen",
        "0:10.000 phase Rest set 1 of 2, 0:10",
        "0:10.000 not said “Never” its moment is outside the phase", "0:10.000 played [bell] on time",
        "0:11.000 not said “Hold” your own cue is spoken then", "0:11.200 said “Sit” on time",
        "0:11.775 waited “Breathe” your own cue is spoken first", "0:11.775 said “Breathe” on time",
      ])
    #expect(try text(around: .seconds(60)) == ["0:10.000 phase Rest set 1 of 2, 0:10"])
  }
}
