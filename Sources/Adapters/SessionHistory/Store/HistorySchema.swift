package import SQLiteAccess

/// The tables of the history, version by version.
///
/// All times are nanoseconds, except those by the wall clock, which are milliseconds since 1970. Session time runs from
/// its beginning through all its runs, including pauses and interruptions. A released version never changes: every
/// change is a new version.
package enum HistorySchema {
  /// All versions in order.
  package static let migrations = Migrations([
    ("1 sessions", sessions), ("2 tallies", tallies), ("3 origins", origins), ("4 programmes", programmes),
    ("5 rounds", rounds),
  ])

  /// - `session`: one workout, completed or begun; `reason` is null until it has ended.
  /// - `leg`: a run, one process that ran a session; a resumed session has several.
  /// - `phase`: a phase that began, its planned length and, when it ended, the active time spent in it.
  /// - `cue`: the outcome of a cue; `at` and `late` only if it began to sound.
  /// - `standing`: the position of a session, with the engine's whole state, from which it resumes.
  private static let sessions = """
    CREATE TABLE workout (
      id INTEGER PRIMARY KEY, digest TEXT NOT NULL, text TEXT NOT NULL) STRICT;
    CREATE INDEX workout_by_digest ON workout (digest);
    CREATE TABLE session (
      id INTEGER PRIMARY KEY AUTOINCREMENT, workout INTEGER NOT NULL REFERENCES workout (id), name TEXT NOT NULL,
      file TEXT, total INTEGER, speed INTEGER NOT NULL, began INTEGER NOT NULL, zone INTEGER NOT NULL, ended INTEGER,
      reason TEXT, elapsed INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE INDEX session_by_workout ON session (workout);
    CREATE TABLE leg (
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      start INTEGER NOT NULL, gap INTEGER NOT NULL, exact INTEGER NOT NULL, wall INTEGER NOT NULL,
      boot_id TEXT NOT NULL, boot INTEGER NOT NULL, process INTEGER NOT NULL, process_start INTEGER NOT NULL) STRICT;
    CREATE INDEX leg_by_session ON leg (session);
    CREATE TABLE action (
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, at INTEGER NOT NULL,
      name TEXT NOT NULL, refusal TEXT, position INTEGER NOT NULL) STRICT;
    CREATE INDEX action_by_session ON action (session);
    CREATE TABLE phase (
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, path TEXT NOT NULL,
      name TEXT NOT NULL, intensity TEXT NOT NULL, number INTEGER, sets INTEGER, planned INTEGER,
      began INTEGER NOT NULL, elapsed INTEGER NOT NULL, active INTEGER) STRICT;
    CREATE INDEX phase_by_session ON phase (session);
    CREATE TABLE pause (
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      began INTEGER NOT NULL, ended INTEGER, elapsed INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;
    CREATE INDEX pause_by_session ON pause (session);
    CREATE TABLE cue (
      id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, cue TEXT NOT NULL,
      kind TEXT NOT NULL, phase TEXT NOT NULL, number INTEGER, due INTEGER NOT NULL, at INTEGER, late INTEGER,
      outcome TEXT NOT NULL, cause TEXT, sound TEXT, say TEXT, position INTEGER NOT NULL) STRICT;
    CREATE INDEX cue_by_session ON cue (session);
    CREATE TABLE standing (
      session INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE, now INTEGER NOT NULL,
      elapsed INTEGER NOT NULL, position INTEGER NOT NULL, playback TEXT NOT NULL, phase TEXT, number INTEGER,
      into_phase INTEGER NOT NULL, wall INTEGER NOT NULL, boot_id TEXT NOT NULL, boot INTEGER NOT NULL,
      state TEXT NOT NULL) STRICT;
    """

  /// The source of an action, and the client's name for itself; null if that is unknown.
  private static let origins = """
    ALTER TABLE action ADD COLUMN origin TEXT;
    ALTER TABLE action ADD COLUMN client TEXT;
    """

  /// The session of a programme that a session belongs to, its number counted from 1; null for a workout on its own.
  private static let programmes = """
    ALTER TABLE session ADD COLUMN programme TEXT;
    ALTER TABLE session ADD COLUMN programme_session INTEGER;
    """

  /// - `round`: a completed set of a group that a clock limits, by the group's node and the enclosing sets, from 1.
  /// - `phase`: the enclosing sets, the repetitions, and whether it was completed; null in older sessions.
  private static let rounds = """
    CREATE TABLE round (
      session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, node INTEGER NOT NULL, sets TEXT NOT NULL,
      name TEXT, at INTEGER NOT NULL, PRIMARY KEY (session, node, sets)) STRICT, WITHOUT ROWID;
    ALTER TABLE phase ADD COLUMN place TEXT;
    ALTER TABLE phase ADD COLUMN reps INTEGER;
    ALTER TABLE phase ADD COLUMN done INTEGER;
    """

  /// The numbers of a session's cues by outcome, so that a list of years needn't read them all.
  private static let tallies = """
    ALTER TABLE session ADD COLUMN heard INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE session ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE session ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;
    UPDATE session SET
      heard = (SELECT count(at) FROM cue WHERE cue.session = session.id),
      late = (SELECT count(*) FROM cue WHERE cue.session = session.id AND outcome = 'late'),
      missed = (SELECT count(*) FROM cue WHERE cue.session = session.id AND outcome IN ('skipped', 'collapsed'));
    """
}
