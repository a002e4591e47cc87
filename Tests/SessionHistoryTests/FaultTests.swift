import Dispatch
import Foundation
import GRDB
import SessionHistory
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A journal that can't be written` {
  private let shelf: Shelf
  private let clocks = Clocks()
  private let words = Words()

  init() throws { shelf = try Shelf() }

  private func diary() throws -> Diary {
    try Diary(in: shelf.place, moment: { [clocks] in clocks.now }, tell: { [words] in words.add($0) })
  }

  @Test func `holds up nobody, drops the oldest, and says how much is missing`() throws {
    // Until the gate is open the journal's thread stands; whoever waited for it would never open it.
    let gate = DispatchSemaphore(value: 0)
    var diary = try Diary(
      in: shelf.place,
      moment: { [clocks] in
        gate.wait()
        gate.signal()
        return clocks.now
      }, tell: { [words] in words.add($0) })
    for step in 1...10_000 { diary.send(.setVolume(Double(step % 10)), at: Double(step) / 1000) }
    gate.signal()
    diary.finish()
    let kept = try #require(try shelf.rows("SELECT count(*) FROM action").first.flatMap { Int($0) })
    let lost = try #require(try shelf.rows("SELECT lost FROM session").first.flatMap { Int($0) })
    // Of each volume two things are told: the action and the change.
    #expect(lost > 0 && kept >= Journal.capacity / 2 - 1)
    #expect(words.all == ["The history lacks \(lost) rows of this session."])
    // What is resumed from is the newest state all the same.
    #expect(try shelf.rows("SELECT now FROM standing") == ["10000000000"])
  }

  @Test func `because another has locked it says so once, and writes it all as soon as it is free`() throws {
    _ = try shelf.store()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: shelf.place.path, configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    var diary = try diary()
    diary.run(to: 5)
    #expect(words.wait())
    diary.run(to: 22)
    try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    diary.finish()
    #expect(
      words.all == [
        "The history can't be written now (\(shelf.place.path): database is locked); the workout goes on.",
        "The history is written again.",
      ])
    #expect(try shelf.rows("SELECT name FROM phase") == ["Work", "Rest"])
    #expect(try shelf.rows("SELECT lost FROM session") == ["0"])
  }

  @Test func `because a newer version has written it leaves it as it is`() throws {
    let store = try shelf.store()
    try store.database.write { database in
      try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 holograms')")
    }
    try store.database.close()
    let before = FileManager.default.contents(atPath: shelf.place.path)
    var diary = try diary()
    diary.run(to: 5)
    diary.finish()
    #expect(FileManager.default.contents(atPath: shelf.place.path) == before)
    #expect(words.all.count == 1 && words.all[0].contains("newer version of Cuebell; it is left as it is"))
    #expect(throws: HistoryError.newer(path: shelf.place.path)) { try shelf.store(.reading) }
  }

  @Test(arguments: ["no database at all", "a page of rubbish", "an index that lies"])
  func `because it is damaged sets it aside, says where, and begins a new one`(damage: String) throws {
    var first = try diary()
    first.run(to: 30)
    first.finish()
    try shelf.store().database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    var bytes = try #require(FileManager.default.contents(atPath: shelf.place.path))
    switch damage {
    case "no database at all": bytes = Data("This is no database, but it is long enough for one.".utf8)
    case "a page of rubbish": for index in 100..<4096 { bytes[index] = 0xA5 }
    default: for index in bytes.indices where index >= 4096 { bytes[index] = 0xA5 }
    }
    for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: shelf.place.path + ending) }
    try bytes.write(to: URL(filePath: shelf.place.path))
    var second = try diary()
    second.run(to: 25)
    second.finish()
    let aside = "\(shelf.place.path).damaged-1800000000000"
    #expect(words.all == ["The history is damaged: it was set aside as \(aside), and a new one is begun."])
    #expect(FileManager.default.contents(atPath: aside) == bytes)
    #expect(try shelf.rows("SELECT count(*) FROM phase") == ["2"])
    #expect(try shelf.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `and another's, both damaged under way, go on in one new database`() throws {
    var diaries = try [diary(), diary()]
    for index in diaries.indices { diaries[index].run(to: 12) }
    #expect(shelf.wait(for: ["4"], of: "SELECT count(*) FROM action"))
    for ending in ["", "-wal", "-shm"] {
      let file = try FileHandle(forUpdating: URL(filePath: shelf.place.path + ending))
      let length = try file.seekToEnd()
      try file.seek(toOffset: 0)
      try file.write(contentsOf: Data(repeating: 0xA5, count: Int(length)))
    }
    for second in 13...60 { for index in diaries.indices { diaries[index].run(to: Double(second)) } }
    for diary in diaries { diary.finish() }
    #expect(words.all.count { $0.contains("it was set aside as") } == 1, "\(words.all)")
    let files = try FileManager.default.contentsOfDirectory(atPath: shelf.place.folder)
    #expect(files.count { $0.contains(".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == 1)
    #expect(
      try shelf.rows("SELECT began, lost > 0, (SELECT now FROM standing WHERE session = session.id) FROM session")
        == Array(repeating: "1800000000000 1 60000000000", count: 2))
    #expect(try shelf.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `because its session is gone gives up, and says so once`() throws {
    var diary = try diary()
    diary.run(to: 12)
    #expect(shelf.wait(for: ["2"], of: "SELECT count(*) FROM action"))
    try shelf.store().write { try $0.execute(sql: "DELETE FROM session") }
    diary.run(to: 40)
    diary.finish()
    #expect(
      words.all == [
        "Nothing more of this session is written down: \(shelf.place.path): FOREIGN KEY constraint failed."
      ])
  }

  @Test func `because its folder can't be made says so, once`() throws {
    try Data().write(to: URL(filePath: shelf.place.folder))
    var diary = try diary()
    diary.run(to: 30)
    diary.finish()
    #expect(
      words.all == ["Nothing of this session is written down: \(shelf.place.path): Not a directory."])
  }
}

@Suite struct `The place of the history` {
  @Test(arguments: [
    (["XDG_STATE_HOME": "/s", "HOME": "/h"], "/s/cuebell"), (["HOME": "/h"], "/h/.local/state/cuebell"),
    (["XDG_STATE_HOME": "s", "HOME": "/h"], "/h/.local/state/cuebell"),
  ])
  func `is where the environment says`(environment: [String: String], folder: String) throws {
    #expect(try HistoryPlace(environment).folder == folder)
  }

  @Test func `is in the home that the system knows where the environment names none`() throws {
    let home = try #require(FileManager.default.homeDirectory(forUser: NSUserName())?.path)
    #expect(try HistoryPlace([:]).folder == home + "/.local/state/cuebell")
  }
}
