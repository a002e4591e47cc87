import FoundationEssentials
import Testing

@Suite struct `A shipped workout` {
  /// A minute of silence: the lists must not depend on what is said in the guided track.
  private static let track = Result {
    let home = try TemporaryHome()
    try home.write(
      #"{ "name": "Track", "style": "silent", "phases": [{ "name": "A", "duration": "1m" }] }"#, to: "t.json")
    try #require(try home.cuebell("render", "t.json", "-o", "t.flac").code == 0)
    return try home.bytes(of: "t.flac")
  }

  @Test(arguments: Project.workoutNames)
  func `keeps its total and its cues, each with one outcome, and says every word when it is rendered`(
    name: String
  ) throws {
    let home = try TemporaryHome()
    try home.write(Self.track.get(), to: "tracks/arriving.flac")
    try home.write(try WorkoutText.shipped(name), to: "w.json")
    let shown = try home.cuebell("show", "w.json", "--json")
    try #require(shown.code == 0, "\(shown.err)")
    let plan = try PlanRecord(shown.out)
    try expectGolden(of: name, plan)
    for (cue, all) in Dictionary(grouping: plan.cues, by: \.cue) where all.count > 1 {
      Issue.record("\(cue): \(all.map(\.content))")
    }
    #expect(plan.cues.allSatisfy { ["onTime", "cancelled"].contains($0.outcome) })
    // Its phrases are in the cache now. Hours of sound take no disk.
    let rendered = try home.shell("\"$CUEBELL\" render w.json -o - >/dev/null")
    #expect(rendered.code == 0 && rendered.err.isEmpty, "\(rendered.err)")
  }

  /// Rewritten by the tests when UPDATE_GOLDEN=1 is set; look at the difference before it is kept.
  private func expectGolden(of name: String, _ plan: PlanRecord) throws {
    let found = Self.score(plan)
    let path = "\(Project.goldens)/\(name).txt"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try found.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let golden = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = Self.lines(found).difference(from: Self.lines(golden))
    #expect(lines.isEmpty, "\(name).txt differs; to take it over: UPDATE_GOLDEN=1 make test")
  }

  @Test func `has its list, and every list its workout`() throws {
    let lists = try FileManager.default.subpathsOfDirectory(atPath: Project.goldens).filter { $0.hasSuffix(".txt") }
    #expect(lists.sorted() == Project.workoutNames.map { "\($0).txt" }.sorted())
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
