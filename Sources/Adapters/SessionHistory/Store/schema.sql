-- - `session`: one workout, completed or begun; `reason` is null until it has ended. `heard`, `late` and `missed`
--   count its cues by outcome, so that a list of years needn't read them all. `programme` and `programme_session`
--   name the session of a programme, counted from 1; they are null for a workout on its own. `note` and `rpe`, the
--   rate of perceived exertion from 1 to 10, are the user's. `seed` is that of its random moments and orders.
-- - `leg`: a run, one process that ran a session; a resumed session has several. `policies` are what its user had
--   chosen, `place` is the phase in which it began, if the workout had changed; null in one of an earlier version.
--   `lost` counts its records that could not be written; that of the session is their sum.
-- - `action`: `argument` is what its name doesn't tell, `leg` the run in which it was; `origin` is its source, `client`
--   the client's name for itself; null if that is unknown.
-- - `phase`: a phase that began, its planned length and, when it ended, the active time spent in it; `place` has the
--   enclosing sets, `done` whether it was completed, `cause` why it ended if it was an open one.
-- - `cue`: the outcome of a cue; `at` and `late` only if it began to sound.
-- - `round`: a completed set of a group that a clock limits, by the group's node and the enclosing sets, from 1.
-- - `standing`: the position of a session, and its volume; `playback` and `state` are empty, but a run of an earlier
--   version may still write them.

CREATE TABLE workout (
  id INTEGER PRIMARY KEY, digest TEXT NOT NULL, text TEXT NOT NULL) STRICT;
CREATE INDEX workout_by_digest ON workout (digest);
CREATE TABLE session (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workout INTEGER NOT NULL REFERENCES workout (id), name TEXT NOT NULL,
  file TEXT, total INTEGER, speed INTEGER NOT NULL, began INTEGER NOT NULL, zone INTEGER NOT NULL, ended INTEGER,
  reason TEXT, elapsed INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0,
  heard INTEGER NOT NULL DEFAULT 0, late INTEGER NOT NULL DEFAULT 0, missed INTEGER NOT NULL DEFAULT 0,
  programme TEXT, programme_session INTEGER, note TEXT, rpe INTEGER, seed TEXT) STRICT;
CREATE INDEX session_by_workout ON session (workout);
CREATE TABLE leg (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  start INTEGER NOT NULL, gap INTEGER NOT NULL, exact INTEGER NOT NULL, wall INTEGER NOT NULL,
  boot_id TEXT NOT NULL, boot INTEGER NOT NULL, process INTEGER NOT NULL, process_start INTEGER NOT NULL,
  policies TEXT, place TEXT, lost INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX leg_by_session ON leg (session);
CREATE TABLE action (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, at INTEGER NOT NULL,
  name TEXT NOT NULL, refusal TEXT, position INTEGER NOT NULL, origin TEXT, client TEXT, leg INTEGER,
  argument TEXT, elapsed INTEGER) STRICT;
CREATE INDEX action_by_session ON action (session);
CREATE TABLE phase (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, path TEXT NOT NULL,
  name TEXT NOT NULL, intensity TEXT NOT NULL, number INTEGER, sets INTEGER, planned INTEGER,
  began INTEGER NOT NULL, elapsed INTEGER NOT NULL, active INTEGER, place TEXT, reps INTEGER, done INTEGER,
  cause TEXT) STRICT;
CREATE INDEX phase_by_session ON phase (session);
CREATE TABLE pause (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  began INTEGER NOT NULL, ended INTEGER, elapsed INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;
CREATE INDEX pause_by_session ON pause (session);
CREATE TABLE cue (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, cue TEXT NOT NULL,
  kind TEXT NOT NULL, phase TEXT NOT NULL, number INTEGER, due INTEGER NOT NULL, at INTEGER, late INTEGER,
  outcome TEXT NOT NULL, cause TEXT, sound TEXT, say TEXT, position INTEGER NOT NULL, leg INTEGER,
  elapsed INTEGER) STRICT;
CREATE INDEX cue_by_session ON cue (session);
CREATE TABLE round (
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, node INTEGER NOT NULL, sets TEXT NOT NULL,
  name TEXT, at INTEGER NOT NULL, PRIMARY KEY (session, node, sets)) STRICT, WITHOUT ROWID;
CREATE TABLE standing (
  session INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE, now INTEGER NOT NULL,
  elapsed INTEGER NOT NULL, position INTEGER NOT NULL, playback TEXT NOT NULL, phase TEXT, number INTEGER,
  into_phase INTEGER NOT NULL, wall INTEGER NOT NULL, boot_id TEXT NOT NULL, boot INTEGER NOT NULL,
  state TEXT NOT NULL, volume REAL) STRICT;
