/// The tables of the history.
///
/// All times are nanoseconds, except those by the wall clock, which are milliseconds since 1970. Session time runs from
/// its beginning through all its runs, including pauses and interruptions.
package enum HistorySchema {
  /// The number of this schema, which SQLite stores as `user_version`; a change gets the next one.
  package static let version = 4

  /// The changes to tables of version 1, of version 2 and so on.
  static let upgrades = [
    "ALTER TABLE session ADD COLUMN note TEXT; ALTER TABLE session ADD COLUMN rpe INTEGER;", measurements,
    "ALTER TABLE phase ADD COLUMN cause TEXT;",
  ]

  package static let script = String(decoding: PackageResources.schema_sql, as: UTF8.self) + measurements

  private static let measurements = String(decoding: PackageResources.measurements_sql, as: UTF8.self)
}
