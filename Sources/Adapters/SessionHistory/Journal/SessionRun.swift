import SessionReporting
import WorkoutEngine
import WorkoutModel

/// One process's part of a session, as recorded.
///
/// It is a value, and each transaction modifies a copy: a failed commit has no effect.
struct SessionRun: Equatable, Sendable {
  let session: Int64
  /// The session time at which the run begins.
  let start: Duration
  /// The row of the run.
  private let leg: Int64
  private var phase: OpenPhase?
  private var tracker: RoundTracker
  private var pause: Int64?
  /// Why the current phase ends, if it is an open one.
  private var cause: EndCause?
  /// Whether the first reported phase may be the interrupted one.
  private var continues = false
  /// The number of the last recorded fact of its engine.
  private var lastFact = 0
  /// The row of the last action.
  private var lastAction: Int64 = 0

  struct OpenPhase: Equatable, Sendable {
    let row: Int64
    let name: String
    let number: Int?
    let elapsed: Duration
  }

  /// The first run of a new session.
  init(of header: SessionHeader, _ database: Database, at moment: ClockReading) throws {
    tracker = RoundTracker(header.timeline)
    start = .zero
    let workout = try Self.workout(header.text(), database)
    try database.execute(
      """
      INSERT INTO session (workout, name, file, total, speed, began, zone, programme, programme_session, seed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        workout, header.timeline.workout.name, header.file, header.timeline.total?.inNanoseconds, header.speed,
        moment.wall, moment.zone, header.programme?.programme, header.programme?.number, "\(header.timeline.seed)",
      ])
    session = database.lastInsertedRowID
    leg = try Self.insert(runOf: session, start: .zero, gap: .zero, isExact: true, header.policies, moment, database)
  }

  /// The next run of a resumed session, whose engine has facts that are recorded.
  init(
    continuing session: Int64, of timeline: Timeline, as leg: Int64, from start: Duration, phase: OpenPhase?,
    pause: Int64?, lastFact: Int, lastAction: Int64
  ) {
    (self.session, self.start) = (session, start)
    (self.leg, self.lastFact, self.lastAction) = (leg, lastFact, lastAction)
    tracker = RoundTracker(timeline)
    self.phase = phase
    self.pause = pause
    continues = true
  }

  static func insert(
    runOf session: Int64, start: Duration, gap: Duration, isExact: Bool, _ policies: Policies,
    place: SessionLog.Start? = nil, _ moment: ClockReading, _ database: Database
  ) throws -> Int64 {
    let process = ProcessIdentity.own()
    try database.execute(
      """
      INSERT INTO leg (session, start, gap, exact, wall, boot_id, boot, process, process_start, policies, place)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        session, start.inNanoseconds, gap.inNanoseconds, isExact, moment.wall, moment.bootID,
        moment.boot.inNanoseconds, process.number, process.started, policies.text, place?.text,
      ])
    return database.lastInsertedRowID
  }

  /// The row of a workout in its canonical form, which all sessions of that workout share.
  ///
  /// An earlier version may have made another digest of it: the workout has another row then.
  static func workout(_ text: String, _ database: Database) throws -> Int64 {
    let digest = SeededRandom.digest(of: text)
    let known = try database.row("SELECT id FROM workout WHERE digest = ? AND text = ?", [digest, text])
    if let known { return known["id"] }
    try database.execute("INSERT INTO workout (digest, text) VALUES (?, ?)", [digest, text])
    return database.lastInsertedRowID
  }

  // MARK: Events

  mutating func write(_ event: EngineEvent, _ database: Database) throws {
    let at = (start + event.at).inNanoseconds
    let change = tracker.add(event.kind, event.progress)
    try write(change, at: at, database)
    switch event.kind {
    case .metronomeStarted, .setMismatched, .paused: break
    case .planNoted(let note): try write(note, at: at, event.progress.elapsed, database)
    case .actionTaken(let report):
      try insert(
        """
        action (session, leg, at, elapsed, name, argument, refusal, position, origin, client)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          session, leg, at, event.progress.elapsed.inNanoseconds, report.action.name, report.action.argument,
          event.kind.refusal?.description, event.progress.position.inNanoseconds, event.origin?.source.rawValue,
          event.origin?.name,
        ], database)
      lastAction = database.lastInsertedRowID
    case .stateChanged(let report):
      // A pause lasts while the timer stands: from its fade, to the resume or the start of a restored session.
      if let reason = report.to.pause, pause == nil {
        try insert(
          "pause (session, began, elapsed, reason) VALUES (?, ?, ?, ?)",
          [session, at, event.progress.elapsed.inNanoseconds, reason.rawValue], database)
        pause = database.lastInsertedRowID
      }
      if case .fadingIn = report.to { try endPause(at, database) }
    case .resumed: try endPause(at, database)
    case .phaseStarted(let report):
      try begin(report, at: at, event.progress, isPreviousDone: change.isPhaseDone, database)
    case .phaseEnded(let ending): cause = ending.cause
    case .cueSettled(let cue): try write(cue, database)
    case .coached(let report):
      try write(report.cue, call: report.call.rawValue, about: report.signal.rawValue, database)
    case .said(let cue): try write(cue, call: cue.kind.rawValue, database)
    case .measured(let report):
      guard let measurement = report.measurement else { return }
      try insert(
        "measurement (session, leg, after, at, elapsed, signal, value) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
          session, leg, lastAction, at, event.progress.elapsed.inNanoseconds, report.signal.rawValue, measurement,
        ], database)
    case .finished(let report):
      try endPhase(event.progress.elapsed, isDone: change.isPhaseDone, database)
      try endPause(at, database)
      // By session time, which can't be set back.
      try database.execute(
        "UPDATE session SET ended = began + ? / 1000000 / speed, reason = ?, elapsed = ? WHERE id = ?",
        [at, report.reason.rawValue, report.elapsed.inNanoseconds, session])
    }
  }

  private func insert(_ sql: String, _ values: StatementArguments, _ database: Database) throws {
    try database.execute("INSERT INTO " + sql, values)
  }

  private func write(_ note: PlanNote, at: Int64, _ elapsed: Duration, _ database: Database) throws {
    try insert(
      "note (session, at, elapsed, cue, kind, change, due, say, reason, speaker) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        session, at, elapsed.inNanoseconds, "\(note.key)", note.cueKind.rawValue, note.kind.rawValue,
        (start + note.due).inNanoseconds, note.content, note.reason.description, note.speaker?.rawValue,
      ], database)
  }

  /// Writes words that no plan contains: a call of the coach about a signal, or words on request.
  private func write(_ cue: CueReport, call: String, about signal: String = "", _ database: Database) throws {
    try write(cue, database)
    try insert(
      "call (session, leg, after, at, signal, call) VALUES (?, ?, ?, ?, ?, ?)",
      [session, leg, lastAction, (start + cue.due).inNanoseconds, signal, call], database)
  }

  private func write(_ cue: CueReport, _ database: Database) throws {
    try insert(
      """
      cue (session, leg, elapsed, cue, kind, phase, number, due, at, late, outcome, cause, sound, say, position)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        session, leg, cue.elapsed.inNanoseconds, "\(cue.cue)", cue.kind.rawValue, cue.phase, cue.set,
        (start + cue.due).inNanoseconds,
        cue.at.map { (start + $0).inNanoseconds }, cue.at.map { ($0 - cue.due).inNanoseconds }, cue.outcome.rawValue,
        cue.cause?.description, cue.sound, cue.say, cue.position.inNanoseconds,
      ], database)
    let isMissed = cue.outcome == .skipped || cue.outcome == .collapsed
    try database.execute(
      "UPDATE session SET heard = heard + ?, late = late + ?, missed = missed + ? WHERE id = ?",
      [cue.at != nil, cue.outcome == .late, isMissed, session])
  }

  private mutating func begin(
    _ report: PhaseReport, at: Int64, _ progress: SessionProgress, isPreviousDone: Bool, _ database: Database
  ) throws {
    let isContinued = continues && phase?.name == report.name && phase?.number == report.set
    continues = false
    if isContinued { return }
    try endPhase(progress.elapsed, isDone: isPreviousDone, database)
    try insert(
      """
      phase (session, path, place, name, intensity, number, sets, reps, planned, began, elapsed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        session, "\(report.path)", Self.text(report.id.sets), report.name, report.intensity.rawValue, report.set,
        report.sets, report.reps, report.end.map { ($0 - report.start).inNanoseconds }, at,
        progress.elapsed.inNanoseconds,
      ], database)
    phase = OpenPhase(
      row: database.lastInsertedRowID, name: report.name, number: report.set, elapsed: progress.elapsed)
  }

  private mutating func endPhase(_ elapsed: Duration, isDone: Bool, _ database: Database) throws {
    // A move may have taken the end back.
    let cause = isDone || self.cause == .limit ? self.cause : nil
    self.cause = nil
    guard let phase else { return }
    try database.execute(
      "UPDATE phase SET active = ?, done = ?, cause = ? WHERE id = ?",
      [(elapsed - phase.elapsed).inNanoseconds, isDone, cause?.rawValue, phase.row])
    self.phase = nil
  }

  /// The numbers of the sets, outermost first, counted from 1.
  private static func text(_ sets: [Int]) -> String { sets.map { "\($0 + 1)" }.joined(separator: ".") }

  private func write(_ change: RoundTracker.Change, at: Int64, _ database: Database) throws {
    for round in change.undone {
      try database.execute(
        "DELETE FROM round WHERE session = ? AND node = ? AND sets = ?", [session, round.group, Self.text(round.sets)])
    }
    for round in change.done {
      try insert(
        "round (session, node, sets, name, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [session, round.group, Self.text(round.sets), round.name, at], database)
    }
  }

  private mutating func endPause(_ at: Int64, _ database: Database) throws {
    guard let pause else { return }
    try database.execute("UPDATE pause SET ended = ? WHERE id = ?", [at, pause])
    self.pause = nil
  }

  // MARK: Position

  /// Records what became of cues, and the position of the session; a complete session can't be resumed.
  mutating func write(_ engine: Engine, _ database: Database, at moment: ClockReading) throws {
    try write(engine.state.facts, database)
    let state = engine.state
    guard state.playback != .completed, let cursor = state.cursor else {
      try database.execute("DELETE FROM standing WHERE session = ?", [session])
      return
    }
    try insert(
      """
      standing (
        session, now, elapsed, position, into_phase, wall, boot_id, boot, phase, number, volume, playback, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '')
      ON CONFLICT (session) DO UPDATE SET now = excluded.now, elapsed = excluded.elapsed, position = excluded.position,
        phase = excluded.phase, number = excluded.number, into_phase = excluded.into_phase, wall = excluded.wall,
        boot_id = excluded.boot_id, boot = excluded.boot, volume = excluded.volume
      """,
      [
        session, (start + state.now).inNanoseconds, state.elapsed.inNanoseconds, state.position.inNanoseconds,
        (state.position - cursor.start).inNanoseconds, moment.wall, moment.bootID, moment.boot.inNanoseconds,
        engine.timeline.phase(of: cursor.id).name, cursor.set, state.volume,
      ], database)
  }

  /// Records the facts since the last recorded one.
  mutating func write(_ facts: Facts, _ database: Database) throws {
    let new = facts.entries(after: lastFact)
    guard !new.isEmpty else { return }
    for fact in new {
      try insert(
        """
        fact (session, leg, after, cue, segment, mark, "offset", due, refused, words)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          session, leg, lastAction, "\(fact.key)", fact.segment.text, fact.mark.inNanoseconds,
          fact.offset.inNanoseconds,
          (start + fact.due).inNanoseconds, fact.isRefused, fact.hasWords,
        ], database)
      lastFact = fact.number
    }
  }

  /// Records the number of missing rows.
  func write(lost: Int, _ database: Database) throws {
    try database.execute("UPDATE leg SET lost = ? WHERE id = ?", [lost, leg])
    try database.execute(
      "UPDATE session SET lost = (SELECT sum(lost) FROM leg WHERE session = session.id) WHERE id = ?", [session])
  }
}

extension PlaybackState {
  /// The reason why the session is paused or pausing; `nil` if it isn't.
  fileprivate var pause: PauseReason? {
    switch self {
    case .paused(let reason), .fadingOut(_, .paused(let reason)): reason
    default: nil
    }
  }
}
