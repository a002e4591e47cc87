package import WorkoutEngine
import WorkoutModel

extension HistoryStore {
  /// The session `id`, or the newest one that doesn't run, if it can be resumed.
  package func unfinished(
    _ id: Int64?, at moment: ClockReading = .now()
  ) throws(ResumeRefusal) -> UnfinishedSession {
    try answer { store throws(HistoryError) in
      try store.read { database in try Self.unfinished(id, moment, database) }
    }
  }

  /// Claims a session, which this process runs from then on, with the events between its last recorded state and that
  /// of `engine`, in which it is paused.
  ///
  /// Two processes can't claim the same session. A workout that has changed since replaces the old one, and the stored
  /// state becomes one of the new workout.
  package func claim(
    _ session: UnfinishedSession, with header: SessionHeader, resumingAs engine: Engine, from start: SessionStart,
    after unrecorded: [EngineEvent] = [], at moment: ClockReading = .now()
  ) throws(ResumeRefusal) -> ResumedSession {
    let run = try answer { store throws(HistoryError) in
      try store.write { database -> Result<SessionRun, ResumeRefusal> in
        switch try Self.unfinished(session.id, moment, database) {
        case .success(session): .success(try Self.resume(session, header, engine, start, unrecorded, moment, database))
        case .success: .failure(.movedOn(id: session.id))
        case .failure(let refusal): .failure(refusal)
        }
      }
    }
    if let process = session.process { ReachedPlace.forget(process) }
    return ResumedSession(header: header, run: run, file: file)
  }

  private func answer<Value>(
    _ ask: (HistoryStore) throws(HistoryError) -> Result<Value, ResumeRefusal>
  ) throws(ResumeRefusal) -> Value {
    let result: Result<Value, ResumeRefusal>
    do throws(HistoryError) { result = try ask(self) } catch { throw .history(error) }
    return try result.get()
  }

  private static func unfinished(
    _ id: Int64?, _ moment: ClockReading, _ database: Database
  ) throws -> Result<UnfinishedSession, ResumeRefusal> {
    let sql = """
      SELECT session.*, workout.text, standing.now, standing.elapsed AS done, standing.position, standing.phase,
        standing.number, standing.into_phase, standing.wall, standing.boot_id, standing.boot, standing.volume,
        leg.process, leg.process_start, leg.boot_id AS leg_boot_id, leg.start AS run_start
      FROM session JOIN workout ON workout.id = session.workout
        JOIN leg ON leg.id = (SELECT max(id) FROM leg WHERE leg.session = session.id)
        LEFT JOIN standing ON standing.session = session.id
      WHERE session.id = ifnull(?, session.id) ORDER BY session.id DESC
      """
    var completed: (id: Int64, name: String)?
    var newestRunning: ResumeRefusal?
    let answer = try database.first(sql, [id]) { row -> Result<UnfinishedSession, ResumeRefusal>? in
      let found: Int64 = row["id"]
      if let process = running(row, moment) {
        // A run of another process doesn't prevent resuming what was interrupted before it.
        newestRunning = newestRunning ?? .running(id: found, process: process)
        return id == nil ? nil : newestRunning.map { .failure($0) }
      }
      guard row["reason"] as String? != "completed", row["now"] as Int? != nil else {
        completed = completed ?? (found, row["name"])
        return nil
      }
      // After a completed session the intended one is not guessed.
      if let completed { return .failure(.completed(id: completed.id, name: completed.name, earlier: found)) }
      return .success(UnfinishedSession(row))
    }
    if case .success(var session) = answer {
      session.log = try log(of: session.id, database)
      return .success(session)
    }
    if let answer { return answer }
    if let newestRunning { return .failure(newestRunning) }
    if let completed { return .failure(.completed(id: completed.id, name: completed.name, earlier: nil)) }
    return .failure(id.map { .unknown(id: $0) } ?? .noSession)
  }

  /// The process that runs a session; `nil` if none does.
  static func running(_ row: Row, _ moment: ClockReading) -> Int? {
    guard row["reason"] as String? == nil, row["leg_boot_id"] as String? == moment.bootID,
      let number = row["process"] as Int?, let started = row["process_start"] as Int?
    else { return nil }
    return ProcessIdentity(number: number, started: started).isAlive ? number : nil
  }

