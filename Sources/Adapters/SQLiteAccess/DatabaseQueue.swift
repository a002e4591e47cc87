import Synchronization

/// A connection that any thread may use; they take turns.
package final class DatabaseQueue: Sendable {
  private let turn = Mutex(())
  private let database: Database

  /// Opens the database at `path`; `prepare` is the first to use it. See `Database`.
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

  /// Writes all or nothing.
  package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    // Asked for at the beginning, the lock can be waited for; a reader that becomes a writer can't wait.
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
