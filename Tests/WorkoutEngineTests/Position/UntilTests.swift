import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

/// A phase that ends when the heart rate has been below 120 for 5 s, with a cap of a minute, and a timed one.
@Suite struct `A phase that a measurement ends` {
  static func phase(
    atLeast: Duration? = nil, cap: Int = 60, hold: Int = 5,
    level: Target.Part = Target.Part(.beatsPerMinute, 120_000)
  ) -> Node {
    let until = Until(.heartRate, .below, level, hold: .seconds(hold))
    return .phase(Phase("Recover", .low, .open(cap: .seconds(cap), atLeast: atLeast, until: until)))
  }

  static func harness(_ phase: Node = phase(), policies: Policies = Policies()) throws -> EngineHarness {
    try EngineHarness(Sample.silent([], phase, Sample.phase("Work", .high, 30)), policies: policies)
  }

  /// The ends of open phases, each with its instant and its cause.
  func ends(_ harness: EngineHarness) -> String {
    harness.events.compactMap { event -> String? in
      guard case .phaseEnded(let ending) = event.kind else { return nil }
      return "\(Score.seconds(event.at)) \(ending.name) \(ending.cause.rawValue)"
    }.joined(separator: ", ")
  }

  private func starts(_ harness: EngineHarness) -> String {
    harness.score.phases.map { "\(Score.seconds($0.start)) \($0.name)" }.joined(separator: ", ")
  }

  @Test func `ends when it has held for exactly its time, and not a nanosecond before`() throws {
    var harness = try Self.harness()
    harness.measure(110, at: 3)
    #expect(harness.engine.nextDeadline == .seconds(8))
    harness.send(.tick, at: 7.999_999_999)
    #expect(ends(harness) == "")
    harness.run(to: 20)
    #expect(ends(harness) == "8 Recover until" && starts(harness) == "0 Recover, 8 Work")
  }

  @Test func `needs a value below its level, not one at it`() throws {
    var harness = try Self.harness()
    harness.measure(120, at: 3)
    harness.run(to: 70)
    #expect(ends(harness) == "60 Recover cap")
  }

  @Test func `begins to count again when the value has been above in between`() throws {
    var harness = try Self.harness()
    for (second, value) in [(3.0, 110), (7, 130), (9, 100), (11, 100)] { harness.measure(value, at: second) }
    harness.run(to: 20)
    #expect(ends(harness) == "14 Recover until")
  }

  @Test func `begins to count again after more than five seconds without a measurement`() throws {
    var harness = try Self.harness(Self.phase(hold: 12))
    for second in [3.0, 8, 13.001, 17, 20, 24] {
      harness.run(to: second)
      harness.measure(110, at: second)
    }
    harness.run(to: 30)
    #expect(ends(harness) == "25.001 Recover until")
  }

  @Test func `needs two measurements that agree, and counts from the first of them`() throws {
    for (measured, end) in [
      // Neither a lone one after a gap nor one among others is enough.
      ([(1.0, 150), (2, 150), (8, 110)], "60 Recover cap"), ([(1, 150), (5, 110)], "60 Recover cap"),
      ([(3, 110)], "60 Recover cap"), ([(3, 110), (9, 110), (15, 110)], "60 Recover cap"),
      ([(1, 150), (2, 150), (8, 110), (12, 110)], "13 Recover until"), ([(3, 110), (8, 110)], "8 Recover until"),
      // A strap without contact tells nothing.
      ([(3, 110), (4, 0), (5, 0)], "60 Recover cap"), ([(3, 110), (4, 0), (5, 110)], "8 Recover until"),
    ] as [([(Double, Int)], String)] {
      var harness = try Self.harness()
      for (second, value) in measured {
        harness.run(to: second)
        harness.send(.measure(.heartRate, value, from: nil), at: second)
      }
      harness.run(to: 70)
      #expect(ends(harness) == end, "\(measured)")
    }
  }

  @Test func `is confirmed by no measurement of another signal`() throws {
    for (signal, end) in [(Signal.power, "60 Recover cap"), (.heartRate, "8 Recover until")] {
      var harness = try Self.harness()
      harness.send(.measure(.heartRate, 110, from: nil), at: 3)
      harness.send(.measure(signal, 110, from: nil), at: 4)
      harness.run(to: 70)
      #expect(ends(harness) == end)
    }
  }

