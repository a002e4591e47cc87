import Glibc
import StrictJSON
import TestSupport
import Testing
import WorkoutFiles

/// Names and texts that want to steer a terminal, forge a line or turn the writing direction, in every file that the
/// commands read: none of them gets out, into a pipe or onto a terminal, and JSON has them escaped.
@Suite(.serialized) struct `A hostile text` {
  /// Escape sequences with 7 and 8 bits, a line of its own, marks and overrides of the writing direction.
  private static let text = #"P\u001b]0;owned\u0007\u001b[8m\u009b31m\u0085\n\r\u202e\u2066\u200f\u061c\u2028\u2029<&'"#

  /// The same in the name of a file, which can have no line of its own in these tests.
  private static let name = "h\u{1B}]0;x\u{7}\u{9B}8m\u{202E}\u{2066}\u{2028}"

  /// A command line, and what may be in its output besides lines of text.
  private struct Line {
    enum Output { case text, json, tabs }

    let words: String
    let output: Output
    init(_ words: String, _ output: Output = .text) { (self.words, self.output) = (words, output) }
  }

  private static let lines: [Line] =
    [
      Line("list"), Line("list --json", .json), Line("check w.json h.json broken.json"), Line("check -q broken.json"),
      Line("check --json w.json broken.json", .json), Line("check \"$NAME.json\""), Line("show w.json"),
      Line("show --color always w.json"), Line("show --json w.json", .json), Line("show --svg - w.json"),
      Line("render w.json -o w.wav"), Line("render w.json -o w.wav --cues -", .json), Line("next p.json --list"),
      Line("render w.json -o w.wav --picture -"), Line("next p.json --list --json", .json),
      Line("next p.json --silent --speed 1000 -q"),
      Line("voices record-list w.json"), Line("voices record-list w.json --json", .json),
      Line("simulate s.json"), Line("simulate --json s.json", .json), Line("simulate --svg - s.json"),
      Line("simulate --workout w.json --seeds 3"), Line("import h.zwo -o new.json"),
      Line("import h.csv -o -", .json), Line("config"), Line("config --json", .json), Line("new \"$NAME\""),
      Line("run --silent --speed 1000 w.json"), Line("run --silent --speed 1000 --json w.json", .json),
      Line("run --silent --speed 1000 \"$NAME\""), Line("run nobody"), Line("history"), Line("history 1"),
      Line("history --csv"),
      Line("history 1 --csv"), Line("history --json", .json), Line("history 1 --json", .json),
      Line("history export", .json), Line("history --svg -"), Line("history 1 --svg -"), Line("resume 1"),
      Line("ctl list"),
      Line("ctl list --json", .json), Line("ctl status"), Line("ctl status --json", .json),
      Line("ctl status --format '{workout} {phase} {next} {lastCue} {reason}'"),
      Line("ctl status --format '{workout} {phase} {next}' --escape html"), Line("ctl mute on"),
      Line("ctl --to \"$NAME\" pause"), Line("doctor"), Line("sounds \"$NAME\""),
      Line("---completion run -- positional@0 9 0 cuebell run"), Line("---completion ctl -- --to 0 0 cuebell ctl --to"),
      Line("---completion resume -- positional@0 9 0 cuebell resume"),
      Line("---completion next -- positional@0 9 0 cuebell next"),
    ]
    + [
      "zwo", "erg", "mrc", "intervals", "openhiit", "jawt", "timer", "tcx", "csv", "ics", "cue", "labels.txt", "ffmeta",
      "chapters.json", "vtt", "srt", "lrc", "md", "sheet",
    ].map { Line("export w.json --as \($0) --at 2026-12-01T07:00 -o -", .tabs) }

