import StrictJSON
package import WorkoutEngine
import WorkoutModel

/// The columns of a table by which a session is replayed and its log is read; no others are in a report. Times are
/// written as differences from the first one.
private struct ReportTable {
  let name: String
  let columns: [String]

  static let all = [
    ReportTable("session", "elapsed name speed total reason heard late missed seed"),
    ReportTable("leg", "start id gap exact policies place lost"),
    ReportTable("action", "at id leg elapsed name argument refusal position origin client"),
    ReportTable("phase", "began path elapsed name number sets planned"),
    ReportTable("pause", "began ended elapsed reason"),
    ReportTable("cue", "due leg kind at late outcome cause sound say elapsed"),
    ReportTable("note", "elapsed change say reason speaker"),
    ReportTable("measurement", "at leg after signal value"),
    ReportTable("call", "at leg after signal call"),
    ReportTable("fact", "due leg after cue segment mark offset refused words"),
  ]

  private static let times: Set = ["at", "elapsed", "ended", "mark", "offset", "position"]

  private init(_ name: String, _ columns: String) {
    self.name = name
    self.columns = columns.split(separator: " ").map(String.init)
  }

  /// The rows of a session; `nil` if it has none.
  func json(of session: Int64, _ database: Database) throws -> JSONFields? {
    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let key = name == "session" ? "id" : "session"
    let rows = try database.rows("SELECT \(list) FROM \(name) WHERE \(key) = ? ORDER BY id", [session])
    guard let first = columns.first, !rows.isEmpty else { return nil }
    var fields = JSONFields()
    for column in columns {
      let values = rows.map { row -> SQLValue in
        // Where a phase is written tells only whether it is overtime.
        if column == "path", !(row[column] as String).hasSuffix(".overtime") { return .null }
        guard column != first, Self.times.contains(column), let time = row[column] as Int64? else {
          return (row[column] as Int64?).map(SQLValue.integer) ?? (row[column] as String?).map(SQLValue.text) ?? .null
        }
        return .integer(time - row[first])
      }
      fields.add(column, ifAny: ReportColumn.json(values, isComplete: column == first))
    }
    return fields
  }

  /// Inserts rows of a session, which has the number 1; columns that a report doesn't have are null, or 0 or empty.
  ///
  /// Returns whether they can be read.
  func insert(_ json: JSONObject, _ database: Database) throws -> Bool {
    guard let base = columns.first.flatMap({ json[$0] }).flatMap({ ReportColumn.values($0) }) else { return false }
    var known: [String: [SQLValue]] = [:]
    for (index, column) in columns.enumerated() {
      guard let found = json[column] else { continue }
      guard var values = ReportColumn.values(found, count: base.count) else { return false }
      if index > 0, Self.times.contains(column) {
        values = zip(values, base).map { value, base in
          guard let value = Int64(value), let base = Int64(base) else { return .null }
          return .integer(value + base)
        }
      }
      known[column] = values
    }
    let info = try database.rows("SELECT name, type, \"notnull\" AS needed FROM pragma_table_info('\(name)')")
    let sql = "INSERT INTO \(name) VALUES (\(info.map { _ in "?" }.joined(separator: ", ")))"
    for row in base.indices {
      let values = info.map { column -> (any SQLConvertible)? in
        let name: String = column["name"]
        if name == "session" || name == "workout" { return 1 }
        let value = known[name]?[row] ?? .null
        if let number = Int64(value) { return number }
        if let text = String(value) { return text }
        guard column["needed"] else { return nil }
        return (column["type"] as String) == "TEXT" ? "" : 0
      }
      try database.execute(sql, values)
    }
    return true
  }
}

/// Why a report can't be read.
package enum UnreadableReport: Error, Equatable {
  case damaged
  /// By this version, unlike by that which wrote it.
  case version(String)
}

/// The report of a session: its workout and the rows that tell it, in a line of JSON. It has no dates, names of files,
/// remarks or translations.
extension HistoryStore {
  /// The log of a session, from its last run of a changed workout on; `nil` if it isn't complete.
  package func log(of session: Int64) throws(HistoryError) -> SessionLog? {
    try read { try Self.log(of: session, $0) }
  }

  /// The report of a session, which `version` writes.
  package func report(of session: Int64, by version: String) throws(HistoryError) -> String {
    try read { database in
      let sql = "SELECT text FROM workout WHERE id = (SELECT workout FROM session WHERE id = ?)"
      let text: String = try database.row(sql, [session])?["text"] ?? ""
      let members = JSONObject(line: text.utf8)?.members.filter { $0.key != "translations" }
      let workout = members.map { JSONObject($0).json } ?? text.json
      var fields: JSONFields = ["version": version, "workout": workout]
      for table in ReportTable.all { fields.add(table.name, ifAny: try table.json(of: session, database)) }
      return fields.line(.compact)
    }
  }

  /// A history in memory whose only session is that of a report.
  package init(report line: [UInt8]) throws(UnreadableReport) {
    guard let object = JSONObject(line: line), let version = object["version"]?.text,
      let workout = object["workout"]
    else { throw .damaged }
    do {
      let database = try Database(path: ":memory:")
      try database.run(HistorySchema.script)
      try database.execute("INSERT INTO workout (digest, text) VALUES ('', ?)", [workout.text ?? workout.json.line()])
      let isRead = try database.write { database in
        try ReportTable.all.allSatisfy { table in
          try object[table.name].map { try $0.object.map { try table.insert($0, database) } ?? false } ?? true
        }
      }
      guard isRead, try database.row("SELECT 1 FROM session") != nil else { throw UnreadableReport.version(version) }
      self.init(inMemory: database)
    } catch { throw .version(version) }
  }
}