  @Test func `has held if a gap begins at the very instant at which its time is over`() throws {
    let hold = Until(
      .heartRate, .below, Target.Part(.beatsPerMinute, 120_000), hold: .seconds(5) + .nanoseconds(1))
    var harness = try Self.harness(.phase(Phase("Recover", .low, .open(cap: .seconds(60), until: hold))))
    harness.measure(110, at: 3)
    harness.run(to: 20)
    #expect(ends(harness) == "8 Recover until")
  }

  @Test func `never ends while the value goes up and down around the level`() throws {
    var harness = try Self.harness()
    for second in 0..<60 {
      harness.run(to: Double(second))
      harness.measure(second % 2 == 0 ? 119 : 121, at: Double(second))
    }
    harness.run(to: 61)
    #expect(ends(harness) == "60 Recover cap")
  }

  @Test func `lasts its least time, and on where the value is above then`() throws {
    var held = try Self.harness(Self.phase(atLeast: .seconds(20)))
    var lost = try Self.harness(Self.phase(atLeast: .seconds(20)))
    for second in [1.0, 5, 9, 13, 17] {
      held.run(to: second)
      lost.run(to: second)
      held.measure(110, at: second)
      lost.measure(second < 17 ? 110 : 150, at: second)
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
    both.measure(110, at: 55)
    both.run(to: 70)
    #expect(ends(both) == "60 Recover until")
  }

  @Test func `counts neither what held before the phase nor a time that is paused`() throws {
    var before = try EngineHarness(Sample.silent([], Sample.phase("Work", .high, 10), Self.phase()))
    before.measure(110, at: 2)
    for second in [9.0, 12] { before.measure(110, at: second) }
    before.run(to: 20)
    #expect(ends(before) == "15 Recover until")
    var paused = try Self.harness()
    paused.measure(110, at: 3)
    paused.send(.pause, at: 6)
    paused.measure(110, at: 7)
    paused.run(to: 9)
    paused.send(.resume, at: 9)
    paused.run(to: 30)
    #expect(ends(paused) == "11 Recover until")
  }

  @Test func `never ends while it is paused, and follows the value meanwhile`() throws {
    var harness = try Self.harness()
    harness.measure(110, at: 3)
    harness.send(.pause, at: 6)
    for second in 10..<40 { harness.measure(second == 20 ? 250 : 90, at: Double(second)) }
    harness.measure(180, at: 40)
    harness.measure(180, at: 46)
    harness.measure(90, at: 52)
    harness.send(.resume, at: 53)
    harness.measure(90, at: 55)
    #expect(ends(harness) == "")
    harness.run(to: 60)
    #expect(ends(harness) == "58 Recover until")
  }

  @Test func `ends as before where it is extended, and its cap comes later`() throws {
    var held = try Self.harness()
    held.measure(110, at: 3)
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
    harness.measure(110, at: 3)
    harness.send(move, at: 6)
    harness.measure(110, at: 7)
    harness.run(to: 20)
    #expect(ends(harness) == "11 Recover until")
  }

  @Test func `is no move: an undo afterwards takes back what the user did before`() throws {
    var harness = try Self.harness()
    harness.measure(110, at: 3)
    harness.run(to: 10)
    harness.send(.undo, at: 10)
    #expect(harness.answers.last == "undo: there is nothing to undo")
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
    harness.measure(110, at: 3)
    harness.send(.done, at: 5)
    #expect(ends(harness) == "")
    harness.run(to: 21)
    #expect(ends(harness) == "20 Recover atLeast")
    var whole = try Self.harness()
    whole.measure(110, at: 3)
    whole.send(.done, at: 5)
    whole.run(to: 9)
    #expect(ends(whole) == "5 Recover done")
  }
}

extension `A phase that a measurement ends` {
  @Test func `fades out the last phase as a done does, also after an extension`() throws {
    let workout = Workout(
      name: "Last", style: .silent, ambient: Ambient(sound: "rain"), nodes: [Self.phase()])
    var harness = try EngineHarness(workout)
    harness.measure(110, at: 3)
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
        harness.measure(100, at: Double(second))
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
      harness.measure(value, at: 3)
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
      awake.measure(value, at: second)
      asleep.measure(value, at: second)
    }
    #expect(awake.engine.state == asleep.engine.state && ends(awake) == ends(asleep) && ends(awake) != "")
  }
}
