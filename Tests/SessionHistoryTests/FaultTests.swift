import Dispatch
import Foundation
import SessionHistory
import Testing
import WorkoutEngine

@Suite struct `A journal that can't be written` {
  private let fixture: HistoryFixture
  private let clocks = Clocks()
  private let messages = MessageRecorder()

  init() throws { fixture = try HistoryFixture() }

  private func harness() throws -> JournalHarness {
    try JournalHarness(
      in: fixture.place, moment: { [clocks] in clocks.now }, report: { [messages] in messages.add($0) })
  }

  @Test func `blocks no caller, drops the oldest, and says how much is missing`() throws {
    // Until the gate is open the journal's thread is blocked; a caller that waited for it would never open it.
    let gate = DispatchSemaphore(value: 0)
    var harness = try JournalHarness(
      in: fixture.place,
      moment: { [clocks] in
        gate.wait()
        gate.signal()
        return clocks.now
      }, report: { [messages] in messages.add($0) })
    for step in 1...10_000 { harness.send(.setVolume(Double(step % 10)), at: Double(step) / 1000) }
    gate.signal()
    harness.finish()
    let kept = try #require(try fixture.rows("SELECT count(*) FROM action").first.flatMap { Int($0) })
    let lost = try #require(try fixture.rows("SELECT lost FROM session").first.flatMap { Int($0) })
    // Of each volume two things are recorded: the action and the change.
    #expect(lost > 0 && kept >= Journal.capacity / 2 - 1)
    #expect(messages.all == ["\(lost) history records of this session were lost."])
    // What is resumed from is the newest state all the same.
    #expect(try fixture.rows("SELECT now FROM standing") == ["10000000000"])
  }

