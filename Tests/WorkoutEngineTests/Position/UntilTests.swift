import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

/// A phase that ends when the heart rate has been below 120 for 5 s, with a cap of a minute, and a timed one.
@Suite struct `A phase that a measurement ends` {
  private static func phase(
    atLeast: Duration? = nil, cap: Int = 60, hold: Int = 5,
    level: Target.Part = Target.Part(.beatsPerMinute, 120_000)
  ) -> Node {
    let until = Until(.heartRate, .below, level, hold: .seconds(hold))
    return .phase(Phase("Recover", .low, .open(cap: .seconds(cap), atLeast: atLeast, until: until)))
  }

  private static func harness(_ phase: Node = phase(), policies: Policies = Policies()) throws -> EngineHarness {
    try EngineHarness(Sample.silent([], phase, Sample.phase("Work", .high, 30)), policies: policies)
  }

  /// The ends of open phases, each with its instant and its cause.
  private func ends(_ harness: EngineHarness) -> String {
    let ends = harness.events.compactMap { event -> String? in
      guard case .phaseEnded(let ending) = event.kind else { return nil }
      return "\(Score.seconds(event.at)) \(ending.name) \(ending.cause.rawValue)"
    }
    return ends.joined(separator: ", ")
  }

  private func starts(_ harness: EngineHarness) -> String {
    harness.score.phases.map { "\(Score.seconds($0.start)) \($0.name)" }.joined(separator: ", ")
  }

  private func rate(_ value: Int) -> Action { .measure(.heartRate, value, from: nil) }

  @Test func `ends when it has held for exactly its time, and not a nanosecond before`() throws {
    var harness = try Self.harness()
    harness.send(rate(110), at: 3)
    #expect(harness.engine.nextDeadline == .seconds(8))
    harness.send(.tick, at: 7.999_999_999)
    #expect(ends(harness) == "")
    harness.run(to: 20)
    #expect(ends(harness) == "8 Recover until" && starts(harness) == "0 Recover, 8 Work")
  }

  @Test func `needs a value below its level, not one at it`() throws {
    var harness = try Self.harness()
    harness.send(rate(120), at: 3)
    harness.run(to: 70)
    #expect(ends(harness) == "60 Recover cap")
  }

  @Test func `begins to count again when the value has been above in between`() throws {
    var harness = try Self.harness()
    for (second, value) in [(3.0, 110), (7, 130), (9, 100)] { harness.send(rate(value), at: second) }
    harness.run(to: 20)
    #expect(ends(harness) == "14 Recover until")
  }

  @Test func `begins to count again when the value has been unknown in between`() throws {
    var harness = try Self.harness(Self.phase(hold: 12))
    for second in [3.0, 14, 20] {
      harness.run(to: second)
      harness.send(rate(110), at: second)
    }
    harness.run(to: 30)
    #expect(ends(harness) == "26 Recover until")
  }

  @Test func `has held if the value becomes unknown at the very instant at which its time is over`() throws {
    let hold = Until(
      .heartRate, .below, Target.Part(.beatsPerMinute, 120_000), hold: .seconds(10) + .nanoseconds(1))
    var harness = try Self.harness(.phase(Phase("Recover", .low, .open(cap: .seconds(60), until: hold))))
    harness.send(rate(110), at: 3)
    harness.run(to: 20)
    #expect(ends(harness) == "13 Recover until")
  }

  @Test func `never ends while the value goes up and down around the level`() throws {
    var harness = try Self.harness()
    for second in 0..<60 {
      harness.run(to: Double(second))
      harness.send(rate(second % 2 == 0 ? 119 : 121), at: Double(second))
    }
    harness.run(to: 61)
    #expect(ends(harness) == "60 Recover cap")
  }

  @Test func `lasts its least time, and on where the value is above then`() throws {
    var held = try Self.harness(Self.phase(atLeast: .seconds(20)))
    var lost = try Self.harness(Self.phase(atLeast: .seconds(20)))
    for second in [1.0, 9, 18] {
      held.run(to: second)
      lost.run(to: second)
      held.send(rate(110), at: second)
      lost.send(rate(second < 18 ? 110 : 150), at: second)
    }
    held.run(to: 70)
    lost.run(to: 70)
    #expect(ends(held) == "20 Recover until" && ends(lost) == "60 Recover cap")
  }

