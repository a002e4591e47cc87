import SessionHistory
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The progress of a programme` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  /// Does a session of a programme of three, to its end or until it is stopped; a day passes with it.
  private func train(
    _ number: Int, of programme: String = "P", speed: Int = 1, stoppedAt stop: Double? = nil
  ) throws {
    let plain = try JournalHarness.header(speed: speed)
    let header = SessionHeader(
      plain.timeline, file: "/w.json", speed: speed,
      programme: ProgrammeSession(programme: programme, number: number), text: plain.text)
    var harness = try JournalHarness(in: fixture.place, header, moment: { [clocks] in clocks.now })
    harness.run(to: stop ?? 100)
    if let stop { harness.send(.stop, at: stop) }
    harness.run(to: 200)
    harness.finish()
    clocks.pass(.seconds(86_400))
  }

  /// When each session was completed, or a dash.
  private func progress() throws -> [String] {
    try fixture.store(.reading).progress(of: "P", count: 3).completed.map { $0?.date ?? "-" }
  }

  @Test func `counts each session that was done to its end, though their workout is the same`() throws {
    _ = try fixture.store()
    #expect(try progress() == ["-", "-", "-"])
    try train(1)
    #expect(try progress() == ["2027-01-15", "-", "-"])
    try train(2)
    #expect(try progress() == ["2027-01-15", "2027-01-16", "-"])
    #expect(try fixture.store(.reading).progress(of: "P", count: 3).next == 3)
  }

  @Test func `counts no session that was stopped, none of another programme, and no rehearsal`() throws {
    try train(1, stoppedAt: 50)
    try train(1, of: "Q")
    try train(1, speed: 50)
    try train(4)
    var harness = try JournalHarness(in: fixture.place, moment: { [clocks] in clocks.now })
    harness.run(to: 200)
    harness.finish()
    #expect(try progress() == ["-", "-", "-"])
    #expect(
      try fixture.rows("SELECT programme, programme_session, reason, speed FROM session")
        == ["P 1 stopped 1", "Q 1 completed 1", "P 1 completed 50", "P 4 completed 1", "- - completed 1"])
  }

  @Test func `counts a session that was stopped once it has been resumed and completed`() throws {
    try train(2, stoppedAt: 50)
    let store = try fixture.store()
    let unfinished = try store.unfinished(nil, at: clocks.now)
    let header = try JournalHarness.header()
    let start = try unfinished.exactStart(header.timeline)
    let engine = try start.resumed(header.timeline, PhraseDurations(), Policies()).engine
    let resumed = try store.claim(unfinished, with: header, resumingAs: engine, from: start, at: clocks.now)
    var harness = try JournalHarness(
      in: fixture.place, resumed, start, header.timeline, moment: { [clocks] in clocks.now })
    harness.send(.resume, at: 1)
    harness.run(to: 200)
    harness.finish()
    #expect(try progress() == ["-", "2027-01-16", "-"])
  }

  @Test func `begins again with the first completion after the last`() throws {
    for number in [2, 1, 1] { try train(number) }
    #expect(try progress() == ["2027-01-17", "2027-01-15", "-"])
    try train(3)
    #expect(try fixture.store(.reading).progress(of: "P", count: 3).next == nil)
    try train(1)
    #expect(try progress() == ["2027-01-19", "-", "-"])
  }

  @Test func `is listed with week, day, name, length and date, for people and for programs`() throws {
    let sessions = [
      ProgrammeList.Session(
        week: 1, day: 1, name: "Easy\u{1B}[m", file: "a.json", notes: "Slow.", length: .seconds(1_800)),
      ProgrammeList.Session(week: 1, day: 3, name: "Open", file: "b.json", notes: nil, length: nil),
      ProgrammeList.Session(
        week: 10, day: 1, name: "A much longer name than the others", file: "c.json", notes: nil,
        length: .seconds(4_000)),
    ]
    let at = CivilTime(wall: 1_800_000_000_000, zone: 3_600)
    let list = ProgrammeList("P", sessions, ProgrammeProgress([(session: 1, at: at)], count: 3))
    #expect(
      list.text(columns: 60) == """
        P: 1 of 3 sessions complete

        1  week 1   day 1  Easy\u{FFFD}[m                 30:00  2027-01-15
        2  week 1   day 3  Open                     open  next
        3  week 10  day 1  A much longer name …  1:06:40
        """)
    #expect(
      list.json
        == #"{"programme": "P", "complete": 1, "next": 2, "sessions": ["#
        + #"{"session": 1, "week": 1, "day": 1, "name": "Easy\u001b[m", "workout": "a.json", "notes": "Slow.", "#
        + #""length": 1800000000000, "completed": "2027-01-15T09:00:00+01:00"}, "#
        + #"{"session": 2, "week": 1, "day": 3, "name": "Open", "workout": "b.json", "notes": null, "#
        + #""length": null, "completed": null}, "#
        + #"{"session": 3, "week": 10, "day": 1, "name": "A much longer name than the others", "workout": "c.json", "#
        + #""notes": null, "length": 4000000000000, "completed": null}]}"#)
  }

  @Test func `is read from a history of this version`() throws {
    try train(3)
    let store = try fixture.store(.reading)
    let session = try #require(try store.session(nil))
    #expect(session.session.programme == ProgrammeSession(programme: "P", number: 3))
    #expect(HistoryJSON.object(session).contains(#""programme": "P", "programmeSession": 3"#))
    #expect(FullReport(session).text.contains(#"Session 3 of the programme "P""#))
  }
}
