import FoundationEssentials
import Glibc
import SessionReporting
import Testing

/// Workouts and programmes are run by their names, wherever a file is asked for.
@Suite struct `Names of workouts` {
  private func workout(_ name: String) -> String {
    "{ \"name\": \"\(name)\", \"style\": \"silent\", \"phases\": [{ \"name\": \"A\", \"duration\": \"2s\" }] }"
  }

  /// What `show` calls the workout that a word means.
  private func shown(_ words: String..., in home: TemporaryHome) throws -> String? {
    try home.cuebell(["show"] + words).lines.first.map { String($0.prefix { $0 != " " && $0 != "," }) }
  }

  @Test(arguments: [
    ["run", "--silent", "--speed", "1000", "--no-history"], ["show"], ["check"], ["render", "-o", "out.wav"],
    ["simulate", "--seeds", "2", "--workout"],
  ])
  func `are understood by every command that wants a workout`(words: [String]) throws {
    let home = try TemporaryHome()
    try home.write(workout("Mine"), to: home.config + "/workouts/mine.json")
    let result = try home.cuebell(words + ["mine"])
    #expect(result.code == 0, "\(result)")
    let shipped = try home.cuebell(words + ["quick-start"])
    #expect(shipped.code == 0, "\(shipped)")
  }

  @Test func `lead to the first of the folders that has them`() throws {
    let home = try TemporaryHome()
    let other = try TemporaryHome(["XDG_CONFIG_HOME=\(home.path("config"))"])
    try home.write(workout("Option"), to: "a/tabata.json")
    try home.write(workout("Home"), to: home.config + "/workouts/tabata.json")
    try home.write(workout("Config"), to: "config/cuebell/workouts/tabata.json")
    #expect(try shown("tabata", "--workouts", "a", in: home) == "Option")
    #expect(try shown("hiit-30-20", "--workouts", "a", in: home) == "HIIT")
    #expect(try shown("tabata", in: home) == "Home")
    #expect(try shown("tabata.json", in: home) == "Home")
    #expect(try shown("tabata", in: other) == "Config")
    #expect(try shown("tabata", in: TemporaryHome(["XDG_CONFIG_HOME=config"])) == "Tabata")
  }

  @Test func `give way to a file of that path, not to a folder`() throws {
    let home = try TemporaryHome()
    try home.write(workout("Path"), to: "tabata")
    #expect(try shown("tabata", in: home) == "Path")
    try home.write("", to: "hiit-30-20/x")
    #expect(try shown("hiit-30-20", in: home) == "HIIT")
    let folder = try home.cuebell("show", "tabatas")
    #expect(folder.code == 66)
    try home.write("", to: "tabatas/x")
    #expect(try home.cuebell("show", "tabatas").err == "tabatas: Is a directory\n")
  }

  @Test(arguments: ["leg day", "ćwiczenia", "a.b", "it's", "x-", "日本", "Wie weit?"])
  func `may hold what file names hold`(name: String) throws {
    let home = try TemporaryHome()
    try home.write(workout("Found"), to: "\(home.config)/workouts/\(name).json")
    #expect(try shown("--", name, in: home) == "Found")
    #expect(try home.cuebell("list").out.contains("  \(name) "))
  }

  @Test(arguments: ["--help", "-x", " x", "x ", "x\u{A0}", "*", "?", ".x", "x\u{7}"])
  func `are none that a shell or a list would take for something else`(name: String) throws {
    let home = try TemporaryHome()
    try home.write(workout("Found"), to: "\(home.config)/workouts/\(name).json")
    #expect(try home.cuebell("show", "--", name).code == 66)
    #expect(try !home.cuebell("list").out.contains(home.config))
    #expect(try home.cuebell("new", "--", "w/\(name)").code == 64)
    #expect(try home.cuebell("edit", "--new", "--from", "-", "--", name).code == 64)
  }

  @Test func `are found in whichever bytes their letters are written`() throws {
    let home = try TemporaryHome()
    try home.write(workout("Found"), to: "\(home.config)/workouts/cafe\u{301}.json")
    #expect(try shown("caf\u{E9}", in: home) == "Found")
  }

  @Test func `that are mistyped bring what was meant, with status 66`() throws {
    let home = try TemporaryHome()
    for command in [["run", "--silent"], ["show"], ["check"], ["render", "-o", "x.wav"]] {
      let result = try home.cuebell(command + ["tabatta"])
      let message =
        "tabatta: No such file or directory, and no workout of this name; did you mean \"tabata\"?\n"
      #expect(result.code == 66 && result.err == message && result.out.isEmpty, "\(result)")
    }
    let next = try home.cuebell("next", "zzzzzz")
    #expect(next.code == 66 && next.err.hasSuffix("no programme of this name; see: cuebell list\n"))
    let unlike = try home.cuebell("show", "zzzzzz")
    #expect(unlike.code == 66 && unlike.err.hasSuffix("no workout of this name; see: cuebell list\n"))
    try home.write(workout("Mine"), to: "mine.json")
    #expect(try home.cuebell("show", "mine").err.contains("did you mean \"mine.json\"?"))
    #expect(try home.cuebell("next", "couch-to5k").err.contains("did you mean \"couch-to-5k\"?"))
    #expect(try home.cuebell("show", "no/tabata").err == "no/tabata: No such file or directory\n")
  }

