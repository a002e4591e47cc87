package import SessionReporting
import WorkoutModel

extension HistoryStore {
  /// The newest sessions, newest first; all if there is no limit.
  package func sessions(limit: Int? = nil, at moment: ClockReading = .now()) throws(HistoryError) -> [PastSession] {
    try read { database in
      try database.rows(Self.sessions + " ORDER BY session.id DESC LIMIT ?", [limit ?? -1]).map { row in
        PastSession(row, moment)
      }
    }
  }

  /// A session in full, by default the newest; `nil` if it doesn't exist.
  package func session(_ id: Int64?, at moment: ClockReading = .now()) throws(HistoryError) -> SessionDetail? {
    try read { database in
      let sql = Self.sessions + " WHERE session.id = ifnull(?, (SELECT max(id) FROM session))"
      guard let row = try database.row(sql, [id]) else { return nil }
      func all<Value>(_ table: String, _ make: (Row) -> Value) throws -> [Value] {
        try database.rows("SELECT * FROM \(table) WHERE session = ? ORDER BY id", [row["id"] as Int64]).map(make)
      }
      let workout = try database.row("SELECT text, digest FROM workout WHERE id = ?", [row["workout"] as Int64])
      return SessionDetail(
        session: PastSession(row, moment), text: workout?["text"] ?? "", digest: workout?["digest"] ?? "",
        rounds: try Self.rounds(of: row["id"], database), runs: try all("leg", SessionDetail.Run.init),
        phases: try all("phase", SessionDetail.Phase.init), pauses: try all("pause", SessionDetail.Pause.init),
        actions: try all("action", SessionDetail.Action.init), cues: try all("cue", SessionDetail.Cue.init),
        notes: try all("note", SessionDetail.Note.init),
        measurements: try all("measurement", SessionDetail.Measurement.init).compactMap(\.self))
    }
  }

  private static func rounds(of session: Int64, _ database: Database) throws -> [RoundCount] {
    let sql = "SELECT name, count(*) AS count FROM round WHERE session = ? GROUP BY name ORDER BY min(node)"
    return try database.rows(sql, [session]).map { row in
      RoundCount(name: row["name"], count: row["count"])
    }
  }

  /// The lateness of the cues of all sessions except rehearsals, as a histogram.
  package func lateness() throws(HistoryError) -> LatenessHistogram {
    try read { database in
      var columns: [String] = []
      var last = "-1"
      for bound in LatenessHistogram.bounds.map({ "\($0.inNanoseconds)" }) {
        columns.append("total(cue.late > \(last) AND cue.late <= \(bound))")
        last = bound
      }
      columns.append("total(cue.late > \(last))")
      let sql = """
        SELECT \(columns.joined(separator: ", ")) FROM cue JOIN session ON session.id = cue.session
        WHERE cue.late IS NOT NULL AND speed = 1
        """
      let counts = try database.row(sql).map { row in
        (0..<columns.count).map { Int(row[$0] as Double) }
      }
      return LatenessHistogram(counts: counts ?? [])
    }
  }

  /// The progress of the programme with a name and `count` sessions.
  ///
  /// Rehearsals don't count.
  package func progress(of programme: String, count: Int) throws(HistoryError) -> ProgrammeProgress {
    try read { database in
      let rows = try database.rows(
        """
        SELECT programme_session AS number, ifnull(ended, began) AS wall, zone FROM session
        WHERE programme = ? AND programme_session IS NOT NULL AND reason = 'completed' AND speed = 1
        ORDER BY wall, id
        """, [programme])
      let completions = rows.map { row in
        (session: row["number"] as Int, at: CivilTime(wall: row["wall"], zone: row["zone"]))
      }
      return ProgrammeProgress(completions, count: count)
    }
  }

  private static let sessions = """
    SELECT session.*, leg.process, leg.process_start, leg.boot_id AS leg_boot_id, standing.elapsed AS done,
      EXISTS (SELECT 1 FROM standing WHERE session = session.id) AS stored
    FROM session
    LEFT JOIN leg ON session.reason IS NULL AND leg.id = (SELECT max(id) FROM leg WHERE leg.session = session.id)
    LEFT JOIN standing ON session.reason IS NULL AND standing.session = session.id
    """
}

