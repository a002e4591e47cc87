import FoundationEssentials
import Testing
import WorkoutFiles
import WorkoutModel

@Suite struct `A short form in place of a file` {
  @Test func `is shown, checked, rendered, exported and run like a file`() throws {
    let home = try TemporaryHome.withoutSound()
    let plan = try home.cuebell("show", "--json", "2x20/10 squats,push-ups")
    #expect(plan.phaseNames == ["Get ready", "squats", "Rest", "push-ups"])
    #expect(try home.cuebell("show", "12x 45/15").out.contains("12x45/15"))
    #expect(try home.cuebell("check", "8x20/10").out == "8x20/10: ok, 4:00, 16 phases\n")
    #expect(try home.cuebell("render", "2x3s/1s", "-o", "a.wav", "--no-speech").code == 0)
    #expect(try home.cuebell("export", "emom 2", "--as", "csv").out.contains("Minute"))
    let run = try home.cuebell("run", "--silent", "--speed", "1000", "--json", "2x3s/1s a.b")
    #expect(run.code == 0 && run.out.contains(#""workout": "2x3s/1s a.b""#), "\(run)")
    #expect(try home.cuebell("history", "--json").out.contains("2x3s/1s a.b"))
  }

  @Test func `has names in the language of its voice wherever one is told, and in braces in its file`() throws {
    let home = try TemporaryHome.withoutSound()
    let plan = try home.cuebell("show", "--json", "3x20/10", "--voice", "de")
    #expect(plan.phaseNames == ["Bereit machen", "Arbeit", "Pause", "Arbeit", "Pause", "Arbeit"])
    #expect(plan.out.contains(#""say": "Bereit machen""#) && plan.out.contains(#""say": "Satz 1 endet in""#))
    let words = ["2x10/5 + breathe 4-7-8 x 2", "--voice", "fr"]
    let run = try home.cuebell(["run", "--silent", "--speed", "1000", "--json"] + words)
    #expect(run.code == 0 && run.out.contains(#""name": "Inspirez""#), "\(run)")
    let told = try [
      home.cuebell(["show"] + words), run, home.cuebell("history", "show", "1"),
      home.cuebell("export", "2x(emom 2)/60", "--as", "csv"), home.cuebell("export", "sit 2", "--as", "md"),
    ].map { $0.out.replacing(/"template": "[^"]*"/, with: "") }
    for out in told { #expect(!out.isEmpty && !out.contains(/\{[a-z ]+\}/), "\(out)") }
    #expect(try home.cuebell("new", "-", "--like", "8x20/10").out.contains(#""name": "{get ready}""#))
    #expect(try home.cuebell("new", "-", "--like", "tabata").out.contains(#""name": "{work}""#))
  }

  @Test func `gives way to a file of that spelling, and to a workout of that name`() throws {
    let home = try TemporaryHome()
    for name in ["8x20/10", "20", "mine/90s.json"] {
      try home.write(WorkoutText.small.replacing("Small", with: "File"), to: name)
    }
    for words in [["8x20/10"], ["20"], ["90s", "--workouts", "mine"]] {
      #expect(try home.cuebell(["show", "--json"] + words).out.contains(#""workout": "File""#), "\(words)")
    }
  }

  @Test func `that is wrong is reported with its place and the nearest form`() throws {
    let home = try TemporaryHome()
    let message = #"8x20:1:5: the rest is missing: write /0 for none; did you mean "8x20/10"?"#
    for words in [["run"], ["show"], ["render", "-o", "a.wav"], ["export", "--as", "csv"], ["share"]] {
      let result = try home.cuebell(words + ["8x20"])
      #expect(result.code == 65 && result.err == message + "\n" && result.out.isEmpty, "\(result)")
    }
    let check = try home.cuebell("check", "8x20", "tabata")
    #expect(check.code == 65 && check.lines.first == message)
    #expect(try home.cuebell("check", "--json", "8x20").out.contains(#""line": 1, "column": 5, "path": """#))
    // A name that no form resembles.
    #expect(try home.cuebell("show", "30-30-nestd").err.contains(#"did you mean "30-30-nested"?"#))
    #expect(try home.cuebell("8x20/10").err.contains("cuebell run 8x20/10"))
    let unquoted = try home.cuebell("run", "emom", "10", "--silent")
    #expect(unquoted.code == 64 && unquoted.err.contains("needs quotes: cuebell run 'emom 10'"), "\(unquoted)")
  }

  @Test func `becomes a file of its own name with new`() throws {
    let home = try TemporaryHome()
    #expect(try home.cuebell("new", "legs", "--like", "8x20/10 squats").code == 0)
    let bytes = try Array(home.text(of: "legs.json").utf8)
    var workout = try ShortForm("8x20/10 squats").workout
    workout.name = "legs"
    #expect(try WorkoutReader.read(bytes, named: "legs.json") == workout)
    #expect(try home.text(of: "legs.json").contains("/Schemas/workout.schema.json"))
    let wrong = try home.cuebell("new", "arms", "--like", "8x20")
    #expect(wrong.code == 64 && wrong.err.contains("column 5") && wrong.err.contains("8x20/10"), "\(wrong)")
    #expect(try home.names() == ["legs.json"])
  }

  @Test func `has a first page whose forms are all read`() throws {
    let page = try String(contentsOfFile: Project.root + "/docs/WORKOUTS.md", encoding: .utf8)
    let first = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("Short forms\n") })
    let rows = first.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let forms = rows.flatMap { row in
      (row.split(separator: " | ").first ?? "").matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
    #expect(forms.count > 20)
    for form in forms { #expect(throws: Never.self, "\(form)") { try ShortForm(form) } }
    let home = try TemporaryHome()
    let shown = page.matches(of: /\n\$ (cuebell check [^\n]+)\n([^\n]+)/).map { ($0.output.1, $0.output.2) }
    for (command, output) in shown {
      #expect(try home.shell("\"$CUEBELL\" \(command.dropFirst(8))").out == output + "\n")
    }
    #expect(shown.count == 4)
  }
}

extension ProcessResult {
  /// The names of the phases in a plan that `show --json` has printed.
  var phaseNames: [String] {
    lines.compactMap { $0.firstMatch(of: /^ +\{"name": "([^"]+)"/).map { String($0.output.1) } }
  }
}
