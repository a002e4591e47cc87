import Glibc
import HostSystem
package import SQLiteAccess

/// The history as a database.
///
/// It is in WAL mode, so that a run writes while others read, and `synchronous` is FULL: when a commit returns, it
/// survives the death of the process and of the machine. A commit writes before it syncs, so a process that is killed
/// while a slow disk syncs loses only what came after that.
package struct HistoryStore: Sendable {
  package let place: HistoryLocation
  package let database: DatabaseQueue
  /// Which file it is: another may come to its place while this one is open.
  let file: FileIdentity?

  /// How long a writer waits for another, in milliseconds; a writer holds the lock for some of them.
  static let patience: Int32 = 1_000

  /// Who opens it, and so what may be done where the database cannot be used.
  package enum Purpose: Sendable {
    /// Makes it where it isn't there, brings it up to date.
    case writing
    /// Only looks; where nothing is there, nothing is made, and only what an older version has left is brought up to
    /// date.
    case reading
    /// Changes what is there.
    case changing
  }

  /// Opens the history at `place`.
  ///
  /// - Throws: `newer` before anything is written; `damaged` where it is no database, or one that SQLite can't read.
  package init(at place: HistoryLocation, for purpose: Purpose) throws(HistoryError) {
    if purpose == .writing {
      self = try place.locked { () throws(HistoryError) in try HistoryStore(lockedAt: place) }
    } else {
      try place.checkOwner()
      guard place.isThere else { throw .none(path: place.path) }
      try self.init(opening: place, for: purpose)
    }
  }

  /// Opens the history to be written, in the place of a damaged one, which is set aside.
  ///
  /// - Parameters:
  ///   - damaged: The file that is damaged; `nil` if none could be opened. Where another process has put a sound one
  ///     in its place meanwhile, that is it.
  ///   - place: Where it is.
  ///   - wall: Milliseconds since 1970, by which the damaged one is named.
  /// - Returns: The history, and the new name of the damaged one if it was this call that gave it.
  /// - Throws: Why there is none.
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

  /// Makes it where it isn't there; the lock must be held.
  private init(lockedAt place: HistoryLocation) throws(HistoryError) {
    try place.makeFile()
    try self.init(opening: place, for: .writing)
  }

  private init(opening place: HistoryLocation, for purpose: Purpose) throws(HistoryError) {
    self.place = place
    let deadline = ContinuousClock.now + .milliseconds(Int(Self.patience))
    while true {
      do {
        (file, database) = try (place.file, Self.upToDate(place, for: purpose))
        return
      } catch let error as DatabaseError
        where (error.isBusy || error.isGeneral) && ContinuousClock.now < deadline
      {
        // Another process is making it just now: for some of the steps SQLite doesn't wait by itself, and a table that
        // was missing a moment ago is there.
        usleep(10_000)
      } catch {
        throw Self.error(error, at: place)
      }
    }
  }

  /// A connection to a database of this version.
  private static func upToDate(_ place: HistoryLocation, for purpose: Purpose) throws -> DatabaseQueue {
    let migrations = HistorySchema.migrations
    var database = try connection(to: place, isReadOnly: purpose == .reading)
    guard try !database.read(migrations.areSuperseded) else { throw HistoryError.newer(path: place.path) }
    if purpose == .reading {
      if try database.read(migrations.areComplete) { return database }
      database = try connection(to: place, isReadOnly: false)
    }
    try database.use { try $0.run("PRAGMA journal_mode = WAL") }
    try migrations.migrate(database)
    try database.use { try $0.run("PRAGMA synchronous = FULL") }
    return database
  }

  /// The database, the files beside it and the lock, with some to spare.
  private static let neededDescriptors = 12

  private static func connection(to place: HistoryLocation, isReadOnly: Bool) throws -> DatabaseQueue {
    if let shortage = NoDescriptor.shortage(of: neededDescriptors) {
      throw HistoryError.unavailable("\(place.path): \(shortage.explanation)")
    }
    return try DatabaseQueue(path: place.path, isReadOnly: isReadOnly, patience: patience) { database in
      // NORMAL while the tables are made: the first commit of a run syncs them, too.
      if !isReadOnly { try database.run("PRAGMA journal_size_limit = 0; PRAGMA synchronous = NORMAL") }
    }
  }

  /// Reads, and reports errors as `HistoryError`.
  package func read<Value>(_ read: (Database) throws -> Value) throws(HistoryError) -> Value {
    do { return try database.read(read) } catch { throw Self.error(error, at: place) }
  }

  /// Writes all or nothing.
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

/// Why the history can't be had.
public enum HistoryError: Error, Equatable, Sendable {
  /// There is no folder for it, and why.
  case unavailable(String)
  /// There is no history yet.
  case none(path: String)
  /// A newer Cuebell has written it; it was left as it is.
  case newer(path: String)
  /// What is at the path is no history, or a damaged one.
  case damaged(path: String, String)
  /// What is to be written doesn't go with what is there: it will never be taken.
  case contradicted(String)
  /// SQLite can't read or write it now, and why.
  case failed(String)

  /// The message for the user.
  public var explanation: String {
    switch self {
    case .unavailable(let reason): reason
    case .none(let path): "there is no history yet (\(path))"
    case .newer(let path): "\(path) was written by a newer version of Cuebell; it is left as it is"
    case .damaged(let path, let reason): "\(path) is damaged (\(reason))"
    case .contradicted(let reason), .failed(let reason): reason
    }
  }
}
