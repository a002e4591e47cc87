package import SessionReporting

extension HistoryStore {
  /// The score of a session, and the best one of earlier sessions of the same workout; `nil` if it has none.
  ///
  /// The workout is the same if its canonical text is. Rehearsals don't count. A session that was ended early counts
  /// with the rounds that it has.
  package func score(of id: Int64, by scoring: Scoring) throws(HistoryError) -> RankedScore? {
    try read { database in
      let same = """
        FROM session JOIN workout ON workout.id = session.workout
        WHERE speed = 1 AND session.id <= ?1 AND text =
          (SELECT text FROM workout JOIN session ON workout.id = session.workout WHERE session.id = ?1)
        """
      var times: [Int64: [(path: String, active: Duration)]] = [:]
      let sums = """
        SELECT session, path, sum(active) AS active FROM phase WHERE session IN (SELECT session.id \(same))
        GROUP BY session, path HAVING active IS NOT NULL
        """
      for row in try database.rows(sums, [id]) {
        times[row["session"], default: []].append((row["path"], row.time("active")))
      }
      let rounds = "SELECT session.id AS id, (SELECT count(*) FROM round WHERE session = session.id) AS rounds \(same)"
      var (own, best) = (SessionScore?.none, SessionScore?.none)
      for row in try database.rows(rounds, [id]) {
        let session: Int64 = row["id"]
        guard let score = scoring.score(rounds: row["rounds"], times: times[session] ?? []) else { continue }
        if session == id { own = score } else if best.map(score.isBetter) ?? true { best = score }
      }
      return own.map { RankedScore(own: $0, best: best) }
    }
  }
}
