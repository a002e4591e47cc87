import Foundation
import Testing

/// The values that shells get when they complete an argument.
@Suite struct `Completions` {
  /// The candidates of an argument, named as completion scripts name it, after `words`.
  private func candidates(
    _ argument: String, after words: String, shell: String = "bash", in home: TemporaryHome
  ) throws -> [String] {
    let command = words.split(separator: " ").filter { !$0.hasPrefix("-") }.joined(separator: " ")
    let line = "SAP_SHELL=\(shell) \"$CUEBELL\" ---completion \(command) -- \(argument) 9 0 cuebell \(words)"
    let result = try home.shell(line)
    #expect(result.code == 0 && result.err.isEmpty, "\(result)")
    return result.lines.filter { !$0.isEmpty }
  }

  @Test func `offer the sessions that can be resumed, and say what they are where a shell shows that`() throws {
    let home = try InterruptedSession.home()
    #expect(try home.cuebell("run", "--silent", "--speed", "1000", "w.json").code == 0)
    func offered(_ shell: String) throws -> String? {
      try candidates("positional@0", after: "resume", shell: shell, in: home).first
    }
    #expect(try offered("bash") == "1")
    #expect(try offered("fish")?.wholeMatch(of: #/1\tPair, [-0-9]{10} [:0-9]{5}, interrupted/#) != nil)
    #expect(try offered("zsh")?.wholeMatch(of: #/1:Pair, [-0-9]{10} [:0-9]{5}, interrupted/#) != nil)
    #expect(try candidates("positional@0", after: "resume", in: home).count == 1)
    #expect(try candidates("positional@0", after: "history show", in: home) == ["2", "1"])
  }

  @Test func `offer no session where there is no history`() throws {
    #expect(try candidates("positional@0", after: "resume", in: TemporaryHome()).isEmpty)
  }

  @Test(arguments: ["run", "doctor", "sounds"])
  func `offer the devices by their names`(command: String) throws {
    struct List: Decodable {
      struct Device: Decodable { let name: String }
      let devices: [Device]
    }
    let home = try TemporaryHome()
    let list = try JSONDecoder().decode(List.self, from: Data(home.cuebell("devices", "--json").out.utf8))
    let names = list.devices.map(\.name)
    #expect(try names == candidates("--device", after: "\(command) --device", in: home))
    // A colon divides a name from what it means.
    let escaped = names.map { $0.replacing(":", with: "\\:") + ":" }
    let described = try candidates("--device", after: "\(command) --device", shell: "zsh", in: home)
    #expect(zip(escaped, described).allSatisfy { "\($1):".hasPrefix($0) })
  }

  @Test(arguments: [
    #"["hiit","boxing","meditation","silent"]"#, #"["continue","freeze","pause-if-over=2s"]"#,
    #"["gong","bowl","bell","#, #""ocean","drone"]"#, #"["tabata","hiit","emom","#, #"["en","de","#,
  ])
  func `hold the words that are known beforehand`(words: String) throws {
    let help = try TemporaryHome().cuebell("--experimental-dump-help").out.filter { !$0.isWhitespace }
    #expect(help.contains(#""completionKind":{"list":{"values":"#) && help.contains(words))
  }
}
