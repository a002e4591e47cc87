import SessionReporting
import WorkoutEngine
import WorkoutModel

/// The log of a session, read from the rows of its runs, actions, measurements, calls of the coach and facts.
extension HistoryStore {
  /// The log of a session from its last run of a changed workout on, or whole; `nil` if it was recorded by a version
  /// that kept none, or rows of it are lost.
  static func log(of session: Int64, _ database: Database) throws -> SessionLog? {
    let sql = "SELECT seed FROM session WHERE id = ?"
    guard let row = try database.row(sql, [session]), let seed = (row["seed"] as String?).flatMap({ UInt64($0) }) else {
      return nil
    }
    let all = try database.rows("SELECT * FROM leg WHERE session = ? ORDER BY id", [session])
    let first = all.lastIndex { ($0["place"] as String?) != nil } ?? 0
    guard all[first...].allSatisfy({ $0["lost"] == 0 }), let entries = try entries(of: session, database) else {
      return nil
    }
    let counts = try counts(of: session, database)
    var runs: [SessionLog.Run] = []
    for index in all.indices[first...] {
      let (leg, start) = (all[index], all[index].time("start"))
      let place = (leg["place"] as String?).flatMap { SessionLog.Start($0) }
      guard let policies = (leg["policies"] as String?).flatMap({ Policies($0) }),
        place != nil || index > first || index == 0
      else { return nil }
      let before: SessionLog.Start =
        index == 0 ? .beginning : .continued(after: start - leg.time("gap") - all[index - 1].time("start"))
      var run = SessionLog.Run(place ?? before, policies)
      run.entries = (entries[leg["id"]] ?? []).map { $0.counted(from: start) }
      run.counts = counts[leg["id"]] ?? SessionCounts()
      runs.append(run)
    }
    return SessionLog(seed: seed, runs: runs)
  }

  /// How often what has happened in each run.
  private static func counts(of session: Int64, _ database: Database) throws -> [Int64: SessionCounts] {
    var counts: [Int64: SessionCounts] = [:]
    let actions = "SELECT leg, name, refusal IS NOT NULL AS refused FROM action WHERE session = ? AND leg IS NOT NULL"
    for row in try database.rows(actions, [session]) {
      counts[row["leg"], default: SessionCounts()].count(action: row["name"], isRefused: row["refused"])
    }
    let kinds = CueKind.planned.map { _ in "?" }.joined(separator: ", ")
    let cues = """
      SELECT leg, outcome, count(*) AS count FROM cue WHERE session = ? AND leg IS NOT NULL AND kind IN (\(kinds))
      GROUP BY leg, outcome
      """
    let arguments: StatementArguments = [session] + CueKind.planned.map { $0.rawValue }
    for row in try database.rows(cues, arguments) {
      guard let outcome = Outcome(rawValue: row["outcome"]) else { continue }
      counts[row["leg"], default: SessionCounts()].count(outcome, times: row["count"])
    }
    return counts
  }

  /// The actions, measurements, calls and facts of each run, in the order in which they were recorded, in session time;
  /// `nil` if this version can't read one.
  private static func entries(of session: Int64, _ database: Database) throws -> [Int64: [SessionLog.Entry]]? {
    let sql = """
      SELECT * FROM (
      SELECT id AS after, leg, 0 AS kind, id AS place, name, argument, at, NULL AS segment, 0 AS mark, 0 AS "offset",
        0 AS refused, 0 AS words FROM action
        WHERE session = ?1 AND refusal IS NULL AND leg IS NOT NULL AND name <> 'speechFailed'
      UNION ALL
      SELECT after, leg, 1, id, 'measure', signal || ' ' || value, at, NULL, 0, 0, 0, 0 FROM measurement
        WHERE session = ?1 AND leg IS NOT NULL
      UNION ALL
      SELECT after, leg, 2, id, call, signal, at, NULL, 0, 0, 0, 0 FROM call WHERE session = ?1
      UNION ALL
      SELECT after, leg, 3, id, cue, NULL, due, segment, mark, "offset", refused, words FROM fact WHERE session = ?1
      ) ORDER BY after, kind = 3, CASE WHEN kind IN (1, 2) THEN at END, kind, place
      """
    var entries: [Int64: [SessionLog.Entry]] = [:]
    for row in try database.rows(sql, [session]) {
      guard let entry = SessionLog.Entry(row) else { return nil }
      entries[row["leg"], default: []].append(entry)
    }
    return entries
  }
}

extension SessionLog.Entry {
  fileprivate init?(_ row: Row) {
    let kind: Int = row["kind"]
    if kind < 2 {
      guard let action = Action(name: row["name"], argument: row["argument"]) else { return nil }
      self = .action(action, at: row.time("at"))
    } else if kind == 2, row["name"] == CueKind.say.rawValue {
      self = .said(at: row.time("at"))
    } else if kind == 2 {
      guard let call = CoachCall(rawValue: row["name"]), let signal = Signal(rawValue: row["argument"]) else {
        return nil
      }
      self = .coached(call, signal, at: row.time("at"))
    } else {
      guard let key = CueKey(row["name"]), let segment = SegmentID(text: row["segment"]) else { return nil }
      self = .cue(
        Fact(
          key, in: segment, mark: row.time("mark"), offset: row.time("offset"), due: row.time("at"),
          isRefused: row["refused"], hasWords: row["words"]))
    }
  }

  /// The same on the clock of a run that begins at an instant.
  fileprivate func counted(from start: Duration) -> SessionLog.Entry {
    switch self {
    case .action(let action, let at): .action(action, at: at - start)
    case .coached(let call, let signal, let at): .coached(call, signal, at: at - start)
    case .said(let at): .said(at: at - start)
    case .cue(let fact):
      .cue(
        Fact(
          fact.key, in: fact.segment, mark: fact.mark, offset: fact.offset, due: fact.due - start,
          isRefused: fact.isRefused, hasWords: fact.hasWords))
    }
  }
}
