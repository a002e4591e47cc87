import FoundationEssentials
import Glibc
import Testing
import WorkoutFiles
import WorkoutModel

@Suite struct `The history` {
  private static let workout = """
    { "name": "Pair", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "bell" } ],
      "phases": [
        { "sets": 2, "phases": [ { "name": "On", "duration": "30ms" } ] }, { "name": "Off", "duration": "20ms" } ] }
    """

  private func home(runs: Int) throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(Self.workout, to: "w.json")
    // This profile decides each cue so long before its moment that a busy machine isn't late.
    for _ in 0..<runs { #expect(try home.cuebell("run", "--silent", "--latency", "power", "w.json").code == 0) }
    return home
  }

  @Test func `lists the sessions, and shows one in full`() throws {
    let home = try home(runs: 2)
    let rehearsal = try home.cuebell("run", "--silent", "--speed", "50", "--latency", "power", "w.json")
    #expect(rehearsal.code == 0)
    let list = try home.cuebell("history").lines
    #expect(list.count == 7 && list[0].hasPrefix("3  ") && list.contains { $0.hasSuffix("×50, a rehearsal") })
    #expect(list.count { $0.contains("  Pair  0:00 of 0:00  completed") } == 3)
    #expect(list.count { $0.contains("  3 cues") } == 3 && !list.contains { $0.contains("resume") })
    #expect(list.contains { $0.contains("  2 sessions  0:00") })
    #expect(list.last?.hasPrefix("Day by day, 8 weeks: ") == true)
    let one = try home.cuebell("history", "1").out
    #expect(one.contains("On     set 1 of 2  0:00.030  0:00.030"))
    #expect(one.contains("Cues: ") && one.contains("; late by "))
    #expect(one.contains(home.path("w.json")))
    #expect(try home.cuebell("history", "0").out.hasPrefix("Session 3  Pair"))
    #expect(try home.cuebell("history", "9").code == 66)
  }

  @Test func `has JSON and CSV for programs`() throws {
    struct List: Decodable {
      struct Session: Decodable {
        let session: Int
        let workout: String
        let state: String
        let partial: Bool
        let active: Int
        let heard: Int
      }
      struct Week: Decodable { let sessions: Int }
      let sessions: [Session]
      let weeks: [Week]
    }
    struct Full: Decodable {
      struct Leg: Decodable {
        let wall: String
        let boot: Int
        let bootID: String
      }
      struct Phase: Decodable {
        let path: String
        let name: String
        let planned: Int?
        let active: Int?
      }
      struct Cue: Decodable {
        let late: Int?
        let outcome: String
      }
      let session: Int
      let text: String
      let digest: String
      let legs: [Leg]
      let phases: [Phase]
      let cues: [Cue]
    }
    let home = try home(runs: 2)
    let list = try JSONDecoder().decode(List.self, from: Data(home.cuebell("history", "--json").out.utf8))
    #expect(list.sessions.map(\.session) == [2, 1] && list.weeks.map(\.sessions) == [2])
    #expect(list.sessions.allSatisfy { $0.workout == "Pair" && $0.state == "completed" && !$0.partial })
    #expect(list.sessions.allSatisfy { $0.active == 80_000_000 && $0.heard == 3 })
    let exported = try home.cuebell("history", "export").lines
    let full = try exported.map { try JSONDecoder().decode(Full.self, from: Data($0.utf8)) }
    let copy = try WorkoutReader.read(Array(full[0].text.utf8), named: "copy")
    #expect(copy.name == "Pair" && full[0].digest.count > 8 && !full[0].legs[0].bootID.isEmpty)
    #expect(full[0].legs[0].wall.hasPrefix("20") && full[0].legs[0].boot > 0 && !full[0].phases[0].path.isEmpty)
    #expect(full.map(\.session) == [1, 2] && full[0].phases.map(\.name) == ["On", "On", "Off"])
    #expect(full[0].phases.map(\.planned) == [30_000_000, 30_000_000, 20_000_000])
    #expect(full[0].phases.map(\.planned) == full[0].phases.map(\.active))
    #expect(full[0].cues.count == 3 && full[0].cues.allSatisfy { $0.late != nil })
    let csv = try home.cuebell("history", "--csv").lines
    #expect(csv.count == 3 && csv[0].hasPrefix("session,began,workout,") && csv[1].contains(",Pair,"))
    let phases = try home.cuebell("history", "1", "--csv").lines
    #expect(phases.count == 4 && phases.last?.hasSuffix(",Off,high,,,0.020,0.020,,,,,,") == true)
  }

