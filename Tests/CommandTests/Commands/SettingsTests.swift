import FoundationEssentials
import TestSupport
import Testing

/// `~/.config/cuebell/config.json` holds defaults of options.
@Suite struct `The settings file` {
  private struct Report: Decodable {
    struct Setting: Decodable {
      let value: Value
      let from: String
      let line: Int?
      let column: Int?
    }
    enum Value: Decodable, Equatable {
      case text(String)
      case number(Double)
      case bool(Bool)
      case list([String])
      case voice([String: Value])
      case null

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let bool = try? container.decode(Bool.self) {
          self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else if let text = try? container.decode(String.self) {
          self = .text(text)
        } else if let list = try? container.decode([String].self) {
          self = .list(list)
        } else {
          self = .voice(try container.decode([String: Value].self))
        }
      }
    }
    let file: String?
    let exists: Bool
    let settings: [String: Setting]
  }

  private func home(_ text: String) throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(text, to: home.config + "/config.json")
    return home
  }

  private func report(_ home: TemporaryHome) throws -> Report {
    let result = try home.cuebell("config", "--json")
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
    return try JSONDecoder().decode(Report.self, from: Data(result.out.utf8))
  }

  @Test func `need not be there`() throws {
    let home = try TemporaryHome()
    let report = try report(home)
    #expect(!report.exists && report.file?.hasSuffix("/.config/cuebell/config.json") == true)
    #expect(
      report.settings.keys.sorted() == [
        "body", "color", "device", "heartRate", "latency", "latencyOffset", "leadIn", "notify", "onFinished", "others",
        "voice", "volume", "whenSuspended", "workouts",
      ])
    #expect(report.settings.values.allSatisfy { $0.from == "default" && $0.line == nil })
    let values = report.settings.mapValues(\.value)
    #expect(values["device"] == .text("default") && values["latency"] == .text("normal"))
    #expect(values["whenSuspended"] == .text("pause-if-over=2s") && values["notify"] == .bool(true))
    #expect(try home.cuebell("config").out.contains("config.json (does not exist)\n"))
    #expect(try TemporaryHome(["HOME="]).cuebell("config").code == 0)
  }

  @Test func `is shown with the values that hold and their places`() throws {
    let home = try home(
      """
      { // All of them.
        "$schema": "config-1.json", "x-mine": 1,
        "device": "hw:1", "latency": "power", "latencyOffset": -20, "leadIn": 300, "volume": -6.5,
        "voice": { "language": "de", "rate": 120, "command": ["say", "-", "near", "~/voices/x.onnx"] },
        "workouts": ["~/a b", "near", "/far"],
        "whenSuspended": "freeze", "others": "duck", "color": "never", "notify": false, "onFinished": "after",
        "heartRate": "Polar H10", "body": { "maxHeartRate": 185, "ftp": 240 },
      }
      """)
    let report = try report(home)
    #expect(report.exists && report.settings.values.allSatisfy { $0.from == "file" })
    let values = report.settings.mapValues(\.value)
    #expect(values["device"] == .text("hw:1") && values["latencyOffset"] == .number(-20))
    #expect(values["leadIn"] == .number(300) && values["volume"] == .number(-6.5))
    let folder = try #require(report.file).replacing("/.config/cuebell/config.json", with: "")
    #expect(
      values["voice"]
        == .voice([
          "language": .text("de"), "rate": .number(120), "pitch": .number(50), "gain": .number(0),
          "engine": .text("command"), "command": .list(["say", "-", "near", folder + "/voices/x.onnx"]),
        ]))
    #expect(values["whenSuspended"] == .text("freeze") && values["notify"] == .bool(false))
    #expect(values["heartRate"] == .text("Polar H10"))
    #expect(values["body"] == .voice(["maxHeartRate": .number(185), "ftp": .number(240)]))
    guard case .list(let folders)? = values["workouts"] else { throw Failure("no folders") }
    let config = folder + "/.config/cuebell"
    #expect(folders.prefix(4) == [folder + "/a b", config + "/near", "/far", config + "/workouts"])
    #expect(report.settings["volume"]?.line == 3 && report.settings["volume"]?.column == 88)
    let lines = try home.cuebell("config").lines
    #expect(lines.contains("latency        line 3  power") && lines.contains("                       /far"))
  }

  /// Files that are refused, each with what is said, behind the file's name.
  private static let refused = [
    ("", "1:1: the file is empty"), ("[]", "1:1: must be an object: the settings file in { }, got a list"),
    ("{ \"volume\": -3,\n  \"latncy\": \"low\" }", "2:3: latncy: unknown key; did you mean \"latency\"?"),
    (#"{ "colour": "never" }"#, "1:3: colour: unknown key; did you mean \"color\"?"),
    (#"{ "volume": 13 }"#, "1:13: volume: must be -60…12, got 13"),
    (#"{ "leadIn": 1.5 }"#, "1:13: leadIn: must be a whole number, got 1.5"),
    (#"{ "voice": "x_y" }"#, #"1:12: voice: must be a language such as "en-GB" or "en-GB+f3", got "x_y""#),
    (#"{ "voice": { "rate": 9 } }"#, "1:22: voice.rate: must be 80…450, got 9"),
    (
      #"{ "voice": { "engine": "command" } }"#,
      #"1:24: voice.engine: needs "command" beside it: the program and its arguments, such as ["my-voice", "--fast"]"#
    ),
    (#"{ "body": { "maxHeartRate": 20 } }"#, "1:29: body.maxHeartRate: must be 60…250, got 20"),
    (
      #"{ "heartRate": 3 }"#,
      "1:16: heartRate: must be true, false, or the name or address of a strap, got 3"
    ),
    (#"{ "voice": { "command": [] } }"#, "1:25: voice.command: must have 1 to 100 words"),
    (
      #"{ "voice": { "recordings": "voice" } }"#,
      #"1:14: voice.recordings: belongs to the "voice" of a workout, whose phrases are recorded"#
    ),
    (#"{ "workouts": [3] }"#, "1:16: workouts[0]: must be a text in double quotes, got 3"),
    (
      #"{ "whenSuspended": "freze" }"#,
      #"1:20: whenSuspended: must be "continue", "freeze" or "pause-if-over=" and a duration, got "freze""#
        + #"; did you mean "freeze"?"#
    ),
    (#"{ "notify": "yes" }"#, #"1:13: notify: must be true or false, got "yes""#),
    (#"{ "volume": 1, "volume": 2 }"#, #"1:16: volume: duplicate key, first at 1:3: write it once"#),
  ]

  @Test(arguments: refused)
  func `with a mistake ends every command that needs it, with its place`(text: String, message: String) throws {
    let home = try home(text)
    let result = try home.cuebell("config")
    let line = try #require(result.errorLines.first)
    #expect(result.code == 65 && result.out.isEmpty && line.hasSuffix("/.config/cuebell/config.json:" + message))
  }

  @Test(arguments: [
    ["run", "tabata", "--silent"], ["next", "couch-to-5k"], ["render", "tabata", "-o", "x.wav"], ["show", "tabata"],
    ["check", "tabata"], ["list"], ["config", "--json"], ["sounds", "gong"],
  ])
  func `with mistakes shows all of them, whatever is asked for`(words: [String]) throws {
    let home = try home(#"{ "latency": "lo", "others": "stop" }"#)
    let result = try home.cuebell(words)
    #expect(result.code == 65 && result.errorLines.count == 2 && result.out.isEmpty, "\(result)")
    #expect(try home.names().isEmpty)
  }

  @Test func `leaves alone what needs no settings, and doctor names it`() throws {
    let home = try home("{")
    for words in [["--help"], ["sounds"], ["new", "mine"], []] { #expect(try home.cuebell(words).code == 0) }
    let doctor = try home.cuebell("doctor")
    #expect(doctor.code == 1)
    #expect(doctor.lines.contains { $0.hasPrefix("problem  settings: ") && $0.contains("config.json:1:") })
  }

  @Test func `that can't be read is not ignored`() throws {
    let home = try TemporaryHome()
    try home.write("", to: home.config + "/config.json/x")
    let result = try home.cuebell("list")
    #expect(result.code == 66 && result.err.hasSuffix("/config.json: Is a directory\n"))
  }

  @Test func `gives way to the command line`() throws {
    let home = try home(#"{ "volume": -20, "voice": { "rate": 80 }, "color": "always", "workouts": "w" }"#)
    try home.write(WorkoutText.small, to: home.config + "/w/mine.json")
    func render(_ words: String..., in home: TemporaryHome) throws -> Data {
      let result = try home.cuebell(["render", "quick-start", "-o", "o.wav", "--no-speech"] + words)
      #expect(result.code == 0, "\(result)")
      return try home.bytes(of: "o.wav")
    }
    let plain = try render(in: TemporaryHome())
    #expect(try render(in: home) != plain)
    #expect(try render("--volume", "0", in: home) == plain)
    #expect(try home.cuebell("show", "mine").out.contains("\u{1B}["))
    #expect(try !home.cuebell("show", "mine", "--color", "never").out.contains("\u{1B}["))
  }

  @Test func `chooses the voice of workouts that leave it out`() throws {
    let plain = #"{ "name": "V", "phases": [{ "name": "A", "duration": "9s" }] }"#
    let own = plain.replacing("\"name\": \"V\"", with: "\"name\": \"V\", \"voice\": { \"language\": \"fr\" }")
    func says(_ text: String, _ words: String..., settings: String) throws -> String {
      let home = try home(settings)
      try home.write(text, to: "w.json")
      let words = try PlanRecord(home.cuebell(["show", "w.json", "--json"] + words).out).cues.compactMap(\.say)
      return words.last ?? ""
    }
    let english = try says(plain, settings: "{}")
    let german = try says(plain, settings: #"{ "voice": "de" }"#)
    #expect(english != german)
    #expect(try says(plain, "--voice", "de", settings: "{}") == german)
    #expect(try says(plain, "--voice", "en", settings: #"{ "voice": { "language": "de" } }"#) == english)
    let french = try says(own, settings: "{}")
    #expect(french != english && french != german)
    #expect(try says(own, settings: #"{ "voice": "de" }"#) == french)
    #expect(try says(own, "--voice", "de", settings: "{}") == german)
  }

  @Test func `doesn't make a workout another one, so that sessions resume`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small.replacing("6.000010417s", with: "2500ms"), to: "w.json")
    let stopped = try home.start("run", "w.json", "--silent", "--no-notify")
    try stopped.line { $0.contains("Ready") }
    stopped.signal(2)
    #expect(try stopped.finish().code == 130)
    try home.write(#"{ "voice": { "rate": 200 } }"#, to: home.config + "/config.json")
    let resumed = try home.cuebell("resume", "--silent", "--go-on-after", "0s")
    #expect(resumed.code == 0, "\(resumed)")
  }

  /// Values that are apt to go into a setting, right and wrong.
  private static let values: [(key: String, values: [String])] = [
    ("device", [#""hw:1""#]), ("latency", [#""low""#, #""Low""#]),
    ("latencyOffset", ["5000", "5001", "-1000", "-1001"]),
    ("leadIn", ["1000", "1001"]), ("volume", ["-60", "-60.5", "12", "12.5"]),
    (
      "voice",
      [
        #""en""#, #""en-GB+f3""#, #""+f3""#, #""en+""#, #""e""#, #""en_GB""#, #""en+a+b""#, #"{ "language": "e" }"#,
        #"{ "language": "pt-BR", "variant": "f 3", "x-a": 1 }"#, #"{ "variant": "é" }"#, #"{ "rate": 79 }"#,
        #"{ "pitch": 99 }"#, #"{ "lang": "en" }"#, #"{ "wyoming": "tcp://h:1", "name": "n", "speaker": null }"#,
        #"{ "wyoming": "tcp://h" }"#, #"{ "wyoming": "unix:///s" }"#, #"{ "wyoming": ["p"], "engine": "wyoming" }"#,
        #"{ "wyoming": [] }"#, #"{ "name": "n" }"#, #"{ "engine": "wyoming" }"#, #"{ "engine": "command" }"#,
        #"{ "wyoming": "tcp://h:1", "command": "c" }"#, #"{ "languages": { "de": { "command": "c" } } }"#,
        #"{ "languages": { "de": {} } }"#, #"{ "languages": { "?": { "command": "c" } } }"#,
      ]
    ), ("workouts", [#"["a", "~/b"]"#, #"["a", ""]"#]),
    (
      "whenSuspended",
      [
        #""continue""#, #""freeze""#, #""pause-if-over=2s""#, #""pause-if-over=2""#, #""pause-if-over=1m30s""#,
        #""pause-if-over=1:30""#, #""pause-if-over=""#, #""pause-if-over=-2s""#, #""pause-if-over=+2""#,
        #""pause-if-over=1.5""#, #""pause-if-over=.5""#, #""pause-if-over=5.""#, #""pause-if-over=1e1""#,
        #""pause-if-over=inf""#, #""pause-if-over=PT2S""#, #""pause-if-over 2s""#,
      ]
    ), ("others", [#""duck""#]), ("color", [#""never""#]), ("notify", []), ("x-own", []), ("$schema", []), ("own", []),
  ]
  private static let common = ["null", "true", "5", "-1", "0.5", #""""#, #""x""#, "[]", "{}", "[null]"]

  @Test func `has a schema that agrees with its reader, and describes every key`() throws {
    let schema = SchemaValidator("config-1.json")
    let documents = Self.values.flatMap { key, values in (Self.common + values).map { "{ \"\(key)\": \($0) }" } }
    let differences = try zip(documents, schema.accepts(documents)).filter { document, isAccepted in
      try (home(document).cuebell("config").code == 0) != isAccepted
    }
    #expect(differences.isEmpty, "\(differences.map { "\($0.0) schema: \($0.1)" }.joined(separator: "\n"))")
    #expect(try schema.undescribed() == "")
    #expect(
      try schema.run("Draft202012Validator.check_schema(schema); Draft7Validator.check_schema(schema); print('ok')")
        == "ok\n")
  }
}
