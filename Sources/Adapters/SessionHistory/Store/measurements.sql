-- All measurements of a session, with the active time.

CREATE TABLE measurement (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, at INTEGER NOT NULL,
  elapsed INTEGER NOT NULL, signal TEXT NOT NULL, value INTEGER NOT NULL) STRICT;
CREATE INDEX measurement_by_session ON measurement (session);