  @Test func `that resemble several bring at most three, the nearest first`() throws {
    let home = try TemporaryHome()
    for name in ["legs-2", "legs-1", "legs-12", "legs-3"] { try home.write(workout("A"), to: "w/\(name).json") }
    let result = try home.cuebell("show", "legs-11", "--workouts", "w")
    #expect(result.err.hasSuffix("; did you mean \"legs-1\", \"legs-12\" or \"legs-2\"?\n"), "\(result)")
  }

  @Test func `of programmes are for next alone`() throws {
    let home = try TemporaryHome()
    let list = try home.cuebell("next", "couch-to-5k", "--list")
    #expect(list.code == 0 && list.out.hasPrefix("Couch to 5K: 0 of 27 sessions complete\n"))
    let run = try home.cuebell("run", "couch-to-5k")
    #expect(run.code == 65 && run.err.contains("cuebell next "))
    let next = try home.cuebell("next", "tabata")
    #expect(next.code == 65 && next.err.contains("cuebell run "))
    #expect(try shown("starter-week-1", in: home) != nil)
  }

  @Test func `are not looked up in a folder that was named and isn't there`() throws {
    let home = try TemporaryHome()
    for words in [["show", "tabata"], ["list"]] {
      let result = try home.cuebell(words + ["--workouts", "nowhere"])
      #expect(result.code == 66 && result.err == "nowhere: No such file or directory\n", "\(result)")
    }
    try home.write("", to: "file")
    #expect(try home.cuebell("list", "--workouts", "file").err == "file: Not a directory\n")
    #expect(try home.cuebell("list", "--workouts", "").code == 64)
  }

  @Test func `are of files that end`() throws {
    let home = try TemporaryHome()
    try home.write("", to: "w/x")
    #expect(try home.shell("mkfifo w/tabata.json").code == 0)
    #expect(try shown("tabata", "--workouts", "w", in: home) == "Tabata")
    #expect(try home.cuebell("list", "--workouts", "w").code == 0)
  }

  @Test func `lead to what was installed beside the command, or to the clone that it is run in`() throws {
    let home = try TemporaryHome()
    try home.write(workout("Installed"), to: "opt/share/cuebell/Workouts/tabata.json")
    try home.write(workout("Clone"), to: "clone/Workouts/tabata.json")
    try home.write("", to: "clone/Package.swift")
    try home.write("", to: "elsewhere/bin/x")
    func title(_ command: String) throws -> String {
      let result = try home.shell("\(command) show tabata 2>&1")
      return String(result.out.prefix { $0 != " " && $0 != "\n" })
    }
    #expect(
      try home.shell("mkdir opt/bin; cp \"$CUEBELL\" opt/bin/cuebell; cp opt/bin/cuebell elsewhere/bin/").code == 0)
    #expect(try title("opt/bin/cuebell") == "Installed")
    #expect(try title("cd clone; ../opt/bin/cuebell") == "Installed")
    #expect(try title("cd clone; ../elsewhere/bin/cuebell") == "Clone")
    let none = try home.shell("elsewhere/bin/cuebell show tabata")
    #expect(none.code == 66 && none.err.hasSuffix("no workout of this name: none are installed\n"))
  }

  @Test func `are found although the user's folder can't be read`() throws {
    let home = try TemporaryHome()
    try home.write("", to: home.config + "/workouts")
    let result = try home.cuebell("list")
    #expect(result.code == 0 && result.err.hasSuffix("/cuebell/workouts: Not a directory\n"))
    #expect(result.out.contains("  tabata  "))
    #expect(try shown("tabata", in: home) == "Tabata")
  }
}

@Suite struct `The command list` {
  private struct Listing: Decodable {
    struct Workout: Decodable {
      let name: String
      let file: String
      let title: String?
      let total: Int?
      let tags: [String]?
      let sessions: Int?
      let problem: String?
    }
    let workouts: [Workout]
    let programmes: [Workout]

    init(_ result: ProcessResult) throws {
      self = try JSONDecoder().decode(Self.self, from: Data(result.out.utf8))
    }
  }

