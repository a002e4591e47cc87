import StrictJSON
import Testing
import WorkoutFiles
import WorkoutModel

@Suite struct `The workout reader` {
  private static let tabata = """
    {
      "name": "Tabata",
      "style": "boxing",
      "voice": { "language": "pt-BR", "rate": 200 },
      "ambient": { "sound": "rain", "gain": -3, "fade": "2s" },
      "sounds": { "clap": "sounds/clap.wav" }, // mine
      "phases": [
        { "name": "Get ready", "intensity": "prepare", "duration": "10s", "ambient": null },
        { "sets": 8, "name": "Main", "phases": [
          { "name": "Work", "duration": "20s", "track": "clap" },
          { "name": "Rest", "intensity": "low", "duration": { "from": 10, "by": "-1s" }, "skip": "last", },
        ] },
        { "sets": 2, "every": "1m", "phases": [{ "name": "Lift", "open": true, "reps": 5, "cap": "40s" }] },
        { "for": "5m", "phases": [{ "name": "Run", "duration": 0.1, "ambient": { "sound": "clap" } }] }
      ],
      "cues": [
        { "on": "set", "at": "end-3s", "align": "end", "say": "Set {set} done", "if": { "set": "not-last" } },
        { "on": "phase", "at": "half+0.5s", "sound": "clap", "strikes": 2, "gain": -1.5, "class": "bell" }
      ]
    }
    """

  @Test func `reads every part of the format`() throws {
    let workout = try read(Self.tabata)
    let main = SetGroup(
      .sets(8), name: "Main",
      nodes: [
        .phase(Phase("Work", .high, .after(.fixed(.seconds(20))), track: "clap")),
        .phase(Phase("Rest", .low, .after(.progression(from: .seconds(10), by: .seconds(-1))), skip: .last)),
      ])
    let lift = Phase("Lift", .high, .open(cap: .seconds(40)), reps: 5)
    let run = Phase("Run", .high, .after(.fixed(.milliseconds(100))), ambient: .bed(Ambient(sound: "clap")))
    let expected = Workout(
      name: "Tabata", style: .boxing, voice: Voice(language: "pt-BR", rate: 200),
      ambient: Ambient(sound: "rain", gain: -3, fade: .seconds(2)), sounds: ["clap": "sounds/clap.wav"],
      cues: [
        CueRule(
          on: .set, at: .end(offset: .seconds(-3)), say: try CueText("Set {set} done"), align: .end,
          condition: Condition(set: .notLast)),
        CueRule(
          on: .phase, at: .half(offset: .milliseconds(500)), sound: CueSound("clap", strikes: 2, gain: -1.5),
          cueClass: .bell),
      ],
      nodes: [
        .phase(Phase("Get ready", .prepare, .after(.fixed(.seconds(10))), ambient: .silent)), .group(main),
        .group(SetGroup(.interval(sets: 2, every: .seconds(60)), nodes: [.phase(lift)])),
        .group(SetGroup(.total(.seconds(300)), nodes: [.phase(run)])),
      ])
    #expect(workout == expected)
  }

