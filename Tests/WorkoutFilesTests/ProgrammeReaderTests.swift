import StrictJSON
import TestSupport
import Testing
import WorkoutFiles
import WorkoutModel

@Suite struct `A programme file` {
  private static let session = #"{ "week": 1, "day": 1, "workout": "a.json" }"#

  private static func file(_ fields: String) -> String { #"{ "format": "programme/1", "name": "P", \#(fields) }"# }

  private static func file(session: String) -> String { file(#""sessions": [\#(session)]"#) }

  private static func read(_ text: String) throws(WorkoutFileError) -> Programme {
    try ProgrammeReader.document(Array(text.utf8), named: "p.json").programme
  }

  private static func complaints(_ text: String) -> [String] {
    do throws(WorkoutFileError) {
      _ = try read(text)
      return []
    } catch {
      return error.description.split(separator: "\n").map { String($0.dropFirst("p.json:".count)) }
    }
  }

  @Test func `has a name and sessions, and may say more, with comments and keys of its author's own`() throws {
    let text = """
      { "$schema": "s.json", "format": "programme/1", "name": "P", "x-id": 7, "description": "D", "author": "A",
        "sessions": [ // The first week.
          { "week": 1, "day": 1, "workout": "a.json" },
          { "week": 1, "day": 1, "workout": "b/c d.json", "name": "Evening", "notes": "Slow.", "x-y": null },
        ] }
      """
    let sessions = [
      Programme.Session(week: 1, day: 1, workout: "a.json"),
      Programme.Session(week: 1, day: 1, workout: "b/c d.json", name: "Evening", notes: "Slow."),
    ]
    #expect(try Self.read(text) == Programme(name: "P", description: "D", author: "A", sessions: sessions))
  }

  /// Files that are refused, how, and whether the schema refuses them too.
  private static let refused: [(text: String, complaints: [String], isRefusedBySchema: Bool)] = [
    ("[]", ["1:1: must be an object: a programme in { }, got a list"], true),
    (
      #"{ "name": "P", "sessions": [\#(session)] }"#, [#"1:1: "format" is missing: write "programme/1""#], true
    ),
    (
      #"{ "format": "programm/1", "name": "P", "sessions": [\#(session)] }"#,
      [#"1:13: format: must be "programme/1", got "programm/1"; did you mean "programme/1"?"#], true
    ),
    (
      #"{ "format": "programme/1", "sessions": [\#(session)] }"#,
      [#"1:1: "name" is missing: a programme needs a name"#],
      true
    ),
    (
      #"{ "format": "programme/1", "name": "", "sessions": [\#(session)] }"#, ["1:36: name: must not be empty"], true
    ),
    (
      file(#""x": 1"#),
      [
        "1:1: \"sessions\" is missing: a programme needs a list of at least one session",
        #"1:41: x: unknown key; a programme has "format", "name", "description", "author", "sessions", "#
          + #""translations""#,
      ], true
    ),
    (file(#""sessions": []"#), ["1:53: sessions: must hold at least one session"], true),
    (file(#""sessions": {}"#), ["1:53: sessions: must be a list of sessions, got an object"], true),
    (
      file(#""sesions": [\#(session)]"#), [#"1:41: sesions: unknown key; did you mean "sessions"?"#], true
    ),
    (
      file(#""sessions": [\#(session)], "phases": []"#),
      [#"1:101: phases: belongs to a workout; a programme names workout files in "sessions""#], true
    ),
    (file(session: "5"), ["1:54: sessions[0]: must be an object: a session in { }, got 5"], true),
    (
      file(session: #"{ "wek": 1, "day": 1, "file": "a.json" }"#),
      [
        #"1:56: sessions[0].wek: unknown key; did you mean "week"?"#,
        #"1:76: sessions[0].file: unknown key; did you mean "workout"?"#,
      ], true
    ),
    (
      file(session: "{}"),
      [
        #"1:54: sessions[0]: "week" is missing: say in which week it is done, counted from 1"#,
        #"1:54: sessions[0]: "day" is missing: say on which day of the week it is done, 1 to 7"#,
        #"1:54: sessions[0]: "workout" is missing: name the workout's file, relative to this one"#,
      ], true
    ),
    (
      file(session: #"{ "week": 0, "day": 8, "workout": "a.json" }"#),
      ["1:64: sessions[0].week: must be 1…520, got 0", "1:74: sessions[0].day: must be 1…7, got 8"], true
    ),
    (
      file(session: #"{ "week": 1, "day": 1.5, "workout": "/a.json" }"#),
      [
        "1:74: sessions[0].day: must be a whole number, got 1.5",
        #"1:90: sessions[0].workout: "/a.json" is an absolute path: write it relative to the programme file"#,
      ], true
    ),
    (
      file(session: #"{ "week": 1, "day": 1, "workout": "../a.json" }"#),
      [
        #"1:88: sessions[0].workout: "../a.json" leaves the folder of the programme file: ".." is not allowed"#
      ], true
    ),
    (
      file(session: #"{ "week": 1, "day": 1, "workout": "a.json", "name": "", "notes": 1 }"#),
      [
        "1:106: sessions[0].name: must not be empty",
        "1:119: sessions[0].notes: must be a text in double quotes, got 1",
      ],
      true
    ),
    (
      file(session: #"{ "week": 2, "day": 1, "workout": "a.json" }, { "week": 1, "day": 3, "workout": "a.json" }"#),
      [
        "1:100: sessions[1]: week 1, day 3 comes before the session above it, week 2, day 1: "
          + "write the sessions in their order"
      ], false
    ),
    (
      file(session: #"{ "week": 1, "week": 2, "day": 1, "workout": "a.json" }"#),
      [#"1:67: sessions[0].week: duplicate key, first at 1:56: write it once"#], false
    ),
  ]

  @Test(arguments: refused.map { ($0.text, $0.complaints) })
  func `is refused with all its problems and their places`(text: String, complaints: [String]) {
    #expect(Self.complaints(text) == complaints)
  }

  @Test func `has a schema that refuses what the reader refuses, and describes every key`() throws {
    let schema = SchemaValidator("programme.schema.json")
    for (refused, isAccepted) in zip(Self.refused, try schema.accepts(Self.refused.map(\.text))) {
      #expect(isAccepted != refused.isRefusedBySchema, "\(refused.text)")
    }
    #expect(try schema.undescribed() == "")
    #expect(
      try schema.run("Draft202012Validator.check_schema(schema); Draft7Validator.check_schema(schema); print('ok')")
        == "ok\n")
  }

  @Test func `reads as what was written, whatever that was, and as the schema accepts`() throws {
    let seed: UInt64 = 4_711
    var generator = RandomProgrammes(seed: seed)
    let programmes = (0..<200).map { _ in generator.programme() }
    let texts = programmes.map { generator.text(of: $0) }
    for (round, (programme, text)) in zip(programmes, texts).enumerated() {
      #expect(try Self.read(text) == programme, "seed \(seed), round \(round): \(text)")
      #expect(ProgrammeReader.recognizes(Array(text.utf8)))
    }
    #expect(try SchemaValidator("programme.schema.json").accepts(texts).allSatisfy(\.self))
  }

  @Test(arguments: [
    (#"{ "name": "P", "sessions": 5 }"#, true), (#"{ "format": "programme/2" }"#, true),
    (#"{ "name": "W", "phases": [], "sessions": [] }"#, false), (#"{ "format": "drift-scenario/1" }"#, false),
    ("[]", false), ("{", false),
  ])
  func `is distinguished from a workout by its format or its sessions`(text: String, isProgramme: Bool) {
    #expect(ProgrammeReader.recognizes(Array(text.utf8)) == isProgramme)
  }
}

/// Makes programmes of every kind that have no problems, the same ones for the same seed.
private struct RandomProgrammes {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func programme() -> Programme {
    var programme = Programme(name: text(1...120), sessions: [])
    if random.below(2) == 0 { programme.description = text(0...300) }
    if random.below(2) == 0 { programme.author = text(0...300) }
    var (week, day) = (1, 1)
    for _ in 0...random.below(20) {
      if random.below(3) == 0 {
        (week, day) = (week + random.below(20), 1 + random.below(7))
        if let last = programme.sessions.last, (week, day) < (last.week, last.day) { day = last.day }
      }
      var session = Programme.Session(week: week, day: day, workout: path())
      if random.below(3) == 0 { session.name = text(1...120) }
      if random.below(3) == 0 { session.notes = text(0...300) }
      programme.sessions.append(session)
    }
    return programme
  }

  /// The programme as a file, its keys in any order.
  mutating func text(of programme: Programme) -> String {
    let sessions = programme.sessions.map { session in
      object([
        ("week", session.week.json), ("day", session.day.json), ("workout", .text(session.workout)),
        ("name", session.name?.json), ("notes", session.notes?.json),
      ])
    }
    return object([
      ("format", .text(Programme.format)), ("name", .text(programme.name)), ("sessions", .list(sessions)),
      ("description", programme.description?.json), ("author", programme.author?.json),
    ]).document
  }

  private mutating func object(_ members: [(String, JSONOutput?)]) -> JSONOutput {
    .object(
      JSONFields(members.compactMap { key, value in value.map { (key: key, value: $0) } }.shuffled(using: &random)),
      isTall: random.below(2) == 0)
  }

  private mutating func path() -> String {
    ["a.json", "week 1/day-2.json", "a/b/c_d.json", ".hidden.json"][random.below(4)]
  }

  private mutating func text(_ length: ClosedRange<Int>) -> String {
    let letters = Array("aZ09 äß💪\"\\/\n\t\u{1}\u{7F}\u{2028}é".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: length, using: &random) { text.append(letters[random.below(letters.count)]) }
    return String(text)
  }
}
