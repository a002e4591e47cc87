import Glibc
import HostSystem
import WorkoutModel

/// The history as a database.
///
/// It is in WAL mode, so that a run writes while others read, and `synchronous` is FULL: when a commit returns, it
/// survives the death of the process and of the machine. A commit writes before it syncs, so a process that is killed
/// while a slow disk syncs loses only later events.
package struct HistoryStore: Sendable {
  package let place: HistoryLocation
  package let database: Database
  /// The identity of the file: another one may replace it while this one is open.
  let file: FileIdentity?

  /// The time for which a writer waits for another, in milliseconds: one holds the lock for a few, but for seconds on a
  /// busy disk.
  static let patience: Int32 = 4_000

  /// The purpose of opening it, which determines what may be done if the database cannot be used.
  package enum Purpose: Sendable {
    /// Creates it.
    case writing
    /// Only reads; a missing database isn't created.
    case reading
    case changing
  }

  /// Opens the history at `place`.
  ///
  /// - Throws: `newer` or `older` before anything is written; `damaged` if it is not a database, or one that SQLite
  ///   can't read.
  package init(at place: HistoryLocation, for purpose: Purpose) throws(HistoryError) {
    if purpose == .writing {
      self = try place.locked { () throws(HistoryError) in try HistoryStore(lockedAt: place) }
    } else {
      try place.checkOwner()
      guard place.isThere else { throw .none(path: place.path) }
      try self.init(opening: place, for: purpose)
    }
  }

  /// A history without a file.
  init(inMemory database: Database) {
    (place, file) = (HistoryLocation(folder: ""), nil)
    self.database = database
  }

  /// Opens a new history for writing in place of a damaged one; returns the name under which this call has set that
  /// aside.
  ///
  /// If another process has replaced the damaged file by a sound one meanwhile, that one is opened.
  static func replacing(
    _ damaged: FileIdentity?, at place: HistoryLocation, wall: Int
  ) throws(HistoryError) -> (store: HistoryStore, aside: String?) {
    try place.locked { () throws(HistoryError) in
      if damaged == nil || place.file != damaged {
        do throws(HistoryError) { return (try HistoryStore(lockedAt: place), nil) } catch {
          guard case .damaged = error else { throw error }
        }
      }
      let aside = try place.setAside(at: wall)
      return (try HistoryStore(lockedAt: place), aside)
    }
  }

  /// Creates it if it doesn't exist; the lock must be held.
  private init(lockedAt place: HistoryLocation) throws(HistoryError) {
    try place.makeFile()
    try self.init(opening: place, for: .writing)
  }

  private init(opening place: HistoryLocation, for purpose: Purpose) throws(HistoryError) {
    self.place = place
    let deadline = ContinuousClock.now + .milliseconds(Int(Self.patience))
    while true {
      do {
        (file, database) = try (place.file, Self.database(at: place, for: purpose))
        return
      } catch let error as DatabaseError
        where (error.isBusy || error.isGeneral) && ContinuousClock.now < deadline
      {
        // Another process is creating it: SQLite doesn't wait for some of the steps, and a table that was missing may
        // exist now.
        usleep(10_000)
      } catch {
        throw Self.error(error, at: place)
      }
    }
  }

  /// A connection to a database of this version; an empty one gets its tables, and one of an earlier version what is
  /// new.
  private static func database(at place: HistoryLocation, for purpose: Purpose) throws -> Database {
    var database = try connection(to: place, isReadOnly: purpose == .reading)
    let isComplete = try database.read { try Self.missingTables($0, at: place) == nil }
    if purpose == .reading {
      if isComplete { return database }
      database = try connection(to: place, isReadOnly: false)
    }
    try database.use { try $0.run("PRAGMA journal_mode = WAL") }
    if !isComplete {
      try database.write {
        // Another process may have created them since.
        guard let script = try Self.missingTables($0, at: place) else { return }
        try $0.run(script + "PRAGMA user_version = \(HistorySchema.version)")
      }
    }
    try database.use { try $0.run("PRAGMA synchronous = FULL") }
    return database
  }

  /// The script that creates what the tables lack; `nil` if they are complete. Throws if they are of a version that
  /// can't be used.
  private static func missingTables(_ database: Database, at place: HistoryLocation) throws -> String? {
    let version: Int = try database.row("PRAGMA user_version")?["user_version"] ?? 0
    switch version {
    case HistorySchema.version: return nil
    case 1..<HistorySchema.version: return HistorySchema.upgrades[(version - 1)...].joined(separator: " ")
    case 0 where try database.row("SELECT 1 FROM sqlite_schema") == nil: return HistorySchema.script
    case (HistorySchema.version + 1)...: throw HistoryError.newer(path: place.path)
    default: throw HistoryError.older(path: place.path)
    }
  }

  /// The descriptors for the database, its auxiliary files and the lock, with some to spare.
  private static let neededDescriptors = 12

  private static func connection(to place: HistoryLocation, isReadOnly: Bool) throws -> Database {
    if let shortage = NoDescriptor.shortage(of: neededDescriptors) {
      throw HistoryError.unavailable("\(place.path): \(shortage.explanation)")
    }
    let database = try Database(path: place.path, isReadOnly: isReadOnly, patience: patience)
    // NORMAL while the tables are created: the first commit of a run syncs them, too.
    if !isReadOnly { try database.use { try $0.run("PRAGMA journal_size_limit = 0; PRAGMA synchronous = NORMAL") } }
    return database
  }

  package func read<Value>(_ read: (Database) throws -> Value) throws(HistoryError) -> Value {
    do { return try database.read(read) } catch { throw Self.error(error, at: place) }
  }

  /// Writes atomically.
  package func write<Value>(_ write: (Database) throws -> Value) throws(HistoryError) -> Value {
    do { return try database.write(write) } catch { throw Self.error(error, at: place) }
  }

  static func error(_ error: any Error, at place: HistoryLocation) -> HistoryError {
    if let error = error as? HistoryError { return error }
    guard let error = error as? DatabaseError else { return .failed("\(place.path): \(error)") }
    let reason = error.message
    if error.isDamage { return .damaged(path: place.path, reason) }
    let sentence = "\(place.path): \(reason)"
    if error.isClosed { return .unavailable(sentence) }
    return error.isContradiction ? .contradicted(sentence) : .failed(sentence)
  }
}

/// The reason why the history can't be used.
package enum HistoryError: Error, Equatable, Sendable {
  case unavailable(String)
  case none(path: String)
  /// It was written by a newer Cuebell, and is unchanged.
  case newer(path: String)
  /// It was written by a development version whose tables were others, and is unchanged.
  case older(path: String)
  case damaged(path: String, String)
  /// The data contradicts the existing rows: it will never be accepted.
  case contradicted(String)
  /// SQLite can't read or write it now, with the reason.
  case failed(String)

  package var explanation: String {
    switch self {
    case .unavailable(let reason): reason
    case .none(let path): "there is no history yet (\(path))"
    case .newer(let path): "\(path) was written by a newer version of Cuebell; it is not changed"
    case .older(let path):
      "\(path) was written by a development version of Cuebell and can't be read. To begin a new history: cd "
        + ShellWord.quoted(HistoryLocation.folder(of: path))
        + " && mkdir old && mv history.sqlite* old; until then it is not changed"
    case .damaged(let path, let reason): "\(path) is damaged (\(reason))"
    case .contradicted(let reason), .failed(let reason): reason
    }
  }
}
