import SharedLinks
import TestSupport
import Testing

@Suite struct `The report of a session` {
  private static let workout = """
    { "name": "Pair", "style": "silent", "sounds": { "clap": "my-clap.wav" },
      "cues": [{ "on": "phase", "at": "start", "say": "{phase}", "sound": "bell" }],
      "phases": [{ "sets": 2, "phases": [{ "name": "On", "duration": "3s" }] }, { "name": "Off", "duration": "2s" }] }
    """

  /// A home with a session.
  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    let run = try home.cuebell("run", "--silent", "--no-speech", "--speed", "20", "quick-start")
    #expect(run.code == 0, "\(run)")
    return home
  }

  @Test func `reads on another machine as on the first, and is played there`() throws {
    let (home, other) = (try home(), try TemporaryHome())
    let report = try home.cuebell("history", "0", "--report")
    let link = try #require(report.lines.first)
    #expect(report.code == 0 && report.err.isEmpty && report.lines.count == 1 && link.hasPrefix("cuebell:r="))
    #expect(link.utf8.count <= SessionLink.longestUsual)
    let told = try home.cuebell("history", "0", "--replay")
    #expect(told.lines.count > 15)
    let replayed = try other.cuebell("show", link, "--replay")
    #expect(replayed.out == told.out && replayed.code == 0 && replayed.err.isEmpty, "\(replayed)")
    let part = try other.cuebell("show", "-", "--replay", "--at", "0:20", input: .text(" \(link)\n"))
    #expect(try part.out == home.cuebell("history", "0", "--replay", "--at", "0:20").out, "\(part)")
    #expect(try other.cuebell("import", link, "-o", "w.json").code == 0)
    let (copy, original) = (try other.cuebell("show", "w.json"), try home.cuebell("show", "quick-start"))
    #expect(copy.out == original.out && !copy.out.isEmpty)
  }

  @Test func `has no dates, files, remarks or names of machines, and says which sounds don't travel`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.workout, to: "secret.json")
    try home.write(
      #"{ "name": "Clap", "style": "silent", "phases": [{ "name": "A", "duration": "1s" }] }"#, to: "c.json")
    #expect(try home.cuebell("render", "c.json", "-o", "my-clap.wav").code == 0)
    #expect(try home.cuebell("run", "--silent", "--no-speech", "--speed", "20", "secret.json").code == 0)
    #expect(try home.cuebell("history", "0", "--note", "Slept badly", "--rpe", "7").code == 0)
    let report = try home.cuebell("history", "0", "--report")
    #expect(report.err == "Session 1: sounds.clap: \"my-clap.wav\" doesn't travel: it is left out\n", "\(report)")
    let text = String(decoding: try SessionLink.report(in: report.out), as: UTF8.self)
    for own in ["secret", "Slept", "wall", "boot", "process", home.folder] {
      #expect(!text.contains(own), "\(text)")
    }
  }

  @Test func `isn't made of a session that isn't known whole`() throws {
    let home = try home()
    let history = HistoryFile(of: home)
    try history.change("UPDATE session SET seed = NULL")
    let old = try home.cuebell("history", "0", "--report")
    #expect(
      old.code == 65 && old.out.isEmpty && old.err.hasPrefix("Session 1 has no report: the session was recorded by"))
    #expect(try home.cuebell("history", "7", "--report").code == 66)
    #expect(try home.cuebell("history", "--report").code == 64)
    #expect(try home.cuebell("history", "0", "--report", "--json").code == 64)
  }

  @Test func `is refused where it isn't one, and where a workout is wanted`() throws {
    let home = try home()
    let link = try #require(try home.cuebell("history", "0", "--report").lines.first)
    let workout = try #require(try home.cuebell("share", "tabata", "--scheme").lines.first)
    func failure(_ words: String...) throws -> String {
      let result = try home.cuebell(words)
      #expect(result.out.isEmpty)
      return "\(result.code) \(result.err)"
    }
    #expect(
      try failure("show", workout, "--replay")
        == "65 link:1:1: the link has a workout and no session: cuebell import makes a file of it\n")
    let advice = "66 The link isn't a file: cuebell import LINK makes one of its workout.\n"
    for command in ["show", "run", "share"] { #expect(try failure(command, link) == advice, "\(command)") }
    let cut = try failure("show", String(link.dropLast(7)), "--replay")
    #expect(cut.hasPrefix("65 link:1:1: the ") && cut.hasSuffix(" missing\n"), "\(cut)")
    try home.write("{}", to: "w.json")
    #expect(try failure("show", "w.json", "--replay").hasPrefix("65 w.json: it has no link of a session; "))
    let later = try #require(SessionLink(#"{"version":"9.1","workout":"{}","session":{"elapsed":["x"]}}"#)).address
    let refusal = "65 link: it was written by version 9.1, and version "
    #expect(try failure("show", later, "--replay").hasPrefix(refusal))
    #expect(try failure("show", "--replay").hasPrefix("64 "))
    #expect(try failure("show", link, "--at", "0:20").hasPrefix("64 "))
  }
}
