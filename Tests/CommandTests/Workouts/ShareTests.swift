import TestSupport
import Testing

@Suite struct `The command share` {
  /// A workout of `count` phases, whose names can't be compressed.
  private func long(_ count: Int) -> String {
    var random = SplitMix64(seed: 7)
    let phases = (0..<count).map { _ in
      #"{ "name": "\#(String(random.next(), radix: 36))\#(String(random.next(), radix: 36))", "duration": 1 }"#
    }
    return #"{ "name": "Long", "phases": [\#(phases.joined(separator: ","))] }"#
  }

  /// What zbarimg reads in rows of characters.
  private func code(_ rows: some Sequence<String>, in home: TemporaryHome) throws -> String? {
    try home.write(QRPicture.portableGraymap(Array(rows)), to: "code.pgm")
    return try home.shell("zbarimg --quiet --raw code.pgm").lines.first
  }

  @Test(arguments: ["tabata", "circuit", "boxing-12", "8x20/10 squats,push-ups"])
  func `prints a link and its QR code, of which import makes the same workout`(name: String) throws {
    let home = try TemporaryHome()
    let result = try home.cuebell("share", name, "--host", "gym.local:7420")
    let link = try #require(result.lines.first)
    #expect(result.code == 0 && link.hasPrefix("http://gym.local:7420/open#w="))
    // Translations that are too long for a code stay at home, and that is said.
    #expect(result.err.isEmpty || result.err.contains("translations"), "\(result.err)")
    #expect(try code(result.lines.dropFirst(), in: home) == link)
    let copied = try home.cuebell("import", link, "-o", "copy.json")
    #expect(copied.code == 0 && copied.out.hasPrefix("copy.json: "), "\(copied)")
    let piped = try home.cuebell("import", "-", input: .text("  \(link)\n"))
    #expect(try piped.out == home.text(of: "copy.json"))
    #expect(try home.cuebell("check", "--strict", "copy.json").code == 0)
    #expect(try home.cuebell("share", name, "--scheme").lines.first?.hasPrefix("cuebell:w=") == true)
    // The copy has the same link.
    #expect(try home.cuebell("share", "copy.json", "--host", "gym.local:7420").lines.first == link)
  }

  @Test func `writes the code as a picture, too`() throws {
    let home = try TemporaryHome()
    let result = try home.cuebell("share", "tabata", "--svg", "code.svg")
    #expect(result.code == 0 && result.lines[0].contains(":7420/open#w="))
    let read = try home.shell("rsvg-convert -w 600 code.svg -o code.png && zbarimg --quiet --raw code.png")
    #expect(read.lines.first == result.lines[0], "\(read)")
  }

  @Test func `lists what doesn't travel`() throws {
    let home = try TemporaryHome()
    let result = try home.cuebell("share", "meditation-guided", "--scheme")
    #expect(result.code == 0 && result.err.contains(#"sounds.arriving: "tracks/arriving.flac" doesn't travel"#))
    let before = try home.cuebell("show", "--json", "meditation-guided")
    _ = try home.cuebell("import", result.lines[0], "-o", "copy.json")
    let after = try home.cuebell("show", "--json", "copy.json")
    #expect(after.phaseNames == before.phaseNames && !after.phaseNames.isEmpty)
    #expect(try PlanRecord(after.out).total == PlanRecord(before.out).total)
  }

  @Test func `leaves out the code of a long link, and recommends the file for a longer one`() throws {
    let home = try TemporaryHome()
    try home.write(long(150), to: "long.json")
    try home.write(long(2_000), to: "longer.json")
    let long = try home.cuebell("share", "long.json")
    #expect(long.code == 0 && long.lines.count == 1 && long.err.contains("at most 2900 fit"), "\(long)")
    #expect(try home.cuebell("import", "-", input: .text(long.out)).code == 0)
    let longer = try home.cuebell("share", "longer.json")
    #expect(longer.code == 1 && longer.out.isEmpty && longer.err.contains("send the file"), "\(longer)")
    #expect(try home.cuebell("share", "long.json", "--svg", "a.svg").code == 1)
    #expect(try home.names() == ["long.json", "longer.json"])
  }

  @Test func `has links that are damaged refused, and nothing written`() throws {
    let home = try TemporaryHome()
    for link in ["cuebell:w=AAAA", "cuebell:x", "http://gym.local:7420/open#", "cuebell:w=AQIA_f97fQ"] {
      let result = try home.cuebell("import", link, "-o", "copy.json")
      #expect(result.code == 65 && result.err.hasPrefix("link:1:"), "\(result)")
    }
    #expect(try home.cuebell("share", "tabata", "--scheme", "--host", "a:1").code == 64)
    #expect(try home.cuebell("share", "no-such").code == 66)
    #expect(try home.names().isEmpty)
  }
}