  @Test func `draws a well-formed picture`() throws {
    let home = try home(runs: 1)
    #expect(try home.cuebell("history", "--svg", "h.svg").code == 0)
    let check = "import sys, xml.dom.minidom as d; print(len(d.parse('h.svg').getElementsByTagName('rect')))"
    let rects = try home.shell("python3 -c \"\(check)\"")
    // The ground, a year of days, the legend, and the bars of lateness.
    let count = try #require(Int(rects.lines.first ?? ""), "\(rects.err)")
    let others = 1 + 6 + 10
    #expect(count > others + 52 * 7 && count <= others + 53 * 7)
    #expect(try home.cuebell("history", "--svg", "nowhere/h.svg").code == 73)
    #expect(try home.cuebell("history", "--svg", "-").out == home.text(of: "h.svg"))
    #expect(try home.names() == ["h.svg", "w.json"])
  }

  @Test func `as CSV has no control sequence, in a pipe or on a terminal`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout.replacing("Pair", with: #"P\u001b]0;title\u0007"#), to: "w.json")
    #expect(try home.cuebell("run", "--silent", "w.json").code == 0)
    #expect(try home.cuebell("history", "--csv").out.contains("P\u{FFFD}]0;title\u{FFFD}"))
    let terminal = try Terminal(#""$CUEBELL" history --csv; "$CUEBELL" history"#, in: home)
    try terminal.finish()
    #expect(!terminal.text.contains("\u{1B}") && !terminal.text.contains("\u{7}"))
    #expect(terminal.text.contains("P\u{FFFD}]0;title\u{FFFD}"))
  }

  @Test func `deletes the given sessions, but not a running one`() throws {
    let home = try home(runs: 3)
    let run = try home.start("run", "--silent", "--json", "-", input: .text(try WorkoutText.shipped("tabata")))
    try run.line { $0.contains(#""event": "phase""#) }
    #expect(try home.cuebell("history").lines[0].contains("running (process \(run.identifier))"))
    let unasked = try home.cuebell("history", "delete", "2")
    #expect(unasked.code == 64 && unasked.err.contains("add --yes"))
    let some = try home.cuebell("history", "delete", "2", "4", "9", "--yes")
    #expect(some.code == 66 && some.out == "Deleted 2.\n" && some.err.contains("4, 9"))
    #expect(try home.cuebell("history", "prune", "--older-than", "1").out == "Deleted 0 sessions.\n")
    #expect(try home.cuebell("history", "prune", "--keep", "1").out == "Deleted 2 sessions.\n")
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
    let history = HistoryFile(of: home)
    #expect(try history.rows("SELECT id FROM session") == ["4"] && history.integrityErrors().isEmpty)
    #expect(try history.rows("SELECT DISTINCT session FROM cue UNION SELECT DISTINCT session FROM leg") == ["4"])
    #expect(try history.rows("SELECT count(*) FROM workout") == ["1"])
    #expect(try home.cuebell("history", "prune").code == 64)
  }

  @Test func `asks on a terminal before it deletes`() throws {
    let home = try home(runs: 1)
    let refusing = try Terminal(#""$CUEBELL" history delete 1; echo code $?"#, in: home)
    try refusing.wait(for: "Delete session 1 (Pair, ")
    refusing.type("n\n")
    try refusing.wait(for: "code 4")
    #expect(try HistoryFile(of: home).rows("SELECT id FROM session") == ["1"])
    let agreeing = try Terminal(#""$CUEBELL" history delete 1; echo code $?"#, in: home)
    try agreeing.wait(for: "[yes/no]")
    agreeing.type("y\n")
    try agreeing.wait(for: "Deleted 1.")
    #expect(try HistoryFile(of: home).rows("SELECT id FROM session") == [])
  }

  @Test func `keeps remarks, and shows them`() throws {
    let home = try home(runs: 1)
    let told = try home.cuebell("history", "1", "--note", "Slept\n badly", "--rpe", "7")
    #expect(told.code == 0 && told.out.contains("\nRPE 7 of 10\nNote: Slept badly\n"))
    #expect(try home.cuebell("history", "0", "--json").out.contains(#""rpe": 7, "note": "Slept badly""#))
    #expect(try home.cuebell("history", "--csv").lines[1].hasSuffix(",7,Slept badly"))
    #expect(try home.cuebell("history", "9", "--note", "x").code == 66)
    for wrong in [["1", "--rpe", "0"], ["1", "--rpe", "11"], ["--note", "x"], ["--rpe", "3"]] {
      #expect(try home.cuebell(["history"] + wrong).code == 64, "\(wrong)")
    }
    #expect(try HistoryFile(of: home).rows("SELECT note, rpe FROM session") == ["Slept badly 7"])
  }

  @Test func `exports a session as a file`() throws {
    let home = try home(runs: 1)
    for name in ["s.fit", "s.tcx", "s.CSV"] {
      let result = try home.cuebell("history", "export", "1", "-o", name)
      #expect(result.code == 0 && result.out.isEmpty && result.err.isEmpty)
    }
    let rows = try home.text(of: "s.CSV").split(separator: "\n")
    #expect(rows.count == 4 && rows[0] == "t,elapsed,phase,set,heartRate,power,cadence")
    #expect(rows[3].hasSuffix(",0.060,Off,,,,"))
    #expect(try home.cuebell("history", "export", "0", "--as", "csv").out == (home.text(of: "s.CSV")))
    #expect(try home.shell("xmllint --noout s.tcx").code == 0)
    let again = try home.cuebell("import", "s.fit")
    #expect(again.code == 65 && again.err.contains("a recorded activity is not a workout"))
    #expect(try home.cuebell("history", "export", "1").out == home.cuebell("history", "export").out)
    let wrong = [
      (["1", "-o", "s.gpx"], 64), (["1", "--as", "gpx"], 64), (["-o", "s.fit"], 64), (["9", "-o", "n.fit"], 66),
      (["1", "-o", "nowhere/s.fit"], 73),
    ]
    for (words, code) in wrong {
      #expect(try home.cuebell(["history", "export"] + words).code == code, "\(words)")
    }
    #expect(try home.names() == ["s.CSV", "s.fit", "s.tcx", "w.json"])
  }

  @Test func `compares the rounds of an AMRAP with the best before, at the end and in full`() throws {
    let home = try TemporaryHome()
    let open = #"{ "name": "Push-ups", "open": true, "cap": "400ms" }"#
    try home.write(
      #"{ "name": "A", "style": "silent", "phases": [ { "for": "1s", "phases": [ \#(open) ] } ] }"#, to: "w.json")
    let first = try home.cuebell("run", "--silent", "w.json")
    let second = try home.cuebell("run", "--silent", "w.json")
    #expect(!first.out.contains("best") && second.out.hasSuffix("\nAs good as your best: 2 rounds\n"))
    #expect(try home.cuebell("history", "2").out.contains("\nAs good as your best: 2 rounds\n"))
    #expect(try home.cuebell("history", "2", "--json").out.contains(#""score": {"rounds": 2}, "best": {"rounds": 2}"#))
    #expect(try home.cuebell("history", "1", "--json").out.contains(#""score": {"rounds": 2}, "best": null"#))
  }

  @Test func `is empty before the first run and after one with --no-history`() throws {
    let home = try TemporaryHome()
    #expect(try home.cuebell("history").out == "No sessions yet.\n")
    #expect(try home.cuebell("history", "export").out.isEmpty)
    try home.write(Self.workout, to: "w.json")
    #expect(try home.cuebell("run", "--silent", "--no-history", "w.json").code == 0)
    #expect(!HistoryFile(of: home).exists)
  }

  @Test func `serves two runs at once, and readers beside them`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let runs = try (0..<2).map { _ in try home.start("run", "--silent", "--speed", "8", "--no-speech", "w.json") }
    var counts: [Int] = []
    while counts.count < 20 { counts.append(try home.cuebell("history", "--csv").lines.count) }
    #expect(counts == counts.sorted())
    for run in runs {
      let result = try run.finish()
      #expect(result.code == 0 && result.err.isEmpty)
    }
    let history = HistoryFile(of: home)
    #expect(try history.rows("SELECT reason, lost FROM session") == ["completed 0", "completed 0"])
    #expect(try history.integrityErrors().isEmpty)
  }
}