  @Test func `ends at its cap without a measurement, and by the measurement where both come at once`() throws {
    var unmeasured = try Self.harness()
    unmeasured.run(to: 70)
    #expect(ends(unmeasured) == "60 Recover cap")
    var both = try Self.harness()
    both.send(rate(110), at: 55)
    both.run(to: 70)
    #expect(ends(both) == "60 Recover until")
  }

  @Test func `counts neither what held before the phase nor a time that is paused`() throws {
    var before = try EngineHarness(Sample.silent([], Sample.phase("Work", .high, 10), Self.phase()))
    before.send(rate(110), at: 2)
    before.send(rate(110), at: 9)
    before.run(to: 20)
    #expect(ends(before) == "15 Recover until")
    var paused = try Self.harness()
    paused.send(rate(110), at: 3)
    paused.send(.pause, at: 6)
    paused.run(to: 9)
    paused.send(.resume, at: 9)
    paused.run(to: 30)
    #expect(ends(paused) == "11 Recover until")
  }

  @Test func `never ends while it is paused, and follows the value meanwhile`() throws {
    var harness = try Self.harness()
    harness.send(rate(110), at: 3)
    harness.send(.pause, at: 6)
    for second in 10..<40 { harness.send(rate(second == 20 ? 250 : 90), at: Double(second)) }
    harness.send(rate(180), at: 40)
    harness.send(rate(180), at: 46)
    harness.send(rate(90), at: 52)
    harness.send(.resume, at: 53)
    #expect(ends(harness) == "")
    harness.run(to: 60)
    #expect(ends(harness) == "58 Recover until")
  }

  @Test func `ends as before where it is extended, and its cap comes later`() throws {
    var held = try Self.harness()
    held.send(rate(110), at: 3)
    held.send(.extend(by: .seconds(15)), at: 5)
    held.run(to: 30)
    #expect(ends(held) == "8 Recover until")
    #expect(held.engine.state.history.undoable == 0)
    var unmeasured = try Self.harness()
    unmeasured.send(.extend(by: .seconds(15)), at: 5)
    unmeasured.run(to: 90)
    #expect(ends(unmeasured) == "75 Recover cap")
  }

  @Test(arguments: [Action.restartPhase, .back, .seek(by: .seconds(-4)), .seek(by: .seconds(20))])
  func `counts from the start after a move`(move: Action) throws {
    var harness = try Self.harness()
    harness.send(rate(110), at: 3)
    harness.send(move, at: 6)
    harness.run(to: 20)
    #expect(ends(harness) == "11 Recover until")
  }

  @Test func `is no move: an undo afterwards takes back what the user did before`() throws {
    var harness = try Self.harness()
    harness.send(rate(110), at: 3)
    harness.run(to: 10)
    harness.send(.undo, at: 10)
    #expect(harness.answers == ["measure: accepted", "undo: there is nothing to undo"])
    harness.send(.back, at: 10.5)
    harness.send(.back, at: 11)
    #expect(harness.score.phases.last?.name == "Recover" && harness.engine.cursor?.end == .seconds(60))
    // The last value ages.
    harness.run(to: 12)
    harness.send(.undo, at: 12)
    #expect(harness.score.phases.last?.name == "Work")
  }

  @Test func `is ended by the user as ever, who may be early`() throws {
    var harness = try Self.harness(Self.phase(atLeast: .seconds(20)))
    harness.send(rate(110), at: 3)
    harness.send(.done, at: 5)
    #expect(ends(harness) == "")
    harness.run(to: 21)
    #expect(ends(harness) == "20 Recover atLeast")
    var whole = try Self.harness()
    whole.send(rate(110), at: 3)
    whole.send(.done, at: 5)
    whole.run(to: 9)
    #expect(ends(whole) == "5 Recover done")
  }

  @Test func `stands in what is stored; another process knows nothing of what was measured`() throws {
    var harness = try Self.harness()
    harness.send(rate(110), at: 3)
    harness.run(to: 6)
    let snapshot = harness.engine.snapshot
    try harness.restore()
    harness.run(to: 10)
    #expect(ends(harness) == "8 Recover until")
    let paused = try #require(snapshot.paused)
    var resumed = try Engine(restoring: paused, harness.engine.timeline)
    for action in [Action.prepared, .resume] { _ = resumed.send(action, at: .zero) }
    _ = resumed.send(.tick, at: .seconds(30))
    #expect(resumed.cursor?.end == .seconds(60) && resumed.position == .seconds(36))
  }

