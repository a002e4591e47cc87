import DriftFiles
import DriftSimulation
import TestSupport
import Testing
import WorkoutEngine

private func read(_ text: String) throws -> Scenario {
  try ScenarioReader.document(Array(text.utf8), named: "s.json").scenario
}

@Suite struct `A written scenario` {
  @Test func `reads back as the same one, and is written the same again`() throws {
    let seed: UInt64 = 90_210
    var generator = RandomScenarios(seed: seed)
    for round in 0..<600 {
      let scenario = generator.scenario()
      let text = ScenarioWriter.write(scenario, schema: "s.json")
      let back = try read(text)
      let isSame = back == scenario && ScenarioWriter.write(back, schema: "s.json") == text
      #expect(isSame, "seed \(seed), round \(round): \(text)")
      #expect(try read(ScenarioWriter.line(scenario)) == scenario, "seed \(seed), round \(round)")
    }
  }

  @Test func `is accepted by the schema`() throws {
    let seed: UInt64 = 555
    var generator = RandomScenarios(seed: seed)
    let texts = (0..<300).map { _ in ScenarioWriter.write(generator.scenario()) }
    for (text, isAccepted) in zip(texts, try SchemaValidator("scenario.schema.json").accepts(texts)) {
      #expect(isAccepted, "seed \(seed): \(text)")
    }
  }

  @Test func `has a line for each action, its keys in the order of the format`() {
    let scenario = Scenario(
      name: "lid closed", workout: "../Workouts/tabata.json", seed: 42, whenSuspended: .continue,
      script: [
        ScriptLine(at: .after(.seconds(12)), .pause),
        ScriptLine(
          at: .cue(CueName(.setCompletion, set: 3), offset: .milliseconds(-50)), .suspend(length: .seconds(90))),
        ScriptLine(at: .after(.seconds(210)), .coalesce(to: .seconds(4), until: .seconds(240))),
      ], expected: Expectations(final: ExpectedEnd(playback: "completed")))
    #expect(
      ScenarioWriter.write(scenario) == """
        {
          "format": "drift-scenario/1",
          "name": "lid closed",
          "workout": "../Workouts/tabata.json",
          "seed": 42,
          "policy": { "whenSuspended": "continue" },
          "script": [
            { "at": "12s", "do": "pause" },
            { "at": { "cue": "setCompletion", "set": 3, "offset": "-50ms" }, "do": "suspend", "for": "1m30s" },
            { "at": "3m30s", "do": "coalesce", "to": "4s", "until": "4m" }
          ],
          "expect": { "invariants": "all", "final": { "playback": "completed" } }
        }

        """)
  }
}

@Suite struct `A wall time` {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-03-29T00:59:30Z", 1_774_745_970), ("2000-02-29T23:59:59Z", 951_868_799),
    ("2100-03-01T00:00:00Z", 4_107_542_400), ("2199-12-31T23:59:59Z", 7_258_118_399),
  ])
  func `is the time since 1970, and is written as it is read`(text: String, seconds: Int) {
    #expect(WallTime.read(text) == .seconds(seconds))
    #expect(WallTime.write(.seconds(seconds)) == text)
  }

  @Test(arguments: [
    "", "2026-03-29", "2026-03-29T00:59:30", "2026-03-29T00:59:30+01:00", "2026-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-32T00:00:00Z", "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "1969-12-31T23:59:59Z", "2026-1-01T00:00:00Z",
    "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.1234567890Z", "２026-01-01T00:00:00Z",
  ])
  func `is nothing else`(text: String) {
    #expect(WallTime.read(text) == nil)
  }

  @Test func `is exact to the nanosecond, on every day there is`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let time = Duration.nanoseconds(Int(random.next() % 7_258_118_400_000_000_000))
      #expect(WallTime.read(WallTime.write(time)) == time)
    }
  }
}