  private static func resume(
    _ session: UnfinishedSession, _ header: SessionHeader, _ engine: Engine, _ place: SessionStart,
    _ unrecorded: [EngineEvent],
    _ moment: ClockReading, _ database: Database
  ) throws -> SessionRun {
    try record(unrecorded, engine.state.facts, of: session, header.timeline, database)
    let gap = session.gap(to: moment)
    let start = session.end + gap.length
    let leg = try SessionRun.insert(
      runOf: session.id, start: start, gap: gap.length, isExact: gap.isExact, header.policies, place: place.place,
      moment, database)
    let (workout, text) = (header.timeline.workout, header.text())
    let row = try SessionRun.workout(text, database)
    try database.execute(
      "UPDATE session SET reason = NULL, ended = NULL, workout = ?, name = ?, total = ?, seed = ? WHERE id = ?",
      [row, workout.name, header.timeline.total?.inNanoseconds, "\(header.timeline.seed)", session.id])
    if text != session.text {
      // The earlier numbers belong to another plan.
      try database.execute(
        "INSERT INTO action (session, at, name, position) VALUES (?, ?, 'workoutChanged', ?)",
        [session.id, start.inNanoseconds, engine.state.position.inNanoseconds])
    }
    let phase = try lastPhase(of: session, database)
    // A stop has ended the phase that continues now.
    if let phase {
      try database.execute("UPDATE phase SET active = NULL, done = NULL WHERE id = ?", [phase.row])
    }
    var run = SessionRun(
      continuing: session.id, of: header.timeline, as: leg, from: start, phase: phase,
      pause: try pause(session, database), lastFact: engine.state.facts.count,
      lastAction: try lastAction(of: session, database))
    try run.write(engine, database, at: moment)
    return run
  }

  /// Records the events that follow the last recorded state; their times count from the end of what was played.
  private static func record(
    _ events: [EngineEvent], _ facts: Facts, of session: UnfinishedSession, _ timeline: Timeline, _ database: Database
  ) throws {
    if events.isEmpty { return }
    let leg: Int64 = try database.row("SELECT max(id) AS id FROM leg WHERE session = ?", [session.id])?["id"] ?? 0
    var run = SessionRun(
      continuing: session.id, of: timeline, as: leg, from: session.end, phase: try lastPhase(of: session, database),
      pause: try openPause(of: session, database), lastFact: session.log?.factCount ?? 0,
      lastAction: try lastAction(of: session, database))
    for event in events { try run.write(event, database) }
    try run.write(facts, database)
  }

  private static func lastPhase(of session: UnfinishedSession, _ database: Database) throws -> SessionRun.OpenPhase? {
    let sql = "SELECT * FROM phase WHERE session = ? ORDER BY id DESC LIMIT 1"
    return try database.row(sql, [session.id]).map { row in
      SessionRun.OpenPhase(row: row["id"], name: row["name"], number: row["number"], elapsed: row.time("elapsed"))
    }
  }

  private static func lastAction(of session: UnfinishedSession, _ database: Database) throws -> Int64 {
    try database.row("SELECT max(id) AS id FROM action WHERE session = ?", [session.id])?["id"] ?? 0
  }

  private static func openPause(of session: UnfinishedSession, _ database: Database) throws -> Int64? {
    let sql = "SELECT max(id) AS id FROM pause WHERE session = ? AND ended IS NULL"
    return try database.row(sql, [session.id])?["id"] as Int64?
  }

  /// The pause of the session: the stored one, or one that begins with its last sign of life.
  private static func pause(_ session: UnfinishedSession, _ database: Database) throws -> Int64 {
    if let open = try openPause(of: session, database) { return open }
    try database.execute(
      "INSERT INTO pause (session, began, elapsed, reason) VALUES (?, ?, ?, 'restored')",
      [session.id, session.end.inNanoseconds, session.elapsed.inNanoseconds])
    return database.lastInsertedRowID
  }
}

extension UnfinishedSession {
  fileprivate var end: Duration { now + played }

  fileprivate init(_ row: Row) {
    id = row["id"]
    name = row["name"]
    file = row["file"]
    speed = row["speed"]
    text = row["text"]
    isStopped = row["reason"] as String? == "stopped"
    hasFailed = row["reason"] as String? == "failed"
    phase = row["phase"]
    set = row["number"]
    process =
      if let number = row["process"] as Int?, let started = row["process_start"] as Int? {
        ProcessIdentity(number: number, started: started)
      } else { nil }
    let recorded = (elapsed: row.time("done"), position: row.time("position"))
    let beyond = process.flatMap(ReachedPlace.read)?.played(since: recorded)
    hasPlayed = beyond != nil
    played = beyond ?? .zero
    intoPhase = row.time("into_phase") + played
    elapsed = recorded.elapsed + played
    position = recorded.position + played
    now = row.time("now")
    last = ClockReading(wall: row["wall"], zone: row["zone"], boot: row.time("boot"), bootID: row["boot_id"])
    runStart = row.time("run_start")
    volume = row["volume"]
    seed = (row["seed"] as String?).flatMap { UInt64($0) } ?? Timeline.standardSeed
  }
}
