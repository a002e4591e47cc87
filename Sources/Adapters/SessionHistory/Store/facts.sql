-- The moments of a session's cues, from which it is replayed together with its actions, and what was noted of them.
--
-- - `fact`: `leg` is the run in which it came, `after` the action before it; `mark` and `offset` are in the plan.
-- - `call`: what the coach has said, after the action `after` and the measurements until then.
-- - `note`: `speaker` is the role of the cue to which it gave way.

CREATE TABLE fact (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, leg INTEGER NOT NULL,
  after INTEGER NOT NULL, cue TEXT NOT NULL, segment TEXT NOT NULL, mark INTEGER NOT NULL, "offset" INTEGER NOT NULL,
  due INTEGER NOT NULL, refused INTEGER NOT NULL, words INTEGER NOT NULL) STRICT;
CREATE INDEX fact_by_session ON fact (session);
CREATE TABLE call (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, leg INTEGER NOT NULL,
  after INTEGER NOT NULL, at INTEGER NOT NULL, signal TEXT NOT NULL, call TEXT NOT NULL) STRICT;
CREATE INDEX call_by_session ON call (session);
CREATE TABLE note (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, at INTEGER NOT NULL,
  elapsed INTEGER NOT NULL, cue TEXT NOT NULL, kind TEXT NOT NULL, change TEXT NOT NULL, due INTEGER NOT NULL,
  say TEXT NOT NULL, reason TEXT NOT NULL, speaker TEXT) STRICT;
CREATE INDEX note_by_session ON note (session);
ALTER TABLE measurement ADD COLUMN leg INTEGER;
ALTER TABLE measurement ADD COLUMN after INTEGER;
