import Glibc
import SessionHistory

/// The history that the commands of a home have written, as SQLite sees it.
struct HistoryFile {
  let path: String

  init(of home: TemporaryHome) { self.init(path: home.state + "/history.sqlite") }

  init(path: String) { self.path = path }

  var exists: Bool { unsafe access(path, F_OK) == 0 }

  /// The rows of a query, their values joined by spaces.
  func rows(_ sql: String) throws -> [String] {
    try Database(path: path, isReadOnly: true).read { database in
      try database.rows(sql).map { $0.values.map(\.description).joined(separator: " ") }
    }
  }

  /// Whether it contains a session; a file without tables doesn't.
  var hasSession: Bool {
    get throws {
      try !rows("SELECT 1 FROM sqlite_schema WHERE name = 'session'").isEmpty && !rows("SELECT 1 FROM session").isEmpty
    }
  }

  /// Changes what is there.
  func change(_ sql: String) throws {
    try Database(path: path).write { try $0.run(sql) }
  }

  /// The integrity errors that SQLite finds; empty if the file is intact.
  func integrityErrors() throws -> [String] {
    try rows("PRAGMA integrity_check").filter { $0 != "ok" } + rows("PRAGMA foreign_key_check")
  }
}
