import FoundationEssentials
import Testing

/// `-` for a file is stdout, which takes one result and nothing else.
@Suite struct `A result on stdout` {
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(
      #"{ "name": "W", "style": "silent", "cues": [{ "on": "phase", "at": "start", "sound": "tick" }], "#
        + #""phases": [{ "name": "A", "duration": "300ms" }] }"#, to: "w.json")
    return home
  }

  private static let cases: [(command: String, begins: String, ends: String)] = [
    ("render w.json -o w.flac --cues -", #"{"api": 1, "seq": 0"#, "}\n"),
    ("render w.json -o w.flac --picture -", "<svg ", "</svg>\n"), ("show w.json --svg -", "<svg ", "</svg>\n"),
    ("history --svg -", "<svg ", "</svg>\n"), ("sounds tick -o -", "RIFF", ""),
    ("simulate --workout w.json --seeds 2 --trace -", #"{"api": 1, "seq": 0"#, "}\n"),
    ("simulate --workout w.json --seeds 1 --svg -", "<svg ", "</svg>\n"),
    ("run w.json --silent --log -", #"{"api": 1, "seq": 0"#, "}\n"), ("new - --like emom", "{\n", "}\n"),
  ]

  @Test(arguments: cases)
  func `is that of the file, alone and whole`(command: String, begins: String, ends: String) throws {
    let home = try home()
    let result = try home.shell("\"$CUEBELL\" \(command) > out; status=$?; head -c 300 out; exit $status")
    #expect(result.code == 0 && result.out.hasPrefix(begins), "\(result.out)\(result.err)")
    let text = String(decoding: try home.bytes(of: "out"), as: UTF8.self)
    #expect(text.hasSuffix(ends) && !FileManager.default.fileExists(atPath: home.path("-")))
    if begins.hasPrefix("{\"api\"") {
      #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    }
    // The same in a file.
    guard !command.hasPrefix("new"), !command.hasPrefix("run") else { return }
    #expect(try home.shell("\"$CUEBELL\" \(command.replacing(" -o -", with: " -o o.wav").dropLastDash)").code == 0)
  }

  @Test func `isn't held up by a reader that has seen enough`() throws {
    let result = try home().shell(
      "\"$CUEBELL\" simulate --workout w.json --seeds 500 --trace - | head -n 1 > /dev/null; echo done")
    #expect(result.out == "done\n" && !result.err.contains("stdout"))
  }

  @Test(arguments: [
    ("render w.json -o - --cues -", "-o - and --cues - both go to stdout"),
    ("render w.json -o w.flac --cues - --picture -", "--cues - and --picture - both go to stdout"),
    ("show w.json --svg - --json", "--svg - and --json both go to stdout"),
    ("simulate --workout w.json --seeds 1 --trace - --svg -", "--trace - and --svg - both go to stdout"),
    ("simulate --workout w.json --seeds 1 --trace - --json", "--trace - and --json both go to stdout"),
    ("run w.json --silent --json --log -", "--json and --log - both go to stdout"),
    ("history --svg - --json", "exclude each other"),
  ])
  func `is one at a time: two are refused with 64, and nothing is written`(command: String, message: String) throws {
    let home = try home()
    let result = try home.shell("\"$CUEBELL\" \(command)")
    #expect(result.code == 64 && result.out.isEmpty && result.err.contains(message), "\(result.err)")
    #expect(try home.names() == ["w.json"])
  }

  @Test func `of new is quoted where a shell needs it`() throws {
    let home = try TemporaryHome()
    for (name, hint) in [
      ("mine", "mine.json"), ("my day", "'my day.json'"), ("it's", #"'it'\''s.json'"#), ("$HOME", "'$HOME.json'"),
      ("Übung", "Übung.json"), ("a;b", "'a;b.json'"),
    ] {
      let result = try home.cuebell("new", name)
      #expect(result.code == 0 && result.out == "\(name).json: cuebell show \(hint); cuebell run \(hint)\n")
      #expect(try home.shell("\"$CUEBELL\" check \(hint)").code == 0)
    }
    let dashed = try home.cuebell("new", "--", "-d/x")
    #expect(dashed.code == 73)
  }
}

extension String {
  /// With a file in the place of the dash at its end.
  fileprivate var dropLastDash: String { hasSuffix(" -") ? dropLast() + "file.out" : self }
}
