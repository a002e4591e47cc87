import FoundationEssentials
import Glibc
import Testing

/// A text editor is a program that gets the path of a file: here a script.
@Suite struct `The command edit` {
  /// A home whose editor runs lines of shell on the file `$1`; `$N` counts its calls.
  private func home(_ lines: String) throws -> TemporaryHome {
    let home = try TemporaryHome(["EDITOR=./editor"])
    let count = "N=$(($(cat calls 2>/dev/null || echo 0) + 1)); echo $N > calls; cp \"$1\" \"seen-$N\""
    try home.write("#!/bin/sh\n\(count)\n\(lines)\n", to: "editor")
    _ = try home.shell("chmod +x editor")
    return home
  }

  private func own(_ name: String, _ home: TemporaryHome) -> String { "\(home.config)/workouts/\(name)" }

  private func shipped(_ name: String) throws -> String {
    try #require(
      FileManager.default.contents(atPath: "\(Project.workouts)/\(name).json").map {
        String(decoding: $0, as: UTF8.self)
      })
  }

  private let broken = #"s/"20s"/"20"/"#

  @Test func `copies a workout that comes with Cuebell, with its sounds, and changes no byte where nothing is edited`()
    throws
  {
    let home = try home("true")
    for name in ["tabata", "meditation-guided"] {
      let result = try home.cuebell("edit", name)
      #expect(result.code == 0 && result.out.hasSuffix("workouts/\(name).json: not changed\n"), "\(result)")
      #expect(try home.text(of: own("\(name).json", home)) == shipped(name))
      #expect(try home.cuebell("check", name).out.hasPrefix(home.path("..").prefix(5)))
    }
    #expect(try home.bytes(of: own("tracks/arriving.flac", home)).count > 100_000)
    #expect(try home.cuebell("list").out.contains(".config/cuebell/workouts\n"))
  }

  @Test func `saves what was edited, in place where the file is the user's own`() throws {
    let home = try home("sed -i 's/50s/40s/' \"$1\"")
    try home.write(WorkoutText.slow.replacing("\n", with: "\r\n"), to: "mine.json")
    _ = try home.shell("chmod 640 mine.json")
    let result = try home.cuebell("edit", "mine.json")
    #expect(result.code == 0 && result.out == "mine.json: ok, 0:46, 2 phases\n", "\(result)")
    #expect(
      try home.text(of: "mine.json")
        == WorkoutText.slow.replacing("50s", with: "40s").replacing("\n", with: "\r\n"))
    #expect(try home.shell("stat -c %a mine.json").out == "640\n")
    #expect(try home.names() == ["calls", "editor", "mine.json", "seen-1"])
  }

  @Test func `shows problems as comments below their lines, until they are mended`() throws {
    let mend = #"s/"20"/"25s"/; s/skyp/skip/"#
    let home = try home("[ $N = 1 ] && sed -i '\(broken); s/skip/skyp/' \"$1\" || sed -i '\(mend)' \"$1\"")
    let result = try home.cuebell("edit", "tabata")
    #expect(result.code == 0 && result.out.contains(": ok, 5:40"), "\(result)")
    let seen = try home.text(of: "seen-2").split(separator: "\n")
    let line = try #require(seen.firstIndex { $0.contains(#""20""#) })
    let column = try #require(seen[line].firstRange(of: #""20""#))
    #expect(
      seen[line + 1].hasPrefix("//") && seen[line + 1].contains(#"^ cuebell: phases[1].phases[0].duration: "20" is"#))
    let caret = try #require(seen[line + 1].firstIndex(of: "^"))
    #expect(
      seen[line + 1].distance(from: seen[line + 1].startIndex, to: caret)
        == seen[line].distance(from: seen[line].startIndex, to: column.lowerBound))
    #expect(seen[line + 3].contains(#"unknown key; did you mean "skip"?"#))
    #expect(
      try home.text(of: own("tabata.json", home)) == shipped("tabata").replacing("\"20s\"", with: "\"25s\""))
    #expect(try home.text(of: "calls") == "2\n")
  }

  @Test func `never replaces a good file with a broken one, and keeps the text`() throws {
    let home = try home("sed -i '\(broken)' \"$1\"")
    let result = try home.cuebell("edit", "tabata")
    #expect(result.code == 65 && result.err.contains("not saved: the text still has problems"), "\(result)")
    #expect(try home.text(of: own("tabata.json", home)) == shipped("tabata"))
    let draft = try #require(result.err.firstMatch(of: /--from (\S+)/).map { String($0.output.1) })
    let kept = try #require(FileManager.default.contents(atPath: draft).map { String(decoding: $0, as: UTF8.self) })
    #expect(try kept == shipped("tabata").replacing("\"20s\"", with: "\"20\""))
    _ = try home.shell("sed -i 's/\"20\"/\"30s\"/' \(draft)")
    #expect(try home.cuebell("edit", "tabata", "--from", draft).code == 0)
    #expect(try home.text(of: own("tabata.json", home)).contains("\"30s\""))
  }

  @Test func `overwrites nothing that was changed meanwhile`() throws {
    let home = try home("sed -i 's/50s/40s/' \"$1\"; echo '{}' > mine.json")
    try home.write(WorkoutText.slow, to: "mine.json")
    let result = try home.cuebell("edit", "mine.json")
    #expect(result.code == 73 && result.err.contains("has changed meanwhile"), "\(result)")
    #expect(try home.text(of: "mine.json") == "{}\n")
    let draft = try #require(result.err.firstMatch(of: /Your text is in (\S+);/).map { String($0.output.1) })
    #expect(try home.text(of: draft).contains("40s"))
  }

  @Test(arguments: [
    ("VISUAL=", 64, "No editor is chosen: set EDITOR, as in EDITOR=nano cuebell edit tabata"),
    ("EDITOR=no-such-editor", 73, "ended with status 127; EDITOR chooses another one"),
    ("EDITOR=false", 73, "ended with status 1; it may need a terminal, and --from FILE saves"),
  ])
  func `says in a sentence what to do about the editor`(variable: String, status: Int32, sentence: String) throws {
    let home = try TemporaryHome([variable])
    let result = try home.cuebell("edit", "tabata")
    #expect(result.code == status && result.err.contains(sentence), "\(result)")
    let folder = home.path("\(home.config)/workouts")
    #expect(((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).allSatisfy { $0 == "tabata.json" })
  }

  @Test func `takes the words of an editor, and prefers the one for screens`() throws {
    let home = try TemporaryHome(["VISUAL=sed -i s/50s/30s/", "EDITOR=false"])
    try home.write(WorkoutText.slow, to: "mine.json")
    #expect(try home.cuebell("edit", "mine.json").out == "mine.json: ok, 0:36, 2 phases\n")
  }

  @Test func `creates a workout, and refuses names that lead elsewhere, and programmes`() throws {
    let home = try home("true")
    let made = try home.cuebell("edit", "--new", "mine")
    #expect(made.code == 0 && made.out.contains("workouts/mine.json: ok"), "\(made)")
    #expect(try home.cuebell("edit", "--new", "mine").err.contains("there is a file already"))
    for name in ["../mine", "a/b", ".hidden", ""] {
      #expect(try home.cuebell("edit", "--new", name).code == 64)
    }
    let programme = try home.cuebell("edit", "couch-to-5k")
    #expect(programme.code == 64 && programme.err.hasPrefix("couch-to-5k is a programme"))
    #expect(try home.cuebell("edit", "tabta").err.contains("did you mean"))
  }

  @Test func `lets programs check and save a text, at a version`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.slow, to: "mine.json")
    let next = WorkoutText.slow.replacing("50s", with: "20s")
    try home.write(next, to: "next.json")
    let checked = try home.cuebell("edit", "mine.json", "--from", "next.json", "--dry-run", "--json")
    #expect(checked.code == 0 && checked.out.contains(#""saved": false"#) && checked.out.contains("<svg"), "\(checked)")
    #expect(try home.text(of: "mine.json") == WorkoutText.slow)
    let stale = try home.cuebell("edit", "mine.json", "--from", "next.json", "--json", "--version", "x")
    #expect(stale.code == 73 && stale.out.contains(#""changed": true"#), "\(stale)")
    let version = try #require(stale.out.firstMatch(of: /"version": "(\w+)"/).map { String($0.output.1) })
    let saved = try home.cuebell("edit", "mine.json", "--from", "next.json", "--json", "--version", version)
    #expect(saved.code == 0 && saved.out.contains(#""saved": true"#), "\(saved)")
    #expect(try home.text(of: "mine.json") == next)
    try home.write("{", to: "next.json")
    let broken = try home.cuebell("edit", "mine.json", "--from", "next.json", "--json")
    #expect(broken.code == 65 && broken.out.contains(#""line": 1"#), "\(broken)")
    #expect(try home.text(of: "mine.json") == next)
  }

  @Test func `lets one of two win that save the same version at once`() throws {
    let home = try TemporaryHome()
    for round in 0..<10 {
      try home.write(WorkoutText.slow, to: "mine.json")
      let texts = (1...4).map { WorkoutText.slow.replacing("50s", with: "\(round * 4 + $0)m") }
      for (index, text) in texts.enumerated() { try home.write(text, to: "\(index).json") }
      let stale = try home.cuebell("edit", "mine.json", "--from", "0.json", "--json", "--version", "x").out
      let version = try #require(stale.firstMatch(of: /"version": "(\w+)"/).map { String($0.output.1) })
      let writers = try texts.indices.map { index in
        try home.start("edit", "mine.json", "--from", "\(index).json", "--version", version)
      }
      let codes = try writers.map { try $0.finish().code }
      #expect(codes.sorted() == [0, 73, 73, 73])
      #expect(try codes.firstIndex(of: 0).map { texts[$0] } == home.text(of: "mine.json"))
    }
  }
}
