import Foundation
import StrictJSON
import TestSupport
import Testing

/// Sessions whose measurements are replayed.
@Suite(.serialized) struct `Recorded signals` {
  private static let workout = """
    { "name": "Listen", "ambient": { "sound": "rain" },
      "cues": [{ "on": "phase", "at": "every 5s", "say": "Heart rate {heartRate}", "class": "info" }],
      "phases": [
        { "name": "Ready", "intensity": "prepare", "duration": "5s" },
        { "name": "Work", "intensity": "high", "duration": "20s" },
        { "name": "Rest", "intensity": "rest", "duration": "20s" } ] }
    """

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.workout, to: "w.json")
    try home.write(#"{ "body": { "maxHeartRate": 185 } }"#, to: home.config + "/config.json")
    return home
  }

  /// The events of a session in active time, without what depends on the host: numbers, devices, frames, origins, how
  /// long it prepared and how late it was.
  private func events(_ text: String) throws -> [String] {
    try text.split(separator: "\n").compactMap { line in
      let object = try #require(JSONObject(line: line.utf8))
      guard let event = object["event"]?.text, !["hello", "audio", "session"].contains(event),
        object["action"]?.text != "lifecycle", object["changes"].map({ "\($0)".contains("lifecycle") }) != true
      else { return nil }
      return String(line)
        .replacing(#/"(seq|t|at|due|mark|late|start|end|since)": (-?\d+|null),? ?/#, with: "")
        .replacing(#/"(outcome|cause)": ("\w+"|null), /#, with: "")
        .replacing(#/, "by": "socket"(, "as": "[^"]*")?|, "frame": \d+|"actions": \{[^}]*\}, /#, with: "")
        .replacing(", }", with: "}")
    }
  }

  @Test(.timeLimit(.minutes(3))) func `of a live run give a render with the same events`() throws {
    let home = try home()
    // A bed takes long to mix, and has no part in it. Nothing else is said: in a live run at this speed the length of
    // words may be known too late, and whether they fit between others would depend on that.
    let workout = Self.workout.replacing(#""ambient": { "sound": "rain" },"#, with: #""style": "silent","#)
    try home.write(workout, to: "w.json")
    let run = try home.start(
      "run", "--silent", "--no-speech", "--json", "--name", "gym", "--speed", "10", "w.json")
    try run.waitForPhase()
    for value in [120, 131, 131, 140, 152, 149, 160, 90] {
      #expect(try home.ctl("measure", "heartRate", "\(value)").code == 0)
      usleep(170_000)
    }
    #expect(try home.ctl("measure", "power", "250").code == 0)
    let live = try run.finish()
    #expect(live.code == 0)
    #expect(try home.cuebell("history", "export", "0", "-o", "x.csv").code == 0)
    let render = try home.cuebell(
      "render", "w.json", "--no-speech", "-o", "x.wav", "--signals", "x.csv", "--cues", "x.ndjson")
    #expect(render.code == 0 && render.err.isEmpty, "\(render)")
    let (expected, replayed) = (try events(live.out), try events(home.text(of: "x.ndjson")))
    #expect(replayed.count { $0.contains(#""event": "measured""#) } >= 9)
    #expect(replayed.count { $0.contains("Heart rate 1") } >= 2)
    #expect(replayed == expected, "\(zip(replayed, expected).first { $0 != $1 } as Any)")
    let shown = try home.cuebell("show", "w.json", "--signals", "x.csv", "--json")
    let said = shown.out.matches(of: #/"outcome": "onTime",.*"say": "(Heart rate \d+)"/#).map { String($0.output.1) }
    let heard = try EventRecord.cues(in: home.text(of: "x.ndjson")).compactMap(\.say)
    #expect(said.count >= 2 && said == heard.filter { $0.hasPrefix("Heart rate") }, "\(shown)")
    #expect(try home.cuebell("show", "w.json", "--signals", "x.csv").out.contains("“\(said[0])”"))
    let without = try home.cuebell("render", "w.json", "--no-speech", "-o", "y.wav", "--cues", "y.ndjson")
    #expect(without.code == 0)
    #expect(try !home.text(of: "y.ndjson").contains("Heart rate 1"))
  }

  @Test func `are heard in a render, which is the same in blocks of any size`() throws {
    let home = try home()
    let rows = (0..<45).map { "\($0).\($0 % 7),\(100 + $0)" }
    try home.write("t,heartRate\n" + rows.joined(separator: "\n"), to: "x.csv")
    var renders: [(sound: Data, list: String)] = []
    for block in ["512", "4096"] {
      let result = try home.cuebell(
        "render", "w.json", "-o", "\(block).wav", "--signals", "x.csv", "--cues", "\(block).ndjson", "--block", block)
      #expect(result.code == 0 && result.err.isEmpty, "\(result)")
      renders.append((try home.bytes(of: "\(block).wav"), try home.text(of: "\(block).ndjson")))
    }
    #expect(renders[0].list == renders[1].list && renders[0].sound == renders[1].sound)
    let cues = try EventRecord.cues(in: renders[0].list).filter { $0.say?.hasPrefix("Heart rate") == true }
    #expect(cues.count >= 4 && cues.allSatisfy { $0.outcome == "onTime" }, "\(cues)")
    // Six of the 45 rows come less than a second after the one before, and a list has one report a second.
    let reports = renders[0].list.matches(of: #/"t": (\d+), "event": "measured"/#).compactMap { Int($0.output.1) }
    #expect(reports.count == 39 && zip(reports, reports.dropFirst()).allSatisfy { $1 - $0 >= 1_000_000_000 })
  }

  @Test func `tell in a plan when they end a phase, which without them lasts to its cap`() throws {
    let home = try home()
    let until = #""until": { "heartRate": "< 120" }, "atLeast": "8s", "cap": "30s""#
    try home.write(#"{ "name": "W", "style": "silent", "phases": [{ "name": "Rest", \#(until) }] }"#, to: "w.json")
    try home.write("t,heartRate\n0,130\n2,110\n4,110\n8,110\n", to: "x.csv")
    let words = "█ Rest  until the heart rate is below 120, "
    let replayed = try home.cuebell("show", "w.json", "--signals", "x.csv")
    #expect(replayed.out.contains(words + "here after 0:09.000\n"), "\(replayed)")
    #expect(try home.cuebell("show", "w.json").out.contains(words + "at most 0:30.000\n"))
  }

  @Test func `that can't be read end the command`() throws {
    let home = try home()
    try home.write("t,heartRate\n2,90\n1,90\n", to: "x.csv")
    let result = try home.cuebell("render", "w.json", "-o", "x.wav", "--signals", "x.csv")
    #expect(result.code == 65 && result.err == "x.csv:3: t: \"1\" is before the row above\n", "\(result)")
    #expect(try home.cuebell("render", "w.json", "-o", "x.wav", "--signals", "none.csv").code == 66)
    #expect(try home.cuebell("render", "w.json", "-o", "x.csv", "--signals", "x.csv").code == 64)
    #expect(try home.cuebell("show", "w.json", "--signals", "x.csv").code == 65)
    #expect(try home.cuebell("show", "w.json", "--signals", "x.csv", "--svg", "-", "--strip").code == 64)
    #expect(try home.cuebell("show", "-", "--signals", "-", input: .text("{}")).code == 64)
    #expect(try home.cuebell("simulate", "--random-workouts", "2", "--signals", "x.csv").code == 64)
  }

  @Test func `are simulated with the faults of a scenario, and failures keep them`() throws {
    let home = try home()
    try home.write("t,heartRate\n1,120\n2.5,131\n30,90\n", to: "x.csv")
    try home.write(
      """
      { "format": "drift-scenario/1", "name": "Replayed", "workout": "w.json",
        "signals": { "heartRate": [[0, 60], [40, 60]] }, "script": [{ "at": "20s", "do": "stall", "for": "2s" }],
        "expect": { "final": { "playback": "stopped" } } }
      """, to: "s.json")
    let result = try home.cuebell("simulate", "s.json", "--signals", "x.csv", "--trace", "t.ndjson")
    #expect(result.code == 1)
    let measured = try home.text(of: "t.ndjson").split(separator: "\n").filter { $0.contains(#""event": "measured""#) }
    #expect(measured.count { !$0.contains(#""measurement": null"#) } == 3, "\(measured)")
    #expect(measured.first?.contains(#""t": 1000000000, "event": "measured""#) == true)
    let failing = try home.text(of: "failing-1.json")
    #expect(!failing.contains("signals"))
    let generated = try home.cuebell("simulate", "--workout", "w.json", "--seeds", "20", "--signals", "x.csv")
    #expect(generated.code == 0, "\(generated)")
  }
}
