import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A phase with a tempo` {
  private static func workout(_ tempo: String, _ reps: Reps, style: Style = .silent, sets: Int = 1) throws -> Workout {
    let tempo = try #require(Tempo(tempo))
    let phase = Phase("Squat", .high, .after(.tempo(tempo)), reps: reps)
    return Workout(name: "Squats", style: style, nodes: [.group(SetGroup(.sets(sets), nodes: [.phase(phase)]))])
  }

  /// The cues of a whole run, a line each.
  private static func cues(_ workout: Workout) throws -> [String] {
    var harness = try EngineHarness(workout)
    harness.run(to: 100)
    return harness.score.lines
  }

  @Test func `says the number of each repetition, and each part has its own sound`() throws {
    let lines = try Self.cues(Self.workout("3-1-2-0.5", .perSet(PerSet(2))))
    #expect(
      lines == [
        "0 interval [woodblock]", "0 interval \"1\"", "3 interval [tick]", "4 interval [beep]", "6 interval [tick]",
        "6.500 interval [woodblock]", "6.500 interval \"2\"", "9.500 interval [tick]", "10.500 interval [beep]",
        "12.500 interval [tick]",
      ], "\(lines)")
  }

  @Test func `is silent of a part that lasts no time`() throws {
    let lines = try Self.cues(Self.workout("0-0-1-0", .perSet(PerSet(2))))
    #expect(
      lines == [
        "0 interval [beep]", "0 interval \"1\"", "1 interval [beep]", "1 interval \"2\"",
      ], "\(lines)")
  }

  @Test func `counts as many repetitions as its set has`() throws {
    let numbers = try Self.cues(Self.workout("1-0-1-0", .progression(from: 1, by: 1), sets: 3)).filter {
      $0.contains("\"")
    }
    #expect(numbers.map { $0.suffix(2).first } == ["1", "1", "2", "1", "2", "3"], "\(numbers)")
  }

  /// How long words last, by how long they are written; numbers are short.
  private static func length(of text: String) -> Duration {
    Int(text) == nil ? .milliseconds(200 + 65 * text.unicodeScalars.count) : .milliseconds(450)
  }

  /// Two sets of a phase with a tempo and a rest, after five seconds to get ready.
  private static func sets(_ name: String, _ tempo: String, _ reps: Int, _ language: Language) throws -> Workout {
    var phase = Phase(PerSet(name), .high, .after(.tempo(try #require(Tempo(tempo)))), reps: .perSet(PerSet(reps)))
    phase.say = reps == 3 ? PerSet("\(name), slowly") : nil
    let group = SetGroup(.sets(2), nodes: [.phase(phase), Sample.phase("Rest", .rest, 20)])
    return Workout(
      name: "Squats", voice: Voice(language: language.rawValue),
      nodes: [Sample.phase("Get ready", .prepare, 5), .group(group)])
  }

  @Test(arguments: Language.allCases)
  func `is called by its name before its first number, however long the name and short the repetitions`(
    language: Language
  ) throws {
    let names = ["Row", "Goblet squats", String(repeating: "Slow and steady ", count: 5) + "squats"]
    let tempos = ["3-1-2-0", "2-0-2-0", "0.5-0-0.5-0", "0-0-0.5-0"]
    for (name, tempo) in names.flatMap({ name in tempos.map { (name, $0) } }) {
      let repetition = try #require(Tempo(tempo)).length
      for reps in [1, 2, 3, 10] {
        let what = "\(name.prefix(9)) \(tempo) x\(reps) \(language)"
        let score = try Score(Self.sets(name, tempo, reps, language), measure: Self.length)
        for set in 1...2 {
          let own = score.reports.filter { $0.cue.sets == [set] && $0.cue.node == 3 && $0.outcome == .onTime }
          let start = score.phases.filter { $0.name == name }[set - 1].start
          let called = try #require(own.first { $0.kind == .phaseStart }?.say, "\(what)")
          #expect(called.hasPrefix(name), "\(what)")
          let named = start + .milliseconds(600) + Self.length(of: called)
          let numbers = own.filter { $0.kind == .interval }.compactMap { $0.say.flatMap { Int($0) } }
          let first = min(max(0, (named - start - .nanoseconds(1)) / repetition) + 1, Double(reps))
          let expected = Array((Int(first) + 1)..<(reps + 1))
          // "Last set" may follow the name of the second set.
          #expect(set == 1 ? numbers == expected : expected.suffix(numbers.count) == numbers[...], "\(what) \(set)")
          #expect(!own.contains { $0.kind == .countdown || $0.kind == .transition }, "\(what)")
        }
      }
    }
  }

  @Test func `is counted by its repetitions alone, and what counts for the style leaves it out`() throws {
    let score = try Score(Self.sets("Squats", "3-1-2-0", 10, .english), measure: Self.length)
    let said = score.reports.filter { $0.mark >= .seconds(5) && $0.mark < .seconds(65) && $0.say != "Halfway" }
    #expect(said.compactMap(\.say) == ["Squats, 10 reps"] + (2...10).map(String.init))
    // Each part has its sound; no other sound comes between.
    #expect(said.compactMap(\.sound).filter { $0 == "woodblock" }.count == 10)
    let end = score.reports.filter { $0.mark >= .seconds(80) && $0.mark < .seconds(85) }.compactMap(\.say)
    #expect(end == ["Set 1 completing in", "3", "2", "1"])
  }

  @Test func `completes no set with words, because there are no numbers for them`() throws {
    var workout = try Self.sets("Squats", "3-1-2-0", 4, .english)
    guard case .group(var group) = workout.nodes[1] else {
      Issue.record("\(workout.nodes[1])")
      return
    }
    group.nodes.reverse()
    workout.nodes[1] = .group(group)
    let score = try Score(workout, measure: Self.length)
    #expect(!score.reports.contains { $0.kind == .setCompletion })
    #expect(score.notes.contains { $0.hasSuffix("Set 1 completing in: no count begins at its moment") })
  }

  @Test(arguments: [Style.boxing, .meditation, .silent])
  func `begins with 1 where nothing is said at its start, and with 2 where its words are`(style: Style) throws {
    func numbers(_ say: String?) throws -> [String] {
      var workout = try Self.sets("Squats", "3-1-2-0", 4, .english)
      workout.style = style
      guard case .group(var group) = workout.nodes[1], case .phase(var phase) = group.nodes[0] else { return [] }
      phase.say = say.map { PerSet($0) }
      group.nodes[0] = .phase(phase)
      workout.nodes[1] = .group(group)
      return try Score(workout, measure: Self.length).reports.filter { $0.cue.sets == [1] }.compactMap(\.say)
    }
    #expect(try numbers(nil) == ["1", "2", "3", "4"])
    #expect(try numbers("Down") == ["Down", "2", "3", "4"])
  }

  @Test func `yields a number to the author's own words, not to what can wait`() throws {
    var workout = try Self.sets("Squats", "3-1-2-0", 10, .english)
    let high = Condition(intensity: [.high])
    workout.cues = [
      CueRule(on: .phase, at: .end(offset: .seconds(-18)), say: try CueText("Three more"), condition: high),
      CueRule(on: .phase, at: .start(offset: .seconds(18)), say: try CueText("Breathe"), condition: high),
    ]
    let said = try Score(workout, measure: Self.length).reports.filter { $0.cue.sets == [1] && $0.cue.node == 3 }
    let words = said.filter { $0.say != "Halfway" }.compactMap(\.say)
    #expect(words == ["Squats, 10 reps", "2", "3", "4", "Breathe", "5", "6", "7", "Three more", "9", "10"], "\(words)")
  }
}
