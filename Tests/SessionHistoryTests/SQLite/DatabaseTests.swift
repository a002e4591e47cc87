import SessionHistory
import TestSupport
import Testing

@Suite struct `A database` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func queue(patience: Int32 = 0, isReadOnly: Bool = false) throws -> Database {
    try Database(path: folder["a.sqlite"], isReadOnly: isReadOnly, patience: patience)
  }

  @Test func `returns values as they were written, and defaults for those that are missing or of another type`() throws
  {
    try queue().use { database in
      try database.run("CREATE TABLE t (a INTEGER, b TEXT, c REAL, d BLOB)")
      let text = "“ü”\u{0}x"
      try database.execute("INSERT INTO t VALUES (?, ?, ?, x'00')", [Int64.min, text, 0.1 as Double])
      try database.execute("INSERT INTO t (a, b) VALUES (?, ?)", [true, nil as String?])
      let rows = try database.rows("SELECT * FROM t")
      #expect(rows[0]["a"] == Int64.min && rows[0]["b"] == text && rows[0]["c"] == 0.1)
      #expect(rows[0]["d"] as String? == nil && rows[0]["d"] == "")
      #expect(rows[1]["a"] == true && rows[1]["b"] as String? == nil && rows[1]["c"] == 0 && rows[1][0] == 1)
      #expect(rows[1]["a"] as String? == nil && rows[1]["nothing"] as Int? == nil)
      #expect(database.lastInsertedRowID == 2)
      #expect(try database.rows("SELECT a AS x, c AS x FROM t LIMIT 1")[0]["x"] == Int64.min)
    }
  }

  @Test func `reads no more rows than are asked for, and what a statement has read may be changed then`() throws {
    try queue().use { database in
      try database.run("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2), (3)")
      var seen: [Int] = []
      let found = try database.first("SELECT a FROM t ORDER BY a") { row -> Int? in
        seen.append(row["a"])
        return seen.last == 2 ? 2 : nil
      }
      #expect(found == 2 && seen == [1, 2])
      try database.run("DROP TABLE t")
      try database.run("CREATE TABLE t (b TEXT, a INTEGER); INSERT INTO t VALUES ('x', 7)")
      #expect(try database.row("SELECT a FROM t ORDER BY a")?["a"] == 7)
    }
  }

  @Test func `runs one statement at a time with arguments: what follows it would be lost`() throws {
    try queue().use { database in
      let error = #expect(throws: DatabaseError.self) {
        try database.execute("CREATE TABLE t (a); CREATE TABLE u (a)")
      }
      #expect(error?.message.hasPrefix("not one statement: ") == true)
      #expect(throws: DatabaseError.self) { try database.execute("  ") }
      #expect(throws: DatabaseError.self) { try database.execute("SELECT ?", [1, 2]) }
    }
  }

  @Test func `writes all or nothing`() throws {
    let queue = try queue()
    try queue.write { try $0.run("CREATE TABLE t (a INTEGER UNIQUE)") }
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { database in
        try database.execute("INSERT INTO t VALUES (?)", [1])
        try database.execute("INSERT INTO t VALUES (?)", [1])
      }
    }
    #expect(error?.isContradiction == true && error?.message == "UNIQUE constraint failed: t.a")
    #expect(try queue.read { try $0.rows("SELECT * FROM t") }.isEmpty)
    try queue.write { try $0.execute("INSERT INTO t VALUES (?)", [1]) }
    #expect(throws: DatabaseError.self) { try self.queue(isReadOnly: true).write { try $0.run("DELETE FROM t") } }
    #expect(try self.queue(isReadOnly: true).read { try $0.rows("SELECT * FROM t") }.count == 1)
  }

  @Test func `says that another writes`() throws {
    let (first, second) = (try queue(), try queue(patience: 1))
    try first.write { try $0.run("CREATE TABLE t (a)") }
    try first.use { try $0.run("BEGIN IMMEDIATE") }
    let error = #expect(throws: DatabaseError.self) { try second.write { try $0.run("INSERT INTO t VALUES (1)") } }
    #expect(error?.isBusy == true)
    try first.use { try $0.run("COMMIT") }
    try second.write { try $0.run("INSERT INTO t VALUES (1)") }
  }

  @Test func `enforces references`() throws {
    try queue().use { database in
      try database.run("CREATE TABLE t (a INTEGER PRIMARY KEY); CREATE TABLE u (a INTEGER REFERENCES t (a))")
      let error = #expect(throws: DatabaseError.self) { try database.run("INSERT INTO u VALUES (1)") }
      #expect(error?.isContradiction == true)
    }
  }
}
