/// The versions of a schema in order; each migrates from the one before.
///
/// Applied versions are recorded by name in the table `grdb_migrations`, which GRDB
/// (https://github.com/groue/GRDB.swift) created in the databases of earlier releases.
package struct Migrations: Sendable {
  private let versions: [(name: String, script: String)]

  /// A released version never changes.
  package init(_ versions: [(name: String, script: String)]) { self.versions = versions }

  /// The number of versions.
  package var count: Int { versions.count }

  /// Whether the database has versions that this program doesn't know.
  package func areSuperseded(in database: Database) throws -> Bool {
    try !done(in: database).isSubset(of: versions.map(\.name))
  }

  /// Whether all versions are applied.
  package func areComplete(in database: Database) throws -> Bool {
    try done(in: database).isSuperset(of: versions.map(\.name))
  }

  /// Applies the missing versions, each in its own transaction.
  package func migrate(_ queue: DatabaseQueue) throws {
    if try queue.read(areComplete) { return }
    try queue.write { try $0.run("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)") }
    for version in versions {
      try queue.write { database in
        // Another process may have applied it since.
        guard try !done(in: database).contains(version.name) else { return }
        try database.run(version.script)
        try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [version.name])
      }
    }
  }

  private func done(in database: Database) throws -> Set<String> {
    let isThere = try database.row("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'grdb_migrations'")
    if isThere == nil { return [] }
    return Set(try database.rows("SELECT identifier FROM grdb_migrations").map { $0["identifier"] })
  }
}
