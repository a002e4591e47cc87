import FoundationEssentials
import Testing

/// What a voice that this machine lacks, or none at all, means to each command.
@Suite struct `Words that can't be spoken here` {
  private static func workout(_ voice: String, style: String = "hiit") -> String {
    """
    { "name": "W", "style": "\(style)",
      "voice": { \(voice) },
      "phases": [{ "sets": 2, "phases": [{ "name": "A", "duration": "2s" }, { "name": "B", "duration": "2s" }] }] }
    """
  }

  private static let language =
    #"w.json:2:26: voice.language: no voice on this machine speaks "xx" (see: cuebell voices)"#
  private static let variant =
    #"w.json:2:43: voice.variant: no voice on this machine has the variant "zz" (see: cuebell voices)"#
  private static let nothing = "w.json:1:1: speech is not available on this machine: espeak-ng can't load its data: "

  /// Each with what is wrong, as a line begins, and what the environment is.
  private static let cases: [(voice: String, line: String, setting: String)] = [
    (#""rate": 170, "language": "xx""#, language.replacing("2:26", with: "2:39"), ""),
    (#""language": "xx""#, language, ""),
    (#""language": "und""#, language.replacing("xx", with: "und"), ""),
    (#""language": "en-GB", "variant": "zz""#, variant.replacing("2:43", with: "2:46"), ""),
    (#""language": "en", "variant": "zz""#, variant, ""),
    (#""language": "en""#, nothing, "export ESPEAK_DATA_PATH=\"$PWD\"; "),
  ]

  @Test(arguments: cases)
  func `are one warning of check and show, and end render and a run that needs them with 69`(
    voice: String, line: String, setting: String
  ) throws {
    let home = try TemporaryHome()
    try home.write(Self.workout(voice), to: "w.json")
    func run(_ command: String) throws -> ProcessResult { try home.shell("\(setting)\"$CUEBELL\" \(command)") }
    let warning = line.replacing(": voice.", with: ": warning: voice.")
      .replacing("1:1: ", with: "1:1: warning: ")
    let check = try run("check w.json")
    #expect(check.code == 0 && check.err.isEmpty && check.lines.first == "w.json: ok, 0:08, 4 phases")
    #expect(check.lines.count == 2 && check.lines.last?.hasPrefix(warning) == true, "\(check.out)")
    #expect(try run("check --json w.json").out.contains(#""ok": true"#))
    let show = try run("show w.json")
    #expect(show.code == 0 && show.errorLines.count == 1 && show.err.hasPrefix(warning), "\(show.err)")
    #expect(show.out.contains("“A”") && !show.out.contains("failed"))
    for command in ["render w.json -o w.flac --cues w.ndjson", "run w.json --require-audio"] {
      let refused = try run(command)
      #expect(refused.code == 69 && refused.errorLines.count == 1 && refused.out.isEmpty)
      #expect(refused.err.hasPrefix(line), "\(refused.err)")
    }
    #expect(try home.names() == ["w.json"])
  }

  @Test func `are reported where a rule asks for the voice`() throws {
    let home = try TemporaryHome()
    try home.write(
      """
      { "name": "W", "style": "silent", "cues": [
        { "on": "phase", "at": "start", "say": "go", "voice": { "rate": 200 } },
        { "on": "phase", "at": "end-1s", "say": "stop", "voice": { "language": "xx" } }
      ], "phases": [{ "name": "A", "duration": "9s" }] }
      """, to: "w.json")
    let problem = "cues[1].voice.language: no voice on this machine speaks \"xx\" (see: cuebell voices)"
    #expect(try home.cuebell("check", "w.json").lines.last == "w.json:3:74: warning: \(problem)")
    let render = try home.cuebell("render", "w.json", "-o", "w.flac")
    #expect(render.code == 69 && render.err.hasPrefix("w.json:3:74: \(problem); "), "\(render.err)")
  }

  @Test func `are reported once by a run, which continues with sounds`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout(#""language": "xx""#), to: "w.json")
    let message = Self.language + "; the workout continues with sounds\n"
    let plain = try home.cuebell("run", "--silent", "--speed", "20", "w.json")
    #expect(plain.code == 0 && plain.err == message, "\(plain.err)")
    #expect(plain.lines.contains { $0.hasSuffix("[gong] “A”  (not spoken)") })
    #expect(plain.lines.allSatisfy { !$0.contains("speaks") })
    // Slowly enough for a busy machine: a cue that it skips doesn't fail.
    let events = try home.cuebell("run", "--silent", "--speed", "5", "--json", "w.json")
    #expect(events.code == 0 && events.err == message)
    let cues = try EventRecord.cues(in: events.out).filter { $0.say != nil }
    #expect(cues.count >= 4 && cues.allSatisfy { $0.outcome == "failed" })
    for command in ["run --silent --speed 100 --no-speech w.json", "render w.json -o w.flac --no-speech"] {
      let mute = try home.shell("\"$CUEBELL\" \(command)")
      #expect(mute.code == 0 && mute.err.isEmpty)
    }
  }

  @Test func `are not reported for a workout without words`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout(#""language": "xx""#, style: "silent"), to: "w.json")
    let check = try home.cuebell("check", "w.json").lines
    #expect(check.first == "w.json: ok, 0:08, 4 phases")
    #expect(check.dropFirst().allSatisfy { $0.hasSuffix("has no effect: nothing is spoken in this workout") })
    let render = try home.cuebell("render", "w.json", "-o", "w.flac")
    #expect(render.code == 0 && render.err.isEmpty)
  }

  @Test(arguments: ["pt", "pt-BR", "zh", "en-GB-scotland", "DE", "de-at", "En-us", "no", "yue-Latn-jyutping"])
  func `aren't those of a language that has a voice, however its tag is written`(tag: String) throws {
    let home = try TemporaryHome()
    try home.write(Self.workout("\"language\": \"\(tag)\""), to: "w.json")
    let check = try home.cuebell("check", "w.json")
    #expect(check.code == 0 && !check.out.contains("warning"))
  }

  @Test func `are those of a voice that has been removed since, too, though its phrases were kept`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout(#""language": "de""#), to: "w.json")
    let folder = try #require(
      ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/share", "/usr/lib"]
        .map { $0 + "/espeak-ng-data" }.first { FileManager.default.fileExists(atPath: $0) })
    let render = "export ESPEAK_DATA_PATH=$PWD/data; \"$CUEBELL\" render w.json -o w.wav"
    #expect(try home.shell("cp -r \(folder) data; \(render)").code == 0)
    #expect(try home.shell("\(render)").code == 0)
    let gone = try home.shell("rm data/lang/gmw/de; \(render)")
    #expect(gone.code == 69 && gone.err.contains(#"no voice on this machine speaks "de""#), "\(gone.err)")
  }

  @Test func `have each reason reported once for each text`() throws {
    let home = try TemporaryHome()
    // The dotted letters overrun the library's buffers in 1.51; a version that can speak them says nothing.
    let dotted = String(repeating: "a.", count: 140)
    let phases = ["★★★", dotted].map { #"{ "name": "\#($0)", "duration": "5s" }"# }.joined(separator: ", ")
    try home.write(#"{ "name": "W", "phases": [{ "sets": 3, "phases": [\#(phases)] }] }"#, to: "w.json")
    let render = try home.cuebell("render", "w.json", "-o", "w.wav")
    #expect(render.code == 0 && (0...1).contains(render.errorLines.count), "\(render.err)")
    #expect(render.errorLines.allSatisfy { $0.hasPrefix("“\(dotted)” is not spoken: ") }, "\(render.err)")
    let run = try home.cuebell("run", "--silent", "--speed", "20", "w.json")
    #expect(run.code == 0 && run.err.isEmpty, "\(run.err)")
    // What has nothing to be spoken is no fault: its phases begin with their sound alone.
    #expect(run.lines.count { $0.contains("★★★") } == 3)
    // No process can be started for any phrase: that is no fault of a text.
    try Shim.refuse.build(in: home)
    let forkless = try home.shell(
      "REFUSE=fork \(Shim.preload) XDG_CACHE_HOME=/dev/null \"$CUEBELL\" render w.json -o o.wav")
    let system = "can't start a process for a phrase: Resource temporarily unavailable"
    let reason = "speech is not available on this machine: \(system)"
    #expect(forkless.code == 69 && forkless.err.hasPrefix("w.json:1:1: \(reason)"), "\(forkless.err)")
    // Where the voice spoke in an earlier run, it turns out later, and the file isn't written either.
    try home.write(#"{ "name": "W", "phases": [{ "name": "New", "duration": "5s" }] }"#, to: "new.json")
    let later = try home.shell("REFUSE=fork \(Shim.preload) \"$CUEBELL\" render new.json -o new.wav")
    #expect(later.code == 69 && later.err.hasPrefix("new.json:1:1: \(reason)"), "\(later.err)")
    #expect(later.errorLines.count == 1 && !FileManager.default.fileExists(atPath: home.path("new.wav")))
  }
}
