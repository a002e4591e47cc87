import Foundation
import SQLiteAccess
import SessionHistory
import Testing
import WorkoutEngine
import WorkoutModel

/// A database as each released version made it, with a session in it; `Versions/` holds one for each.
@Suite struct `The history of an older version` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Versions")

  @Test func `is kept as a test for each version`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(names == (1...HistorySchema.migrations.count).map { "\($0).sql" })
  }

  @Test(arguments: 1...HistorySchema.migrations.count)
  func `is brought up to date, and nothing in it is lost`(version: Int) throws {
    let fixture = try HistoryFixture()
    try FileManager.default.createDirectory(atPath: fixture.place.folder, withIntermediateDirectories: true)
    let old = try String(contentsOf: Self.folder.appending(path: "\(version).sql"), encoding: .utf8)
    // The digest of a workout is another in each version, and is no reason not to resume.
    #expect(try !old.contains(JournalHarness.header().timeline.digest))
    do {
      let database = try DatabaseQueue(path: fixture.place.path)
      try database.use { try $0.run(old) }
    }
    #expect(try fixture.rows("SELECT identifier FROM grdb_migrations").count == version)
    let store = try fixture.store(.reading)
    #expect(try store.read(HistorySchema.migrations.areComplete))
    #expect(try fixture.rows("SELECT id, name, file, total, elapsed, reason FROM session").count == 2)
    #expect(try fixture.rows("SELECT name, active FROM phase WHERE session = 1").count == 5)
    #expect(try fixture.rows("SELECT cue FROM cue WHERE session = 1").count == 5)
    let unfinished = try store.unfinished(nil)
    #expect(unfinished.id == 2 && unfinished.phase == "Rest" && unfinished.position == .seconds(25))
    let timeline = try JournalHarness.header().timeline
    let engine = try unfinished.exactStart(timeline).resumed(timeline, PhraseDurations(), Policies()).engine
    #expect(engine.state.position == .seconds(25))
    #expect(try fixture.rows("PRAGMA integrity_check") == ["ok"])
  }
}