  @Test func `reads and writes what has to be measured for a phase to end`() throws {
    let text = """
      { "name": "t", "style": "silent", "phases": [
        { "name": "A", "until": { "heartRate": "<120", "hold": 5 }, "atLeast": "30s", "cap": "3m" },
        { "name": "B", "until": { "power": ">  85% ftp", "hold": "10s" }, "cap": 60 },
        { "name": "C", "until": { "heartRate": "> 92.5% lthr" }, "cap": 60, "reps": 5 }
      ] }
      """
    let workout = try read(text)
    let untils = workout.nodes.map { if case .phase(let phase) = $0 { phase.until } else { nil as Until? } }
    #expect(
      untils == [
        Until(.heartRate, .below, Target.Part(.beatsPerMinute, 120_000)),
        Until(.power, .above, Target.Part(.percentOfFTP, 85_000), hold: .seconds(10)),
        Until(.heartRate, .above, Target.Part(.percentOfThresholdHeartRate, 92_500)),
      ])
    let written = WorkoutWriter.write(workout)
    for part in [
      #""until": { "heartRate": "< 120" }, "cap": "3m", "atLeast": "30s""#,
      #""until": { "power": "> 85%", "hold": "10s" }, "cap": "1m""#, #""until": { "heartRate": "> 92.5% LTHR" }"#,
    ] {
      #expect(written.contains(part), "\(written)")
    }
    #expect(!written.contains("open"))
    #expect(try read(written) == workout)
  }

  @Test func `reads and writes lengths that depend on the user, on draws and on other phases`() throws {
    let text = """
      { "name": "t", "style": "silent", "phases": [
        { "name": "A", "open": true, "cap": "1m", "atLeast": "20s" },
        { "name": "B", "duration": { "random": ["3s", "9s"] } },
        { "name": "C", "duration": { "random": [0.5, 1] }, "surprise": false },
        { "name": "D", "duration": { "of": "A", "times": 1.5 } }
      ] }
      """
    let workout = try read(text)
    let ends = workout.nodes.map { if case .phase(let phase) = $0 { phase.end } else { PhaseEnd.open() } }
    #expect(
      ends == [
        .open(cap: .seconds(60), atLeast: .seconds(20)),
        .after(.random(RandomLength(.seconds(3), .seconds(9)))),
        .after(.random(RandomLength(.milliseconds(500), .seconds(1), isSurprise: false))),
        .after(.relative(RelativeLength(of: "A", millionths: 1_500_000))),
      ])
    let written = WorkoutWriter.write(workout)
    #expect(written.contains(#"{ "random": ["500ms", "1s"], "surprise": false }"#), "\(written)")
    #expect(try read(written) == workout)
  }

  @Test func `finds the place of a field, or of the object that leaves it out`() throws {
    let document = try WorkoutReader.document(Array(Self.tabata.utf8), named: "dir/t.json")
    let work = FieldPath.root.key("phases").index(1).key("phases").index(0)
    #expect(document.location(of: work.key("track")) == TextLocation(line: 10, column: 53))
    #expect(document.location(of: work.key("notes")) == TextLocation(line: 10, column: 7))
    #expect(document.location(of: .root) == .start)
    let error = document.error([Problem(work.key("track"), "no such file"), Problem(.root, "lasts too long")])
    #expect(
      error.description == """
        dir/t.json:1:1: lasts too long
        dir/t.json:10:53: phases[1].phases[0].track: no such file
        """)
  }

  @Test func `judges nothing that depends on what it could not understand`() {
    let groups = [
      #""sets": "8", "phases": [{ "name": "A", "duration": [1, 2, 3] }]"#,
      #""sets": 2, "name": 5, "phases": [{ "name": "A", "duration": 1, "say": "{set@Circuit}" }]"#,
      #""sets": 2, "phases": [{ "name": "A", "duration": "track", "track": 5 }]"#,
      #""sets": 2, "phases": [{ "name": "A", "duration": 1, "rpes": 3, "say": "{reps}" }]"#,
      #""sets": 2, "phases": [{ "name": "A", "duration": { "from": "9", "by": -90 } }]"#,
      #""sets": 2, "phases": [{ "name": "A", "duration": 1 }], "#
        + #""cues": [{ "on": 1, "at": "end", "count": 1, "if": { "severalPhases": true } }]"#,
      #""sets": 2, "phases": [{ "name": "A", "duration": 1 }], "cues": [{ "on": "set", "at": "end", "sya": "x" }]"#,
    ]
    for group in groups {
      let found = complaints("{ \"name\": \"A\", \"phases\": [{ \(group) }] }")
      #expect(found.count == 1, "\(group): \(found)")
    }
  }

  @Test func `judges the names of groups though the name of a phase is broken`() {
    let found = complaints(
      #"{ "name": "A", "phases": [{ "name": 5, "duration": 1, "say": "{set@B}" }, "#
        + #"{ "name": "C", "sets": 2, "phases": [{ "name": "D", "duration": 1, "say": "{set@B}" }] }] }"#)
    #expect(found.count == 3)
  }

  @Test func `keeps hostile names from the terminal`() {
    let found = complaints(
      #"{ "name": "A", "\u001b[2J\u202e": 1, "phases": [{ "name": "A", "duration": "\u0007\u009b1s" }] }"#)
    #expect(found.count == 2)
    for line in found {
      #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      #expect(line.contains("\u{FFFD}"))
    }
    let named = WorkoutFileError(file: "a\u{1B}b.json", problems: [LocatedProblem(.start, .root, "x")])
    #expect(named.description == "a\u{FFFD}b.json:1:1: x")
  }

  @Test func `shortens long values in its messages`() {
    let long = String(repeating: "x", count: 10_000)
    let found = complaints(
      "{ \"name\": \"A\", \"\(long)\": 1, \"phases\": [{ \"name\": \"A\", \"duration\": \"\(long)\" }] }")
    #expect(found.count == 2 && found.allSatisfy { $0.count < 400 })
  }

  @Test(arguments: [
    ("name: Tabata\nphases:\n  - name: Work\n", "1:1"), ("# mine\n\nname: \"A\"\n", "1:1"), ("---\nname: A\n", "1:1"),
    ("- name: Work\n", "1:1"),
  ])
  func `calls YAML by its name`(text: String, place: String) {
    #expect(
      complaints(text) == ["\(place): this looks like YAML; Cuebell reads JSON: cuebell new NAME makes an example"])
  }

  @Test func `names the use of a block with which there is too much`() {
    let phases = Array(repeating: #"{ "name": "A", "duration": 1 }"#, count: 900).joined(separator: ", ")
    let uses = Array(repeating: "\n{ \"use\": \"b\" }", count: 20).joined(separator: ",")
    let text = #"{ "name": "W", "blocks": { "b": { "sets": 2, "phases": [\#(phases)] } }, "phases": [\#(uses)] }"#
    #expect(
      complaints(text) == [
        "13:1: blocks.b: comes to more than 10000 phases and groups with the blocks and files that are used up to here"
      ])
  }

  @Test func `lists a thousand problems and counts the rest`() {
    let nodes = Array(repeating: "5", count: 1500).joined(separator: ", ")
    let found = complaints("{ \"name\": \"A\", \"phases\": [\(nodes)] }")
    #expect(found.count == 1001)
    #expect(found.last == " and 500 more problems")
  }
}

@Suite struct `A workout file that is wrong` {
  @Test(arguments: try CaseFile.refused())
  func `is refused with all its problems, their places and what is allowed`(refused: CaseFile.Refused) {
    #expect(complaints(refused.text) == refused.complaints)
  }

  @Test func `comes in many kinds`() throws {
    #expect(try CaseFile.refused().count >= 200)
  }

  @Test(arguments: try CaseFile.accepted())
  func `is not one that follows the format`(text: String) {
    #expect(complaints(text) == [])
  }
}
