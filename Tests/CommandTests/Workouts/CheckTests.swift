import FoundationEssentials
import Testing

@Suite struct `The command check` {
  private static let broken = """
    {
      "name": "Broken",
      "style": "hit",
      "phases": [
        { "name": "A", "duratoin": "5s", "intensity": "high" },
        { "name": "B", "duration": "90" },
        { "name": "C", "duration": 1e308 }
      ]
    }
    """

  @Test func `reports every problem of every file in one pass, with its place, and exits 65`() throws {
    let home = try TemporaryHome()
    try home.write(Self.broken, to: "a.json")
    try home.write("{ \"name\": \"B\", }", to: "folder/b.json")
    let result = try home.cuebell("check", "a.json", "folder/b.json")
    #expect(result.code == 65 && result.err.isEmpty)
    let styles = #""hiit", "boxing", "meditation", "silent""#
    #expect(
      result.lines == [
        #"a.json:3:12: style: must be one of \#(styles), got "hit"; did you mean "hiit"?"#,
        #"a.json:5:20: phases[0].duratoin: unknown key; did you mean "duration"?"#,
        #"a.json:6:32: phases[1].duration: "90" is ambiguous: write 90 (seconds), "90s" or "1m30s""#,
        "a.json:7:32: phases[2].duration: must be 0s…24h, got 1e308 seconds",
        #"folder/b.json:1:1: "phases" is missing: a workout needs a list of at least one phase"#,
      ])
  }

  @Test(arguments: [["show"], ["run", "--silent"], ["render", "-o", "out.wav", "--cues", "out.ndjson"]])
  func `is what the other commands do first, and then they play and write nothing`(command: [String]) throws {
    let home = try TemporaryHome()
    try home.write(Self.broken, to: "a.json")
    let result = try Child([Project.command] + command + ["a.json"], in: home).finish()
    #expect(result.code == 65 && result.out.isEmpty)
    #expect(result.errorLines.count == 4 && result.errorLines.allSatisfy { $0.hasPrefix("a.json:") })
    #expect(try home.names() == ["a.json"])
  }

  @Test func `warns of what has no effect, and fails on it where it is to be strict`() throws {
    let home = try TemporaryHome()
    let rule = #"{ "on": "phase", "at": "start+1m", "sound": "gong" }"#
    try home.write(
      #"{ "name": "W", "cues": [\#(rule)], "phases": [{ "name": "A", "duration": 9 }] }"#, to: "w.json")
    let line = "w.json:1:25: warning: cues[0]: can never sound: no phase it is for lasts long enough"
    let lenient = try home.cuebell("check", "w.json")
    #expect(lenient.code == 0 && lenient.lines == ["w.json: ok, 0:09, 1 phase", line])
    let strict = try home.cuebell("check", "--strict", "w.json")
    #expect(strict.code == 65 && strict.lines == lenient.lines)
    try home.write(WorkoutText.small, to: "small.json")
    #expect(try home.cuebell("check", "--strict", "small.json").code == 0)
  }

  @Test(arguments: [
    (
      #""heartRate": "> 250""#, "3m",
      #"until.heartRate: "> 250" never ends the phase before its cap: "heartRate" is measured from 20 to 250; write a "#
        + "smaller number"
    ),
    (#""heartRate": "> 249""#, "3m", ""), (#""heartRate": "< 21""#, "3m", ""),
    (#""heartRate": "< 20""#, "3m", "write a larger number"), (#""power": "< 0""#, "3m", "measured from 0 to 3000;"),
    (#""power": "> 3000""#, "3m", "write a smaller number"), (#""power": "< 1""#, "3m", ""),
    (#""cadence": "> 300""#, "3m", "measured from 0 to 300;"), (#""cadence": "< 0""#, "3m", "a larger number"),
    (
      #""heartRate": "> 200% HR""#, "3m",
      #"with your numbers it is > 370, and "heartRate" is measured from 20 to 250; write a smaller share"#
    ),
    (#""heartRate": "> 135% HR""#, "3m", "it is > 250, and"), (#""heartRate": "> 134% HR""#, "3m", ""),
    (#""heartRate": "< 11% HR""#, "3m", "write a larger share"), (#""heartRate": "< 12% HR""#, "3m", ""),
    (#""power": "< 1%""#, "3m", ""), (#""heartRate": "> 99% LTHR""#, "3m", "it needs your heart rate at the threshold"),
    (
      #""heartRate": "< 120", "hold": "3m""#, "3m",
      #"what holds for 3m can't end the phase earlier; make "cap" longer, or "hold" shorter"#
    ),
    (#""heartRate": "< 120", "hold": "2m59s""#, "3m", ""), (#""heartRate": "< 120""#, "4s", "what holds for 5s"),
  ])
  func `warns of what can't be measured, and of what can't hold before the cap`(
    until: String, cap: String, warning: String
  ) throws {
    let home = try TemporaryHome()
    try home.write(#"{ "body": { "maxHeartRate": 185, "ftp": 240 } }"#, to: home.config + "/config.json")
    try home.write(
      #"{ "name": "W", "phases": [{ "name": "A", "until": { \#(until) }, "cap": "\#(cap)" }] }"#, to: "w.json")
    let result = try home.cuebell("check", "w.json")
    let warnings = result.lines.dropFirst()
    #expect(result.code == 0 && warnings.count == (warning.isEmpty ? 0 : 1), "\(result)")
    #expect(warnings.allSatisfy { $0.contains("warning: phases[0].") && $0.contains(warning) }, "\(result)")
  }

  private static let unheard = """
    { "name": "W", "style": "silent",
      "cues": [
        { "on": "phase", "at": "start", "sound": "bell", "say": "{target}" },
        { "on": "workout", "at": "half", "say": "Half" } ],
      "blocks": { "rest": { "name": "Rest", "intensity": "rest", "duration": 9, "say": "Next: {next}" } },
      "phases": [{ "use": "rest" }, { "name": "Row", "open": true }, { "use": "rest" }] }
    """

  @Test func `warns of words and moments that can never be, and so does show`() throws {
    let home = try TemporaryHome()
    try home.write(Self.unheard, to: "w.json")
    let warnings = [
      "w.json:3:61: warning: cues[0].say: these words are never spoken: {target} never has a value, because no phase "
        + "it is for has a \"target\"; add one, or leave {target} out",
      "w.json:4:5: warning: cues[1]: can never sound: the workout has an open phase, so its length is unknown; count "
        + "from \"start\", or put the cue in a timed phase",
    ]
    let checked = try home.cuebell("check", "w.json")
    #expect(checked.code == 0 && Array(checked.lines.dropFirst()) == warnings, "\(checked)")
    #expect(try home.cuebell("check", "--strict", "w.json").code == 65)
    for options in [[], ["--json"]] {
      let shown = try Child([Project.command, "show", "w.json"] + options, in: home).finish()
      #expect(shown.code == 0 && shown.errorLines == warnings, "\(shown)")
    }
    // A block is reported if it has no effect anywhere.
    try home.write(Self.unheard.replacing(#" }, { "use": "rest" }]"#, with: " }]"), to: "x.json")
    #expect(try home.cuebell("check", "x.json").lines.count == 3)
    try home.write(Self.unheard.replacing(#"[{ "use": "rest" }, "#, with: "["), to: "y.json")
    let found = try home.cuebell("check", "y.json").lines
    #expect(found.contains { $0.contains("blocks.rest.say: these words are never spoken") }, "\(found)")
  }

  @Test func `says what a good file holds, and reads stdin`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "small.json")
    #expect(try home.cuebell("check", "small.json").out == "small.json: ok, 0:10, 2 phases\n")
    let piped = try home.cuebell("check", "-", input: .text(WorkoutText.small))
    #expect(piped.code == 0 && piped.out == "stdin: ok, 0:10, 2 phases\n")
  }

  @Test func `looks for a file that replaces a sound of the style, too`() throws {
    let home = try TemporaryHome()
    try home.write(
      """
      { "name": "Mine", "sounds": { "gong": "mine.wav", "tick": "unused.wav" },
        "phases": [{ "name": "Work", "intensity": "high", "duration": "10s" }] }
      """, to: "mine.json")
    let result = try home.cuebell("check", "mine.json")
    #expect(result.code == 65 && result.lines.count == 1, "\(result)")
    #expect(result.out.hasPrefix("mine.json:1:39: sounds.gong: "), "\(result)")
  }

  @Test func `names a file that isn't there, looks at the others, and exits 66`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "small.json")
    let result = try home.cuebell("check", "gone.json", "small.json")
    #expect(result.code == 66)
    #expect(result.err == "gone.json: No such file or directory\n")
    #expect(result.out == "small.json: ok, 0:10, 2 phases\n")
    #expect(try home.cuebell("run", "--silent", "gone.json").code == 66)
    #expect(try home.cuebell("check", ".").code == 66)
  }

  @Test func `prints an object for each file where JSON is asked for`() throws {
    struct Verdict: Decodable {
      struct Problem: Decodable {
        let line: Int
        let column: Int
        let path: String
        let message: String
      }
      let file: String
      let ok: Bool
      let total: Int?
      let problems: [Problem]
    }
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "small.json")
    try home.write(Self.broken, to: "a.json")
    let result = try home.cuebell("check", "--json", "small.json", "a.json")
    let verdicts = try result.lines.map { try JSONDecoder().decode(Verdict.self, from: Data($0.utf8)) }
    #expect(result.code == 65)
    #expect(verdicts.map(\.ok) == [true, false] && verdicts.map(\.file) == ["small.json", "a.json"])
    #expect(verdicts.map(\.total) == [10_000_010_417, nil])
    #expect(verdicts[1].problems.map { [$0.line, $0.column] } == [[3, 12], [5, 20], [6, 32], [7, 32]])
  }

  @Test func `prints the range of a total that is drawn, as list does`() throws {
    let home = try TemporaryHome()
    let drawn = #"{ "name": "W", "phases": [{ "name": "Wait", "duration": { "random": ["3s", "9s"] } }] }"#
    try home.write(drawn, to: "lengths/drawn.json")
    #expect(try home.cuebell("check", "lengths/drawn.json").out == "lengths/drawn.json: ok, 0:03–0:09, 1 phase\n")
    let range = #""range": [3000000000, 9000000000]"#
    #expect(try home.cuebell("check", "--json", "lengths/drawn.json").out.contains(range))
    let list = ["list", "--workouts", "lengths"]
    #expect(try home.cuebell(list).lines.contains { $0.contains(/drawn +0:03–0:09/) })
    #expect(try home.cuebell(list + ["--json"]).out.contains(range))
    #expect(try home.cuebell("show", "lengths/drawn.json").out.contains("Total 0:03.000–0:09.000 "))
    #expect(try home.cuebell("show", "--json", "lengths/drawn.json").out.contains(range))
    #expect(try home.cuebell("show", "--json", "--seed", "1", "lengths/drawn.json").out.contains("range") == false)
  }

  @Test func `finds nothing wrong with the shipped workouts`() throws {
    let home = try TemporaryHome()
    // Some need the numbers of a person.
    try home.write(#"{ "body": { "maxHeartRate": 185 } }"#, to: home.config + "/config.json")
    let files = Project.workoutNames.map { "\(Project.workouts)/\($0).json" }
    #expect(files.count >= 12)
    let result = try Child([Project.command, "check"] + files, in: home).finish()
    #expect(result.code == 0, "\(result.out)\(result.err)")
    #expect(result.lines.count == files.count, "\(result.out)")
  }
}
