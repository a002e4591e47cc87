import Testing

@Suite struct `The command new` {
  @Test(arguments: ["tabata", "hiit", "emom", "amrap", "boxing", "pyramid", "meditation", "breathing"])
  func `writes a workout of each kind that is sound and can be run`(kind: String) throws {
    let home = try TemporaryHome()
    let result = try home.cuebell("new", "mine", "--like", kind)
    #expect(result.code == 0 && result.out.hasPrefix("mine.json: ") && result.err.isEmpty)
    #expect(try home.names() == ["mine.json"])
    let check = try home.cuebell("check", "mine.json")
    #expect(check.code == 0 && check.out.hasPrefix("mine.json: ok, "), "\(check.out)")
    #expect(try home.text(of: "mine.json").contains(#""name": "mine""#))
    let plan = try PlanRecord(home.cuebell("show", "mine.json", "--json").out)
    #expect(!plan.cues.isEmpty)
  }

  @Test func `leaves a file alone that is there already`() throws {
    let home = try TemporaryHome()
    try home.write("precious", to: "mine.json")
    let result = try home.cuebell("new", "mine")
    #expect(result.code == 73 && result.err.hasPrefix("mine.json: File exists"))
    #expect(try home.text(of: "mine.json") == "precious")
  }

  @Test func `asks on a terminal before it overwrites a file`() throws {
    for (answer, isReplaced) in [("n", false), ("", false), ("y", true), ("Yes", true)] {
      let home = try TemporaryHome()
      try home.write("precious", to: "mine.json")
      let terminal = try Terminal("\"$CUEBELL\" new mine; echo status $?", in: home)
      try terminal.wait(for: "mine.json exists. Overwrite it? [y/N]")
      terminal.type(answer + "\r")
      try terminal.wait(for: isReplaced ? "status 0" : "status 73")
      try terminal.finish()
      #expect(try (home.text(of: "mine.json") == "precious") != isReplaced)
    }
  }

  @Test func `names the schema for editors`() throws {
    let home = try TemporaryHome()
    for name in ["mine", "-"] {
      let out = try home.cuebell("new", name).out
      let text = try name == "-" ? out : home.text(of: "mine.json")
      #expect(text.contains("\"$schema\": \"file://") && text.contains("/Schemas/workout.schema.json\","))
    }
  }

  @Test func `prints commands that a shell takes as they are`() throws {
    let home = try TemporaryHome()
    for name in ["leg day", "it's", "x-", "żółw", "a;b"] {
      let result = try home.cuebell("new", "--", name)
      let hint = try #require(result.lines.first?.split(separator: ": cuebell show ").last?.split(separator: ";").first)
      #expect(result.code == 0)
      if name != "a;b" { #expect(try home.shell("\"$CUEBELL\" show \(hint)").code == 0, "\(hint)") }
    }
    #expect(try home.cuebell("new", "two words").out.contains("cuebell run 'two words.json'\n"))
  }

  @Test func `leaves nothing where it can't write`() throws {
    let home = try TemporaryHome()
    let full = try home.shell("ulimit -f 0; \"$CUEBELL\" new mine")
    #expect(full.code == 73 && full.err.hasPrefix("mine.json: "))
    #expect(try home.cuebell("new", "nowhere/mine").code == 73)
    #expect(try home.names().isEmpty)
  }

  @Test func `names the kinds where it is asked for another`() throws {
    let result = try TemporaryHome().cuebell("new", "mine", "--like", "yoga")
    let kinds = "tabata, hiit, emom, amrap, boxing, pyramid, meditation, breathing"
    #expect(result.code == 64 && result.err.contains(kinds))
  }
}
