import DriftFiles
import DriftSimulation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutFiles
import WorkoutModel

@Suite struct `A scenario file` {
  /// The lines of complaint about a text, without the name of the file.
  private func complaints(about text: String) -> [String] {
    do throws(WorkoutFileError) {
      _ = try ScenarioReader.document(Array(text.utf8), named: "s")
      return []
    } catch {
      return error.problems.map { String($0.line(in: "s").dropFirst(2)) }
    }
  }

  private static let laws = Invariants.all.map(\.number).joined(separator: ", ")

  /// A scenario around some fields.
  static func around(_ fields: String) -> String {
    "{ \"format\": \"drift-scenario/1\", \"name\": \"A\", \"workout\": \"w.json\", \(fields) }"
  }

  @Test func `has a script with times, and expectations`() throws {
    let text = """
      { "format": "drift-scenario/1", "name": "lid closed", "why": "an incident", "workout": "../w.json", "seed": 42,
        "policy": { "whenSuspended": "pause-if-over=5s" },
        "start": { "boot": "1d", "monotonic": "20h", "wall": "2026-03-29T00:59:30Z" },
        "host": { "wake": "every 500ms",
          "jitter": { "dist": "pareto", "scale": "3ms", "alpha": 1.25, "cap": "900ms" } },
        "script": [
          { "at": "12s", "do": "pause" }, { "at": 15, "do": "resume" },  // Both spellings of a time.
          { "at": { "cue": "setCompletion", "set": 3, "offset": "-50ms" }, "do": "suspend", "for": "90s" },
          { "at": "236s", "do": "interruptEnd", "shouldResume": true },
          { "at": "240s", "do": "jitter", "dist": "uniform", "scale": "1s", "until": "250s" }, ],
        "expect": { "invariants": ["I01", "I12"],  // Part of I08 by now.
          "final": { "playback": "completed", "elapsed": "250s" },
          "outcomes": [{ "cue": "completion", "is": "onTime", "cause": "x", "times": 1 }] } }
      """
    let scenario = try ScenarioReader.document(Array(text.utf8), named: "s").scenario
    #expect(scenario.seed == 42 && scenario.whenSuspended == .pauseIfOver(.seconds(5)))
    #expect(
      scenario.start
        == VirtualClock.Reading(boot: .seconds(86_400), monotonic: .seconds(72_000), wall: .seconds(1_774_745_970)))
    #expect(scenario.host.waking == .every(.milliseconds(500)))
    #expect(
      scenario.host.jitter == .pareto(scale: .milliseconds(3), alpha: 1.25, cap: .milliseconds(900)))
    #expect(
      scenario.script == [
        ScriptLine(at: .after(.seconds(12)), .pause), ScriptLine(at: .after(.seconds(15)), .resume),
        ScriptLine(
          at: .cue(CueName(.setCompletion, set: 3), offset: .milliseconds(-50)), .suspend(length: .seconds(90))),
        ScriptLine(at: .after(.seconds(236)), .interruptEnd(shouldResume: true)),
        ScriptLine(at: .after(.seconds(240)), .jitter(.uniform(scale: .seconds(1)), until: .seconds(250))),
      ])
    #expect(
      scenario.expected
        == Expectations(
          invariants: .some(["I01", "I08"]),
          outcomes: [ExpectedOutcome(CueName(.completion), is: .onTime, cause: "x", times: 1)],
          final: ExpectedEnd(playback: "completed", elapsed: .seconds(250))))
  }

  @Test func `needs no more than its format, a name and a workout`() throws {
    let text = #"{ "format": "drift-scenario/1", "name": "A", "workout": "w.json" }"#
    #expect(
      try ScenarioReader.document(Array(text.utf8), named: "s").scenario == Scenario(name: "A", workout: "w.json"))
  }

  /// What is refused, each with its complaint, and whether a schema can detect it.
  static let refused: [(text: String, complaint: String, bySchema: Bool)] = [
    ("[]", "1:1: must be an object: a scenario in { }, got a list", true),
    (
      "{ \"format\": \"drift-scenario/1\", \"name\": \"A\" }",
      "1:1: \"workout\" is missing: name the workout's file, relative to this one", true
    ),
    ("{ \"name\": \"A\", \"workout\": \"w\" }", "1:1: \"format\" is missing: write \"drift-scenario/1\"", true),
    (
      "{ \"format\": \"drift-scenario/2\", \"name\": \"A\", \"workout\": \"w\" }",
      "1:13: format: must be \"drift-scenario/1\", the only format there is, got \"drift-scenario/2\"", true
    ),
    (around("\"skript\": []"), "1:67: skript: unknown key; did you mean \"script\"?", true),
    (around("\"seed\": -1"), "1:75: seed: must be 0…9223372036854775807, got -1", true),
    (
      around("\"policy\": { \"whenSuspended\": \"freez\" }"),
      "1:96: policy.whenSuspended: must be \"continue\", \"freeze\" or \"pause-if-over=\" and a duration, "
        + "got \"freez\"; did you mean \"freeze\"?", true
    ),
    (
      around("\"start\": { \"boot\": \"1h\", \"monotonic\": \"2h\" }"),
      "1:105: start.monotonic: the monotonic clock never shows more than the boot clock, which begins at 1h", false
    ),
    (
      around("\"start\": { \"wall\": \"yesterday\" }"),
      "1:86: start.wall: must be a time such as \"2026-03-29T00:59:30Z\", from 1970 to 2199, got \"yesterday\"", true
    ),
    (
      around("\"host\": { \"wake\": \"sometimes\" }"),
      "1:85: host.wake: must be \"deadline\", or \"every\" and a duration as in \"every 500ms\", got \"sometimes\"",
      true
    ),
    (around("\"host\": { \"wake\": \"every 0s\" }"), "1:85: host.wake: the period must be 1ms…24h, got 0s", false),
    (
      around("\"host\": { \"jitter\": { \"dist\": \"uniform\", \"scale\": \"1s\", \"cap\": \"2s\" } }"),
      "1:130: host.jitter.cap: belongs to \"dist\": \"pareto\"; a uniform jitter is never more than its scale", true
    ),
    (
      around("\"host\": { \"jitter\": { \"dist\": \"pareto\", \"scale\": \"1s\", \"cap\": \"500ms\" } }"),
      "1:129: host.jitter.cap: must be at least the scale, 1s", false
    ),
    (
      around("\"script\": [{ \"at\": \"1s\", \"do\": \"supsend\", \"for\": \"9s\" }]"),
      "1:98: script[0].do: must be one of \(words), got \"supsend\"; did you mean \"suspend\"?", true
    ),
    (
      around("\"script\": [{ \"at\": \"1s\", \"do\": \"suspend\" }]"),
      "1:78: script[0]: \"for\" is missing: for how long", true
    ),
    (
      around("\"script\": [{ \"at\": \"1s\", \"do\": \"pause\", \"for\": \"9s\" }]"),
      "1:107: script[0].for: unknown key; the action \"pause\" has \"at\", \"do\"", true
    ),
    (
      around("\"script\": [{ \"do\": \"pause\" }]"),
      "1:78: script[0]: \"at\" is missing: when it is done: a time, or { \"cue\": … }", true
    ),
    (
      around("\"script\": [{ \"at\": \"1s\" }]"),
      "1:78: script[0]: \"do\" is missing: say what is done: \(plainWords)", true
    ),
    (around("\"script\": [5]"), "1:78: script[0]: must be an object: an action in { }, got 5", true),
    (
      around("\"script\": [{ \"at\": \"-1s\", \"do\": \"pause\" }]"),
      "1:86: script[0].at: must be 0s…720h, got \"-1s\"", true
    ),
    (
      around("\"script\": [{ \"at\": \"90\", \"do\": \"pause\" }]"),
      "1:86: script[0].at: \"90\" is ambiguous: write 90 (seconds), \"90s\" or \"1m30s\"", true
    ),
    (
      around("\"script\": [{ \"at\": \"240s\", \"do\": \"coalesce\", \"to\": \"4s\", \"until\": \"210s\" }]"),
      "1:133: script[0].until: must be after \"at\", which is 4m; got 3m30s", false
    ),
    (
      around("\"script\": [{ \"at\": { \"cue\": \"setComplete\" }, \"do\": \"skip\" }]"),
      "1:95: script[0].at.cue: must be one of \"phaseStart\", \"setStart\", \"transition\", \"setCompletion\", "
        + "\"countdown\", \"halfway\", \"interval\", \"custom\", \"completion\", got \"setComplete\"; "
        + "did you mean \"setCompletion\"?", true
    ),
    (
      around("\"script\": [{ \"at\": \"1s\", \"do\": \"drop\", \"p\": 1.5 }]"),
      "1:111: script[0].p: must be 0…1, got 1.5", true
    ),
    (
      around("\"script\": [{ \"at\": \"1s\", \"do\": \"skew\", \"ppm\": 1e9 }]"),
      "1:113: script[0].ppm: must be -100000…100000, got 1e9", true
    ),
    (
      around("\"script\": [{ \"at\": \"1s\", \"do\": \"speechSlow\", \"by\": \"3s\" }]"),
      "1:118: script[0].by: must be a number, got \"3s\"", true
    ),
    (
      around("\"script\": [{ \"at\": \"1s\", \"do\": \"suspend\", \"for\": 1e300 }]"),
      "1:116: script[0].for: must be 1ms…720h, got 1e300 seconds", true
    ),
    (
      around("\"expect\": { \"invariants\": [\"I99\"] }"),
      "1:94: expect.invariants[0]: must be one of \(laws), got \"I99\"", true
    ),
    (
      around("\"expect\": { \"final\": { \"playback\": \"complete\" } }"),
      "1:102: expect.final.playback: must be one of \(playbacks), got \"complete\"; did you mean \"completed\"?", true
    ),
    (
      around("\"expect\": { \"outcomes\": [{ \"cue\": \"completion\", \"is\": \"ontime\" }] }"),
      "1:121: expect.outcomes[0].is: must be one of \"onTime\", \"late\", \"skipped\", \"collapsed\", \"cancelled\", "
        + "\"failed\", \"duplicate\", got \"ontime\"; did you mean \"onTime\"?", true
    ),
    (around("\"name\": \"B\""), "1:67: name: duplicate key, first at 1:33: write it once", false),
  ]

  private static let words = Fault.Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  private static let plainWords = Fault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
  private static let playbacks = ExpectedEnd.playbacks.map { "\"\($0)\"" }.joined(separator: ", ")

  @Test(arguments: refused.indices)
  func `is refused with line, column and what is allowed`(index: Int) {
    let (text, complaint, _) = Self.refused[index]
    #expect(complaints(about: text) == [complaint], "\(text)")
  }

  @Test func `is refused by the schema too, where a schema can detect it`() throws {
    let verdicts = try SchemaValidator("scenario.schema.json").accepts(Self.refused.map(\.text))
    for (refused, isAccepted) in zip(Self.refused, verdicts) {
      #expect(isAccepted != refused.bySchema, "\(refused.text)")
    }
  }

  @Test func `has all its problems reported at once, in their order`() {
    let text = """
      { "format": "drift-scenario/1", "name": "A",
        "script": [{ "at": "1s", "do": "hang" }, { "at": "x", "do": "pause" }],
        "expect": { "outcome": [] } }
      """
    let lines = complaints(about: text)
    #expect(lines.count == 4 && lines.map { $0.prefix(4) } == ["1:1:", "2:34", "2:52", "3:15"], "\(lines)")
  }
}

