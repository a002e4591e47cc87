import Foundation
import Glibc
import Testing

/// What the README and the pages of `docs` show is run as a reader would run it.
@Suite struct `The documents` {
  /// A fenced block of a page.
  struct Block: Sendable, CustomTestStringConvertible {
    let page: String
    let line: Int
    let language: String
    let text: String

    var testDescription: String { "\(page):\(line)" }
  }

  private static let pages: [String] = {
    let docs = (try? FileManager.default.contentsOfDirectory(atPath: Project.root + "/docs")) ?? []
    return ["README.md", "SECURITY.md", "ROADMAP.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md"]
      + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()

  private static func text(of page: String) throws -> String {
    try String(contentsOfFile: "\(Project.root)/\(page)", encoding: .utf8)
  }

  static let blocks: [Block] = pages.flatMap { page -> [Block] in
    guard let text = try? text(of: page) else { return [] }
    var found: [Block] = []
    var open: (line: Int, language: String, lines: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        if let block = open {
          found.append(
            Block(
              page: page, line: block.line, language: block.language, text: block.lines.joined(separator: "\n")))
          open = nil
        } else {
          open = (index + 1, String(line.dropFirst(3)), [])
        }
      } else {
        open?.lines.append(line)
      }
    }
    return found
  }

  private static let scripts = blocks.filter { $0.language == "sh" && !$0.text.contains("make ") }
  private static let programmes = blocks.filter { $0.language == "json" && $0.text.contains("programme/1") }
  private static let workouts = blocks.filter { $0.language == "json" && $0.text.contains("\"phases\"") }

  /// A folder like the root of the project, with the first workouts of two pages under the names that they have there.
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    for folder in ["Workouts", "Scenarios"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(home.folder)/\(folder)", withDestinationPath: "\(Project.root)/\(folder)")
    }
    for (page, name) in [("README.md", "mine.json"), ("docs/FIRST-WORKOUT.md", "rounds.json")] {
      try home.write(#require(Self.workouts.first { $0.page == page }).text, to: name)
    }
    return home
  }

  @Test func `are there, with something to run`() {
    #expect(Self.pages.count >= 8 && Self.scripts.count >= 5 && Self.workouts.count >= 3)
  }

  @Test(arguments: scripts)
  func `show commands that work`(block: Block) throws {
    let home = try home()
    // What a script makes isn't there before.
    if block.text.contains("new rounds") { try FileManager.default.removeItem(atPath: home.path("rounds.json")) }
    let script = "set -e\ncuebell() { \"$CUEBELL\" \"$@\"; }\n" + block.text
    let result = try Child(["/bin/sh", "-c", script], in: home).finish()
    #expect(result.code == 0, "\(result)")
  }

  @Test(arguments: workouts)
  func `show workouts that check accepts`(block: Block) throws {
    let result = try home().cuebell("check", "-", input: .text(block.text))
    #expect(result.code == 0, "\(result)")
  }

  @Test(arguments: programmes)
  func `show programmes that check accepts where their workouts are there`(block: Block) throws {
    let home = try TemporaryHome()
    try home.write(block.text, to: "p.json")
    for name in block.text.matches(of: #/"workout": "([^"]+)"/#).map({ String($0.output.1) }) {
      try home.write(WorkoutText.small, to: name)
    }
    #expect(try home.cuebell("check", "p.json").code == 0)
  }

  /// The script of the gym timer, with a button that is pressed once and a service manager that takes notes; 3 is the
  /// status for a contact that bounces.
  @Test(arguments: [0, 3, 64, 69, 75])
  func `show a button that starts a workout only where none is running`(status: Int) throws {
    let page = try Self.text(of: "docs/GYM-TIMER.md")
    let script = try #require(page.firstMatch(of: /(#!\/bin\/sh\n(?:.|\n)*?\ndone)\n/)?.output.1)
    let home = try TemporaryHome()
    try home.write(String(script), to: "gym-button")
    try home.write("#!/bin/sh\n[ ! -e pressed ] && touch pressed\n", to: "bin/gpiomon")
    try home.write("#!/bin/sh\necho \"$*\" >> started\n", to: "bin/systemctl")
    try home.write("#!/bin/sh\n[ \"$*\" = 'ctl toggle' ] && exit \(status)\n", to: "bin/cuebell")
    let result = try home.shell("chmod +x bin/*; PATH=\"$PWD/bin:$PATH\" sh gym-button; cat started")
    #expect(result.out == (status == 69 ? "--user start cuebell@tabata\n" : ""), "\(result)")
  }