  @Test func `is no reason to store the session again: a resume forgets what was measured`() throws {
    var harness = try Self.harness()
    harness.run(to: 2)
    let earlier = harness.engine.snapshot
    harness.send(rate(110), at: 3)
    harness.run(to: 6)
    #expect(harness.engine.snapshot.isLater(than: earlier))
  }
}

extension `A phase that a measurement ends` {
  @Test func `fades out the last phase as a done does, also after an extension`() throws {
    let workout = Workout(
      name: "Last", style: .silent, ambient: Ambient(sound: "rain"), nodes: [Self.phase()])
    var harness = try EngineHarness(workout)
    harness.send(rate(110), at: 3)
    harness.send(.extend(by: .seconds(15)), at: 4)
    harness.run(to: 8)
    #expect(ends(harness) == "8 Recover until" && harness.score.finished == nil)
    #expect(harness.engine.cursor?.end == .seconds(8))
    harness.send(.redo, at: 8.5)
    harness.send(.undo, at: 8.5)
    #expect(harness.answers.suffix(2).allSatisfy { $0.contains("there is nothing to") })
    harness.run(to: 20)
    #expect(harness.score.finished == .seconds(8) && ends(harness) == "8 Recover until")
  }

  @Test func `leads to the next set, to the rest of an interval, and to what follows a group`() throws {
    func starts(_ repetition: Repetition) throws -> String {
      var harness = try EngineHarness(
        Sample.silent(
          [], .group(SetGroup(repetition, nodes: [Self.phase(cap: 20)])), Sample.phase("Out", .cooldown, 10)))
      for second in 0..<70 {
        harness.run(to: Double(second))
        harness.send(rate(100), at: Double(second))
      }
      return self.starts(harness)
    }
    #expect(try starts(.sets(3)) == "0 Recover, 5 Recover, 10 Recover, 15 Out")
    #expect(try starts(.total(.seconds(12))) == "0 Recover, 5 Recover, 10 Recover, 12 Out")
    #expect(try starts(.capped(sets: 9, cap: .seconds(11))) == "0 Recover, 5 Recover, 10 Recover, 11 Out")
    #expect(
      try starts(.interval(sets: 2, every: .fixed(.seconds(30))))
        == "0 Recover, 5 Rest, 30 Recover, 35 Rest, 60 Out")
  }

  @Test func `tells that the clock of a group has cut it off`() throws {
    var harness = try EngineHarness(
      Sample.silent([], .group(SetGroup(.total(.seconds(25)), nodes: [Self.phase(cap: 20)]))))
    harness.run(to: 30)
    #expect(ends(harness) == "20 Recover cap, 25 Recover limit")
  }

  @Test func `takes a share of the person's own number, and waits for the cap where that isn't known`() throws {
    let share = Self.phase(level: Target.Part(.percentOfMaximumHeartRate, 65_000))
    func end(_ value: Int, _ body: BodyProfile) throws -> String {
      var harness = try Self.harness(share, policies: Policies(body: body))
      harness.send(rate(value), at: 3)
      harness.run(to: 70)
      return ends(harness)
    }
    #expect(try end(119, BodyProfile(maxHeartRate: 185)) == "8 Recover until")
    #expect(try end(120, BodyProfile(maxHeartRate: 185)) == "60 Recover cap")
    #expect(try end(119, BodyProfile(thresholdHeartRate: 185)) == "60 Recover cap")
  }

  @Test func `never depends on how often the host is woken`() throws {
    var (awake, asleep) = (try Self.harness(), try Self.harness())
    for (second, value) in [(1.0, 130), (2.5, 110), (4, 111), (7, 112), (9, 90), (11, 90), (30, 90)] {
      awake.run(to: second)
      awake.send(rate(value), at: second)
      asleep.send(rate(value), at: second)
    }
    #expect(awake.engine.state == asleep.engine.state && ends(awake) == ends(asleep) && ends(awake) != "")
  }
}
