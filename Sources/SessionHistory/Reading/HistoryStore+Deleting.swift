import GRDB
import WorkoutModel

extension HistoryStore {
  /// Deletes sessions with all that belongs to them; those that run are left alone.
  ///
  /// - Parameters:
  ///   - ids: The sessions' numbers.
  ///   - moment: What the clocks say.
  /// - Returns: The numbers of those that are gone, in order.
  /// - Throws: Why nothing can be deleted.
  @discardableResult
  package func delete(_ ids: [Int64], at moment: HostMoment = .now()) throws(HistoryError) -> [Int64] {
    let wanted = Set(ids)
    let found = try sessions(at: moment).filter { session in
      if case .running = session.state { return false }
      return wanted.contains(session.id)
    }.map(\.id).sorted()
    guard !found.isEmpty else { return [] }
    do {
      // What was deleted is overwritten, so that nobody reads it in the file.
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
    } catch {
      throw Self.error(error, at: place)
    }
    try write { database in
      for id in found { try database.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id]) }
      try database.execute(sql: "DELETE FROM workout WHERE id NOT IN (SELECT workout FROM session)")
    }
    // The file gets smaller; where somebody writes just now it does so the next time.
    try? database.writeWithoutTransaction { database in
      try database.execute(sql: "VACUUM")
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return found
  }
}
