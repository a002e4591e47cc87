import WorkoutEngine
import WorkoutModel

/// The log of a session, read from the rows of its runs, its actions, its measurements and its facts.
extension HistoryStore {
  /// The log of a session; `nil` if it was recorded by a version that kept none, or rows of it are lost.
  static func log(of session: Int64, _ database: Database) throws -> SessionLog? {
    let sql = "SELECT seed, lost FROM session WHERE id = ?"
    guard let row = try database.row(sql, [session]), (row["lost"] as Int) == 0,
      let seed = (row["seed"] as String?).flatMap({ UInt64($0) })
    else { return nil }
    let legs = try database.rows("SELECT * FROM leg WHERE session = ? ORDER BY id", [session])
    let entries = try entries(of: session, database)
    let measurements = try measurements(of: session, database)
    var runs: [SessionLog.Run] = []
    for (index, leg) in legs.enumerated() {
      guard let policies = (leg["policies"] as String?).flatMap({ Policies($0) }) else { return nil }
      let start = leg.time("start")
      let before: SessionLog.Start =
        index == 0 ? .beginning : .continued(after: start - leg.time("gap") - legs[index - 1].time("start"))
      let place = (leg["place"] as String?).flatMap { SessionLog.Start($0) }
      if place != nil { runs = [] }
      let end = index + 1 < legs.count ? legs[index + 1].time("start") - legs[index + 1].time("gap") : nil
      let measured = measurements.filter { $0.at >= start && (end.map { [at = $0.at] in at <= $0 } ?? true) }
      var run = SessionLog.Run(place ?? before, policies)
      run.entries = merged(entries[leg["id"]] ?? [], measured).map { $0.counted(from: start) }
      runs.append(run)
    }
    return SessionLog(seed: seed, runs: runs)
  }

  /// The actions and the facts of each run, in the order in which they were recorded, in session time.
  private static func entries(of session: Int64, _ database: Database) throws -> [Int64: [SessionLog.Entry]] {
    let sql = """
      SELECT id, leg, 0 AS kind, id AS place, name, argument, at, NULL AS segment, 0 AS mark, 0 AS "offset",
        0 AS refused, 0 AS words FROM action
        WHERE session = ?1 AND refusal IS NULL AND leg IS NOT NULL
      UNION ALL
      SELECT after, leg, 1, id, cue, NULL, due, segment, mark, "offset", refused, words FROM fact WHERE session = ?1
      ORDER BY 1, 3, 4
      """
    var entries: [Int64: [SessionLog.Entry]] = [:]
    for row in try database.rows(sql, [session]) {
      guard let entry = SessionLog.Entry(row) else { continue }
      entries[row["leg"], default: []].append(entry)
    }
    return entries
  }

  private static func measurements(of session: Int64, _ database: Database) throws -> [(at: Duration, Action)] {
    try database.rows("SELECT at, signal, value FROM measurement WHERE session = ? ORDER BY id", [session])
      .compactMap { row in
        Signal(rawValue: row["signal"]).map { (row.time("at"), .measure($0, row["value"], from: nil)) }
      }
  }

  /// Both in the order of their instants.
  private static func merged(
    _ entries: [SessionLog.Entry], _ measurements: [(at: Duration, action: Action)]
  ) -> [SessionLog.Entry] {
    var (merged, rest) = ([SessionLog.Entry](), measurements[...])
    for entry in entries {
      if case .action(_, let at) = entry {
        while let first = rest.first, first.at < at {
          merged.append(.action(first.action, at: first.at))
          rest.removeFirst()
        }
      }
      merged.append(entry)
    }
    return merged + rest.map { .action($0.action, at: $0.at) }
  }
}

extension SessionLog.Entry {
  fileprivate init?(_ row: Row) {
    if row["kind"] == 0 {
      guard let action = Action(name: row["name"], argument: row["argument"]) else { return nil }
      self = .action(action, at: row.time("at"))
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
    case .cue(let fact):
      .cue(
        Fact(
          fact.key, in: fact.segment, mark: fact.mark, offset: fact.offset, due: fact.due - start,
          isRefused: fact.isRefused, hasWords: fact.hasWords))
    }
  }
}
