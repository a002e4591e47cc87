PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1 sessions');
INSERT INTO grdb_migrations VALUES('2 tallies');
INSERT INTO grdb_migrations VALUES('3 origins');
INSERT INTO grdb_migrations VALUES('4 programmes');
INSERT INTO grdb_migrations VALUES('5 rounds');
CREATE TABLE workout (
  id INTEGER PRIMARY KEY, digest TEXT NOT NULL, text TEXT NOT NULL) STRICT;
INSERT INTO workout VALUES(1,'a641a447951ed4e6','text of Short');
CREATE TABLE session (
  id INTEGER PRIMARY KEY AUTOINCREMENT, workout INTEGER NOT NULL REFERENCES workout (id), name TEXT NOT NULL,
  file TEXT, total INTEGER, speed INTEGER NOT NULL, began INTEGER NOT NULL, zone INTEGER NOT NULL, ended INTEGER,
  reason TEXT, elapsed INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0, heard INTEGER NOT NULL DEFAULT 0, late INTEGER NOT NULL DEFAULT 0, missed INTEGER NOT NULL DEFAULT 0, programme TEXT, programme_session INTEGER) STRICT;
INSERT INTO session VALUES(1,1,'Short','/w.json',90000000000,1,1800000000000,3600,1800000000000,'completed',90000000000,0,5,0,0,'Couch to 5K',3);
INSERT INTO session VALUES(2,1,'Short','/w.json',90000000000,1,1800086400000,3600,NULL,NULL,25000000000,0,2,0,0,'Couch to 5K',4);
CREATE TABLE leg (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  start INTEGER NOT NULL, gap INTEGER NOT NULL, exact INTEGER NOT NULL, wall INTEGER NOT NULL,
  boot_id TEXT NOT NULL, boot INTEGER NOT NULL, process INTEGER NOT NULL, process_start INTEGER NOT NULL) STRICT;
INSERT INTO leg VALUES(1,1,0,0,1,1800000000000,'boot-a',5000000000000,4242,0);
INSERT INTO leg VALUES(2,2,0,0,1,1800086400000,'boot-a',91400000000000,4242,0);
CREATE TABLE action (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, at INTEGER NOT NULL,
  name TEXT NOT NULL, refusal TEXT, position INTEGER NOT NULL, origin TEXT, client TEXT) STRICT;
INSERT INTO "action" VALUES(1,1,0,'start',NULL,0,'socket','Kitchen tablet');
INSERT INTO "action" VALUES(2,1,0,'prepared',NULL,0,NULL,NULL);
INSERT INTO "action" VALUES(3,2,0,'start',NULL,0,'socket','Kitchen tablet');
INSERT INTO "action" VALUES(4,2,0,'prepared',NULL,0,NULL,NULL);
CREATE TABLE phase (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, path TEXT NOT NULL,
  name TEXT NOT NULL, intensity TEXT NOT NULL, number INTEGER, sets INTEGER, planned INTEGER, began INTEGER NOT NULL,
  elapsed INTEGER NOT NULL, active INTEGER, place TEXT, reps INTEGER, done INTEGER) STRICT;
