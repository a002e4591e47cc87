import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Words that wait for others` {
  private static func rule(_ moment: Moment, _ text: String, on anchor: Anchor = .phase) throws -> CueRule {
    CueRule(on: anchor, at: moment, say: try CueText(text), cueClass: .info)
  }

  @Test(arguments: [
    ("{remaining} to go", "17 seconds to go"), ("{elapsed} gone", "3 seconds gone"), ("Go", "Go"),
  ])
  func `tell what is true when they begin`(text: String, said: String) throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), say: try CueText("{phase}")),
      try Self.rule(.start(offset: .milliseconds(500)), text),
    ]
    let score = try Score(Sample.silent(rules, Sample.phase("Squats", .high, 20))) {
      $0 == "Squats" ? .milliseconds(3_200) : .seconds(1)
    }
    #expect(score.lines.last == "3.350 custom \"\(said)\"")
    #expect(score.notes == ["0.500 moved \(said): by 2850 ms: custom speaks"])
  }

  @Test func `are left out where what is true then is too long`() throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), say: try CueText("{phase}")),
      try Self.rule(.start(offset: .milliseconds(500)), "{remaining} to go"),
      CueRule(on: .phase, at: .start(offset: .milliseconds(4_500)), say: try CueText("Now"), cueClass: .warning),
      CueRule(on: .phase, at: .start(offset: .milliseconds(5_200)), say: try CueText("Then"), cueClass: .warning),
    ]
    let lengths: [String: Duration] = [
      "Squats": .milliseconds(3_200), "20 seconds to go": .milliseconds(900), "17 seconds to go": .milliseconds(1_200),
      "Now": .milliseconds(600), "Then": .milliseconds(600),
    ]
    let score = try Score(Sample.silent(rules, Sample.phase("Squats", .high, 20))) { lengths[$0] ?? .seconds(9) }
    #expect(score.notes == ["0.500 leftOut 20 seconds to go: custom speaks then"])
  }

  @Test(arguments: [4.0, 9.99, 12])
  func `are noted once each, when they begin, wherever the user ends a phase`(done: Double) throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("gong"), say: try CueText("{phase}")),
      try Self.rule(.every(.seconds(10)), "{remaining} left", on: .workout),
    ]
    let round = SetGroup(.total(.seconds(60)), nodes: [.phase(Phase("Pull", .high, .open()))])
    var harness = try EngineHarness(Sample.silent(rules, .group(round)))
    for round in 1...4 { harness.send(.done, at: done * Double(round)) }
    harness.run(to: 70)
    let waited = harness.events.compactMap { event -> String? in
      guard case .cueSettled(let cue) = event.kind, cue.at != nil, let say = cue.say, cue.sound == nil else {
        return nil
      }
      return cue.due > cue.mark ? "\(Score.seconds(cue.mark)) \(say)" : nil
    }
    let noted = harness.events.compactMap { event -> String? in
      guard case .planNoted(let note) = event.kind, note.kind == .moved, !note.content.contains("Pull") else {
        return nil
      }
      return "\(Score.seconds(note.mark)) \(note.content)"
    }
    #expect(noted == waited && Set(noted).count == noted.count)
  }

  /// The words after an open phase are measured before the user can end it, also those that find no place by an
  /// estimate.
  @Test(arguments: [Duration.milliseconds(900), .seconds(2)])
  func `after an open phase are known before it ends`(length: Duration) throws {
    func workout(_ first: PhaseEnd) -> Workout {
      let rest = Phase(
        "Rest", .rest, .after(.fixed(.seconds(6))), say: PerSet("Breathe in, breathe out and shake it off"))
      let sets = SetGroup(.sets(2), nodes: [.phase(Phase("Push-ups", .high, first)), .phase(rest)])
      return Workout(name: "Fits", style: .hiit, nodes: [.group(sets)])
    }
    let measure = { (text: String) in text.hasPrefix("Breathe") ? length : .milliseconds(700) }
    func said(_ score: Score) -> [String] {
      score.reports.filter { $0.kind == .phaseStart || $0.kind == .setCompletion }.map(Score.line)
    }
    let timed = try Score(workout(.after(.fixed(.seconds(30)))), measure: measure)
    #expect(try said(Score(workout(.open()), measure: measure)) == said(timed))
  }
}