@Suite struct `The schema of scenarios` {
  private let schema = SchemaValidator("scenario.schema.json")

  @Test func `is valid in its draft and in draft 7, and describes every key for editors`() throws {
    #expect(
      try schema.run("Draft202012Validator.check_schema(schema); Draft7Validator.check_schema(schema); print('ok')")
        == "ok\n")
    #expect(try schema.undescribed() == "")
  }
}

@Suite struct `The cues that a scenario names` {
  private static let workout = Workout(
    name: "Sets",
    nodes: [
      .group(
        SetGroup(
          .sets(3),
          nodes: [
            .phase(Phase("Work", .high, .after(.fixed(.seconds(20))))),
            .phase(Phase("Rest", .low, .after(.fixed(.seconds(10))))),
          ])),
      .phase(Phase("Rest", .cooldown, .after(.fixed(.seconds(5))))),
    ])

  private func complaints(about fields: String) throws -> [String] {
    let text = `A scenario file`.around(fields)
    let document = try ScenarioReader.document(Array(text.utf8), named: "s")
    let oracle = Oracle(try Timeline(Self.workout))
    do throws(WorkoutFileError) {
      try document.check(against: oracle)
      return []
    } catch {
      return error.problems.map { String($0.line(in: "s").dropFirst(2)) }
    }
  }

  @Test func `must be cues of its workout`() throws {
    #expect(
      try complaints(about: "\"script\": [{ \"at\": { \"cue\": \"setCompletion\", \"set\": 3 }, \"do\": \"skip\" }]")
        == [])
    #expect(
      try complaints(about: "\"script\": [{ \"at\": { \"cue\": \"setCompletion\", \"set\": 9 }, \"do\": \"skip\" }]")
        == [
          "1:119: script[0].at.set: the workout has no \"setCompletion\" in set 9, it has them in the sets 1…3"
        ])
    #expect(
      try complaints(about: "\"script\": [{ \"at\": { \"cue\": \"interval\" }, \"do\": \"skip\" }]") == [
        "1:95: script[0].at.cue: the workout has no \"interval\"; it has \"phaseStart\", \"setStart\", \"transition\", "
          + "\"setCompletion\", \"countdown\", \"completion\""
      ])
    #expect(
      try complaints(about: "\"expect\": { \"outcomes\": [{ \"cue\": \"completion\", \"set\": 1, \"is\": \"late\" }] }")
        == [
          "1:122: expect.outcomes[0].set: the workout has no \"completion\" in set 1, it has them outside all sets: "
            + "leave \"set\" out"
        ])
  }
}