INSERT INTO phase VALUES(1,1,'phases[0].phases[0]','Work','high',1,2,20000000000,0,0,20000000000,'1',NULL,1);
INSERT INTO phase VALUES(2,1,'phases[0].phases[1]','Rest','rest',1,2,10000000000,20000000000,20000000000,10000000000,'1',NULL,1);
INSERT INTO phase VALUES(3,1,'phases[0].phases[0]','Work','high',2,2,20000000000,30000000000,30000000000,20000000000,'2',NULL,1);
INSERT INTO phase VALUES(4,1,'phases[0].phases[1]','Rest','rest',2,2,10000000000,50000000000,50000000000,10000000000,'2',NULL,1);
INSERT INTO phase VALUES(5,1,'phases[1]','Stretch','cooldown',NULL,NULL,30000000000,60000000000,60000000000,30000000000,'',NULL,1);
INSERT INTO phase VALUES(6,2,'phases[0].phases[0]','Work','high',1,2,20000000000,0,0,20000000000,'1',NULL,1);
INSERT INTO phase VALUES(7,2,'phases[0].phases[1]','Rest','rest',1,2,10000000000,20000000000,20000000000,NULL,'1',NULL,NULL);
CREATE TABLE pause (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  began INTEGER NOT NULL, ended INTEGER, elapsed INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;
CREATE TABLE cue (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, cue TEXT NOT NULL,
  kind TEXT NOT NULL, phase TEXT NOT NULL, number INTEGER, due INTEGER NOT NULL, at INTEGER, late INTEGER,
  outcome TEXT NOT NULL, cause TEXT, sound TEXT, say TEXT, position INTEGER NOT NULL) STRICT;
INSERT INTO cue VALUES(1,1,'r0.n2.s1.#0','custom','Work',1,0,0,0,'onTime',NULL,'bell',NULL,0);
INSERT INTO cue VALUES(2,1,'r0.n3.s1.#0','custom','Rest',1,20000000000,20000000000,0,'onTime',NULL,'bell',NULL,20000000000);
INSERT INTO cue VALUES(3,1,'r0.n2.s2.#0','custom','Work',2,30000000000,30000000000,0,'onTime',NULL,'bell',NULL,30000000000);
INSERT INTO cue VALUES(4,1,'r0.n3.s2.#0','custom','Rest',2,50000000000,50000000000,0,'onTime',NULL,'bell',NULL,50000000000);
INSERT INTO cue VALUES(5,1,'r0.n4.s.#0','custom','Stretch',NULL,60000000000,60000000000,0,'onTime',NULL,'bell',NULL,60000000000);
INSERT INTO cue VALUES(6,2,'r0.n2.s1.#0','custom','Work',1,0,0,0,'onTime',NULL,'bell',NULL,0);
INSERT INTO cue VALUES(7,2,'r0.n3.s1.#0','custom','Rest',1,20000000000,20000000000,0,'onTime',NULL,'bell',NULL,20000000000);
CREATE TABLE standing (
  session INTEGER PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE, now INTEGER NOT NULL,
  elapsed INTEGER NOT NULL, position INTEGER NOT NULL, playback TEXT NOT NULL, phase TEXT, number INTEGER,
  into_phase INTEGER NOT NULL, wall INTEGER NOT NULL, boot_id TEXT NOT NULL, boot INTEGER NOT NULL,
  state TEXT NOT NULL) STRICT;
INSERT INTO standing VALUES(2,25000000000,25000000000,25000000000,'playing','Rest',1,5000000000,1800086400000,'boot-a',91400000000000,'{"state":{"now":[1,6553255926290448384],"ambient":{"since":[0,0],"length":[0,0],"isEnding":false,"from":0,"fadeLength":[0,0],"target":0,"duck":0,"gain":0},"cursor":{"start":[1,1553255926290448384],"frames":[{"set":0,"groupStart":[0,0],"group":0,"setStart":[0,0],"child":0},{"set":0,"groupStart":[0,0],"group":1,"setStart":[0,0],"child":1}],"end":[1,11553255926290448384],"leaf":3},"lifecycle":"active","edits":[],"ledger":{"entries":[{"mark":[0,0],"due":[0,0],"key":{"node":2,"rule":0,"sets":[1],"number":0},"isRefused":false,"segment":{"node":2,"sets":[0]}},{"mark":[1,1553255926290448384],"due":[1,1553255926290448384],"key":{"node":3,"rule":0,"sets":[1],"number":0},"isRefused":false,"segment":{"node":3,"sets":[0]}}]},"history":{"future":[],"past":[]},"timer":{"runningSince":[0,0],"elapsedBase":[0,0],"positionBase":[0,0]},"volume":0,"isAudible":true,"playback":{"playing":{}}},"usage":{"actions":{"start":1,"prepared":1},"outcomes":{"onTime":2},"refusals":{}},"format":2,"waiting":[],"speaking":[],"workout":"a641a447951ed4e6"}');
CREATE TABLE round (
  session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, node INTEGER NOT NULL, sets TEXT NOT NULL,
  name TEXT, at INTEGER NOT NULL, PRIMARY KEY (session, node, sets)) STRICT, WITHOUT ROWID;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('session',2);
CREATE INDEX workout_by_digest ON workout (digest);
CREATE INDEX session_by_workout ON session (workout);
CREATE INDEX leg_by_session ON leg (session);
CREATE INDEX action_by_session ON action (session);
CREATE INDEX phase_by_session ON phase (session);
CREATE INDEX pause_by_session ON pause (session);
CREATE INDEX cue_by_session ON cue (session);
COMMIT;
