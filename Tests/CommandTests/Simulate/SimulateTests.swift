import FoundationEssentials
import Testing

@Suite struct `The command simulate` {
  private static let scenarios: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Project.scenarios)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(Project.scenarios)/\($0)" }
  }()

  private static let workout = "\(Project.workouts)/tabata.json"

  /// What `--json` prints.
  private struct Report: Decodable {
    struct Scenario: Decodable {
      struct Violation: Decodable { let law: String }
      struct Unmet: Decodable { let expectation: String }
      let name: String
      let file: String?
      let seed: UInt64
      let passed: Bool
      let violations: [Violation]
      let unmet: [Unmet]
      let shrunk: String?
      let changedBy: [String: Bool]
    }
    struct Fault: Decodable {
      let runs: Int
      let changed: Int
    }
    struct Sometimes: Decodable {
      let demand: String
      let seen: Bool
    }
    let passed: Int
    let failed: Int
    let scenarios: [Scenario]
    let outcomes: [String: Int]
    let lateness: [String: Int?]
    let faults: [String: Fault]
    let sometimes: [Sometimes]

    init(_ text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }
  }

  /// A scenario of the tabata, beside which it lies.
  private func home(_ fields: String) throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(try String(contentsOfFile: Self.workout, encoding: .utf8), to: "Workouts/tabata.json")
    try home.write(
      """
      { "format": "drift-scenario/1", "name": "test", "workout": "../Workouts/tabata.json", "seed": 7,
        \(fields) }
      """, to: "Scenarios/s.json")
    return home
  }

  @Test func `passes the shipped scenarios, which leave no fault and no outcome out, twice byte for byte`() throws {
    let home = try TemporaryHome()
    #expect(Self.scenarios.count >= 40)
    let result = try home.cuebell(["simulate", "--trace", "a.ndjson"] + Self.scenarios)
    #expect(result.code == 0 && result.err.isEmpty, "\(result.out)\(result.err)")
    #expect(result.lines.filter { $0.hasPrefix("pass  ") }.count == Self.scenarios.count)
    #expect(result.lines.contains("\(Self.scenarios.count) passed, 0 failed"))
    let json = try home.cuebell(["simulate", "--json", "--trace", "b.ndjson"] + Self.scenarios)
    let report = try Report(json.out)
    #expect(report.passed == Self.scenarios.count && report.failed == 0)
    #expect(report.faults.count == 43, "\(report.faults.keys.sorted())")
    #expect(report.sometimes.filter { !$0.seen }.map(\.demand) == [])
    #expect(try home.names() == ["a.ndjson", "b.ndjson"])
    let isSame = try home.bytes(of: "a.ndjson") == home.bytes(of: "b.ndjson")
    #expect(isSame)
  }

  @Test(arguments: scenarios)
  func `has scenarios that describe a real incident`(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("\"why\": \"") && text.contains("https://"))
  }

  @Test func `passes what random search has found, and where no incident is known`() throws {
    let folder = Project.root + "/Tests/FoundScenarios"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    #expect(files.count >= 5)
    let result = try TemporaryHome().cuebell(["simulate"] + files.sorted().map { "\(folder)/\($0)" })
    #expect(result.code == 0, "\(result.out)\(result.err)")
  }

  @Test func `draws the same picture of the same scenario`() throws {
    let home = try TemporaryHome()
    let scenario = try #require(Self.scenarios.first)
    for name in ["a.svg", "b.svg"] {
      #expect(try home.cuebell("simulate", scenario, "--svg", name).code == 0)
    }
    #expect(try home.text(of: "a.svg") == home.text(of: "b.svg"))
  }

  @Test func `knows how long the track of a phase is`() throws {
    let home = try TemporaryHome()
    let guided = Project.root + "/Workouts/meditation-guided.json"
    let result = try home.cuebell("simulate", "--workout", guided, "--seeds", "20", "--seed", "5")
    #expect(result.code == 0 && result.lines.first == "20 passed, 0 failed", "\(result)")
  }

  @Test func `makes random workouts and scenarios of each, the same for the same seed`() throws {
    let home = try TemporaryHome()
    let first = try home.cuebell("simulate", "--random-workouts", "20", "--seed", "7")
    #expect(first.code == 0 && first.lines.first == "60 passed, 0 failed", "\(first)")
    #expect(try home.cuebell("simulate", "--random-workouts", "20", "--seed", "7").out == first.out)
    let fewer = try home.cuebell("simulate", "--random-workouts", "20", "--seeds", "1")
    #expect(fewer.lines.first == "20 passed, 0 failed", "\(fewer)")
    for wrong in [["0"], ["3", "--workout", "w.json"], ["3", "s.json"]] {
      let refused = try Child([Project.command, "simulate", "--random-workouts"] + wrong, in: home).finish()
      #expect(refused.code == 64, "\(refused)")
    }
    #expect(try home.names().isEmpty)
  }

  @Test func `writes a trace whose first line is the scenario in full, with what the clocks showed`() throws {
    struct Line: Decodable {
      struct Scenario: Decodable {
        let format: String
        let seed: Int
        let script: [[String: String]]
      }
      let api: Int
      let seq: Int
      let t: Int
      let event: String
      let wall: Int
      let monotonic: Int
      let scenario: Scenario?
    }
    let home = try home(
      """
      "start": { "boot": "1d", "monotonic": "20h", "wall": "2026-03-29T00:59:30Z" },
      "script": [{ "at": "12s", "do": "suspend", "for": "1s" }, { "at": "40s", "do": "wallStep", "by": "-5m" }]
      """)
    #expect(try home.cuebell("simulate", "Scenarios/s.json", "--trace", "t.ndjson").code == 0)
    let text = try home.text(of: "t.ndjson")
    let lines = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(lines[0].event == "hello" && lines[0].scenario?.seed == 7 && lines[0].scenario?.script.count == 2)
    #expect(lines.dropFirst().allSatisfy { $0.scenario == nil && $0.event != "hello" })
    #expect(lines.map(\.seq) == Array(lines.indices) && lines.allSatisfy { $0.api == 1 })
    #expect(lines.map(\.t) == lines.map(\.t).sorted())
    let second = 1_000_000_000
    for line in lines {
      let slept = line.t >= 13 * second ? second : 0
      #expect(line.monotonic == 72_000 * second + line.t - slept)
      #expect(line.wall == 1_774_745_970 * second + line.t - (line.t >= 40 * second ? 300 * second : 0))
    }
    let cues = try EventRecord.cues(in: text)
    #expect(cues.count > 80 && cues.allSatisfy { $0.frame == ($0.mark * 48 + 500_000) / 1_000_000 })
  }

  @Test func `reports a failure with its seed and place, shrinks it, and writes a file that reproduces it`() throws {
    let home = try home(
      """
      "script": [
        { "at": "20s", "do": "background" }, { "at": "95s", "do": "stall", "for": "12345ms" },
        { "at": "150s", "do": "wallStep", "by": "1h" }],
      "expect": { "outcomes": [{ "cue": "setCompletion", "set": 3, "is": "onTime" }] }
      """)
    let result = try home.cuebell("simulate", "Scenarios/s.json", "--out", ".")
    #expect(result.code == 1)
    #expect(result.lines.first == "FAIL  test  (Scenarios/s.json)")
    #expect(result.out.contains("outcomes[0]: expected set completion of set 3 to be on time at least once"))
    #expect(result.out.contains("seed 7, made smaller: failing-7.json"))
    #expect(result.lines.contains("      certain from 1:35.000 on, whatever came then"))
    #expect(result.out.contains("0 passed, 1 failed"))
    let smaller = try home.text(of: "failing-7.json")
    #expect(smaller.contains("\"do\": \"stall\"") && !smaller.contains("background") && !smaller.contains("wallStep"))
    #expect(smaller.contains("\"workout\": \"Workouts/tabata.json\""))
    let again = try home.cuebell("simulate", "failing-7.json", "--json", "--out", "Scenarios")
    let report = try Report(again.out)
    #expect(again.code == 1 && report.failed == 1)
    #expect(report.scenarios.first?.unmet.map(\.expectation) == ["outcomes[0]"])
    #expect(report.scenarios.first?.shrunk == "Scenarios/failing-7.json")
    #expect(try home.text(of: "Scenarios/failing-7.json").contains("\"workout\": \"../Workouts/tabata.json\""))
  }

  @Test func `makes scenarios from seeds, of the faults that are asked for`() throws {
    let home = try TemporaryHome()
    let result = try home.cuebell(
      "simulate", "--workout", Self.workout, "--seeds", "40", "--faults", "suspend,stall", "--json", "--trace",
      "t.ndjson")
    let report = try Report(result.out)
    #expect(result.code == 0 && report.passed == 40 && report.failed == 0 && report.scenarios.isEmpty)
    #expect(Set(report.faults.keys).isSubset(of: ["suspend", "stall", "resume", "jitter"]))
    #expect((report.faults["suspend"]?.changed ?? 0) > 5 && (report.faults["stall"]?.changed ?? 0) > 5)
    let hellos = try EventRecord.all(in: home.text(of: "t.ndjson")).filter { $0.event == "hello" }
    #expect(hellos.count == 40 && hellos.allSatisfy { $0.seq == 0 })
    let later = try home.cuebell(
      "simulate", "--workout", Self.workout, "--seeds", "1", "--seed", "40", "--svg", "a.svg")
    #expect(later.code == 0 && later.lines.first == "1 passed, 0 failed")
    #expect(try home.text(of: "a.svg").contains("seed 40: "))
  }

  @Test(arguments: [
    (
      "\"script\": [{ \"at\": \"12s\", \"do\": \"supsend\", \"for\": \"9s\" }]", "2:35: script[0].do: must be one of",
      "did you mean \"suspend\"?"
    ),
    (
      "\"script\": [{ \"at\": { \"cue\": \"setCompletion\", \"set\": 9 }, \"do\": \"skip\" }]",
      "2:55: script[0].at.set: the workout has no \"setCompletion\" in set 9", "it has them in the sets 1…8"
    ),
    (
      "\"script\": [{ \"at\": { \"cue\": \"interval\" }, \"do\": \"skip\" }]",
      "2:31: script[0].at.cue: the workout has no \"interval\"", "it has \"phaseStart\""
    ),
    (
      "\"script\": [{ \"at\": \"240s\", \"do\": \"coalesce\", \"to\": \"4s\", \"until\": \"210s\" }]",
      "2:69: script[0].until: must be after \"at\", which is 4m; got 3m30s", ""
    ),
  ])
  func `refuses a bad scenario with line, column and what is allowed`(
    fields: String, place: String, allowed: String
  ) throws {
    let home = try home(fields)
    let result = try home.cuebell("simulate", "Scenarios/s.json")
    #expect(result.code == 65 && result.out.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.err.hasPrefix("Scenarios/s.json:\(place)"), "\(result.err)")
    #expect(result.err.contains(allowed))
  }

  @Test func `names files that aren't there, and where it can't write`() throws {
    let home = try home("\"script\": []")
    #expect(try home.cuebell("simulate", "gone.json").code == 66)
    #expect(try home.cuebell("simulate", "--workout", "gone.json", "--seeds", "1").code == 66)
    try home.write(
      try home.text(of: "Scenarios/s.json").replacing("tabata", with: "gone"), to: "Scenarios/lost.json")
    let lost = try home.cuebell("simulate", "Scenarios/lost.json", "Scenarios/s.json")
    #expect(lost.code == 66 && lost.out.isEmpty)
    #expect(
      lost.err
        == "Scenarios/lost.json:1:60: workout: Scenarios/../Workouts/gone.json: No such file or directory\n")
    #expect(try home.cuebell("simulate", "Scenarios/s.json", "--trace", "no/folder.ndjson").code == 73)
    #expect(try home.cuebell("simulate", "Scenarios/s.json", "--svg", "no/folder.svg").code == 73)
    try home.write(
      try home.text(of: "Scenarios/s.json").replacing(
        "\"script\": []", with: "\"expect\": { \"final\": { \"elapsed\": 1 } }"),
      to: "Scenarios/s.json")
    #expect(try home.cuebell("simulate", "Scenarios/s.json", "--out", "no").code == 73)
  }

  @Test(arguments: [
    [], ["--workout", "w.json"], ["--seeds", "4"], ["s.json", "--workout", "w.json", "--seeds", "4"],
    ["--workout", "w.json", "--seeds", "0"], ["s.json", "--faults", "suspend"],
    ["--workout", "w.json", "--seeds", "4", "--faults", "supsend"], ["a.json", "b.json", "--svg", "x.svg"],
  ])
  func `says how it is used where that is not clear`(arguments: [String]) throws {
    let result = try Child([Project.command, "simulate"] + arguments, in: try TemporaryHome()).finish()
    #expect(result.code == 64 && result.out.isEmpty && !result.err.isEmpty)
  }
}
