import FoundationEssentials
import Testing

@Suite struct `The command show` {
  /// Phases in which every rule of every style has something to do.
  private static func workout(_ style: String, _ cues: String) -> String {
    """
    {
      "name": "Styles", "style": "\(style)", "cues": \(cues),
      "phases": [
        { "name": "Ready", "intensity": "prepare", "duration": "10s" },
        { "sets": 3, "phases": [
          { "name": "Work", "intensity": "high", "duration": "45s" },
          { "name": "Rest", "intensity": "low", "duration": "15s", "skip": "last" }
        ] },
        { "name": "Sit", "intensity": "sit", "duration": "30s" }
      ]
    }
    """
  }

  private func plan(_ text: String, _ home: TemporaryHome) throws -> PlanRecord {
    try home.write(text, to: "w.json")
    let result = try home.cuebell("show", "w.json", "--json")
    try #require(result.code == 0, "\(result.err)")
    return try PlanRecord(result.out)
  }

  @Test(arguments: ["hiit": 42, "boxing": 9, "meditation": 2, "silent": 0])
  func `prints a style's rules so that a workout of its own may hold them`(style: String, cues: Int) throws {
    let home = try TemporaryHome()
    let rules = try home.cuebell("show", "--style", style)
    #expect(rules.code == 0)
    let builtIn = try plan(Self.workout(style, "[]"), home)
    let own = try plan(Self.workout("silent", rules.out), home)
    #expect(builtIn.cues.count == cues)
    #expect(own.cues.map(\.content) == builtIn.cues.map(\.content))
    #expect(own.cues.allSatisfy { $0.kind == "custom" })
    #expect(own.notes.map(\.say) == builtIn.notes.map(\.say))
  }

