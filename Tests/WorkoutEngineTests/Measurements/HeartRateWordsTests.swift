import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `Words with a heart rate` {
  private static func words(_ text: String, sound: String? = nil) throws -> Workout {
    let rule = CueRule(
      on: .phase, at: .start(offset: .seconds(30)), sound: sound.map { CueSound($0) }, say: try CueText(text))
    return Sample.silent([rule], Sample.phase("Work", .high, 60))
  }

  private func said(_ harness: EngineHarness) -> [String] {
    harness.events.compactMap { event in
      if case .cueSettled(let cue) = event.kind { cue.say ?? cue.sound } else { nil }
    }
  }

  @Test func `have the value that is known`() throws {
    var harness = try EngineHarness(try Self.words("Pulse {heartRate}"))
    for second in 0...28 { harness.send(.measure(.heartRate, 103 + second, from: nil), at: Double(second)) }
    harness.run(to: 40)
    // The median of the five seconds before.
    #expect(said(harness) == ["Pulse 129"])
  }

  @Test func `keep it in the last second before they are spoken, so that they are ready`() throws {
    var harness = try EngineHarness(try Self.words("Pulse {heartRate}"))
    harness.send(.measure(.heartRate, 120, from: nil), at: 24.5)
    harness.send(.measure(.heartRate, 150, from: nil), at: 29.6)
    harness.run(to: 40)
    #expect(said(harness) == ["Pulse 120"])
  }

  @Test func `have a newer one where the words just before them keep theirs`() throws {
    var workout = try Self.words("Pulse {heartRate}")
    workout.cues.append(
      CueRule(on: .phase, at: .start(offset: .seconds(32)), say: try CueText("Now {heartRate}")))
    var harness = try EngineHarness(workout)
    harness.send(.measure(.heartRate, 120, from: nil), at: 24.5)
    harness.send(.measure(.heartRate, 150, from: nil), at: 29.6)
    harness.run(to: 29.9)
    #expect(harness.engine.phrases(upTo: .seconds(40)).map(\.text) == ["Pulse 120", "Now 150"])
    harness.run(to: 40)
    #expect(said(harness) == ["Pulse 120", "Now 150"])
  }

  @Test func `are left out while it is unknown, and never guessed`() throws {
    var harness = try EngineHarness(try Self.words("Pulse {heartRate}"))
    harness.send(.measure(.heartRate, 120, from: nil), at: 15)
    harness.run(to: 40)
    #expect(said(harness).isEmpty)
    #expect(harness.score.notes == ["30 leftOut Pulse {heartRate}: the heart rate is unknown"])
  }

  @Test func `leave their sound alone`() throws {
    var harness = try EngineHarness(try Self.words("{heartRate}", sound: "bell"))
    harness.run(to: 40)
    #expect(said(harness) == ["bell"])
  }
}
