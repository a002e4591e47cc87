import FoundationEssentials
import TestSupport
import Testing

@Suite struct `The smaller commands` {
  @Test func `say the version, and under which terms the binary is distributed`() throws {
    let result = try TemporaryHome().cuebell("--version")
    let words = try #require(result.lines.first).split(separator: " ")
    let version = try #require(words.last)
    #expect(result.code == 0 && words.first == "cuebell" && version.split(separator: ".").count == 3)
    let changes = try String(contentsOfFile: "\(Project.root)/CHANGELOG.md", encoding: .utf8)
    #expect(changes.split(separator: "\n").first { $0.hasPrefix("## ") } == "## \(version)")
    #expect(result.out.contains("Apache-2.0") && result.out.contains("GPL-3.0-or-later"))
  }

  @Test(arguments: ["", "run", "render", "show", "check", "new", "sounds", "voices", "devices", "doctor", "tour"])
  func `lead their help with two examples`(command: String) throws {
    let words = (command.isEmpty ? [] : [command]) + ["--help"]
    let result = try Child([Project.command] + words, in: TemporaryHome()).finish()
    #expect(result.code == 0 && result.err.isEmpty)
    let lines = result.lines
    let heading = try #require(lines.firstIndex(of: "Examples:"))
    let usage = try #require(lines.firstIndex { $0.hasPrefix("USAGE: ") })
    #expect(heading < usage)
    let examples = lines[(heading + 1)...].prefix { $0.hasPrefix("  cuebell ") }
    #expect(examples.count == 2)
    #expect(examples.first?.hasPrefix("  cuebell \(command)") == true)
  }

  @Test func `list the sounds and the beds`() throws {
    let result = try TemporaryHome().cuebell("sounds")
    #expect(result.code == 0)
    #expect(
      result.lines == [
        "Sounds for cues:   gong bowl bell boxing-bell woodblock beep whistle tick",
        "Beds for ambient:  white pink brown rain ocean drone",
      ])
  }

  @Test(arguments: ["gong", "ocean"])
  func `write a sound into a file`(name: String) throws {
    let home = try TemporaryHome()
    #expect(try home.cuebell("sounds", name, "-o", "s.wav").code == 0)
    let wave = try Wave(home.bytes(of: "s.wav"))
    #expect(wave.frames > Wave.rate && wave.audible(in: 0..<wave.frames) != nil)
    #expect(try home.names() == ["s.wav"])
    #expect(try home.cuebell("sounds", "gnog", "-o", "t.wav").code == 64)
  }

  @Test func `list the voices and variants, for people and for programs`() throws {
    struct List: Decodable {
      struct Voice: Decodable {
        let name: String
        let languages: [String]
      }
      let voices: [Voice]
      let variants: [String]
    }
    let home = try TemporaryHome()
    let text = try home.cuebell("voices")
    #expect(text.code == 0 && text.lines.contains { $0.hasPrefix("en-US ") })
    let list = try JSONDecoder().decode(List.self, from: Data(home.cuebell("voices", "--json").out.utf8))
    #expect(list.voices.count > 50 && list.voices.contains { $0.languages.contains("de") })
    #expect(list.variants.contains("f2"))
  }

  @Test(arguments: [["--bogus"], ["render"], ["run", "w.json", "--speed", "2"], ["run", "w.json", "--volume", "99"]])
  func `answer wrong use with 64 and a hint`(arguments: [String]) throws {
    let result = try Child([Project.command] + arguments, in: TemporaryHome()).finish()
    #expect(result.code == 64 && result.out.isEmpty)
    #expect(result.err.hasPrefix("Error: ") && result.err.contains("Usage: cuebell"))
  }
}
