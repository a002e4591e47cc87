import DriftFiles
import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

/// Reports of the small workout, of its seeds and of scenarios that fail.
private enum Reports {
  static let version = "1.2.3"

  /// The report on the seeds of a range.
  static func report(_ seeds: Range<UInt64>) throws -> BatchReport {
    let simulation = Simulation(Oracle(try Timeline(ReportFixture.workout)))
    let generator = ScenarioGenerator(simulation.oracle, workout: "w.json")
    var report = BatchReport(version: version, seeds: [SeedRange(of: "Sets", seeds)])
    for seed in seeds {
      var scenario = generator.scenario(seed: seed)
      // Each seventh one fails.
      if seed.isMultiple(of: 7) { scenario.expected.final.playback = "failed" }
      let verdict = simulation.judge(scenario, twice: false)
      report.add(verdict, shrunk: verdict.passed ? nil : "failing-\(seed).json")
    }
    return report
  }

  static func read(_ text: String) throws -> [BatchReport] {
    try ReportReader.reports(Array(text.utf8), named: "r.json", version: version)
  }

  static func merged(_ text: String) throws -> BatchReport {
    var sum = BatchReport(version: version)
    try sum.merge(try read(text))
    return sum
  }

  /// The problem with a text.
  static func problem(_ text: String) -> String? {
    do { _ = try merged(text) } catch { return "\(error)" }
    return nil
  }
}

@Suite struct `The sum of reports` {
  @Test func `is the report on all scenarios at once, byte for byte, in whatever order they come`() throws {
    let whole = try Reports.report(1..<61)
    let parts = try [41..<61, 1..<16, 30..<41, 16..<30].map { try Reports.report($0).json }
    for text in [parts.joined(separator: "\n"), parts.joined(), parts.reversed().joined(separator: " \n\n") + "\n"] {
      #expect(try Reports.merged(text).json == whole.json)
    }
    #expect(whole.summary.failed == 8 && whole.json.contains("\"max\": ") && !whole.json.contains("\"max\": 0"))
    let again = try Reports.merged(whole.json)
    #expect(again.json == whole.json && !again.passed)
  }

  @Test func `keeps each failure with its seed, and tells which seeds are missing`() throws {
    let text = try Reports.merged([1..<9, 20..<31].map { try Reports.report($0).json }.joined()).text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("FAIL  ") } == 3)
    for seed in [7, 21, 28] { #expect(lines.contains("      seed \(seed), made smaller: failing-\(seed).json")) }
    #expect(lines.contains("16 passed, 3 failed") && lines.contains("seeds     1 to 8, 20 to 30 of Sets"))
  }

  @Test func `has the percentiles of three significant digits, rounded up, and exact below a millisecond`() throws {
    let late = try #require(Lateness([(0, 90), (999, 5), (1240, 4), (1_000_000, 1)]))
    #expect(late.percentile(0.9) == .zero && late.percentile(0.95) == .microseconds(999))
    #expect(late.percentile(0.99) == .microseconds(1240) && late.percentile(1) == .seconds(1))
    for wrong in [[(1241, 1)], [(7, 1), (7, 1)], [(123_400, 1)]] { #expect(Lateness(wrong) == nil) }
  }

  @Test func `refuses what can't be added, and says what to do`() throws {
    let report = try Reports.report(1..<8).json
    func problem(_ old: String, _ new: String) -> String {
      Reports.problem(report.replacing(old, with: new)) ?? "none"
    }
    #expect(problem("1.2.3", "1.2.4").contains("of version 1.2.4, this is 1.2.3: judge its scenarios again"))
    #expect(problem("\"I26\"", "\"I27\"").contains("other laws"))
    #expect(problem("\"failed\": 1", "\"failed\": 2").contains("has 2 failures and lists 1"))
    #expect(problem("[[0, ", "[[1001, 1], [0, ").contains("another resolution"))
    #expect(problem("\"passed\": 6", "\"passed\": -6").hasSuffix(": passed: must be 0…1000000000000, got -6"))
    #expect(problem("\"suspend\"", "\"supsend\"").contains("supsend") || !report.contains("\"suspend\""))
    #expect(
      Reports.problem(report + (try Reports.report(5..<10).json))
        == "two reports have judged the seeds 5 to 7 of Sets: leave one of them out")
    #expect(Reports.problem(String(report.dropLast(9))) != nil && Reports.problem("") == nil)
  }

  @Test func `stands ten thousand hostile reports`() throws {
    let report = Array(try Reports.report(7..<8).json.utf8)
    var random = SeededRandom(seed: 38)
    var accepted = 0
    for _ in 0..<10_000 {
      var bytes = report
      for _ in 0...random.next() % 3 {
        let (place, length) = (Int(random.next() % UInt64(bytes.count)), Int(random.next() % 12))
        let piece: [UInt8] =
          switch random.next() % 4 {
          case 0: [UInt8(truncatingIfNeeded: random.next())]
          case 1: Array("\(Int(truncatingIfNeeded: random.next()))".utf8)
          case 2: Array(report.dropFirst(place).prefix(4 * length))
          default: Array("{[\"null,}]-1e9".utf8.shuffled(using: &random))
          }
        bytes.replaceSubrange(place..<min(place + length, bytes.count), with: piece)
      }
      var sum = BatchReport(version: Reports.version)
      do {
        try sum.merge(try ReportReader.reports(bytes, named: "r.json", version: Reports.version))
        accepted += 1
      } catch {}
      #expect(sum.summary.passed >= 0 && sum.summary.failed >= 0)
      #expect(!sum.text.contains("\u{1B}") && !sum.json.contains("\n"))
    }
    #expect(accepted > 100)
  }
}
