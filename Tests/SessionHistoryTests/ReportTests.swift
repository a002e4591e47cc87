import Foundation
import SessionHistory
import SessionReporting
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A date` {
  @Test func `is the inverse of its day, for eight centuries`() {
    for day in -150_000...150_000 {
      let date = CivilTime.date(of: day)
      #expect(CivilTime.day(date.year, date.month, date.day) == day)
    }
    #expect(CivilTime.date(of: 0) == (1970, 1, 1))
    #expect(CivilTime.date(of: 19_782) == (2024, 2, 29))
  }

  @Test(arguments: [
    // Weeks belong to the year of their Thursday.
    ((2026, 11, 21), 5, "2026-W47"), ((2024, 12, 30), 0, "2025-W01"), ((2027, 1, 3), 6, "2026-W53"),
    ((1970, 1, 1), 3, "1970-W01"), ((1969, 12, 28), 6, "1969-W52"),
  ])
  func `has its weekday and its week`(date: (Int, Int, Int), weekday: Int, week: String) {
    let day = CivilTime.day(date.0, date.1, date.2)
    #expect(CivilTime.weekday(of: day) == weekday && CivilTime.week(of: day) == week)
  }

  @Test func `is given as it was where the session was`() {
    let east = CivilTime(wall: 1_795_259_349_772, zone: 19_800)
    #expect(east.iso == "2026-11-21T16:39:09+05:30" && east.date == "2026-11-21" && east.time == "16:39")
    #expect(CivilTime(wall: 1_795_259_349_772, zone: -43_200).iso == "2026-11-20T23:09:09-12:00")
    #expect(CivilTime(wall: -1, zone: 0).iso == "1969-12-31T23:59:59+00:00")
  }
}

@Suite struct `The history on paper` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  /// Sessions on days that are `gap` days apart; each trains for `seconds` seconds.
  private func train(_ days: [(gap: Int, seconds: Double)], speed: Int = 1) throws {
    for (gap, seconds) in days {
      clocks.pass(.seconds(86_400 * gap))
      var harness = try JournalHarness(
        in: fixture.place, JournalHarness.header(speed: speed), moment: { [clocks] in clocks.now })
      harness.run(to: seconds)
      harness.finish()
    }
    try fixture.store().write { try $0.execute("UPDATE leg SET process_start = 0") }
  }

  private var today: Int { clocks.now.day }

  @Test func `lists sessions, marks the partial ones, sums up the weeks and draws the days`() throws {
    try train([(0, 100), (1, 45), (7, 100), (0, 100)])
    try train([(0, 60)], speed: 10)
    let list = HistoryList(try fixture.store().sessions(at: clocks.now), shown: 4, today: today)
    #expect(
      list.text == """
        5  2027-01-23 09:00  Short  1:00 of 1:30  interrupted  5 cues  ×10, a rehearsal
        4  2027-01-23 09:00  Short  1:30 of 1:30  completed    5 cues
        3  2027-01-23 09:00  Short  1:30 of 1:30  completed    5 cues
        2  2027-01-16 09:00  Short  0:45 of 1:30  interrupted  3 cues
        … and 1 more (--all)

        To continue: cuebell resume 5 --silent --speed 10 (or 2)

        2027-W02  2 sessions  2:15  1 unfinished
        2027-W03  2 sessions  3:00

        Day by day, 8 weeks: \(String(repeating: "·", count: 47))▄▂\(String(repeating: "·", count: 6))█
        """)
    #expect(HistoryList([], shown: 4, today: today).text == "No sessions yet.")
  }

  @Test(arguments: [80, 60, 40])
  func `fits the terminal, whatever names, figures and speeds there are, and loses none of them`(columns: Int) throws {
    try train([(0, 100), (1, 45)])
    try train([(0, 60)], speed: 10)
    let name = "Intervals on the hill 🏃 " + String(repeating: "長い名前 ", count: 12)
    try fixture.store().write { database in
      try database.execute("UPDATE session SET name = ?, heard = 1234, late = 12, missed = 3", [name])
      try database.execute("UPDATE session SET total = 27000000000000 WHERE id = 2")
      let cause = "the host was late, again and again, by far"
      try database.execute("UPDATE cue SET outcome = 'skipped', cause = ?", [cause])
      try database.execute("UPDATE phase SET name = ?", [name])
    }
    let sessions = try fixture.store().sessions(at: clocks.now)
    let list = HistoryList(sessions, shown: 3, today: today, columns: columns).text
    // The full report is a table of seven columns, for which 80 columns are needed.
    let full = FullReport(try #require(try fixture.store().session(nil, at: clocks.now)), columns: 80).text
    for line in (columns < 80 ? list : list + "\n" + full).split(separator: "\n") {
      #expect(ColumnWidth.of(String(line)) <= columns, "\(line)")
    }
    let words = list.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.count(of: "1234 cues, 12 late, 3 missed") == 3 && words.contains("×10, a rehearsal"))
    #expect(words.contains("0:45 of 7:30:00") && words.count(of: "interrupted") == 2)
  }

  @Test func `offers to resume only what was stored and isn't done`() throws {
    try train([(0, 45), (0, 45), (0, 100)])
    #expect(try list().contains("To continue: cuebell resume 2 (or 1)"))
    try fixture.store().write { try $0.execute("DELETE FROM standing WHERE session = 2") }
    #expect(try list().contains("To continue: cuebell resume 1\n"))
    try fixture.store().write { try $0.execute("DELETE FROM standing") }
    #expect(try !list().contains("resume"))
    let detail = try #require(try fixture.store().session(1, at: clocks.now))
    #expect(!FullReport(detail).text.contains("resume") && FullReport(detail).text.contains("interrupted"))
  }

  private func list() throws -> String {
    HistoryList(try fixture.store().sessions(at: clocks.now), shown: 9, today: today).text
  }

  @Test func `shows the cues of a session in which none was heard`() throws {
    try train([(0, 25)])
    try fixture.store().write { try $0.execute("UPDATE cue SET at = NULL, late = NULL, outcome = 'skipped'") }
    let detail = try #require(try fixture.store().session(nil, at: clocks.now))
    #expect(
      FullReport(detail).text.hasSuffix(
        "\n\nCues: 2 left out\n  0:00  left out  your own cue  [bell]\n  0:20  left out  your own cue  [bell]"))
  }

  @Test func `shows how long a phase took as it was measured`() throws {
    var harness = try JournalHarness(in: fixture.place, moment: { [clocks] in clocks.now })
    harness.run(to: 12.345)
    harness.send(.skip, at: 12.345)
    harness.run(to: 20)
    harness.finish()
    let text = FullReport(try #require(try fixture.store().session(nil, at: clocks.now))).text
    #expect(text.contains("\n 0:00  Work   set 1 of 2     0:20    0:12.345  -0:08\n"), "\(text)")
  }

  @Test func `shows a session in full`() throws {
    var harness = try JournalHarness(in: fixture.place, moment: { [clocks] in clocks.now })
    harness.run(to: 12)
    harness.send(.skip, at: 12)
    harness.send(.pause, at: 15)
    harness.run(to: 95)
    harness.send(.resume, at: 95)
    harness.run(to: 104)
    harness.finish()
    try fixture.store().write { try $0.execute("UPDATE leg SET process_start = 0") }
    let detail = try #require(try fixture.store().session(nil, at: clocks.now))
    #expect(
      FullReport(detail).text == """
        Session 1  Short  2027-01-15 09:00
        0:24 of 1:30 done, interrupted
        To continue: cuebell resume 1
        /w.json

        began  phase              planned      actual
         0:00  Work   set 1 of 2     0:20        0:12  -0:08
         0:12  Rest   set 1 of 2     0:10        0:10
         1:42  Work   set 2 of 2     0:20  unfinished

        0:15  paused for 1 min 20 s  at 0:15

        0:00  start   at 0:00
        0:12  skip    at 0:20
        0:15  pause   at 0:23
        1:35  resume  at 0:23

        Cues: 3 on time; late by 0.0 ms (median), 0.0 ms (most)
        """)
  }

  @Test func `is safe in a spreadsheet and a terminal`() throws {
    let name = "=1+1,\"x\"\u{1B}[31m"
    let workout = Workout(name: name, style: .silent, nodes: JournalHarness.workout.nodes)
    var harness = try JournalHarness(
      in: fixture.place, JournalHarness.header(workout), moment: { [clocks] in clocks.now })
    harness.run(to: 100)
    harness.finish()
    let sessions = try fixture.store().sessions(at: clocks.now)
    let row = HistoryCSV.text(sessions).split(separator: "\n")[1]
    let quoted = "\"'=1+1,\"\"x\"\"\u{FFFD}[31m\""
    #expect(row.hasPrefix("1,2027-01-15T09:00:00+01:00,\(quoted),/w.json,completed,90.000,90.000,1,0"))
    #expect(!HistoryList(sessions, shown: 1, today: today).text.contains("\u{1B}"))
    #expect(!HistoryJSON.object(sessions, today: today).contains("\u{1B}"))
  }

  @Test func `is safe in a spreadsheet whatever marks the first character of a name bears`() throws {
    for name in ["=\u{301}cmd", "\r\n=1", "@\u{200D}x"] {
      let workout = Workout(name: name, style: .silent, nodes: JournalHarness.workout.nodes)
      try JournalHarness(in: fixture.place, JournalHarness.header(workout), moment: { [clocks] in clocks.now }).finish()
    }
    let text = HistoryCSV.text(try fixture.store().sessions(at: clocks.now))
    #expect(text.contains(",'=\u{301}cmd,") && text.contains(",\u{FFFD}\u{FFFD}=1,") && text.contains(",'@\u{200D}x,"))
  }

  @Test func `is aligned in columns whatever names are made of, and fits the terminal`() throws {
    for name in ["漢字の運動", "Short 💪", String(repeating: "long ", count: 24)] {
      let workout = Workout(name: name, style: .silent, nodes: JournalHarness.workout.nodes)
      var harness = try JournalHarness(
        in: fixture.place, JournalHarness.header(workout), moment: { [clocks] in clocks.now })
      harness.run(to: 100)
      harness.finish()
    }
    let sessions = try fixture.store().sessions(at: clocks.now)
    for columns in [60, 80, 500] {
      let rows = HistoryList(sessions, shown: 3, today: today, columns: columns).text.split(separator: "\n").prefix(3)
      let places = rows.map { row in
        row.range(of: "1:30 of").map { ColumnWidth.of(String(row[..<$0.lowerBound])) } ?? 0
      }
      #expect(Set(places).count == 1 && places[0] > 20, "\(rows)")
      #expect(rows.allSatisfy { ColumnWidth.of(String($0)) <= columns })
      #expect(rows[0].contains("…") == (columns < 500))
    }
  }

  @Test func `counts cues by how late they began`() throws {
    try train([(0, 100)])
    let late = [0, 900_000, 1_500_000, 20_000_000, 60_000_000, 700_000_000]
    try fixture.store().write { database in
      try database.execute("DELETE FROM cue")
      for late in late {
        try database.execute(
          """
          INSERT INTO cue (session, cue, kind, phase, due, at, late, outcome, position)
          VALUES (1, 'c', 'custom', 'p', 0, 0, ?, 'onTime', 0)
          """, [late])
      }
    }
    #expect(try fixture.store().lateness().counts == [2, 1, 0, 0, 1, 0, 1, 0, 0, 1])
    let svg = HistoryPicture(try fixture.store().sessions(at: clocks.now), try fixture.store().lateness(), today: today)
      .svg
    #expect(svg.contains("6 cues") && svg.contains("0 h 1 min on 1 day") && svg.contains("15 Jan 2027: 1 min"))
  }

  @Test func `of a clock that was years off has no end of weeks`() throws {
    try train([(0, 100)])
    try fixture.store().write { database in
      try database.execute(
        """
        INSERT INTO session (workout, name, speed, began, zone, reason, elapsed)
        SELECT workout, name, speed, -60000000000000, zone, reason, elapsed FROM session
        """)
    }
    let totals = HistoryTotals(try fixture.store().sessions(at: clocks.now), today: today)
    #expect(totals.weeks.count <= 53 * 50 + 1)
  }

  @Test func `of a clock that was ahead ends its weeks with this one`() throws {
    try train([(0, 100), (21, 45)])
    try fixture.store().write { database in
      try database.execute(
        """
        INSERT INTO session (workout, name, speed, began, zone, reason, elapsed)
        SELECT workout, name, speed, 4081000000000, zone, reason, elapsed FROM session WHERE id = 1
        """)
    }
    clocks.pass(.seconds(7 * 86_400))
    let sessions = try fixture.store().sessions(at: clocks.now)
    let weeks = HistoryTotals(sessions, today: today).weeks
    #expect(weeks.map(\.name) == ["2027-W02", "2027-W03", "2027-W04", "2027-W05", "2027-W06"])
    #expect(weeks.map(\.sessions) == [1, 0, 0, 1, 0])
    // Only weeks that hold something are listed, but each session is.
    let lines = HistoryList(sessions, shown: 5, today: today).text.split(separator: "\n")
    #expect(lines.count == 7 && lines[0].hasPrefix("3  2099-") && lines[3] == "To continue: cuebell resume 2")
    #expect(lines[4].hasPrefix("2027-W02  1 session ") && lines[5].hasPrefix("2027-W05  1 session "))
  }

  @Test(arguments: [
    ([0, 0, 0], "···"), ([1], "█"), ([0, 1, 2, 3, 4, 5, 6, 7, 8], "·▁▂▃▄▅▆▇█"), ([1, 1000], "▁█"),
  ])
  func `draws lengths as bars, nothing as a dot`(seconds: [Int], bars: String) {
    #expect(Sparkline.text(seconds.map { .seconds($0) }) == bars)
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
