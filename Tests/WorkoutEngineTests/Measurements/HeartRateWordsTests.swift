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
    harness.send(.measure(.heartRate, 120, from: nil), at: 24.7)
    harness.send(.measure(.heartRate, 150, from: nil), at: 29.6)
    harness.run(to: 40)
    #expect(said(harness) == ["Pulse 120"])
  }

  @Test func `have a newer one where the words just before them keep theirs`() throws {
    var workout = try Self.words("Pulse {heartRate}")
    workout.cues.append(
      CueRule(on: .phase, at: .start(offset: .seconds(32)), say: try CueText("Now {heartRate}")))
    var harness = try EngineHarness(workout)
    harness.send(.measure(.heartRate, 120, from: nil), at: 24.7)
    harness.send(.measure(.heartRate, 150, from: nil), at: 29.6)
    harness.run(to: 29.9)
    #expect(harness.engine.phrases(upTo: .seconds(40)).map(\.text) == ["Pulse 177", "Pulse 120", "Now 177", "Now 150"])
    harness.run(to: 40)
    #expect(said(harness) == ["Pulse 120", "Now 150"])
  }

  /// The last measurement is unknown a nanosecond after it is 10 s old. Words at 30 s keep what is true at 29 s.
  @Test(arguments: [
    (18_999_999_999, [] as [String]), (19_000_000_000, ["Pulse 120"]), (19_000_000_001, ["Pulse 120"]),
  ])
  func `have one that becomes unknown in their last second, and none that does so before`(
    measured: Int, words: [String]
  ) throws {
    var harness = try EngineHarness(try Self.words("Pulse {heartRate}"))
    harness.send(.measure(.heartRate, 120, from: nil), at: Double(measured) / 1e9)
    harness.run(to: 40)
    #expect(said(harness) == words)
    #expect(harness.engine.state.signals[.heartRate]?.since == .nanoseconds(measured + 10_000_000_001))
  }

  @Test func `have the value of now where the user has them said again`() throws {
    var harness = try EngineHarness(try Self.words("Pulse {heartRate}"))
    harness.send(.measure(.heartRate, 120, from: nil), at: 24.7)
    harness.send(.measure(.heartRate, 150, from: nil), at: 29.6)
    harness.run(to: 30.5)
    harness.send(.seek(by: .milliseconds(-800)), at: 30.8)
    harness.run(to: 40)
    #expect(said(harness) == ["Pulse 120", "Pulse 150"])
  }

  @Test func `follow a value that changes a second before them, and not a nanosecond later`() throws {
    // The first of two measurements ceases to count after five seconds.
    for (first, words) in [(24.0, "Pulse 140"), (24.000_000_001, "Pulse 130")] {
      var harness = try EngineHarness(try Self.words("Pulse {heartRate}"))
      harness.send(.measure(.heartRate, 120, from: nil), at: first)
      harness.send(.measure(.heartRate, 140, from: nil), at: 26)
      harness.run(to: 40)
      #expect(said(harness) == [words])
    }
  }

  @Test func `follow the value even where others are about to be spoken`() throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .milliseconds(29_500)), say: try CueText("{phase}")),
      CueRule(on: .phase, at: .start(offset: .milliseconds(30_400)), say: try CueText("Pulse {heartRate}")),
    ]
    var harness = try EngineHarness(Sample.silent(rules, Sample.phase("Work", .high, 60)))
    harness.updateDurations { $0.record("Work", length: .milliseconds(500)) }
    harness.send(.measure(.heartRate, 120, from: nil), at: 24)
    harness.send(.measure(.heartRate, 140, from: nil), at: 29)
    harness.run(to: 40)
    #expect(said(harness) == ["Work", "Pulse 140"])
  }

  @Test func `are left out where they wait for others until it is unknown`() throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .milliseconds(29_500)), say: try CueText("{phase}"), cueClass: .warning),
      CueRule(on: .phase, at: .start(offset: .seconds(30)), say: try CueText("Pulse {heartRate}"), cueClass: .info),
    ]
    var harness = try EngineHarness(Sample.silent(rules, Sample.phase("Work", .high, 60)))
    harness.send(.measure(.heartRate, 120, from: nil), at: 19)
    harness.run(to: 40)
    #expect(said(harness) == ["Work"])
    #expect(harness.score.notes.last == "30 leftOut Pulse {heartRate}: the heart rate is unknown")
  }

  @Test func `are noted at the end where they would have waited until after it`() throws {
    let rules = try ["{phase}", "Pulse {heartRate}"].map {
      CueRule(on: .workout, at: .end(offset: .zero), say: try CueText($0), cueClass: .completion)
    }
    var harness = try EngineHarness(Sample.silent(rules, Sample.phase("Work", .high, 60)))
    harness.run(to: 70)
    #expect(said(harness) == ["Work"])
    let notes = harness.events.filter { if case .planNoted = $0.kind { true } else { false } }
    #expect(notes.map(\.at) == [.seconds(60)])
  }

  @Test func `say the value of a second before they begin, also just after a pause`() throws {
    let rule = CueRule(
      on: .phase, at: .start(offset: .seconds(30)), say: try CueText("Pulse {heartRate}"), align: .end)
    var harness = try EngineHarness(Sample.silent([rule], Sample.phase("Work", .high, 60)))
    for second in [20.0, 25] { harness.send(.measure(.heartRate, 120, from: nil), at: second) }
    harness.send(.pause, at: 28.99)
    harness.send(.measure(.heartRate, 130, from: nil), at: 29.5)
    harness.send(.measure(.power, 200, from: nil), at: 30)
    harness.send(.measure(.heartRate, 130, from: nil), at: 33)
    harness.send(.measure(.heartRate, 140, from: nil), at: 36)
    harness.send(.resume, at: 38)
    harness.run(to: 45)
    #expect(said(harness) == ["Pulse 135"])
  }

  @Test func `have their place in the plan though the value isn't known, and others wait for them`() throws {
    let rules = [
      CueRule(
        on: .phase, at: .start(offset: .zero), sound: CueSound("gong"), say: try CueText("{phase}"), cueClass: .start),
      CueRule(
        on: .phase, at: .start(offset: .milliseconds(200)), say: try CueText("Pulse {heartRate}"), cueClass: .warning),
    ]
    var harness = try EngineHarness(Sample.silent(rules, Sample.phase("Work", .high, 60)))
    harness.send(.measure(.heartRate, 120, from: nil), at: 0)
    harness.run(to: 40)
    #expect(said(harness) == ["Work"])
    #expect(
      harness.score.notes == [
        "0 moved Work: by 750 ms: custom speaks", "0.200 leftOut Pulse {heartRate}: the heart rate is unknown",
      ])
  }

  @Test func `are left out while it is unknown, and never guessed`() throws {
    var harness = try EngineHarness(try Self.words("Pulse {heartRate}"))
    harness.send(.measure(.heartRate, 120, from: nil), at: 15)
    harness.run(to: 40)
    #expect(said(harness).isEmpty)
    #expect(harness.score.notes == ["30 leftOut Pulse {heartRate}: the heart rate is unknown"])
  }

  @Test func `leave their sound alone where they would have had to begin before the value was known`() throws {
    let rule = CueRule(
      on: .phase, at: .every(.seconds(10)), sound: CueSound("bell"), say: try CueText("Pulse {heartRate}"), align: .end)
    var harness = try EngineHarness(Sample.silent([rule], Sample.phase("Work", .high, 60)))
    harness.updateDurations { durations in
      for value in [120, 130, 177] { durations.record(Phrase("Pulse \(value)"), length: .seconds(8)) }
    }
    harness.send(.measure(.heartRate, 120, from: nil), at: 14)
    harness.send(.measure(.heartRate, 130, from: nil), at: 16)
    harness.run(to: 55)
    #expect(said(harness) == ["bell", "bell", "Pulse 130", "bell", "bell"])
    #expect(harness.score.notes.isEmpty)
  }

  @Test(arguments: [false, true])
  func `are noted where they would have had to begin before the value was known`(isPlannedAgain: Bool) throws {
    let rule = CueRule(
      on: .phase, at: .start(offset: .seconds(30)), say: try CueText("Pulse {heartRate}"), align: .end)
    var harness = try EngineHarness(Sample.silent([rule], Sample.phase("Work", .high, 60)))
    harness.send(.measure(.heartRate, 120, from: nil), at: 29.5)
    if isPlannedAgain { harness.send(.lifecycle(.background), at: 29.7) }
    harness.run(to: 40)
    #expect(said(harness).isEmpty)
    #expect(harness.score.notes == ["30 leftOut Pulse {heartRate}: the heart rate is unknown"])
  }

  @Test(arguments: [false, true])
  func `keep their turn in the last second, however long others are with the new value`(isWokenBefore: Bool) throws {
    let rules = try ["Pulse {heartRate}", "Now {heartRate}"].map { text in
      CueRule(on: .phase, at: .start(offset: .seconds(30)), say: try CueText(text), align: .end)
    }
    var harness = try EngineHarness(Sample.silent(rules, Sample.phase("Work", .high, 60)))
    harness.updateDurations { durations in
      for name in ["Pulse", "Now"] {
        durations.record(Phrase("\(name) 99"), length: .milliseconds(450))
        durations.record(Phrase("\(name) 101"), length: .milliseconds(550))
      }
    }
    harness.send(.measure(.heartRate, 99, from: nil), at: 24)
    harness.send(.measure(.heartRate, 101, from: nil), at: 29.2)
    if isWokenBefore { harness.send(.tick, at: 29.3) }
    harness.run(to: 40)
    #expect(said(harness) == ["Pulse 99"])
  }

  /// The count is heard from 30 s on, and the words would have begun at 29.9 s. With the new value they might begin
  /// behind it; without one they have no words.
  @Test(arguments: [99, nil])
  func `are noted once where they give way in the last second, and not said then`(value: Int?) throws {
    let rules = [
      CueRule(on: .phase, at: .end(offset: .seconds(-3)), count: 3, cueClass: .countdown),
      CueRule(
        on: .phase, at: .start(offset: .milliseconds(30_550)), say: try CueText("{heartRate}"), align: .end),
    ]
    var harness = try EngineHarness(Sample.silent(rules, Sample.phase("Work", .high, 33)))
    harness.updateDurations { durations in
      durations.record(Phrase("3"), length: .milliseconds(200))
      durations.record(Phrase("121"), length: .milliseconds(650))
      durations.record(Phrase("99"), length: .milliseconds(300))
    }
    harness.send(.measure(.heartRate, 121, from: nil), at: value == nil ? 19.7 : 24)
    if let value { harness.send(.measure(.heartRate, value, from: nil), at: 29.7) }
    harness.run(to: 40)
    #expect(said(harness) == ["3", "2", "1"])
    #expect(harness.score.notes == ["30.550 leftOut {heartRate}: custom speaks then"])
  }

  @Test func `leave their sound alone`() throws {
    var harness = try EngineHarness(try Self.words("{heartRate}", sound: "bell"))
    harness.run(to: 40)
    #expect(said(harness) == ["bell"])
  }
}
