internal import CSQLite
import Synchronization

/// A connection to an SQLite database.
///
/// Threads use it in turn: each waits until the `read`, `write` or `use` of another has ended. Compiled statements are
/// cached. Foreign keys are enforced.
package final class Database: Sendable {
  private let turn = Mutex(())
  private let connection: Mutex<Connection>

  /// Opens the database at `path`. Creates an empty one if it doesn't exist and `isReadOnly` is false.
  ///
  /// `patience` is the busy timeout in milliseconds.
  package init(path: String, isReadOnly: Bool = false, patience: Int32 = 0) throws(DatabaseError) {
    connection = Mutex(try Connection.open(path, isReadOnly: isReadOnly, patience: patience))
    try run("PRAGMA foreign_keys = ON")
    // SQLite reads the file lazily; this detects a file that is not a database.
    try run("SELECT 1 FROM sqlite_schema LIMIT 1")
  }

  package var lastInsertedRowID: Int64 { connection.withLock { $0.lastInsertedRowID } }

  /// Runs statements without arguments and discards their results.
  package func run(_ script: String) throws(DatabaseError) {
    try connection.withLock { (connection) throws(DatabaseError) in try connection.run(script) }
  }

  package func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    _ = try first(sql, arguments) { _ -> Never? in nil }
  }

  package func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    var rows: [Row] = []
    _ = try first(sql, arguments) { row -> Never? in
      rows.append(row)
      return nil
    }
    return rows
  }

  package func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try first(sql, arguments) { $0 }
  }

  /// The first value other than `nil` that `find` makes of a row; later rows are not read.
  ///
  /// `find` mustn't use the connection.
  package func first<Value>(
    _ sql: String, _ arguments: StatementArguments = [], _ find: (Row) throws -> Value?
  ) throws -> Value? {
    let values = arguments.map { $0?.sqlValue ?? .null }
    var found: Value?
    try connection.withLock { connection in
      let statement = try connection.statement(sql)
      defer { statement.reset() }
      try statement.bind(values)
      while found == nil, let row = try statement.next() { found = try find(row) }
    }
    return found
  }

  package func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try transaction("BEGIN", body) }

  package func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    // The lock is acquired at the start: SQLite can wait for it then, but not when a reader upgrades.
    try transaction("BEGIN IMMEDIATE", body)
  }

  private func transaction<Value>(_ begin: String, _ body: (Database) throws -> Value) throws -> Value {
    try use { database in
      try run(begin)
      do {
        let value = try body(database)
        try run("COMMIT")
        return value
      } catch {
        // Some errors have rolled it back already.
        if connection.withLock({ $0.isInTransaction }) { try? run("ROLLBACK") }
        throw error
      }
    }
  }

  /// Uses the connection outside any transaction.
  package func use<Value>(_ body: (Database) throws -> Value) throws -> Value {
    var result: Result<Value, any Error>?
    turn.withLock { _ in result = Result { try body(self) } }
    guard let result else { throw DatabaseError(code: 0, message: "nothing was done") }
    return try result.get()
  }
}

/// The SQLite handle, with the compiled statements.
@safe
private struct Connection: ~Copyable {
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]

  private init(_ opened: OpaquePointer) { unsafe handle = opened }

  static func open(_ path: String, isReadOnly: Bool, patience: Int32) throws(DatabaseError) -> Connection {
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened = unsafe opened else { throw DatabaseError(code: code, message: "no memory") }
    guard code == SQLITE_OK else {
      let error = unsafe DatabaseError(code, of: opened)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe sqlite3_busy_timeout(opened, patience)
    // The last connection to close a database truncates the WAL files but doesn't delete them: SQLite would delete
    // them by name, and by then the names may belong to another database.
    unsafe _ = cuebell_keep_wal(opened)
    return unsafe Connection(opened)
  }

  deinit {
    // The handle is freed when its last statement is finalized.
    unsafe sqlite3_close_v2(handle)
  }

  package var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  func run(_ script: String) throws(DatabaseError) {
    let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
    if code != SQLITE_OK { throw unsafe DatabaseError(code, of: handle) }
  }

  /// The compiled form of one statement; text after it is an error because it would never run.
  mutating func statement(_ sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] { return known }
    var prepared: OpaquePointer?
    let (code, isOne) = unsafe sql.withCString { text in
      var rest: UnsafePointer<CChar>?
      let code = unsafe sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &rest)
      return (code, unsafe rest.map { unsafe $0.pointee == 0 } ?? true)
    }
    if code != SQLITE_OK { throw unsafe DatabaseError(code, of: handle) }
    guard let prepared = unsafe prepared, isOne else {
      unsafe sqlite3_finalize(prepared)
      throw DatabaseError(code: SQLITE_MISUSE, message: "not one statement: \(sql)")
    }
    let statement = unsafe Statement(prepared, of: handle)
    statements[sql] = statement
    return statement
  }
}

@safe
private final class Statement {
  private let handle: OpaquePointer
  private let database: OpaquePointer
  private var columns: [String: Int]?

  init(_ handle: OpaquePointer, of database: OpaquePointer) {
    unsafe self.handle = handle
    unsafe self.database = database
  }

  deinit { unsafe sqlite3_finalize(handle) }

  func bind(_ values: [SQLValue]) throws(DatabaseError) {
    guard Int(unsafe sqlite3_bind_parameter_count(handle)) == values.count else {
      throw DatabaseError(code: SQLITE_RANGE, message: "another number of arguments than of question marks")
    }
    for (value, index) in zip(values, Int32(1)...) {
      let code =
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
        case .real(let number): unsafe sqlite3_bind_double(handle, index, number)
        case .text(let text): unsafe cuebell_bind_text(handle, index, text, Int32(clamping: text.utf8.count))
        }
      if code != SQLITE_OK { throw unsafe DatabaseError(code, of: database) }
    }
  }

  func next() throws(DatabaseError) -> Row? {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_DONE { return nil }
    guard code == SQLITE_ROW else { throw unsafe DatabaseError(code, of: database) }
    let count = unsafe sqlite3_column_count(handle)
    if columns == nil {
      let names = (0..<count).map { unsafe String(cString: sqlite3_column_name(handle, $0)) }
      // If two columns have one name, the first is used.
      columns = Dictionary(zip(names, 0...)) { first, _ in first }
    }
    return Row(values: (0..<count).map(value), columns: columns ?? [:])
  }

  /// Resets it, so that it holds no lock and can run again.
  func reset() {
    unsafe sqlite3_reset(handle)
    unsafe sqlite3_clear_bindings(handle)
    // A column may have been added to the table since.
    columns = nil
  }

  private func value(_ column: Int32) -> SQLValue {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      let text = unsafe sqlite3_column_text(handle, column)
      let count = Int(unsafe sqlite3_column_bytes(handle, column))
      return .text(unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    default: return .null
    }
  }
}

package struct DatabaseError: Error, Equatable {
  /// SQLite's primary result code.
  package let code: Int32
  package let message: String

  package init(code: Int32, message: String) {
    self.code = code & 0xFF
    self.message = message
  }

  fileprivate init(_ code: Int32, of database: OpaquePointer) {
    self.init(code: code, message: unsafe String(cString: sqlite3_errmsg(database)))
  }

  /// Another connection holds the lock.
  package var isBusy: Bool { code == SQLITE_BUSY }
  /// The statement doesn't match the schema.
  var isGeneral: Bool { code == SQLITE_ERROR }
  var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
  var isClosed: Bool { code == SQLITE_CANTOPEN }
  package var isContradiction: Bool { code == SQLITE_CONSTRAINT }
}
