import Foundation
import Testing

/// `cuebell judge` on recordings that other commands have made.
@Suite struct `The judge of a recording` {
  /// What `--json` prints; times are nanoseconds.
  private struct Report: Decodable {
    struct Jitter: Decodable {
      let p50: Int?
      let max: Int?
    }
    let planned: Int
    let heard: Int
    let offset: Int?
    let drift: Double?
    let jitter: Jitter
    let missing: [Int]
    let extra: [Int]
    let isWithin: Bool?
  }

  private func report(_ home: TemporaryHome, _ words: String...) throws -> Report {
    let result = try home.cuebell(["judge"] + words + ["--json"])
    return try JSONDecoder().decode(Report.self, from: Data(result.out.utf8))
  }

  /// A folder with a workout of clicks, its render and its cues.
  private func home(_ name: String = "clicks.wav") throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(
      """
      { "name": "Clicks", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "woodblock" } ],
        "phases": [ { "sets": 10, "phases": [
          { "name": "A", "duration": "300ms" }, { "name": "B", "duration": "500ms" } ] } ] }
      """, to: "clicks.json")
    let render = try home.cuebell("render", "clicks.json", "-o", name, "--cues", "clicks.ndjson")
    #expect(render.code == 0, "\(render)")
    return home
  }

  @Test(arguments: ["clicks.wav", "clicks.flac", "clicks.ogg"])
  func `finds every cue of a render in its place`(name: String) throws {
    let report = try report(home(name), name, "--plan", "clicks.ndjson", "--within", "0.1")
    #expect(report.planned == 20 && report.heard == 20 && report.missing.isEmpty && report.extra.isEmpty)
    #expect(report.isWithin == true)
    // Vorbis spreads a sharp beginning over the time before it.
    #expect(abs(report.offset ?? .max) < (name == "clicks.ogg" ? 5_000_000 : 50_000), "\(report)")
    #expect(abs(report.drift ?? .infinity) < 10)
  }

  @Test func `says it in words and draws it`() throws {
    let home = try home()
    let words = ["judge", "clicks.wav", "--plan", "clicks.ndjson"]
    let result = try home.cuebell(words + ["--picture", "clicks.svg"])
    #expect(result.code == 0 && result.err.isEmpty)
    let lines = result.out.split(separator: "\n")
    #expect(lines.map { $0.split(separator: " ")[0] } == ["heard", "offset", "drift", "jitter", "missing", "extra"])
    #expect(lines[0].hasSuffix("20 of 20 cues") && lines[4].hasSuffix("none") && lines[5].hasSuffix("none"))
    let picture = try home.text(of: "clicks.svg")
    #expect(picture.matches(of: /<circle/).count == 20 && picture.contains("20 heard"))
    #expect(try home.cuebell(words + ["--picture", "-"]).out == picture)
  }

  @Test func `fails where a cue is missing, extra or too late, and only if it is asked to`() throws {
    let home = try home()
    let moments: [Double] = stride(from: 0, to: 8, by: 0.8).flatMap { [$0, $0 + 0.3] }
    try home.write((["moment"] + moments.map { "\($0)" }).joined(separator: "\n"), to: "exact.csv")
    try home.write((moments + [8.3]).map { "\($0)" }.joined(separator: "\n"), to: "more.csv")
    try home.write(moments.dropLast().map { "\($0)" }.joined(separator: "\n"), to: "less.csv")
    let late = moments.enumerated().map { $0 == 7 ? $1 - 0.05 : $1 }
    try home.write(late.map { "\($0)" }.joined(separator: "\n"), to: "late.csv")
    func code(_ plan: String, _ limit: String) throws -> Int32 {
      try home.cuebell("judge", "clicks.wav", "--plan", plan, "--within", limit).code
    }
    #expect(try code("exact.csv", "0.1") == 0)
    #expect(try code("more.csv", "1000") == 1 && code("less.csv", "1000") == 1)
    #expect(try code("late.csv", "51") == 0 && code("late.csv", "49") == 1)
    #expect(try home.cuebell("judge", "clicks.wav", "--plan", "more.csv").code == 0)
  }

  @Test func `tells what it can't read, and overwrites nothing`() throws {
    let home = try home()
    try home.write("1\nx\n", to: "bad.csv")
    try home.write("no sound", to: "text.wav")
    func run(_ words: String...) throws -> ProcessResult { try home.cuebell(["judge"] + words) }
    let bad = try run("clicks.wav", "--plan", "bad.csv")
    #expect(bad.code == 65 && bad.err.hasPrefix("bad.csv:2: the first column must be seconds"), "\(bad)")
    #expect(try run("text.wav", "--plan", "clicks.ndjson").code == 65)
    #expect(try run("none.wav", "--plan", "clicks.ndjson").code == 66)
    #expect(try run("clicks.wav", "--plan", "none.csv").code == 66)
    #expect(try run("-", "--plan", "clicks.ndjson").code == 64)
    #expect(try run("clicks.wav", "--plan", "clicks.ndjson", "--within", "-1").code == 64)
    #expect(try run("clicks.wav", "--plan", "clicks.ndjson", "--picture", "clicks.wav").code == 64)
    #expect(try run("clicks.wav", "--plan", "clicks.ndjson", "--picture", "-", "--json").code == 64)
    #expect(try run("clicks.wav", "--plan", "clicks.ndjson").code == 0)
  }
}
