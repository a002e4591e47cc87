import Testing
import WorkoutEngine
import WorkoutModel

/// A surprise phase of 45 to 60 s in the style `hiit`.
@Suite struct `A surprise` {
  private static func phase(_ isSurprise: Bool) -> Node {
    .phase(
      Phase("Wait", .high, .after(.random(RandomLength(.seconds(45), .seconds(60), isSurprise: isSurprise)))))
  }

  private static func kinds(_ nodes: Node..., cues: [CueRule] = []) throws -> [CueKind] {
    try Score(Workout(name: "W", cues: cues, nodes: nodes)).reports.map(\.kind)
  }

  @Test func `has no countdown, no half and no transition; without it there are all of them`() throws {
    let rest = Sample.phase("Rest", .rest, 10)
    let hidden = try Self.kinds(Self.phase(true), rest)
    #expect(!hidden.contains(.halfway))
    #expect(hidden.filter { $0 == .countdown }.count == 3)
    let shown = try Self.kinds(Self.phase(false), rest)
    #expect(shown.contains(.halfway) && shown.contains(.transition))
    #expect(shown.filter { $0 == .countdown }.count == 6)
  }

  @Test func `isn't announced by its set or the workout, unless the clock ends them`() throws {
    let rule = CueRule(on: .set, at: .end(offset: .seconds(-5)), sound: CueSound("bell"))
    let half = CueRule(on: .workout, at: .half(offset: .zero), sound: CueSound("gong"))
    func sounds(_ repetition: Repetition) throws -> [String?] {
      let inner = SetGroup(.sets(1), nodes: [Self.phase(true)])
      let group = SetGroup(repetition, nodes: [.group(inner)])
      return try Score(Sample.silent([rule, half], .group(group))).reports.map(\.sound)
    }
    #expect(try sounds(.sets(2)).isEmpty)
    #expect(try sounds(.interval(sets: 2, every: .seconds(120))) == ["bell", "gong", "bell"])
  }

  @Test func `plays what belongs to its end when that comes`() throws {
    let bell = CueRule(on: .phase, at: .end(offset: .zero), sound: CueSound("bell"))
    let words = CueRule(on: .phase, at: .end(offset: .zero), say: try CueText("Go"), align: .end)
    let workout = Sample.silent([bell, words], Self.phase(true))
    let score = try Score(workout)
    let end = try #require(try Timeline(workout).total)
    #expect(score.lines == ["\(Score.seconds(end)) custom [bell]"])
  }

  @Test func `leaves what remains unknown`() throws {
    let harness = try EngineHarness(Sample.silent([], Self.phase(true), Sample.phase("Rest", .rest, 10)))
    #expect(harness.engine.progress.remaining == nil)
    let clocked = SetGroup(.total(.seconds(60)), nodes: [Self.phase(true)])
    #expect(try EngineHarness(Sample.silent([], .group(clocked))).engine.progress.remaining == .seconds(60))
  }
}
