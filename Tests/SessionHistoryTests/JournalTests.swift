import Dispatch
import Foundation
import SessionHistory
import SessionReporting
import Synchronization
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A journal` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()

  init() throws { fixture = try HistoryFixture() }

  private func harness(_ header: SessionHeader? = nil) throws -> JournalHarness {
    try JournalHarness(in: fixture.place, header, moment: { [clocks] in clocks.now })
  }

  private var seconds: String { "/ 1000000000.0" }

  @Test func `writes down phases planned against actual, pauses, actions and cues with their lateness`() throws {
    var harness = try harness()
    harness.run(to: 12)
    harness.send(.skip, at: 12)
    harness.run(to: 15)
    harness.send(.pause, at: 15)
    harness.run(to: 25)
    harness.send(.resume, at: 25)
    harness.send(.resume, at: 26)
    harness.run(to: 100)
    harness.finish()
    #expect(
      try fixture.rows("SELECT name, number, sets, planned \(seconds), began \(seconds), active \(seconds) FROM phase")
        == [
          "Work 1 2 20.0 0.0 12.0", "Rest 1 2 10.0 12.0 10.0", "Work 2 2 20.0 32.0 20.0", "Rest 2 2 10.0 52.0 10.0",
          "Stretch - - 30.0 62.0 30.0",
        ])
    #expect(
      try fixture.rows("SELECT began \(seconds), ended \(seconds), elapsed \(seconds), reason FROM pause")
        == ["15.0 25.0 15.0 user"])
    #expect(
      try fixture.rows("SELECT at \(seconds), name, refusal IS NULL FROM action")
        == ["0.0 start 1", "0.0 prepared 1", "12.0 skip 1", "15.0 pause 1", "25.0 resume 1", "26.0 resume 0"])
    #expect(
      try fixture.rows("SELECT cue, kind, phase, at \(seconds), late, outcome, sound FROM cue ORDER BY at")
        == [
          "r0.n2.s1.#0 custom Work 0.0 0 onTime bell", "r0.n3.s1.#0 custom Rest 12.0 0 onTime bell",
          "r0.n2.s2.#0 custom Work 32.0 0 onTime bell", "r0.n3.s2.#0 custom Rest 52.0 0 onTime bell",
          "r0.n4.s.#0 custom Stretch 62.0 0 onTime bell",
        ])
    #expect(
      try fixture.rows("SELECT name, file, total \(seconds), speed, reason, elapsed \(seconds), lost FROM session")
        == ["Short /w.json 90.0 1 completed 82.0 0"])
    // What is complete can't be resumed.
    #expect(try fixture.rows("SELECT * FROM standing").isEmpty)
  }

  @Test func `records from where an action came, and from whom`() throws {
    var harness = try harness()
    harness.run(to: 12)
    harness.send(.skip, at: 12, by: .from(.key, name: nil))
    harness.send(.stop, at: 15, by: .from(.socket, name: "Kitchen tablet"))
    harness.finish()
    #expect(
      try fixture.rows("SELECT name, origin, client FROM action")
        == ["start - -", "prepared - -", "skip key -", "stop socket Kitchen tablet"])
    let report = FullReport(try #require(try fixture.store().session(nil, at: clocks.now)), columns: 80).text
    #expect(report.contains("by a key") && report.contains("by Kitchen tablet"))
  }

  @Test func `holds one copy of a workout for all its sessions`() throws {
    for _ in 0..<3 { try harness().finish() }
    try harness(JournalHarness.header(Workout(name: "Other", nodes: JournalHarness.workout.nodes))).finish()
    #expect(try fixture.rows("SELECT workout FROM session") == ["1", "1", "1", "2"])
    #expect(try fixture.rows("SELECT text FROM workout") == ["text of Short", "text of Other"])
  }

  @Test func `keeps its files from others`() throws {
    var harness = try harness()
    harness.run(to: 3)
    // While it is open the files beside it are there, too.
    let names = ["history.sqlite", "history.sqlite-shm", "history.sqlite-wal"]
    let areThere = Timeout.wait {
      (try? FileManager.default.contentsOfDirectory(atPath: fixture.place.folder).sorted()) == names
    }
    #expect(areThere)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(fixture.place.folder) == 0o700)
    for name in names { #expect(try mode("\(fixture.place.folder)/\(name)") == 0o600, "\(name)") }
    harness.finish()
  }

  @Test func `is a database in WAL mode whose commits are on the disk`() throws {
    let store = try fixture.store()
    #expect(try store.read { try $0.row("PRAGMA journal_mode")?[0] } == "wal")
    #expect(try store.read { try $0.row("PRAGMA synchronous")?[0] } == 2)
  }

  @Test func `can be read while it is written`() throws {
    var harness = try harness()
    var counts: [Int] = []
    func count() throws -> Int {
      try fixture.store(.reading).read { try $0.row("SELECT count(*) FROM action")?[0] } ?? 0
    }
    let isWritten = try Timeout.wait {
      harness.send(.extend(by: .seconds(1)), at: Double(counts.count) / 1000)
      // At first there is nothing to read yet.
      counts.append(counts.last ?? 0 > 0 ? try count() : (try? count()) ?? 0)
      return counts.last ?? 0 >= 5
    }
    #expect(isWritten && counts == counts.sorted())
    harness.finish()
  }

  @Test func `isn't held up while years of sessions are deleted`() throws {
    try harness().finish()
    try fixture.store().write { database in
      try database.run(
        """
        WITH RECURSIVE number (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 3000)
        INSERT INTO session (id, workout, name, speed, began, zone, reason)
        SELECT n, 1, 'Short', 1, 0, 0, 'completed' FROM number;
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100)
        INSERT INTO cue (session, cue, kind, phase, due, outcome, position)
        SELECT session.id, 'r0.n1.s.#' || n, 'countdown', 'Work', n, 'onTime', n FROM session, number;
        """)
    }
    let messages = MessageRecorder()
    var harness = try JournalHarness(
      in: fixture.place, moment: { [clocks] in clocks.now }, report: { messages.add($0) })
    #expect(fixture.wait(for: ["3001"], of: "SELECT max(id) FROM session"))
    let deletion = Mutex<Result<[Int64], any Error>?>(nil)
    let (place, moment) = (fixture.place, clocks.now)
    DispatchQueue(label: "delete").async {
      let result = Result { try HistoryStore(at: place, for: .changing).delete(Array(2...3001), at: moment) }
      deletion.withLock { $0 = result }
    }
    var second = 0
    let isFinished = Timeout.wait {
      second += 1
      harness.send(.setVolume(Double(second % 10)), at: Double(second) / 1000)
      // A journal that wrote without a pause would leave the deletion no turn.
      harness.journal.wait(milliseconds: Int32(Timeout.milliseconds))
      usleep(50_000)
      return deletion.withLock { $0 != nil }
    }
    harness.finish()
    #expect(try isFinished && deletion.withLock { try $0?.get() } == Array(2...3000))
    #expect(messages.all.isEmpty)
    #expect(try fixture.rows("SELECT id, lost FROM session") == ["1 0", "3001 0"])
  }

  @Test func `of two sessions at once keeps both`() throws {
    var (one, other) = (try harness(), try harness())
    for second in 1...30 {
      one.run(to: Double(second))
      other.run(to: Double(second))
    }
    one.finish()
    other.finish()
    #expect(try fixture.rows("SELECT session, count(*) FROM phase GROUP BY session") == ["1 3", "2 3"])
    #expect(try fixture.rows("PRAGMA integrity_check") == ["ok"])
  }
}
