import FoundationEssentials
import Glibc
import Testing

@Suite struct `Runs whose history is taken from under them` {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(
      """
      { "name": "Bells", "style": "silent", "cues": [ { "on": "workout", "at": "every 1s", "sound": "tick" } ],
        "phases": [ { "sets": 6, "phases": [ { "name": "On", "duration": "5s" } ] } ] }
      """, to: "w.json")
    return home
  }

  private func files(_ home: TemporaryHome) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.state).sorted()
  }

  @Test(arguments: 1...5)
  func `four at once on a damaged one set it aside once, and are all written down`(round: Int) throws {
    let home = try home()
    try FileManager.default.createDirectory(atPath: home.state, withIntermediateDirectories: true)
    let rubbish = Data("rubbish that is long enough to be taken for a database, if for a bad one".utf8)
    #expect(FileManager.default.createFile(atPath: home.state + "/history.sqlite", contents: rubbish))
    let runs = try (0..<4).map { _ in try home.start("run", "--silent", "--speed", "60", "w.json") }
    let endings = try runs.map { try $0.finish() }
    #expect(endings.allSatisfy { $0.code == 0 })
    let messages = endings.flatMap(\.errorLines)
    #expect(messages.count == 1 && messages[0].hasPrefix("The history is damaged: it was set aside as "), "\(messages)")
    let history = HistoryFile(of: home)
    #expect(try history.rows("SELECT reason, lost FROM session") == Array(repeating: "completed 0", count: 4))
    #expect(try history.integrityErrors().isEmpty)
    let aside = try files(home).filter { $0.contains(".damaged-") }
    #expect(aside.count == 1 && FileManager.default.contents(atPath: "\(home.state)/\(aside[0])") == rubbish)
  }

  @Test func `continue in a new one after its removal, and know when they began and what is missing`() throws {
    let home = try home()
    let history = HistoryFile(of: home)
    let runs = try (0..<2).map { _ in try home.start("run", "--silent", "--speed", "8", "--json", "w.json") }
    for run in runs { for _ in 0..<5 { try run.line { $0.contains(#""event": "cue""#) } } }
    let began = try history.rows("SELECT began FROM session ORDER BY began").compactMap { Int($0) }
    for file in try files(home) { try FileManager.default.removeItem(atPath: "\(home.state)/\(file)") }
    for run in runs {
      let result = try run.finish()
      #expect(result.code == 0 && result.errorLines.count == 2, "\(result.err)")
      #expect(
        result.err.hasPrefix("The history file has disappeared: the session continues in a new one, \(history.path)."))
      #expect(result.err.contains(" history records of this session were lost."))
    }
    let rows = try history.rows(
      "SELECT began, reason, lost > 5, ended - began BETWEEN 3750 AND 9000 FROM session ORDER BY began")
    #expect(rows == began.map { "\($0) completed 1 1" })
    #expect(try history.integrityErrors().isEmpty)
  }
}
