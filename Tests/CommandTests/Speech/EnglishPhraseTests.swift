import Testing

/// Built-in phrases in a language that has none, as espeak-ng speaks them.
@Suite struct `Built-in phrases without a translation` {
  /// The length of each caption in milliseconds, by its text.
  private func lengths(_ language: String, _ home: TemporaryHome) throws -> [String: Int] {
    try home.write(
      """
      { "name": "Tabata", "voice": { "language": "\(language)" }, "phases": [{ "sets": 2, "phases": [
        { "name": "A", "duration": "40s" }, { "name": "B", "intensity": "low", "duration": "20s" }] }] }
      """, to: "w.json")
    let result = try home.cuebell("export", "w.json", "--as", "srt")
    #expect(result.code == 0 && result.err.isEmpty, "\(language): \(result.err)")
    let captions = result.out.split(separator: "\n\n").map { $0.split(separator: "\n").map(String.init) }
    func time(_ text: Substring) -> Int {
      let parts = text.split { ":, ".contains($0) }.compactMap { Int($0) }
      return ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + parts[3]
    }
    return Dictionary(
      captions.map { lines in
        let ends = lines[1].split(separator: "-->")
        return (lines[2], time(ends[1]) - time(ends[0]))
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test(arguments: ["ja", "zh", "ru", "pl", "sv"])
  func `are as long as in English, and numbers and names are the voice's own`(language: String) throws {
    let home = try TemporaryHome()
    let english = try lengths("en", home)
    let other = try lengths(language, home)
    for text in ["Set 1 completing in", "Halfway", "Last set"] {
      // A caption has whole milliseconds.
      let (wanted, length) = (try #require(english[text]), try #require(other[text], "\(text)"))
      #expect(abs(wanted - length) <= 1, "\(language), \(text): \(length) ms, in English \(wanted) ms")
    }
    #expect(["1", "2", "3"].contains { english[$0] != other[$0] }, "\(other)")
    let complete = try #require(other["Tabata complete"])
    print("\(language): \"Tabata complete\" takes \(complete) ms")
  }

  @Test(arguments: [("pt-BR", "pt"), ("de-AT", "de")])
  func `are translated where the tag has a region`(tag: String, language: String) throws {
    let home = try TemporaryHome()
    #expect(try Set(lengths(tag, home).keys) == Set(lengths(language, home).keys))
    #expect(try home.cuebell("check", "w.json").lines.count == 1)
  }

  @Test func `are spoken by a program in English, and recorded in the words of the workout`() throws {
    let home = try TemporaryHome()
    try home.write(
      "#!/bin/sh\ntext=$(cat)\necho \"$CUEBELL_LANGUAGE: $text\" >>asked\nHOME=other exec \"$CUEBELL\" "
        + "voices --voice en --say \"$text\" -o -", to: "speak")
    _ = try home.shell("chmod +x speak")
    try home.write(#"{ "voice": { "command": "\#(home.path("speak"))" } }"#, to: home.config + "/config.json")
    try home.write(
      #"{ "name": "朝", "voice": { "language": "ja" }, "phases": [{ "name": "走る", "duration": "9s" }] }"#, to: "w.json")
    let render = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(render.code == 0, "\(render.err)")
    let asked = try home.text(of: "asked").split(separator: "\n").map(String.init)
    for request in ["ja: 走る", "ja: 3", "ja: 朝", "en: complete"] { #expect(asked.contains(request), "\(asked)") }
    #expect(!asked.contains("en: 走る") && !asked.contains { $0.contains("朝 ") })
    #expect(try home.cuebell("check", "w.json").lines.last?.hasSuffix("an English voice speaks them") == true)
    // The author may record the whole phrase.
    #expect(try home.cuebell("voices", "record-list", "w.json").out.contains("朝 complete"))
  }
}