extension Row {
  func time(_ name: String) -> Duration { .nanoseconds(self[name] as Int) }
  fileprivate func timeIfAny(_ name: String) -> Duration? { (self[name] as Int?).map { .nanoseconds($0) } }
}

extension PastSession {
  fileprivate init(_ row: Row, _ moment: ClockReading) {
    let zone: Int = row["zone"]
    let reason: String? = row["reason"]
    let number: Int? = row["programme_session"]
    let state: State =
      switch reason {
      case "completed": .completed
      case "stopped": .stopped
      case .some: .failed
      case nil: HistoryStore.running(row, moment).map { .running(process: $0) } ?? .interrupted
      }
    self.init(
      id: row["id"], name: row["name"], file: row["file"],
      programme: (row["programme"] as String?).flatMap { name in
        number.map { ProgrammeSession(programme: name, number: $0) }
      },
      state: state, began: CivilTime(wall: row["began"], zone: zone),
      ended: (row["ended"] as Int?).map { CivilTime(wall: $0, zone: zone) }, planned: row.timeIfAny("total"),
      // A session that has not ended has a stored position.
      active: row.timeIfAny("done") ?? row.time("elapsed"), speed: row["speed"], heard: row["heard"],
      late: row["late"], missed: row["missed"], canBeResumed: state.isPartial && row["stored"], lost: row["lost"],
      note: row["note"], rpe: row["rpe"])
  }
}

extension SessionDetail.Run {
  fileprivate init(_ row: Row) {
    self.init(
      start: row.time("start"), gap: row.time("gap"), isExact: row["exact"],
      began: CivilTime(wall: row["wall"], zone: 0), boot: row.time("boot"), bootID: row["boot_id"],
      process: row["process"])
  }
}

extension SessionDetail.Phase {
  fileprivate init(_ row: Row) {
    self.init(
      path: row["path"], name: row["name"], intensity: row["intensity"], set: row["number"], sets: row["sets"],
      planned: row.timeIfAny("planned"), began: row.time("began"), elapsed: row.time("elapsed"),
      active: row.timeIfAny("active"), place: row["place"], reps: row["reps"], isDone: row["done"],
      cause: row["cause"])
  }
}

extension SessionDetail.Pause {
  fileprivate init(_ row: Row) {
    self.init(
      began: row.time("began"), ended: row.timeIfAny("ended"), elapsed: row.time("elapsed"), reason: row["reason"])
  }
}

extension SessionDetail.Action {
  fileprivate init(_ row: Row) {
    self.init(
      at: row.time("at"), elapsed: row.timeIfAny("elapsed"), name: row["name"], refusal: row["refusal"],
      position: row.time("position"),
      origin: row["origin"], client: row["client"])
  }
}

extension SessionDetail.Measurement {
  fileprivate init?(_ row: Row) {
    guard let signal = Signal(rawValue: row["signal"]) else { return nil }
    self.init(at: row.time("at"), elapsed: row.time("elapsed"), signal: signal, value: row["value"])
  }
}

extension SessionDetail.Note {
  fileprivate init(_ row: Row) {
    self.init(
      at: row.time("at"), elapsed: row.time("elapsed"), cue: row["cue"], kind: row["kind"],
      change: row["change"], due: row.time("due"), say: row["say"], reason: row["reason"], speaker: row["speaker"])
  }
}

extension SessionDetail.Cue {
  fileprivate init(_ row: Row) {
    self.init(
      cue: row["cue"], kind: row["kind"], phase: row["phase"], set: row["number"], due: row.time("due"),
      at: row.timeIfAny("at"), late: row.timeIfAny("late"), outcome: row["outcome"], cause: row["cause"],
      sound: row["sound"], say: row["say"], position: row.time("position"), elapsed: row.timeIfAny("elapsed"))
  }
}
