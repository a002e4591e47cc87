import FoundationEssentials
import StrictJSON
import Testing
import WorkoutFiles

/// Podcasts of programmes, read by programs of others.
@Suite struct `The command feed` {
  private static let programme = """
    { "format": "programme/1", "name": "P & \\"Q\\"", "author": "Ana", "description": "Two\\nlines.", "sessions": [
      { "week": 1, "day": 1, "workout": "a.json" },
      { "week": 1, "day": 3, "workout": "folder/b.json", "name": "<Again>", "notes": "Slow & \\u001b[31msteady" },
      { "week": 2, "day": 1, "workout": "a.json" } ] }
    """
  private static let second = """
    { "name": "B", "description": "Up and down.", "style": "hiit", "phases": [
      { "name": "Get ready", "intensity": "prepare", "duration": "3s" },
      { "sets": 2, "phases": [{ "name": "Work", "duration": "2.5s" }] },
      { "name": "Until done", "open": true } ] }
    """

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(Self.programme, to: "p.json")
    try home.write(WorkoutText.small, to: "a.json")
    try home.write(Self.second, to: "folder/b.json")
    return home
  }

  private func names(_ home: TemporaryHome, _ folder: String = "cast") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path(folder)).sorted()
  }

  /// The lines of the judge: one for the feed, and one for each episode, in fields.
  private func judged(_ home: TemporaryHome) throws -> [[String]] {
    #expect(try home.shell("xmllint --noout cast/feed.xml").code == 0)
    let result = try home.shell("python3 \(Project.root)/Tests/Judges/podcast.py cast/feed.xml")
    #expect(result.code == 0, "\(result)")
    return result.lines.map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
  }

  @Test func `makes an episode of each session, with all that apps look for`() throws {
    let home = try home()
    let result = try home.cuebell("feed", "p.json", "-o", "cast", "--done-after", "4s")
    #expect(result.code == 0 && result.out == "cast/feed.xml: 3 episodes, 2 rendered\n", "\(result)")
    #expect(result.err.isEmpty)
    let lines = try judged(home)
    #expect(lines.count == 4 && lines[0] == ["P & \"Q\"", "en", "Ana"], "\(lines)")
    #expect(
      lines.dropFirst().map { Array($0[..<3]) } == [
        ["1", "1", "Week 1, day 1: Small"], ["1", "2", "Week 1, day 3: <Again>"], ["2", "3", "Week 2, day 1: Small"],
      ])
    #expect(lines[2][3] == "<p>Slow &amp; \u{FFFD}[31msteady</p><p>Up and down.</p>")
    for line in lines.dropFirst() {
      #expect(try line[5] == "\(home.bytes(of: "cast/\(line[4])").count)" && line[6] == "audio/mpeg")
      #expect(line[10] == "application/json+chapters" && line[12] == "text/vtt")
      for file in [line[8], line[9], line[11]] { #expect(try !home.bytes(of: "cast/\(file)").isEmpty) }
      let probe = "ffprobe -v error -of csv=p=0 -show_entries"
      #expect(try home.shell("\(probe) stream=codec_name,width,height cast/\(line[8])").out == "png,1400,1400\n")
      let length = try home.shell("\(probe) format=duration cast/\(line[4])").out
      let seconds = try #require(Double(length.filter { $0 != "\n" }))
      #expect(abs(seconds - (Double(line[7]) ?? 0)) < 1.2, "\(length) \(line[7])")
    }
    #expect(
      lines.dropFirst().map { $0[13] } == [
        "Mon, 01 Jan 2001 00:01:00 GMT", "Wed, 03 Jan 2001 00:02:00 GMT", "Mon, 08 Jan 2001 00:03:00 GMT",
      ])
    // The words with their times, as any reader of subtitles has them.
    let words = try home.shell("ffmpeg -v error -i cast/\(lines[1][11]) -f srt -").out
    #expect(words.contains("Ready") && words.contains("Go"))
    // Sessions of one workout have the same sound, once.
    let sizes = try home.shell("stat -c %i cast/\(lines[1][4]) cast/\(lines[3][4])").lines
    #expect(sizes.count == 2 && sizes[0] == sizes[1])
  }

  @Test func `has a chapter where each phase begins by render, in the sound as in the list`() throws {
    let home = try home()
    #expect(try home.cuebell("feed", "p.json", "-o", "cast", "--done-after", "4s").code == 0)
    let sound = try #require(try names(home).first { $0.hasPrefix("session-002") && $0.hasSuffix(".mp3") })
    let render = ["render", "folder/b.json", "-o", "b.flac", "--done-after", "4s", "--cues", "b.ndjson"]
    #expect(try home.cuebell(render).code == 0)
    let events = try home.text(of: "b.ndjson").split(separator: "\n").compactMap { JSONObject(line: $0.utf8) }
    let phases = events.filter { $0["event"]?.text == "phase" }
    let starts = phases.compactMap { $0["start"]?.integer.map { $0 / 1_000_000 } }
    #expect(starts == [0, 3000, 5500, 8000])
    let probe = try home.shell("ffprobe -v error -show_chapters -show_streams -of json cast/\(sound)").out
    let seen = try #require(JSONObject(line: probe.utf8))
    #expect(seen["chapters"]?.list?.compactMap { $0["start"]?.integer } == starts)
    #expect(
      seen["chapters"]?.list?.map { $0["tags"]?["title"]?.text } == ["Get ready", "Work 1/2", "Work 2/2", "Until done"])
    #expect(seen["streams"]?.list?.contains { $0["codec_name"]?.text == "png" } == true)
    let list = try JSONReader.readFile([UInt8](home.bytes(of: "cast/\(sound.dropLast(3))json"))).root
    #expect(list["version"]?.text == "1.2.0")
    #expect(list["chapters"]?.list?.compactMap { $0["startTime"]?.number.map { Int($0 * 1000) } } == starts)
    #expect(list["chapters"]?.list?.first?["title"]?.text == "Get ready")
  }

  @Test func `gives the same bytes for the same input, wherever that is`() throws {
    let (home, other) = (try home(), try home())
    for each in [home, other] { #expect(try each.cuebell("feed", "p.json", "-o", "cast").code == 0) }
    let names = try names(home)
    #expect(try names == self.names(other) && names.count == 14)
    for name in names {
      let isSame = try home.bytes(of: "cast/\(name)") == other.bytes(of: "cast/\(name)")
      #expect(isSame, "\(name)")
    }
  }

  @Test func `renders only what has changed, and keeps the names of episodes for apps`() throws {
    let home = try home()
    func feed(_ options: String...) throws -> String {
      let result = try home.cuebell(["feed", "p.json", "-o", "cast"] + options)
      #expect(result.code == 0, "\(result)")
      return result.out
    }
    #expect(try feed() == "cast/feed.xml: 3 episodes, 2 rendered\n")
    let before = try judged(home)
    #expect(try feed() == "cast/feed.xml: 3 episodes, 0 rendered\n")
    #expect(try judged(home) == before)
    // A file that is gone is made again, and what isn't an episode stays.
    try home.delete("cast/\(before[2][4])")
    try home.write("mine", to: "cast/session-notes.mp3")
    #expect(try feed() == "cast/feed.xml: 3 episodes, 1 rendered\n")
    #expect(try judged(home) == before)
    try home.write(Self.second.replacing("2.5s", with: "3s"), to: "folder/b.json")
    #expect(try feed("-q") == "")
    let after = try judged(home)
    #expect(after.map { $0.last } == before.map { $0.last } && after[1] == before[1] && after[3] == before[3])
    #expect(after[2][4] != before[2][4])
    #expect(try names(home).count == 15 && names(home).contains("session-notes.mp3"))
    // Another voice or volume is another sound.
    #expect(try feed("--volume", "-6") == "cast/feed.xml: 3 episodes, 2 rendered\n")
    #expect(try feed("--no-speech", "--volume", "-6") == "cast/feed.xml: 3 episodes, 2 rendered\n")
  }

  @Test func `names its files by the address that it is given`() throws {
    let home = try home()
    for (url, base) in [
      ("https://e.org/a", "https://e.org/a/"), ("http://e.org:8/b%20c&d/", "http://e.org:8/b%20c&d/"),
    ] {
      #expect(try home.cuebell("feed", "p.json", "-o", "cast", "--url", url).code == 0)
      let lines = try judged(home)
      #expect(lines[0].last == base + "feed.xml")
      for line in lines.dropFirst() {
        for place in [4, 8, 9, 11] { #expect(line[place].hasPrefix(base + "session-")) }
      }
    }
    for wrong in ["ftp://e.org", "e.org/a", "https://e.org/?a=1", "https://e.org/#a", "https://e.org/a b", "https://"] {
      #expect(try home.cuebell("feed", "p.json", "-o", "cast", "--url", wrong).code == 64, "\(wrong)")
    }
    #expect(try home.cuebell("feed", "p.json", "-o", "-").code == 64)
    #expect(try home.cuebell("feed", "p.json", "-o", "cast", "--next", "0").code == 64)
  }

  @Test func `has only the next sessions of the history, if they are asked for`() throws {
    let home = try home()
    try home.write(WorkoutText.small.replacing("4s", with: "100ms").replacing("6.000010417s", with: "3s"), to: "a.json")
    #expect(try home.cuebell("feed", "p.json", "-o", "cast", "--next", "1").code == 0)
    #expect(try judged(home).dropFirst().map { $0[1] } == ["1"])
    #expect(try home.cuebell("next", "p.json", "--silent").code == 0)
    #expect(try home.cuebell("feed", "p.json", "-o", "cast", "--next", "5").code == 0)
    #expect(try judged(home).dropFirst().map { $0[1] } == ["2", "3"])
    #expect(try !names(home).contains { $0.hasPrefix("session-001") })
  }

  @Test func `writes nothing where a workout can't be read, and says where that is`() throws {
    let home = try home()
    try home.write(Self.second.replacing("2.5s", with: "-1s"), to: "folder/b.json")
    let result = try home.cuebell("feed", "p.json", "-o", "cast")
    #expect(result.code == 65 && result.err.hasPrefix("folder/b.json:3:"), "\(result)")
    #expect(try !home.names().contains("cast"))
    #expect(try home.cuebell("feed", "a.json", "-o", "cast").code == 65)
    #expect(try home.cuebell("feed", "nobody", "-o", "cast").code == 66)
    try home.write("", to: "file")
    try home.write(Self.second, to: "folder/b.json")
    #expect(try home.cuebell("feed", "p.json", "-o", "file").code == 73)
  }

  @Test func `keeps no episode whose voice was lost on the way, and says so`() throws {
    let home = try home()
    let voice = """
      #!/usr/bin/python3
      import os, sys, wave
      lost = os.path.abspath(sys.argv[0]) + ".lost"
      words = sys.stdin.read().strip()
      if words == "Work": open(lost, "w")
      if os.path.exists(lost): sys.exit(3)
      file = wave.open(sys.stdout.buffer, "wb")
      file.setparams((1, 2, 16000, 0, "NONE", ""))
      file.writeframes(bytes([0, 32, 0, 224]) * 500 * (len(words) + 8))
      """
    try home.write(voice, to: "speak")
    _ = try home.shell("chmod +x speak")
    try home.write(#"{ "voice": { "command": ["\#(home.path("speak"))"] } }"#, to: home.config + "/config.json")
    let result = try home.cuebell("feed", "p.json", "-o", "cast")
    #expect(result.code == 69 && result.err.contains("speak ended with status 3"), "\(result)")
    let kept = try names(home)
    #expect(kept.allSatisfy { !$0.hasPrefix("session-002") && $0 != "feed.xml" }, "\(kept)")
  }

  @Test func `speaks and writes in the language of the voice`() throws {
    let home = try TemporaryHome()
    #expect(try home.cuebell("feed", "starter-4-weeks", "--next", "1", "-o", "cast", "--voice", "de").code == 0)
    let lines = try judged(home)
    #expect(lines[0][1] == "de" && lines[1][2].hasPrefix("Woche 1, Tag 1: "))
  }
}
