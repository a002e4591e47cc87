import FoundationEssentials
import Testing

@Suite struct `A shipped workout` {
  /// A minute of silence: the lists must not depend on what is said in the guided track.
  private static let track = #"{ "name": "Track", "style": "silent", "phases": [{ "name": "A", "duration": "1m" }] }"#

  /// A home with a shipped workout, beside a track of a known length.
  private func home(of name: String) throws -> TemporaryHome {
    let home = try TemporaryHome()
    try home.write(Self.track, to: "tracks/track.json")
    try #require(try home.cuebell("render", "tracks/track.json", "-o", "tracks/arriving.flac").code == 0)
    try home.write(try WorkoutText.shipped(name), to: "w.json")
    return home
  }

  private func plan(of name: String) throws -> PlanRecord {
    let result = try home(of: name).cuebell("show", "w.json", "--json")
    try #require(result.code == 0, "\(result.err)")
    return try PlanRecord(result.out)
  }

  /// Rewritten by the tests when UPDATE_GOLDEN=1 is set; look at the difference before it is kept.
  @Test(arguments: Project.workoutNames)
  func `keeps its total and its cues`(name: String) throws {
    let found = Self.score(try plan(of: name))
    let path = "\(Project.goldens)/\(name).txt"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try found.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let golden = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = Self.lines(found).difference(from: Self.lines(golden))
    #expect(lines.isEmpty, "\(name).txt differs; to take it over: UPDATE_GOLDEN=1 make test")
  }

  @Test(arguments: Project.workoutNames)
  func `brings each of its cues to exactly one outcome`(name: String) throws {
    let cues = try plan(of: name).cues
    let outcomes = Dictionary(grouping: cues, by: \.cue)
    for (cue, all) in outcomes where all.count > 1 { Issue.record("\(cue): \(all.map(\.content))") }
    #expect(cues.allSatisfy { ["onTime", "cancelled"].contains($0.outcome) })
  }

  @Test(arguments: Project.workoutNames)
  func `says every word when it is rendered, with nothing in its place`(name: String) throws {
    let result = try home(of: name).cuebell("render", "w.json", "-o", "w.wav")
    #expect(result.code == 0 && result.err.isEmpty, "\(result.err)")
  }

  @Test func `has its list, and every list its workout`() throws {
    let lists = try FileManager.default.subpathsOfDirectory(atPath: Project.goldens).filter { $0.hasSuffix(".txt") }
    #expect(lists.sorted() == Project.workoutNames.map { "\($0).txt" })
  }

  private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  /// The total and a line a cue: when it is due in seconds, its kind, its sound and what it says.
  ///
  /// Where the voice decides when a cue begins, because it must end at a moment or wait for another, the moment of its
  /// rule is printed instead, with a tilde.
  static func score(_ plan: PlanRecord) -> String {
    let moved = Set(plan.notes.filter { $0.change == "moved" }.map(\.cue))
    let cues = plan.cues.map { cue in
      let isVague = cue.mark != cue.due || moved.contains(cue.cue)
      let place = isVague ? "~" + seconds(cue.mark) : seconds(cue.due)
      let parts = [place, cue.kind, cue.sound.map { "[\($0)]" }, cue.say.map { "\"\($0)\"" }]
      return parts.compactMap { $0 }.joined(separator: " ") + (cue.outcome == "onTime" ? "" : " (\(cue.outcome))")
    }
    let leftOut = plan.notes.filter { $0.change != "moved" }.map { note in
      "left out: \(note.kind) \"\(note.say)\" at \(seconds(note.mark))"
    }
    return (["total \(plan.total.map(seconds) ?? "open")"] + cues + leftOut).joined(separator: "\n") + "\n"
  }

  /// Seconds with three digits, to the nearest millisecond.
  private static func seconds(_ nanoseconds: Int) -> String {
    let milliseconds = (nanoseconds + 500_000) / 1_000_000
    return "\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())"
  }
}
