import FoundationEssentials
import TestSupport
import Testing

/// What commands say of what they wrote, and how much else they say.
@Suite struct `The end of a render` {
  @Test(arguments: ["o.wav", "o.flac", "o.ogg", "o.opus", "o.mp3"])
  func `is a line with the file, its length and its chapters`(name: String) throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let result = try home.cuebell("render", "w.json", "-o", name)
    #expect(result.code == 0 && result.err.isEmpty && result.out == "\(name): 0:11, 2 chapters\n", "\(result)")
    #expect(try home.cuebell("render", "w.json", "-q", "-o", name).out == result.out)
  }

  @Test func `names the other files`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let result = try home.cuebell(
      "render", "w.json", "-o", "o.wav", "--cues", "c.ndjson", "--picture", "p.svg", "--stems", "s")
    #expect(result.out == "o.wav: 0:11, 2 chapters; also c.ndjson, p.svg, s\n")
  }

  @Test(arguments: [["-o", "-"], ["-o", "o.wav", "--cues", "-"], ["-o", "o.wav", "--picture", "-"]])
  func `leaves stdout to what goes there`(words: [String]) throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let result = try home.shell("\"$CUEBELL\" render w.json \(words.joined(separator: " ")) >out")
    let name = words[1] == "-" ? "" : "o.wav: 0:11, 2 chapters\n"
    #expect(result.code == 0 && result.err == name, "\(result)")
    let begin = try home.bytes(of: "out").prefix(4)
    #expect(["RIFF", "{\"ap", "<svg"].contains(String(decoding: begin, as: UTF8.self)))
  }

  @Test(arguments: [
    ["-o", "-", "--cues", "-"], ["-o", "-", "--picture", "-"], ["-o", "o.wav", "--cues", "-", "--picture", "-"],
    ["-o", "o.wav", "--stems", "-"],
  ])
  func `never comes where two things would go to stdout`(words: [String]) throws {
    let home = try TemporaryHome()
    let result = try home.cuebell(["render", "quick-start"] + words)
    #expect(result.code == 64 && result.out.isEmpty)
    #expect(try home.names().isEmpty)
  }

  @Test func `in MP3 is sound that lies where it must`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    for name in ["o.wav", "o.mp3"] {
      #expect(try home.cuebell("render", "w.json", "--no-speech", "-o", name).code == 0)
    }
    let decoded = try home.shell("ffmpeg -v error -i o.mp3 -c:a pcm_s16le -bitexact d.wav")
    #expect(decoded.code == 0 && decoded.err.isEmpty)
    let (plain, coded) = (try Wave(home.bytes(of: "o.wav")), try Wave(home.bytes(of: "d.wav")))
    #expect(plain.frames == coded.frames)
    let onset = try #require(plain.audible(in: 0..<plain.frames)?.lowerBound)
    let codedOnset = try #require(coded.audible(in: 0..<coded.frames)?.lowerBound)
    #expect(abs(onset - codedOnset) < 480)
  }
}

@Suite struct `Quiet and verbose commands` {
  private func run(_ words: String..., home: TemporaryHome) throws -> ProcessResult {
    try home.cuebell(["run", "w.json", "--silent", "--speed", "50", "--latency", "power", "--no-history"] + words)
  }

  @Test func `say of a run its end alone, or how it goes, too`() throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let quiet = try run("-q", home: home)
    #expect(quiet.code == 0 && quiet.err.isEmpty && quiet.out == "   0:10  completed after 0:10\n", "\(quiet)")
    let plain = try run(home: home)
    #expect(plain.err.isEmpty && plain.lines.count == 12)
    let verbose = try run("-v", home: home)
    #expect(verbose.lines == plain.lines)
    #expect(verbose.errorLines.allSatisfy { $0.hasPrefix("debug: ") } && verbose.errorLines.count > 5)
    #expect(verbose.err.contains("debug: workout name=Small ") && verbose.err.contains("debug: settings "))
    let events = try run("-q", "--json", home: home)
    #expect(try events.events.last?.event == "finished")
  }

  @Test func `keep their problems`() throws {
    let home = try TemporaryHome(["ALSA_CONFIG_PATH=/dev/null"])
    try home.write(
      WorkoutText.small.replacing("6.000010417s", with: "10ms").replacing("4s", with: "10ms"), to: "w.json")
    let result = try home.cuebell("run", "w.json", "-q", "--no-history", "--no-notify")
    #expect(result.code == 0 && result.err.hasPrefix("No sound (") && result.lines.count == 1, "\(result)")
    try home.write("{", to: "bad.json")
    try home.write(WorkoutText.small, to: "good.json")
    let check = try home.cuebell("check", "-q", "good.json", "bad.json")
    #expect(check.code == 65 && check.lines.count == 1 && check.out.hasPrefix("bad.json:1:"))
  }

  @Test func `say of a simulation how many scenarios failed`() throws {
    let home = try TemporaryHome()
    let result = try home.cuebell("simulate", "-q", "--workout", "quick-start", "--seeds", "3")
    #expect(result.code == 0 && result.out == "3 passed, 0 failed\n")
  }
}
