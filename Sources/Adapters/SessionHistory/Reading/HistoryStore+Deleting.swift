import Glibc

extension HistoryStore {
  /// The number of sessions that one transaction deletes, so that a running session waits only milliseconds.
  private static let portion = 50

  /// Deletes sessions with all their data, except for running ones; returns the numbers of the deleted ones in order.
  ///
  /// The transaction that deletes also decides which sessions run, so no process can resume one that is being deleted.
  /// The file shrinks only when no session runs, because that takes the lock for longer than a session would wait.
  @discardableResult
  package func delete(_ ids: [Int64], at moment: ClockReading = .now()) throws(HistoryError) -> [Int64] {
    var left = Set(ids).sorted()[...]
    guard !left.isEmpty else { return [] }
    do {
      // Deleted content is overwritten, so that it can't be read from the file.
      try database.use { try $0.run("PRAGMA secure_delete = ON") }
    } catch {
      throw Self.error(error, at: place)
    }
    var gone: [Int64] = []
    var isBusy = false
    while !left.isEmpty {
      let part = left.prefix(Self.portion)
      left = left.dropFirst(Self.portion)
      let begin = ContinuousClock.now
      (gone, isBusy) = try write { database in
        let deleted = try part.filter { try Self.delete($0, moment, database) }
        return (gone + deleted, try Self.anyRuns(moment, database))
      }
      // Gives other processes as much time as the transaction took.
      if isBusy { usleep(UInt32(min((.now - begin) / .microseconds(1), 500_000))) }
    }
    isBusy = try write { database in
      try database.execute("DELETE FROM workout WHERE id NOT IN (SELECT workout FROM session)")
      return try Self.anyRuns(moment, database)
    }
    if !gone.isEmpty, !isBusy { shrink() }
    return gone
  }

  /// Shrinks the file; if another process is writing, the next call does it.
  private func shrink() {
    try? database.use { try $0.run("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  /// Deletes a session, unless it runs or doesn't exist.
  private static func delete(_ id: Int64, _ moment: ClockReading, _ database: Database) throws -> Bool {
    guard let row = try database.row(lastRuns + " WHERE session.id = ?", [id]),
      running(row, moment) == nil
    else { return false }
    try database.execute("DELETE FROM session WHERE id = ?", [id])
    return true
  }

  private static func anyRuns(_ moment: ClockReading, _ database: Database) throws -> Bool {
    let sql = lastRuns + " WHERE session.reason IS NULL AND leg.boot_id = ?"
    return try database.rows(sql, [moment.bootID]).contains { running($0, moment) != nil }
  }

  /// Selects sessions with the data that decides whether they run.
  private static let lastRuns = """
    SELECT session.reason, leg.process, leg.process_start, leg.boot_id AS leg_boot_id FROM session
    LEFT JOIN leg ON leg.id = (SELECT max(id) FROM leg WHERE leg.session = session.id)
    """
}
