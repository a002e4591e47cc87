import FoundationEssentials
import Testing

/// What `simulate` does on several threads is what it does on one.
@Suite struct `The threads of simulate` {
  /// All that a run leaves: its streams, its status and its files.
  private struct Result: Equatable {
    let code: Int32
    let out: String
    let err: String
    let files: [String: String]
  }

  private func result(of arguments: [String], jobs: Int, _ prepare: (TemporaryHome) throws -> Void) throws -> Result {
    let home = try TemporaryHome()
    try prepare(home)
    let child = try Child([Project.command, "simulate"] + arguments + ["--jobs", "\(jobs)"], in: home).finish()
    let names = try home.names().filter { $0.hasSuffix("json") }
    let files = try names.map { ($0, try home.text(of: $0)) }
    return Result(
      code: child.code, out: child.out, err: child.err, files: Dictionary(uniqueKeysWithValues: files))
  }

  /// Scenarios of a tabata; each third one expects what doesn't come about.
  private static func scenarios(in home: TemporaryHome) throws -> [String] {
    let tabata = try String(contentsOfFile: "\(Project.workouts)/tabata.json", encoding: .utf8)
    try home.write(tabata, to: "Workouts/tabata.json")
    return try (1...20).map { number in
      let outcome = number % 3 == 0 ? "late" : "skipped"
      try home.write(
        """
        { "format": "drift-scenario/1", "name": "stall \(number)", "workout": "../Workouts/tabata.json",
          "seed": \(number / 4), "script": [{ "at": "95s", "do": "stall", "for": "\(number + 10)s" }],
          "expect": { "outcomes": [{ "cue": "setCompletion", "set": 3, "is": "\(outcome)" }] } }
        """, to: "Scenarios/\(number).json")
      return "Scenarios/\(number).json"
    }
  }

  @Test(arguments: [[], ["--json", "--trace", "t.ndjson"]])
  func `report the same failures of scenario files, byte for byte, however many there are`(options: [String]) throws {
    let files = (1...20).map { "Scenarios/\($0).json" }
    let results = try [1, 7].map { jobs in
      try result(of: files + options, jobs: jobs) { _ = try Self.scenarios(in: $0) }
    }
    #expect(results[0].code == 1 && results[0].err.isEmpty)
    // Six fail; two of them have one seed, and each is written under a name of its own.
    let failing = results[0].files.keys.filter { $0.hasPrefix("failing-") }
    #expect(failing.count == 6 && failing.contains("failing-3-2.json"), "\(failing)")
    for other in results.dropFirst() { #expect(other == results[0]) }
  }

  @Test(arguments: [
    ["--workout", "\(Project.workouts)/tabata.json", "--seeds", "60", "--trace", "t.ndjson"],
    ["--random-workouts", "12", "--seeds", "5", "--seed", "3", "--trace", "t.ndjson"],
  ])
  func `report the same of generated scenarios, byte for byte`(arguments: [String]) throws {
    let results = try [1, 3].map { try result(of: arguments, jobs: $0) { _ in } }
    #expect(results[0].code == 0 && results[0].out.hasPrefix("60 passed, 0 failed"))
    #expect(results[0].files["t.ndjson"]?.split(separator: "\n").count { $0.contains("\"hello\"") } == 60)
    for other in results.dropFirst() { #expect(other == results[0]) }
  }

  @Test func `stop at the first file that can't be written`() throws {
    let files = (1...20).map { "Scenarios/\($0).json" } + ["--out", "no"]
    for jobs in [1, 3] {
      let result = try result(of: files, jobs: jobs) { _ = try Self.scenarios(in: $0) }
      #expect(result.code == 73 && result.out.isEmpty && result.err.contains("no/failing-0.json"), "\(result.err)")
    }
  }

  @Test(arguments: ["0", "257", "many"])
  func `are between one and 256`(jobs: String) throws {
    let arguments = [Project.command, "simulate", "--random-workouts", "1", "--jobs", jobs]
    #expect(try Child(arguments, in: try TemporaryHome()).finish().code == 64)
  }
}
