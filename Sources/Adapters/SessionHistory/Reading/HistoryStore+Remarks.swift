extension HistoryStore {
  /// Adds the user's remarks to a session, by default the newest; `nil` leaves one as it is, and an empty note removes
  /// it. Returns the session's number; `nil` if it doesn't exist.
  package func remark(on id: Int64?, note: String?, rpe: Int?) throws(HistoryError) -> Int64? {
    try write { database in
      let sql = "SELECT id FROM session WHERE id = ifnull(?, (SELECT max(id) FROM session))"
      guard let session: Int64 = try database.row(sql, [id])?["id"] else { return nil }
      try database.execute(
        "UPDATE session SET note = nullif(ifnull(?, note), ''), rpe = ifnull(?, rpe) WHERE id = ?",
        [note, rpe, session])
      return session
    }
  }
}
