import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Built-in phrases in a language without them` {
  /// What is said in a workout, each part of a phrase apart; those in English are in brackets.
  private func said(_ workout: Workout, _ language: String = "ja") throws -> [String] {
    var workout = workout
    workout.voice.language = language
    return try Score(workout).reports.compactMap(\.phrase).map { phrase in
      phrase.parts.map { $0.isEnglish ? "[\($0.text)]" : $0.text }.joined(separator: "|")
    }
  }

  private func said(_ text: String, in phase: Phase, _ language: String = "ja") throws -> [String] {
    let rule = CueRule(on: .phase, at: .start(offset: .zero), say: try CueText(text))
    return try said(Sample.silent([rule], .phase(phase)), language)
  }

  private func phase(_ name: String, reps: Int? = nil, sides: Sides? = nil, target: Target? = nil) -> Phase {
    Phase(
      PerSet(name), .high, .after(.fixed(.seconds(60))), reps: reps.map { .perSet(PerSet($0)) }, sides: sides,
      target: target.map { PerSet($0) })
  }

  @Test(arguments: ["ja", "zh", "ru", "pl", "sv", "sr-Latn"])
  func `are in English, and what the author has written and the numbers of a count are not`(tag: String) throws {
    let phrases = try said(Sample.tabata, tag)
    #expect(phrases.contains("[Set 1 completing in]") && phrases.contains("[Last set]"))
    #expect(phrases.last == "Tabata|[ complete]")
    #expect(["Get ready", "Work", "Rest", "3", "2", "1"].allSatisfy(phrases.contains), "\(phrases)")
  }

  @Test(arguments: ["en-US", "pt-BR", "de-AT", "FR"])
  func `are none where a tag has a region`(tag: String) throws {
    #expect(try said(Sample.tabata, tag).allSatisfy { !$0.contains("[") })
  }

  @Test func `keep the name of a group apart`() throws {
    let nodes = [Sample.phase("走る", .high, 30), Sample.phase("歩く", .low, 30)]
    let group = SetGroup(.sets(2), name: "ラウンド", nodes: nodes)
    let phrases = try said(Workout(name: "朝", nodes: [.group(group)]))
    #expect(phrases.contains("ラウンド 1|[ completing in]") && phrases.contains("[Last ]|ラウンド"), "\(phrases)")
    #expect(phrases.last == "朝|[ complete]")
  }

  @Test func `follow the author's words for reps, times, targets and sides`() throws {
    #expect(try said("{phase}", in: phase("腕立て", reps: 10)) == ["腕立て|[, 10 reps]"])
    #expect(try said("あと {remaining}", in: phase("腕立て")) == ["あと |[1 minute]"])
    #expect(try said("{target}まで", in: phase("自転車", target: Target("Z4"))) == ["[zone 4]|まで"])
    #expect(try said("{target}まで", in: phase("自転車", target: Target("楽"))) == ["楽まで"])
    let sides = try said("{phase}", in: phase("腕立て", sides: Sides(change: .seconds(5))))
    #expect(sides == ["腕立て, |[left side]", "[Change sides]", "腕立て, |[right side]"], "\(sides)")
    #expect(try said("{side}", in: phase("腕立て", sides: Sides(["左", "右"]))) == ["左", "右"])
  }

  @Test func `include the rest of an interval, unless its author has named one so`() throws {
    let group = SetGroup(.interval(sets: 1, every: .seconds(60)), nodes: [Sample.phase("Rest", .high, 20)])
    let phrases = try said(Workout(name: "A", nodes: [.group(group)]))
    #expect(phrases.filter { $0.contains("Rest") } == ["Rest", "[Rest]"], "\(phrases)")
  }
}