  /// The recipe for the speakers of a home, judged by Home Assistant where that is installed.
  @Test func `announce phases by the sounds that their script makes`() throws {
    let recipe = Self.blocks.filter { $0.page == "docs/SERVICE.md" && $0.text.contains(/media/) }
    let script = try #require(recipe.first { $0.language == "sh" }).text
    let automation = try #require(recipe.first { $0.text.contains("play_media") }).text
    let item = try #require(recipe.first { $0.text.contains("slugify") && $0.language == "yaml" }).text
    let home = try TemporaryHome()
    let made = try home.shell("cuebell() { \"$CUEBELL\" \"$@\"; }\n\(script)\nls media/cuebell")
    #expect(made.lines.suffix(4) == ["cool_down.mp3", "get_ready.mp3", "rest.mp3", "work.mp3"], "\(made)")
    for file in made.lines.suffix(4) {
      let level = try home.shell("ffmpeg -i media/cuebell/\(file) -af volumedetect -f null - 2>&1 | grep max_volume")
        .out
      #expect(level.firstMatch(of: /max_volume: -([0-9.]+) dB/).flatMap { Double($0.output.1) } ?? 99 < 12, "\(level)")
    }
    try home.write(automation, to: "automation.yaml")
    let python = ProcessInfo.processInfo.environment["HA_PYTHON"] ?? "/usr/bin/python3"
    func played(_ words: String...) throws -> [String] {
      let judge = [python, "\(Project.root)/Tests/Judges/announcements.py", "automation.yaml"]
      let result = try Child(judge + words, in: home).finish()
      #expect(result.code == 0, "\(result)")
      return result.lines
    }
    #expect(
      try played(item.trimmingCharacters(in: .whitespaces), "Get ready", "Work", "unavailable", "Cool down")
        == ["get_ready", "work", "cool_down"].map { "media-source://media_source/local/cuebell/\($0).mp3" })
    #expect(try played("Get ready", "unknown") == ["media-source://tts/tts.piper?message=Get%20ready"])
  }

  @Test(arguments: pages)
  func `link to files that exist, and to their sections`(page: String) throws {
    let folder = page.hasPrefix("docs/") ? "docs/" : ""
    let text = try Self.text(of: page)
    for source in text.matches(of: /src="([^"]+)"/).map(\.output.1) {
      #expect(FileManager.default.fileExists(atPath: "\(Project.root)/\(folder)\(source)"), "\(source)")
    }
    // A word alone is no link but code.
    let links = text.matches(of: /\]\(([A-Za-z0-9.\/_-]*)(?:#([^)]+))?\)/).map(\.output)
    for (_, path, section) in links where path.isEmpty || path.contains(/[.\/]/) {
      let target = path.isEmpty ? page : "\(folder)\(path)"
      #expect(FileManager.default.fileExists(atPath: "\(Project.root)/\(target)"), "\(target)")
      guard let section else { continue }
      #expect(try Self.sections(of: target).count { $0 == section } == 1, "\(target)#\(section)")
    }
  }

  /// The names by which links find the headings of a page.
  private static func sections(of page: String) throws -> [String] {
    try text(of: page).matches(of: /\n#+ ([^\n]+)/).map { heading in
      let words = heading.output.1.lowercased().replacing(" ", with: "-")
      return words.filter { "-_".contains($0) || $0.isLetter || $0.isNumber }
    }
  }

  @Test func `are at most fourteen, and all in the index`() throws {
    let pages = Self.pages.filter { $0.hasPrefix("docs/") }
    let index = try Self.text(of: "docs/README.md")
    #expect(pages.count <= 14)
    for page in pages.map({ $0.dropFirst("docs/".count) }) where page != "README.md" {
      #expect(index.contains("](\(page))"), "\(page)")
    }
  }

  @Test(arguments: pages)
  func `name the version of the command`(page: String) throws {
    let version = try #require(TemporaryHome().cuebell("--version").lines.first).dropFirst("cuebell ".count)
    let named = try Self.text(of: page).matches(of: /cuebell[_-]([0-9]+\.[0-9.]+[0-9])|"version": ?"([0-9.]+)"/)
    for found in named { #expect(found.output.1 ?? found.output.2 == version, "\(found.output.0)") }
    #expect(try Self.text(of: "CITATION.cff").contains("\nversion: \(version)\n"))
  }
}

/// What the first page promises is short, and true line by line.
@Suite struct `The README` {
  private static let text = (try? String(contentsOfFile: Project.root + "/README.md", encoding: .utf8)) ?? ""

  /// The commands between its sentences, and in its blocks of commands.
  private static let commands: [String] = {
    let inline = text.matches(of: /`(cuebell [^`]+)`/).map { String($0.output.1) }
    let lines = text.matches(of: /\n\$ (cuebell [^\n#]+)/).map { $0.output.1.trimmingPrefix { $0 == " " } }
    return inline + lines.map(String.init)
  }()

  @Test func `has at most 100 lines, and says first what it is`() {
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 100 && lines.allSatisfy { $0.hasPrefix("|") || $0.hasPrefix("<td") || $0.count <= 130 })
    #expect(lines.dropFirst(2).first?.hasPrefix("Cuebell is the interval timer that talks.") == true)
  }

  @Test func `names commands`() { #expect(Self.commands.count >= 12, "\(Self.commands)") }

  @Test(arguments: commands)
  func `names commands that work`(command: String) throws {
    let home = try TemporaryHome.withoutSound()
    let workout = try #require(Self.text.firstMatch(of: /```json\n((?:.|\n)*?)```/)?.output.1)
    try home.write(String(workout), to: "mine.json")
    let words = command.split(separator: " ").dropFirst().map(String.init)
    switch words.first {
    case "serve":
      let port = try HTTPConnection.freePort()
      let local = words.map { $0.replacing("0.0.0.0:7420", with: "127.0.0.1:\(port)") }
      let server = try Child([Project.command] + local, in: home)
      try server.line { $0.hasPrefix("Remote") }
      server.signal(SIGTERM)
      _ = try server.finish()
    // It asks questions.
    case "tour": #expect(try home.cuebell(words).code == 64)
    // There is no broker, which it waits for.
    case "mqtt": #expect(try home.cuebell(words + ["--require-broker"]).code == 69)
    case "doctor": #expect([0, 1].contains(try home.cuebell(words).code))
    // There is no server, so it begins in silence.
    case "run" where words.contains("--snapcast"):
      let run = try home.start(words: [Project.command] + words + ["--no-notify", "--json"])
      try run.waitForPhase()
      run.signal(SIGTERM)
      _ = try run.finish()
    case "run":
      let result = try home.cuebell(words + ["--silent", "--speed", "1000", "--no-notify"])
      #expect(result.code == 0, "\(result)")
    default:
      let result = try home.cuebell(words)
      #expect(result.code == 0, "\(result)")
    }
  }

  @Test func `names targets of make that exist`() throws {
    let targets = Set(Self.text.matches(of: /(?:^|\n|`)make ([a-z-]+)/).map { String($0.output.1) })
    #expect(targets.isSuperset(of: ["run", "site"]))
    let makefile = try String(contentsOfFile: Project.root + "/Makefile", encoding: .utf8)
    for target in targets { #expect(makefile.contains("\n\(target):"), "\(target)") }
  }

  @Test func `has release notes in the changelog`() throws {
    let notes = try TemporaryHome().shell("make -s -C '\(Project.root)' release-notes")
    #expect(notes.code == 0 && notes.out.contains("\n### Added\n") && !notes.out.contains("\n## "), "\(notes)")
  }

  @Test func `has a page of changes for each version`() throws {
    let changes = try String(contentsOfFile: Project.root + "/CHANGELOG.md", encoding: .utf8)
    for version in changes.components(separatedBy: "\n## ").dropFirst() {
      let lines = version.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 80 && lines.allSatisfy { $0.count <= 120 }, "\(lines[0])")
    }
  }

  @Test func `names the commit of each earlier release`() throws {
    let changes = try String(contentsOfFile: Project.root + "/CHANGELOG.md", encoding: .utf8)
    let releases = try String(contentsOfFile: Project.root + "/Packaging/releases", encoding: .utf8)
    let versions = changes.matches(of: /\n## (\S+)/).map { String($0.output.1) }
    let named = releases.matches(of: /(?:^|\n)(\S+) [0-9a-f]{40}(?=\n)/).map { String($0.output.1) }
    #expect(!named.isEmpty && versions.dropFirst().allSatisfy(named.contains), "\(named)")
  }

  @Test func `has a row with its proof for each claim`() {
    let rows = Self.text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    #expect(rows.count >= 6 && rows.allSatisfy { $0.contains("](Tests/") || $0.contains("](docs/") })
  }
}
