import DriftSimulation
import StrictJSON
import WorkoutEngine
package import WorkoutFiles
import WorkoutModel

package enum ReportReader {
  private static let maximumDepth = 8
  /// Far more than a batch counts, and few enough for the sum of all reports of a file.
  private static let counts = 0...1_000_000_000_000
  private static let times = -1_000_000_000_000_000_000...1_000_000_000_000_000_000
  private static let laws = Invariants.all.map(\.number)

  private static let reportKeys = FieldKeys(
    "a report",
    [
      "api", "version", "laws", "seeds", "passed", "failed", "scenarios", "outcomes", "lateness", "histogram", "faults",
      "sometimes",
    ])
  private static let seedKeys = FieldKeys("seeds", ["of", "first", "last"])
  private static let faultKeys = FieldKeys("a kind of fault", ["runs", "changed"])
  private static let outcomeKeys = FieldKeys("outcomes", Outcome.allCases.map(\.rawValue))
  private static let entryKeys = FieldKeys(
    "a scenario",
    [
      "name", "file", "seed", "passed", "violations", "unmet", "shrunk", "certain", "playback", "elapsed", "outcomes",
      "changedBy", "neverDue",
    ])
  private static let violationKeys = FieldKeys("a violation", ["law", "message", "t"])
  private static let unmetKeys = FieldKeys("an expectation", ["expectation", "message"])

  /// Reads reports of one version, which follow one another in a file or a pipe; throws the problems of the first that
  /// is none.
  package static func reports(
    _ bytes: [UInt8], named file: String, version: String
  ) throws(WorkoutFileError) -> [BatchReport] {
    var reports: [BatchReport] = []
    var sequence = try located(file) { () throws(JSONError) in try JSONSequence(bytes, maximumDepth: maximumDepth) }
    while let json = try located(file, { () throws(JSONError) in try sequence.next() }) {
      let problems = ProblemList()
      for duplicate in json.duplicates { problems.add(LocatedProblem(duplicate), breaking: []) }
      reports.append(try problems.checked(report(Field(json.root, at: .root, problems), version), named: file))
    }
    return reports
  }

  private static func located<Value>(
    _ file: String, _ read: () throws(JSONError) -> Value
  ) throws(WorkoutFileError) -> Value {
    do throws(JSONError) { return try read() } catch {
      throw WorkoutFileError(file: file, problems: [LocatedProblem(error)])
    }
  }

  private static func report(_ field: Field, _ version: String) -> BatchReport? {
    // Another version may have other keys.
    if let other = field.value["version"]?.text, other != version {
      let versions = "\(Excerpt.plain(other)), this is \(version)"
      return field.fail("is a report of version \(versions): judge its scenarios again")
    }
    guard let fields = FieldReader(field, reportKeys) else { return nil }
    _ = fields.required("version", "the version of the program")
    if fields.required("laws", "the laws")?.list()?.map({ $0.value.text ?? "" }) != laws {
      return field.fail("has other laws than this version: judge its scenarios again")
    }
    var report = BatchReport(version: version)
    report.seeds = list(fields, "seeds", seeds)
    report.entries = list(fields, "scenarios", entry)
    let (passed, failed) = (count(fields, "passed"), count(fields, "failed"))
    if failed != report.entries.count(where: { !$0.passed }) {
      return field.fail("has \(failed) failures and lists \(report.entries.count { !$0.passed })")
    }
    let counts: [(Int, Int)] = list(fields, "histogram") { bar in
      guard let bar = bar.list("a lateness and a number of cues"), bar.count == 2 else { return nil }
      return bar[0].integer(in: times).flatMap { late in bar[1].integer(in: Self.counts).map { (late, $0) } }
    }
    guard let lateness = Lateness(counts) else { return field.fail("has a histogram of another resolution") }
    let cues = CueTally(outcomes(fields), lateness)
    report.summary = BatchSummary(passed: passed, failed: failed, cues, faults(fields))
    return report
  }

  private static func seeds(_ field: Field) -> SeedRange? {
    guard let fields = FieldReader(field, seedKeys) else { return nil }
    let origin = fields.required("of", "what the seeds generate")?.text()
    let first = fields.required("first", "the first seed")?.integer(in: 0...Int.max)
    let last = fields.required("last", "the last seed")?.integer(in: (first ?? 0)...Int.max)
    guard let origin, let first, let last else { return nil }
    return SeedRange(of: origin, UInt64(first)..<UInt64(last) + 1)
  }

  private static func faults(_ fields: FieldReader) -> [Fault.Kind: (runs: Int, changed: Int)] {
    members(fields, "faults") { field in
      FieldReader(field, faultKeys).map { (count($0, "runs"), count($0, "changed")) }
    }
  }

  private static func members<Value>(
    _ fields: FieldReader, _ key: String, _ value: (Field) -> Value?
  ) -> [Fault.Kind: Value] {
    guard let field = fields.required(key, "kinds of faults"),
      let kinds = FieldReader(field, FieldKeys("kinds of faults", Fault.Kind.allCases.map(\.rawValue)))
    else { return [:] }
    let known = Fault.Kind.allCases.compactMap { kind in
      kinds.optional(kind.rawValue).flatMap(value).map { (kind, $0) }
    }
    return Dictionary(uniqueKeysWithValues: known)
  }

  private static func outcomes(_ fields: FieldReader) -> [Outcome: Int] {
    guard let field = fields.required("outcomes", "cues by outcome"), let all = FieldReader(field, outcomeKeys) else {
      return [:]
    }
    let counted = Outcome.allCases.map { ($0, count(all, $0.rawValue)) }.filter { $0.1 > 0 }
    return Dictionary(uniqueKeysWithValues: counted)
  }

  private static func entry(_ field: Field) -> ReportEntry? {
    guard let fields = FieldReader(field, entryKeys) else { return nil }
    let seed = fields.required("seed", "the seed")?.integer(in: 0...Int.max)
    let entry = ReportEntry(
      name: fields.required("name", "its name")?.text() ?? "", file: nullable(fields, "file")?.text(),
      seed: UInt64(seed ?? 0),
      violations: list(fields, "violations") { field in
        guard let fields = FieldReader(field, violationKeys) else { return nil }
        let at = nullable(fields, "t")?.integer(in: times)
        return complaint(fields, "law", at.map { .nanoseconds($0) })
      },
      unmet: list(fields, "unmet") { FieldReader($0, unmetKeys).flatMap { complaint($0, "expectation") } },
      shrunk: nullable(fields, "shrunk")?.text(),
      certain: nullable(fields, "certain")?.integer(in: times).map { .nanoseconds($0) },
      playback: fields.required("playback", "the playback at the end")?.text() ?? "",
      elapsed: .nanoseconds(fields.required("elapsed", "active time at the end")?.integer(in: times) ?? 0),
      outcomes: outcomes(fields), changed: members(fields, "changedBy") { $0.bool() },
      neverDue: list(fields, "neverDue") { $0.integer(in: counts) })
    if fields.required("passed", "whether it passed")?.bool() != entry.passed {
      return field.fail("must say whether it has violations or unmet expectations")
    }
    return entry
  }

  private static func complaint(_ fields: FieldReader, _ key: String, _ at: Duration? = nil) -> ReportEntry.Complaint? {
    guard let name = fields.required(key, "what is violated")?.text(),
      let message = fields.required("message", "what is wrong")?.text()
    else { return nil }
    return ReportEntry.Complaint(name: name, message: message, at: at)
  }

  private static func count(_ fields: FieldReader, _ key: String) -> Int {
    fields.required(key, "a number")?.integer(in: counts) ?? 0
  }

  private static func list<Element>(_ fields: FieldReader, _ key: String, _ read: (Field) -> Element?) -> [Element] {
    fields.required(key, "a list")?.list()?.compactMap(read) ?? []
  }

  private static func nullable(_ fields: FieldReader, _ key: String) -> Field? {
    fields.optional(key).flatMap { $0.isNull ? nil : $0 }
  }
}
