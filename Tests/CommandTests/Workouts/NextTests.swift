import FoundationEssentials
import Glibc
import Testing

/// Sessions that last a fifth of a second, so that they are no rehearsals.
@Suite struct `The command next` {
  private static let programme = """
    { "format": "programme/1", "name": "P", "sessions": [
      { "week": 1, "day": 1, "workout": "a.json" },
      { "week": 1, "day": 3, "workout": "a.json", "name": "Again", "notes": "Slow." },
      { "week": 2, "day": 1, "workout": "folder/b.json" } ] }
    """

  private static func workout(_ name: String, _ length: String = "200ms") -> String {
    #"{ "name": "\#(name)", "style": "silent", "phases": [{ "name": "\#(name) phase", "duration": "\#(length)" }] }"#
  }

  private func home(_ programme: String = programme) throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(programme, to: "p.json")
    try home.write(Self.workout("A"), to: "a.json")
    try home.write(Self.workout("B"), to: "folder/b.json")
    return home
  }

  private func next(_ home: TemporaryHome, _ options: String...) throws -> ProcessResult {
    try home.cuebell(["next", "p.json", "--silent"] + options)
  }

  /// The last column of the list: dates as "done".
  private func states(_ home: TemporaryHome) throws -> [String] {
    let result = try home.cuebell("next", "p.json", "--list")
    #expect(result.code == 0, "\(result)")
    return result.lines.dropFirst(2).map { line in
      if line.hasSuffix("next") { return "next" }
      return line.firstMatch(of: #/ \d{4}-\d\d-\d\d$/#) == nil ? "" : "done"
    }
  }

  @Test func `runs one session after the other, also where they have the same workout, and then says so`() throws {
    let home = try home()
    let expected = [
      ("P, session 1 of 3: week 1, day 1, A.", "A phase", ["done", "next", ""]),
      ("P, session 2 of 3: week 1, day 3, Again. Slow.", "A phase", ["done", "done", "next"]),
      ("P, session 3 of 3: week 2, day 1, B.", "B phase", ["done", "done", "done"]),
    ]
    #expect(try states(home) == ["next", "", ""])
    for (remark, phase, states) in expected {
      let result = try next(home)
      #expect(result.code == 0 && result.errorLines == [remark] && result.out.contains(phase), "\(result)")
      #expect(try self.states(home) == states)
    }
    let over = try next(home)
    #expect(over.code == 0 && over.err.isEmpty)
    #expect(over.out == "All 3 sessions of \"P\" are complete. To begin again: cuebell next p.json --session 1\n")
    let events = try next(home, "--json")
    #expect(events.code == 0 && events.out.isEmpty && events.err == over.out)
    // The history has the file of each, by which a stopped one would be found.
    let rows = try HistoryFile(of: home).rows("SELECT file, programme, programme_session FROM session")
    #expect(rows == ["a.json P 1", "a.json P 2", "folder/b.json P 3"].map { home.path($0) })
    #expect(try next(home, "--session", "1").code == 0)
    #expect(try states(home) == ["done", "next", ""])
  }

  @Test func `runs a session again that was stopped or rehearsed, until it has been resumed to its end`() throws {
    let home = try home()
    try home.write(Self.workout("A", "5m"), to: "a.json")
    #expect(try next(home, "--speed", "1000").code == 0)
    #expect(try states(home) == ["next", "", ""])
    let run = try home.start("next", "p.json", "--silent", "--json")
    try run.waitForPhase()
    run.signal(SIGTERM)
    #expect(try run.finish().code == 143)
    #expect(try states(home) == ["next", "", ""])
    #expect(try home.cuebell("run", "--silent", "folder/b.json").code == 0)
    #expect(try home.cuebell("resume", "2", "--silent", "--go-on-after", "0s", "--start-at", "299.9s").code == 0)
    #expect(try states(home) == ["done", "next", ""])
  }

  @Test func `takes the options of run, and a session that is named`() throws {
    let home = try home()
    let result = try next(home, "--session", "3", "--json", "--name", "gym")
    #expect(result.code == 0 && result.lines.first?.contains(#""workout": "B""#) == true, "\(result)")
    #expect(try states(home) == ["next", "", "done"])
    let unrecorded = try next(home, "--session", "1", "--no-history")
    #expect(unrecorded.code == 0)
    #expect(try states(home) == ["next", "", "done"])
    for options in [["--session", "4"], ["--session", "0"], ["--no-history"], ["--list", "--session", "1"]] {
      #expect(try home.cuebell(["next", "p.json", "--silent"] + options).code == 64, "\(options)")
    }
  }

  @Test func `lists what there is as JSON`() throws {
    struct List: Decodable {
      struct Session: Decodable {
        let week: Int
        let day: Int
        let name: String
        let workout: String
        let notes: String?
        let length: Int?
        let completed: String?
      }
      let programme: String
      let next: Int?
      let sessions: [Session]
    }
    let home = try home()
    #expect(try next(home).code == 0)
    let result = try home.cuebell("next", "p.json", "--list", "--json")
    let list = try JSONDecoder().decode(List.self, from: Data(result.out.utf8))
    #expect(list.programme == "P" && list.next == 2)
    #expect(list.sessions.map(\.name) == ["A", "Again", "B"] && list.sessions.map(\.day) == [1, 3, 1])
    #expect(list.sessions.map(\.week) == [1, 1, 2] && list.sessions.map(\.notes) == [nil, "Slow.", nil])
    #expect(list.sessions.map(\.workout) == ["a.json", "a.json", "folder/b.json"])
    #expect(list.sessions.allSatisfy { $0.length == 200_000_000 })
    #expect(list.sessions.map { $0.completed == nil } == [false, true, true])
  }

  @Test func `says what to do where the history can't be read, and runs a session that is named`() throws {
    let home = try home()
    #expect(try next(home).code == 0)
    let path = HistoryFile(of: home).path
    try Data("no database, but long enough to look like one".utf8).write(to: URL(fileURLWithPath: path))
    for options in [[], ["--list"]] {
      let result = try home.cuebell(["next", "p.json", "--silent"] + options)
      #expect(result.code == 1 && result.out.isEmpty && result.errorLines.count == 2, "\(result)")
      #expect(result.err.contains("is damaged") && result.err.hasSuffix("cuebell next p.json --session 1\n"))
    }
    #expect(try next(home, "--session", "2").code == 0)
    #expect(try states(home) == ["next", "done", ""])
  }

  @Test func `refuses a broken programme or workout with its place, and plays nothing`() throws {
    let home = try home(Self.programme.replacing("\"day\": 3", with: "\"dya\": 3"))
    let broken = try next(home)
    #expect(broken.code == 65 && broken.out.isEmpty)
    #expect(broken.err == "p.json:3:16: sessions[1].dya: unknown key; did you mean \"day\"?\n")
    try home.write(Self.programme, to: "p.json")
    try home.delete("a.json")
    let missing = try next(home)
    #expect(missing.code == 65 && missing.err == "p.json:2:37: sessions[0].workout: a.json: no such file\n")
    try home.write("{}", to: "a.json")
    let empty = try next(home)
    #expect(empty.code == 65 && empty.errorLines.allSatisfy { $0.hasPrefix("a.json:1:1: ") } && !empty.err.isEmpty)
    #expect(try next(home, "--session", "3").code == 0)
    #expect(try home.cuebell("next", "gone.json").code == 66)
    #expect(
      try home.cuebell("next", "folder/b.json").err == "folder/b.json is a workout. To run it: "
        + "cuebell run folder/b.json\n")
    #expect(
      try home.cuebell("run", "p.json").err == "p.json is a programme. To run its next session: "
        + "cuebell next p.json\n")
  }

  @Test func `never follows a link out of the programme's folder`() throws {
    let home = try home()
    try home.delete("a.json")
    try home.write(Self.workout("Outside"), to: "../outside.json")
    try FileManager.default.createSymbolicLink(
      atPath: home.path("a.json"), withDestinationPath: "../outside.json")
    let place = "p.json:2:37: sessions[0].workout: a.json: a link leads out of the programme's folder\n"
    let result = try next(home)
    #expect(result.code == 65 && result.err == place)
    let check = try home.cuebell("check", "p.json")
    #expect(check.code == 65 && check.out.hasPrefix(place), "\(check)")
  }

  @Test func `has shipped programmes, all of whose workouts pass the check`() throws {
    #expect(Project.programmeNames == ["programmes/couch-to-5k", "programmes/starter-4-weeks"])
    let home = try TemporaryHome()
    for (name, count) in zip(Project.programmeNames, [27, 12]) {
      let path = "\(Project.workouts)/\(name).json"
      let check = try home.cuebell("check", path)
      #expect(check.code == 0 && check.lines.first?.hasSuffix(": ok, \(count) sessions") == true, "\(check)")
      #expect(try home.cuebell("next", path, "--list").lines.count == count + 2)
    }
  }

  @Test func `has check report each workout of a programme, and all that is missing`() throws {
    let home = try home()
    let good = try home.cuebell("check", "p.json")
    #expect(
      good.code == 0
        && good.lines == ["p.json: ok, 3 sessions", "a.json: ok, 0:00, 1 phase", "folder/b.json: ok, 0:00, 1 phase"])
    try home.delete("a.json")
    try home.write(#"{ "name": "B", "phases": [] }"#, to: "folder/b.json")
    let bad = try home.cuebell("check", "p.json", "--json")
    #expect(bad.code == 65 && bad.lines.count == 2)
    let problems = #""path": "sessions[0].workout", "message": "a.json: no such file""#
    #expect(bad.lines[0].contains(#""file": "p.json", "ok": false"#) && bad.lines[0].contains(problems))
    #expect(bad.lines[0].contains(#""line": 3, "column": 37"#) && bad.lines[1].contains(#""file": "folder/b.json""#))
  }
}