  @Test func `because another has locked it says so once, and writes it all as soon as it is free`() throws {
    _ = try fixture.store()
    let other = try Database(path: fixture.place.path)
    try other.use { try $0.run("BEGIN IMMEDIATE") }
    var harness = try harness()
    harness.run(to: 5)
    #expect(messages.wait())
    harness.run(to: 22)
    try other.use { try $0.run("COMMIT") }
    harness.finish()
    let reason = "\(fixture.place.path): database is locked"
    #expect(
      messages.all == [
        "The history can't be written at the moment (\(reason)); the workout continues.",
        "The session is being recorded again.",
      ])
    #expect(try fixture.rows("SELECT name FROM phase") == ["Work", "Rest"])
    #expect(try fixture.rows("SELECT lost FROM session") == ["0"])
  }

  @Test func `because a newer version has written it leaves it as it is`() throws {
    try fixture.store().database.write { database in
      try database.run("PRAGMA user_version = 99")
    }
    let before = FileManager.default.contents(atPath: fixture.place.path)
    var harness = try harness()
    harness.run(to: 5)
    harness.finish()
    #expect(FileManager.default.contents(atPath: fixture.place.path) == before)
    #expect(messages.all.count == 1 && messages.all[0].contains("newer version of Cuebell; it is not changed"))
    #expect(throws: HistoryError.newer(path: fixture.place.path)) { try fixture.store(.reading) }
  }

  @Test func `because a development version wrote it leaves it as it is, and says how to begin a new one`() throws {
    try FileManager.default.createDirectory(atPath: fixture.place.folder, withIntermediateDirectories: true)
    do {
      let database = try Database(path: fixture.place.path)
      try database.use { try $0.run("CREATE TABLE session (id INTEGER PRIMARY KEY); INSERT INTO session VALUES (1)") }
    }
    let before = FileManager.default.contents(atPath: fixture.place.path)
    var harness = try harness()
    harness.run(to: 5)
    harness.finish()
    #expect(FileManager.default.contents(atPath: fixture.place.path) == before)
    let (path, folder) = (fixture.place.path, fixture.place.folder)
    let command = "To begin a new history: cd \(folder) && mkdir old && mv history.sqlite* old; "
    #expect(messages.all.count == 1 && messages.all[0].contains(command))
    for purpose in [HistoryStore.Purpose.writing, .reading, .changing] {
      #expect(throws: HistoryError.older(path: path)) { try fixture.store(purpose) }
    }
  }

  @Test(arguments: ["no database at all", "a page of rubbish", "an index that lies"])
  func `because it is damaged sets it aside, says where, and begins a new one`(damage: String) throws {
    var first = try harness()
    first.run(to: 30)
    first.finish()
    try fixture.store().database.use { try $0.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    var bytes = try #require(FileManager.default.contents(atPath: fixture.place.path))
    switch damage {
    case "no database at all": bytes = Data("This is no database, but it is long enough for one.".utf8)
    case "a page of rubbish": for index in 100..<4096 { bytes[index] = 0xA5 }
    default: for index in bytes.indices where index >= 4096 { bytes[index] = 0xA5 }
    }
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: fixture.place.path + ending) }
    try bytes.write(to: URL(filePath: fixture.place.path))
    var second = try harness()
    second.run(to: 25)
    second.finish()
    let aside = "\(fixture.place.path).damaged-1800000000000"
    #expect(messages.all == ["The history is damaged: it was set aside as \(aside), and a new one was created."])
    #expect(FileManager.default.contents(atPath: aside) == bytes)
    #expect(try fixture.rows("SELECT count(*) FROM phase") == ["2"])
    #expect(try fixture.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `and another's, both damaged under way, continue in one new database`() throws {
    var harnesses = try [harness(), harness()]
    for index in harnesses.indices { harnesses[index].run(to: 12) }
    // Not in the middle of a commit, which would repair what the other then finds damaged.
    #expect(fixture.wait(for: ["12000000000", "12000000000"], of: "SELECT now FROM standing"))
    for ending in ["", "-wal", "-shm"] {
      let file = try FileHandle(forUpdating: URL(filePath: fixture.place.path + ending))
      let length = try file.seekToEnd()
      try file.seek(toOffset: 0)
      try file.write(contentsOf: Data(repeating: 0xA5, count: Int(length)))
    }
    for second in 13...60 { for index in harnesses.indices { harnesses[index].run(to: Double(second)) } }
    for harness in harnesses { harness.finish() }
    #expect(messages.all.count { $0.contains("it was set aside as") } == 1, "\(messages.all)")
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.place.folder)
    #expect(files.count { $0.contains(".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == 1)
    let sessions = try fixture.rows(
      "SELECT began, lost > 0, (SELECT now FROM standing WHERE session = session.id) FROM session")
    #expect(sessions == Array(repeating: "1800000000000 1 60000000000", count: 2), "\(messages.all)")
    #expect(try fixture.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `because its session is gone gives up, and says so once`() throws {
    var harness = try harness()
    harness.run(to: 12)
    #expect(fixture.wait(for: ["2"], of: "SELECT count(*) FROM action"))
    try fixture.store().write { try $0.execute("DELETE FROM session") }
    harness.run(to: 40)
    harness.finish()
    #expect(
      messages.all == [
        "The rest of this session is not being recorded: \(fixture.place.path): FOREIGN KEY constraint failed."
      ])
  }

  @Test func `because its folder can't be made says so, once`() throws {
    try Data().write(to: URL(filePath: fixture.place.folder))
    var harness = try harness()
    harness.run(to: 30)
    harness.finish()
    #expect(
      messages.all == ["This session is not being recorded: \(fixture.place.path): Not a directory."])
  }
}

@Suite struct `The place of the history` {
  @Test(arguments: [
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/cuebell"), (["HOME": "/h"], "/h/.local/state/cuebell"),
    (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/cuebell"),
  ])
  func `is where the environment says`(environment: [String: String], folder: String) throws {
    #expect(try HistoryLocation(environment).folder == folder)
  }

  @Test func `is in the home that the system knows where the environment names none`() throws {
    let home = try #require(FileManager.default.homeDirectory(forUser: NSUserName())?.path)
    #expect(try HistoryLocation([:]).folder == home + "/.local/state/cuebell")
  }
}