  @Test func `draws the workout and lists phases, cues, what was moved, and the totals`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout("hiit", "[]"), to: "w.json")
    let lines = try home.cuebell("show", "w.json").lines
    #expect(lines.first == "Styles  3:25  style hiit")
    #expect(lines.contains { $0.count == 80 && $0.hasPrefix("··") && $0.contains("█") })
    #expect(lines.contains("   0:10.000  █ Work  0:45.000  set 1 of 3"))
    #expect(lines.contains("   0:32.500    halfway  “Halfway”"))
    let moved = lines.filter { $0.contains("  moved by ") }
    #expect(moved.count == 1 && moved[0].contains("set start  “Last set”  moved by "), "\(moved)")
    #expect(moved.allSatisfy { $0.hasSuffix(": the phase start is spoken first") })
    #expect(lines.contains { $0.hasSuffix("set completion  “Set 1 completing in”  (for 1:07.000)") })
    let lengths = "prepare 0:10, high 2:15, low 0:30, sit 0:30"
    #expect(lines.last == "Total 3:25.000 (\(lengths)); 7 phases, 42 cues, 1 moved, 0 left out")
  }

  @Test func `tells a moved cue once, and a sit from a workout at its end`() throws {
    let home = try TemporaryHome()
    let sits = #"""
      { "name": "Two", "style": "meditation", "phases": [{ "name": "Sit", "intensity": "sit", "duration": 20 },
        { "name": "Walk", "intensity": "low", "duration": 20,
          "cues": [{ "on": "phase", "at": "start", "say": "Walk for a while with open eyes" },
            { "on": "phase", "at": "start+1s", "say": "Slowly now", "class": "start" }] },
        { "name": "Sit", "intensity": "sit", "duration": 20 }] }
      """#
    try home.write(sits, to: "w.json")
    let lines = try home.cuebell("show", "w.json").lines
    #expect(lines.filter { $0.contains("“Slowly now”") }.count == 1)
    #expect(lines.contains { $0.contains("“Slowly now”  moved by ") && !$0.hasPrefix("   0:21.000") })
    #expect(lines.contains("   0:20.000    end of the sit  [gong ×3]"))
    #expect(lines.contains("   1:00.000    end of the sit  [gong ×3]"))
    #expect(try home.cuebell("show", "8x20/10").lines.contains { $0.contains("workout completion  [gong] “") })
  }

  @Test func `says what is left out and why`() throws {
    let rules = #"""
      [{ "on": "phase", "at": "end-20s", "say": "Twenty seconds", "class": "warning" },
       { "on": "phase", "at": "start", "say": "Here we go with a long sentence", "class": "bell",
         "if": { "intensity": "sit" } },
       { "on": "phase", "at": "start+1s", "say": "Interruption", "class": "warning", "if": { "intensity": "sit" } }]
      """#
    let home = try TemporaryHome()
    try home.write(Self.workout("silent", rules), to: "w.json")
    let left = try home.cuebell("show", "w.json").lines.filter { $0.contains("left out: ") }
    #expect(left.filter { $0.hasSuffix("“Twenty seconds”  left out: its moment is outside the phase") }.count == 3)
    #expect(left.contains { $0.contains("“Here we go with a long sentence”  left out: your own cue is spoken then") })
  }

  @Test func `draws a picture into a file`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout("hiit", "[]"), to: "w.json")
    let result = try home.cuebell("show", "w.json", "--svg", "w.svg")
    #expect(result.code == 0 && result.out.isEmpty)
    let picture = try home.text(of: "w.svg")
    #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    // The ground, the phases, and in the legend the intensities and the kinds of cues.
    #expect(picture.components(separatedBy: "<rect ").count == 1 + 1 + 7 + 4 + 3)
    #expect(picture.contains("<path "))
    #expect(try home.names() == ["w.json", "w.svg"])
  }

  @Test func `draws what render draws beside the sound`() throws {
    let home = try TemporaryHome()
    try home.write(Self.workout("hiit", #"[{ "on": "phase", "at": "half", "say": "Ten 10kg" }]"#), to: "w.json")
    #expect(try home.cuebell("show", "w.json", "--svg", "show.svg").code == 0)
    #expect(try home.cuebell("render", "w.json", "-o", "w.wav", "--picture", "render.svg").code == 0)
    let isSame = try home.bytes(of: "show.svg") == home.bytes(of: "render.svg")
    #expect(isSame)
    // Another program makes dots of it: white paper, and all the colours of the phases.
    let shades = try home.shell(
      "rsvg-convert -w 600 show.svg | ffmpeg -v error -i - -f rawvideo -pix_fmt rgb24 - | xxd -p -c3 | sort -u | wc -l")
    #expect(shades.code == 0 && (Int(shades.out.filter(\.isNumber)) ?? 0) > 100, "\(shades.out)\(shades.err)")
  }

  @Test(arguments: [["show", "w.json", "--svg"], ["render", "w.json", "-o", "w.wav", "--picture"]])
  func `says where a picture can't be written, exits 73, and leaves nothing of it`(words: [String]) throws {
    let home = try TemporaryHome()
    try home.write(WorkoutText.small, to: "w.json")
    let result = try Child([Project.command] + words + ["no/w.svg"], in: home).finish()
    #expect(result.code == 73)
    #expect(result.err == "no/w.svg: No such file or directory\n")
    #expect(try home.names().allSatisfy { ["w.json", "w.wav"].contains($0) })
  }

  @Test func `draws no waveform of what takes longer than three hours`() throws {
    let home = try TemporaryHome()
    try home.write(
      #"{ "name": "Long", "style": "silent", "phases": [{ "name": "A", "duration": "4h" }] }"#, to: "w.json")
    let result = try home.cuebell("show", "w.json", "--svg", "w.svg")
    #expect(result.code == 0)
    #expect(result.err == "No waveform: the workout is longer than 3 hours; render --picture draws it\n")
    #expect(try !home.text(of: "w.svg").contains("<path "))
  }

  @Test func `ends open phases after half a minute, or after the given time, if nothing else does`() throws {
    let home = try TemporaryHome()
    try home.write(
      """
      { "name": "Open", "style": "silent", "cues": [{ "on": "phase", "at": "start", "sound": "tick" }], "phases": [
        { "name": "A", "open": true },
        { "name": "B", "open": true, "cap": "20s" },
        { "for": "50s", "phases": [{ "name": "C", "open": true }] }
      ] }
      """, to: "w.json")
    let usual = try PlanRecord(home.cuebell("show", "w.json", "--json").out)
    #expect(usual.total == nil && usual.cues.map { $0.due / 1_000_000_000 } == [0, 30, 50, 80])
    let short = try PlanRecord(home.cuebell("show", "w.json", "--json", "--done-after", "18s").out)
    #expect(short.cues.map { $0.due / 1_000_000_000 } == [0, 18, 38, 56, 74])
    let render = try home.cuebell("render", "w.json", "-o", "w.wav", "--cues", "w.ndjson", "--done-after", "18s")
    #expect(render.code == 0)
    #expect(try EventRecord.cues(in: home.text(of: "w.ndjson")).map(\.due) == short.cues.map(\.due))
  }

  @Test func `needs a file or a known style`() throws {
    let home = try TemporaryHome()
    #expect(try home.cuebell("show").code == 64)
    let unknown = try home.cuebell("show", "--style", "hit")
    #expect(unknown.code == 64 && unknown.err.contains("hiit, boxing, meditation, silent"))
  }
}