  private static func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    let text = Self.text + #"\""#
    let workout = """
      { "name": "\(text)", "description": "\(text)", "author": "\(text)", "tags": ["\(text)"], "style": "silent",
        "cues": [ { "on": "phase", "at": "start", "sound": "bell", "say": "\(text)" } ],
        "phases": [ { "name": "\(text)", "sets": 2, "phases": [
          { "name": "\(text)", "notes": "\(text)", "duration": "1m" } ] } ] }
      """
    try home.write(workout, to: "w.json")
    try home.write(workout, to: home.config + "/workouts/w.json")
    try home.write(workout, to: home.config + "/workouts/\(Self.name).json")
    try home.write(#"{ "name": "\#(text)", "\#(text)": 1, "phases": [] }"#, to: "broken.json")
    try home.write(#"{ "name": "\#(text)" }"#, to: home.config + "/workouts/broken.json")
    try home.write(
      """
      { "format": "programme/1", "name": "\(text)", "sessions": [
        { "week": 1, "day": 1, "workout": "w.json", "name": "\(text)", "notes": "\(text)" } ] }
      """, to: "p.json")
    try home.write(
      #"{ "format": "drift-scenario/1", "name": "\#(text)", "why": "\#(text)", "workout": "w.json" }"#, to: "s.json")
    let raw = "P\u{9B}31m\u{85}\u{202E}\u{2066}\u{2028}"
    try home.write(
      "<workout_file><name>\(raw)</name><description>\(raw)</description><workout>"
        + "<SteadyState Duration=\"60\" Power=\"0.5\"><textevent timeoffset=\"1\" message=\"\(raw)\"/></SteadyState>"
        + "<Strange \(raw.filter(\.isLetter))=\"1\"/></workout></workout_file>", to: "h.zwo")
    try home.write("name,duration\n\(raw),1:00\n", to: "h.csv")
    return home
  }

  /// The scalars of a text that no output has; those of its lines, and on a terminal those of colours, are not among
  /// them.
  private static func forbidden(in text: String, allowing allowed: String) -> [String] {
    let allowed = Set(allowed.unicodeScalars)
    var found: [String] = []
    for scalar in text.unicodeScalars where !allowed.contains(scalar) {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
        found.append("U+" + String(scalar.value, radix: 16))
      default: break
      }
    }
    return found
  }

  @Test func `gets into no output of any command`() throws {
    let home = try Self.home()
    let run = try home.start("run", "--silent", "--json", "w.json")
    try run.line { $0.contains(#""event": "cue""#) }
    func shell(_ words: String) -> String { "NAME=\(quoted(Self.name)); \"$CUEBELL\" \(words) < /dev/null" }
    for line in Self.lines {
      let result = try home.shell(shell(line.words))
      let isColored = line.words.contains("always")
      let allowed = line.output == .tabs ? "\n\r\t" : isColored ? "\n\u{1B}" : "\n"
      for text in [result.out, result.err] {
        #expect(Self.forbidden(in: text, allowing: allowed).isEmpty, "\(line.words):\n\(text.debugDescription)")
        #expect(!text.contains("\u{1B}]") && !text.contains("\u{1B}[8m"), "\(line.words)")
      }
      guard line.output == .json else { continue }
      #expect(!result.out.isEmpty, "\(line.words): \(result.err)")
      let isWhole = (try? JSONReader.readFile(Array(result.out.utf8))) != nil
      let areLines = result.lines.allSatisfy { (try? JSONReader.readLine(Array($0.utf8), maximumDepth: 64)) != nil }
      #expect(isWhole || areLines, "\(line.words):\n\(result.out)")
    }
    let script = Self.lines.map { shell($0.words) }.joined(separator: "; ")
    let terminal = try Terminal(script.replacing("run --silent", with: "run --silent -q"), in: home)
    try terminal.finish()
    let shown = terminal.text
    #expect(Self.forbidden(in: shown, allowing: "\r\n\t\u{1B}").isEmpty, "\(shown.debugDescription)")
    #expect(!shown.contains("\u{1B}]") && !shown.contains("\u{1B}[8m"))
    run.signal(SIGTERM)
    let log = try run.finish()
    #expect(Self.forbidden(in: log.out + log.err, allowing: "\n").isEmpty)
    #expect(log.out.contains(#"\u001b]0;owned\u0007"#))
  }

  @Test func `on the screen of a run stays text`() throws {
    let home = try Self.home()
    let terminal = try Terminal(#""$CUEBELL" run --silent w.json"#, in: home)
    try terminal.wait(for: "owned")
    terminal.type("q")
    try terminal.finish()
    #expect(Self.forbidden(in: terminal.text, allowing: "\r\n\u{1B}").isEmpty)
    #expect(!terminal.text.contains("\u{1B}]0;") && !terminal.text.contains("\u{1B}[8m"))
  }

  @Test func `is no markup of a bar, whatever stands around it`() throws {
    let home = try TemporaryHome.withoutSound()
    let name = #"<b>5 & 6</b> \"'%{A1:touch owned:}80%"#
    try home.write(
      #"{ "name": "W", "style": "silent", "phases": [ { "name": "\#(name)", "duration": "1m" } ] }"#, to: "w.json")
    let run = try home.start("run", "--silent", "--json", "w.json")
    try run.waitForPhase()
    func status(_ format: String, _ escape: String) throws -> String {
      try home.ctl("status", "--format", format, "--escape", escape).out
    }
    let entities = "&lt;b&gt;5 &amp; 6&lt;/b&gt; &quot;&#39;%{A1:touch owned:}80%"
    #expect(try status("<i>{phase}</i>", "pango") == "<i>\(entities)</i>\n")
    #expect(try status("{phase}", "html") == entities + "\n")
    #expect(try status("{phase}", "none") == "<b>5 & 6</b> \"'%{A1:touch owned:}80%\n")
    #expect(try status("%{{F#f00}}{phase}", "polybar") == "%{F#f00}<b>5 & 6</b> \"'%(A1:touch owned:)80%\n")
    // A tag can neither begin in a value nor between a value and the format.
    #expect(try status("{phase}{{x}}", "polybar").hasSuffix("80% {x}\n"))
    #expect(try status("%{phase}{workout}{{x}}", "polybar").hasSuffix("80%W{x}\n"))
    #expect(try home.cuebell("ctl", "status", "--escape", "html").code == 64)
    #expect(try home.cuebell("ctl", "status", "--format", "{phase}", "--escape", "xml").code == 64)
    let words = #"["none","pango","polybar","html"]"#
    #expect(try home.cuebell("--experimental-dump-help").out.filter { !$0.isWhitespace }.contains(words))
    run.signal(SIGTERM)
    _ = try run.finish()
  }
}
