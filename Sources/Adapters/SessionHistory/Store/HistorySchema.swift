/// The tables of the history.
///
/// All times are nanoseconds, except those by the wall clock, which are milliseconds since 1970. Session time runs from
/// its beginning through all its runs, including pauses and interruptions.
package enum HistorySchema {
  /// The number of this schema, which SQLite stores as `user_version`; a change gets the next one.
  package static let version = 5

  /// The changes to tables of version 1, of version 2 and so on.
  static let upgrades = [
    "ALTER TABLE session ADD COLUMN note TEXT; ALTER TABLE session ADD COLUMN rpe INTEGER;",
    measurements,
    "ALTER TABLE phase ADD COLUMN cause TEXT;",
    """
    ALTER TABLE session ADD COLUMN seed TEXT; ALTER TABLE leg ADD COLUMN policies TEXT;
    ALTER TABLE leg ADD COLUMN place TEXT; ALTER TABLE leg ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
    UPDATE leg SET lost = (SELECT lost FROM session WHERE id = leg.session)
      WHERE id IN (SELECT min(id) FROM leg GROUP BY session);
    ALTER TABLE action ADD COLUMN leg INTEGER;
    ALTER TABLE action ADD COLUMN argument TEXT; ALTER TABLE action ADD COLUMN elapsed INTEGER;
    ALTER TABLE cue ADD COLUMN leg INTEGER; ALTER TABLE cue ADD COLUMN elapsed INTEGER;
    ALTER TABLE standing ADD COLUMN volume REAL;
    UPDATE standing SET volume = json_extract(state, '$.state.volume') WHERE json_valid(state);
    UPDATE session SET seed = (
      SELECT state -> '$.seed' FROM standing WHERE session = session.id AND json_valid(state));
    """ + facts,
  ]

  package static let script = String(decoding: PackageResources.schema_sql, as: UTF8.self) + measurements + facts

  private static let measurements = String(decoding: PackageResources.measurements_sql, as: UTF8.self)
  private static let facts = String(decoding: PackageResources.facts_sql, as: UTF8.self)
}
