import DriftFiles
import DriftSimulation
import Testing
import WorkoutEngine
import WorkoutModel

/// A small workout and what comes of scenarios of it.
enum ReportFixture {
  static let workout = Workout(
    name: "Sets",
    nodes: [
      .group(
        SetGroup(
          .sets(2),
          nodes: [
            .phase(Phase("Work", .high, .after(.fixed(.seconds(20))))),
            .phase(Phase("Rest", .low, .after(.fixed(.seconds(10))))),
          ]))
    ])

  static func judge(_ scenario: Scenario) throws -> Verdict {
    Simulation(Oracle(try Timeline(workout))).judge(scenario)
  }

  /// A name that tries everything.
  static let hostileName = "\"A\" & <b>\u{1B}[31m\u{202E}'x' ]]>"

  static func scenario(_ script: ScriptLine..., expected: Expectations = Expectations()) -> Scenario {
    Scenario(name: hostileName, workout: "w.json", seed: 5, script: script, expected: expected)
  }

  static let stalled = scenario(
    ScriptLine(at: .after(.seconds(24)), .stall(length: .seconds(7))),
    expected: Expectations(outcomes: [ExpectedOutcome(CueName(.setCompletion, set: 1), is: .onTime)]))
}

@Suite struct `A report` {
  @Test func `shows what failed, with seed, file and the run around it`() throws {
    var report = BatchReport(version: "1")
    report.add(try ReportFixture.judge(.init(name: "well", workout: "w")), file: "a.json")
    report.add(try ReportFixture.judge(ReportFixture.stalled), file: "b.json", shrunk: "failing-5.json")
    let lines = report.text.split(separator: "\n").map(String.init)
    #expect(!report.passed)
    #expect(lines[0] == "pass  well  (a.json)")
    #expect(lines[1].hasPrefix("FAIL  ") && lines[1].hasSuffix("(b.json)"))
    #expect(lines[2].contains("outcomes[0]: expected set completion of set 1 to be on time at least once"))
    #expect(lines[3] == "      seed 5, made smaller: failing-5.json")
    #expect(lines.contains { $0.contains("true time") && $0.contains("what happened") })
    #expect(lines.contains("1 passed, 1 failed"))
    #expect(lines.contains { $0.hasPrefix("lateness  p50 0 ms") })
    #expect(lines.contains("  stall         1, changed 1"))
    #expect(!report.text.contains("\u{1B}") && !report.text.contains("\u{202E}"))
    #expect(!report.json.contains("\u{1B}") && !report.json.contains("\n"))
  }

  @Test func `tells what none of many scenarios has shown, but not of a few`() throws {
    let verdict = try ReportFixture.judge(.init(name: "well", workout: "w"))
    var report = BatchReport(version: "1")
    for _ in 1..<50 { report.add(verdict) }
    #expect(!report.text.contains("not seen") && report.json.contains("a cue is late"))
    report.add(verdict)
    #expect(report.text.contains("not seen: S2 a cue is late"))
  }

  @Test func `of seeds shows only those that failed`() throws {
    var report = BatchReport(version: "1")
    report.add(try ReportFixture.judge(.init(name: "well", workout: "w")))
    #expect(report.passed && report.text.hasPrefix("1 passed, 0 failed"))
    report.add(try ReportFixture.judge(ReportFixture.stalled))
    #expect(report.text.hasPrefix("FAIL  "))
  }
}

@Suite struct `A picture of a run` {
  @Test func `shows faults as bands and each cue planned and actual, whatever things are called`() throws {
    let picture = TracePicture(try ReportFixture.judge(ReportFixture.stalled)).svg
    #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    #expect(picture.contains("<title>stall</title>") && picture.contains("FAIL"))
    #expect(picture.contains("left out: the machine was busy") && picture.contains("late: the machine was busy"))
    #expect(picture.contains("&quot;A&quot; &amp; &lt;b&gt;") && !picture.contains("\u{1B}"))
    #expect(picture == TracePicture(try ReportFixture.judge(ReportFixture.stalled)).svg)
    // Where it is half as wide, a letter still has nine pixels.
    #expect(picture.matches(of: /font-size="([0-9]+)"/).allSatisfy { Int($0.output.1) ?? 0 >= 18 })
    let (opened, closed) = (picture.count { $0 == "<" }, picture.count { $0 == ">" })
    #expect(opened == closed)
  }
}
