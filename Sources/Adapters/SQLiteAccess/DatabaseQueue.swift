import Synchronization

/// A connection that serializes access from any thread.
package final class DatabaseQueue: Sendable {
  private let turn = Mutex(())
  private let database: Database

  /// Opens the database at `path`; `prepare` runs before any other use. See `Database`.
  package init(
    path: String, isReadOnly: Bool = false, patience: Int32 = 0, prepare: (Database) throws -> Void = { _ in }
  ) throws {
    let database = try Database(path: path, isReadOnly: isReadOnly, patience: patience)
    try prepare(database)
    self.database = database
  }

  /// Reads from one state of the database.
  package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try use { try $0.transaction(forWriting: false, body) }
  }

  /// Writes atomically.
  package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    // The lock is acquired at the start: SQLite can wait for it then, but not when a reader upgrades.
    try use { try $0.transaction(forWriting: true, body) }
  }

  /// Uses the connection outside any transaction.
  package func use<Value>(_ body: (Database) throws -> Value) throws -> Value {
    var result: Result<Value, any Error>?
    turn.withLock { _ in result = Result { try body(database) } }
    guard let result else { throw DatabaseError(code: 0, message: "nothing was done") }
    return try result.get()
  }
}
