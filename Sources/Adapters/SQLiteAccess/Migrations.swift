/// The versions of a database's tables, in order; each changes those of the one before.
///
/// What was done is in the table `grdb_migrations`, by name: it is that of GRDB (https://github.com/groue/GRDB.swift),
/// which has made the databases of earlier releases.
package struct Migrations: Sendable {
  private let versions: [(name: String, script: String)]

  /// A version that has been released is never changed.
  package init(_ versions: [(name: String, script: String)]) { self.versions = versions }

  /// How many there are.
  package var count: Int { versions.count }

  /// Whether a newer program has been here.
  package func areSuperseded(in database: Database) throws -> Bool {
    try !done(in: database).isSubset(of: versions.map(\.name))
  }

  /// Whether nothing is left to do.
  package func areComplete(in database: Database) throws -> Bool {
    try done(in: database).isSuperset(of: versions.map(\.name))
  }

  /// Does what is left to do, each version in a transaction of its own.
  package func migrate(_ queue: DatabaseQueue) throws {
    if try queue.read(areComplete) { return }
    try queue.write { try $0.run("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)") }
    for version in versions {
      try queue.write { database in
        // Another process may have done it meanwhile.
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