  @Test func `names every shipped workout and programme`() throws {
    let home = try TemporaryHome()
    let listing = try Listing(home.cuebell("list", "--json"))
    #expect(listing.workouts.map(\.name) == Project.workoutNames.filter { !$0.contains("/") })
    #expect(listing.programmes.map { "programmes/" + $0.name } == Project.programmeNames)
    #expect(listing.workouts.allSatisfy { $0.problem == nil && $0.title != nil })
    let tabata = try #require(listing.workouts.first { $0.name == "tabata" })
    #expect(tabata.total == 300_000_000_000 && tabata.tags == ["hiit", "tabata"] && tabata.title == "Tabata")
    #expect(listing.programmes.first?.sessions == 27)
    let text = try home.cuebell("list")
    #expect(text.code == 0 && text.err.isEmpty)
    #expect(text.lines.contains("  tabata                     5:00  hiit, tabata"))
    #expect(text.lines.contains { $0.hasPrefix("  rep-ladder ") && $0.contains(" open ") })
    #expect(text.lines.contains("  couch-to-5k      27 sessions  Couch to 5K"))
    #expect(text.lines.allSatisfy { ColumnWidth.of($0) <= 80 })
  }

  @Test func `shows broken ones with their first problem, and hides what is not a workout`() throws {
    let home = try TemporaryHome()
    let good = #"{ "name": "Good", "tags": ["a"], "phases": [{ "name": "A", "duration": "90s" }] }"#
    try home.write(good, to: "w/good.json")
    try home.write(good, to: "w/.hidden.json")
    try home.write(good, to: "w/notes.txt")
    try home.write(good, to: "w/folder.json/good.json")
    try home.write(good, to: "w/programmes/part.json")
    try home.write(#"{ "nme": "Bad", "phases": 5 }"#, to: "w/bad.json")
    try home.write("", to: "w/empty.json")
    try home.write(
      #"{ "name": "Mute", "ambient": { "sound": "no.wav" }, "phases": [{ "name": "A", "duration": 1 }] }"#,
      to: "w/mute.json")
    let result = try home.cuebell("list", "--workouts", "w")
    #expect(result.code == 0 && result.err.isEmpty)
    #expect(
      result.lines.filter { !$0.hasPrefix("    w/mute.json") } == [
        "w",
        "  bad    broken", "    w/bad.json:1:3: nme: unknown key; did you mean \"name\"?",
        "  empty  broken", "    w/empty.json:1:1: the file is empty",
        "  good     1:30  a",
        "  mute   broken",
      ])
    #expect(result.out.contains("    w/mute.json:1:41: ambient.sound: "))
    let listing = try Listing(home.cuebell("list", "--workouts", "w", "--json"))
    #expect(listing.workouts.map(\.name) == ["bad", "empty", "good", "mute"])
    #expect(listing.workouts[0].problem == "w/bad.json:1:3: nme: unknown key; did you mean \"name\"?")
    #expect(listing.programmes.isEmpty)
  }

  @Test func `shows of two files of one name the one that the name leads to`() throws {
    let home = try TemporaryHome()
    for folder in ["a", "b"] { try home.write(WorkoutText.small, to: "\(folder)/one.json") }
    let listing = try Listing(home.cuebell("list", "--workouts", "a", "--workouts", "b", "--json"))
    #expect(listing.workouts.map(\.file) == ["a/one.json"])
  }

  @Test func `says what to do where there are none`() throws {
    let home = try TemporaryHome()
    try home.write("", to: "w/x")
    let result = try home.cuebell("list", "--workouts", "w")
    #expect(result.code == 0 && result.out == "There are no workouts. To create one: cuebell new NAME\n")
  }
}

@Suite struct `Mistyped words` {
  @Test(arguments: [
    (["rnu", "tabata"], "did you mean \"run\"?"), (["lisst"], "did you mean \"list\"?"),
    (["tabata"], "cuebell run tabata\n"), (["Workouts/tabata.json"], "cuebell run Workouts/tabata.json\n"),
    (["mine.json"], "cuebell run mine.json\n"), (["history", "delte"], "did you mean \"delete\"?"),
    (["--verson"], "did you mean '--version'?"), (["ctl", "pasue"], "did you mean \"pause\"?\n"),
    (["ctl", "measure", "heartrate", "120"], "did you mean \"heartRate\"?\n"),
    (["rooms", "volum", "Hall", "1"], "did you mean \"volume\"?\n"), (["ctl", "pause", "now"], "arguments.\n"),
    (["run", "tabata", "--silnt"], "did you mean '--silent'?"),
    (["show", "tabata", "--jsno"], "did you mean '--json'?"),
    (["render", "tabata", "--otput", "x.wav"], "'--output'?"),
    (["bogus-word"], "There is no command \"bogus-word\"; see: cuebell help\n"),
    (["config", "--foo"], "Unknown option '--foo'\n"), (["ctl"], "Name a verb: pause, resume, toggle, "),
  ])
  func `bring what was probably meant, with status 64`(words: [String], hint: String) throws {
    let result = try TemporaryHome().cuebell(words)
    #expect(result.code == 64 && result.out.isEmpty && result.err.hasPrefix("Error: ") && result.err.contains(hint))
  }

  @Test func `are no matter where nothing is typed`() throws {
    let home = try TemporaryHome()
    let result = try home.cuebell()
    #expect(result.code == 0 && result.err.isEmpty && result.out.contains("\n  cuebell run quick-start\n"))
    #expect(result.lines.count < 12)
  }
}
