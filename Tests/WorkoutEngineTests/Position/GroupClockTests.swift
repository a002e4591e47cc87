import Testing
import WorkoutEngine
import WorkoutModel

/// A class has one clock: the end of a group with `for`, `cap` or `every` stays where it is, whatever is skipped or
/// undone inside it.
@Suite struct `The clock of a group` {
  private static func open(_ name: String, cap: Int? = nil) -> Node {
    .phase(Phase(PerSet(name), .high, .open(cap: cap.map { .seconds($0) })))
  }

  /// Rounds of two open phases for a minute, and a timed phase.
  private static let rounds = Sample.silent(
    [], .group(SetGroup(.total(.seconds(60)), nodes: [open("Pull", cap: 50), open("Push")])),
    Sample.phase("Walk", .low, 20))
  /// Rounds of two timed phases for a minute, and another one.
  private static let timed = Sample.silent(
    [],
    .group(
      SetGroup(.total(.seconds(60)), nodes: [Sample.phase("Row", .high, 40), Sample.phase("Rest", .low, 10)])),
    Sample.phase("Walk", .low, 20))

  private func starts(_ harness: EngineHarness) -> String {
    harness.events.compactMap { event -> String? in
      guard case .phaseStarted(let phase) = event.kind else { return nil }
      return "\(Score.seconds(event.at)) \(phase.name)"
    }.joined(separator: ", ")
  }

  @Test func `runs on where a done is undone: the place comes back, and the limit stays`() throws {
    var harness = try EngineHarness(Self.rounds)
    harness.send(.done, at: 10)
    harness.send(.undo, at: 25)
    #expect(harness.engine.position == .seconds(10) && harness.engine.cursor?.start == .zero)
    harness.send(.done, at: 30)
    harness.run(to: 90)
    #expect(starts(harness) == "0 Pull, 10 Push, 25 Pull, 30 Push, 60 Walk")
    #expect(harness.score.finished == .seconds(80))
  }

  @Test func `leaves a phase that comes back as it was, unless its time is over before`() throws {
    var harness = try EngineHarness(Self.timed)
    harness.send(.skip, at: 10)
    harness.send(.undo, at: 18)
    #expect(harness.engine.position == .seconds(10) && harness.engine.cursor?.end == .seconds(40))
    harness.send(.skip, at: 20)
    harness.send(.undo, at: 45)
    // Twelve seconds had passed, and fifteen are left of the minute.
    #expect(harness.engine.position == .seconds(12) && harness.engine.cursor?.end == .seconds(27))
    harness.run(to: 90)
    #expect(harness.score.finished == .seconds(80))
  }

  @Test func `runs on where an undo is taken back, too`() throws {
    var harness = try EngineHarness(Self.rounds)
    harness.send(.done, at: 10)
    harness.send(.undo, at: 20)
    harness.send(.redo, at: 35)
    #expect(harness.engine.position == .seconds(20) && harness.engine.cursor?.start == .seconds(10))
    harness.run(to: 90)
    #expect(starts(harness) == "0 Pull, 10 Push, 20 Pull, 35 Push, 60 Walk")
  }

  /// An inner limit that is over doesn't stop the outer one: an interval, a cap inside, and a held *done*.
  @Test(arguments: [
    (SetGroup(.totalInterval(total: .seconds(80), every: .fixed(.seconds(30))), nodes: [open("Row")]), 25.0, 32.0, 80),
    (
      SetGroup(
        .total(.seconds(80)),
        nodes: [
          .group(SetGroup(.capped(sets: 2, cap: .seconds(20)), nodes: [open("Row")])), Sample.phase("Rest", .low, 30),
        ]),
      18, 22, 80
    ),
    (
      SetGroup(
        .total(.seconds(60)),
        nodes: [.phase(Phase("Hold", .high, .open(atLeast: .seconds(10)))), Sample.phase("Rest", .low, 10)]), 5, 13, 60
    ),
  ])
  func `runs on outside a limit that is over`(group: SetGroup, done: Double, undo: Double, end: Int) throws {
    var harness = try EngineHarness(Sample.silent([], .group(group), Sample.phase("Walk", .low, 10)))
    harness.send(.done, at: done)
    harness.run(to: undo)
    harness.send(.undo, at: undo)
    harness.run(to: 200)
    #expect(starts(harness).hasSuffix("\(end) Walk") && harness.score.finished == .seconds(end + 10))
  }

  @Test func `loses nothing by a skip, which takes the rest of its phase out of the round and says how much`() throws {
    var harness = try EngineHarness(Self.timed)
    harness.send(.skip, at: 10)
    harness.run(to: 100)
    #expect(starts(harness) == "0 Row, 10 Rest, 20 Row, 60 Walk" && harness.score.finished == .seconds(80))
    #expect(harness.events.compactMap(\.left) == [.seconds(30)])
  }

  @Test func `of an interval leaves what is skipped to its rest`() throws {
    let sets = SetGroup(.interval(sets: 2, every: .fixed(.seconds(30))), nodes: [Sample.phase("Row", .high, 20)])
    var harness = try EngineHarness(Sample.silent([], .group(sets)))
    harness.send(.skip, at: 5)
    harness.run(to: 70)
    #expect(starts(harness) == "0 Row, 5 Rest, 30 Row, 50 Rest" && harness.score.finished == .seconds(60))
  }

  @Test func `isn't there without a limit: a skip moves on in the plan, and an undo goes back`() throws {
    let sets = SetGroup(.sets(2), nodes: [Sample.phase("Row", .high, 40), Sample.phase("Rest", .low, 10)])
    var harness = try EngineHarness(Sample.silent([], .group(sets)))
    harness.send(.skip, at: 10)
    #expect(harness.engine.position == .seconds(40))
    harness.send(.undo, at: 18)
    #expect(harness.engine.position == .seconds(10))
    #expect(harness.events.compactMap(\.left) == [.seconds(30)])
  }

  @Test func `is over where its group is: an undo goes back to before`() throws {
    var harness = try EngineHarness(Self.rounds)
    harness.send(.done, at: 50)
    harness.send(.undo, at: 65)
    #expect(harness.engine.position == .seconds(50))
  }

  /// The group's end is known while its phases are not: the count to it continues, and its completion isn't cancelled.
  @Test(arguments: [27.7, 28, 29])
  func `is counted to its end, whichever phase lasts until then`(done: Double) throws {
    let block = SetGroup(.total(.seconds(30)), nodes: [Self.open("Push")])
    var harness = try EngineHarness(Workout(name: "Reps", style: .hiit, nodes: [.group(block)]))
    harness.run(to: done)
    harness.send(.done, at: done)
    harness.run(to: 40)
    let numbers = harness.score.reports.filter { $0.kind == .countdown && $0.at != nil }.map(Score.line)
    #expect(numbers == ["27 countdown \"3\"", "28 countdown \"2\"", "29 countdown \"1\""])
  }

  /// A host that wakes up late finds the number and the end of its phase at once, and says the number once.
  @Test(arguments: [28, 28.4, 28.9])
  func `is counted once where a phase ends by itself at a number`(wakeUp: Double) throws {
    let until = Until(.heartRate, .above, Target.Part(.beatsPerMinute, 150_000), hold: .seconds(5))
    let push = Node.phase(Phase("Push", .high, .open(cap: .seconds(30), until: until)))
    let block = SetGroup(.interval(sets: 1, every: .fixed(.seconds(30))), nodes: [push])
    var harness = try EngineHarness(Workout(name: "Reps", style: .hiit, nodes: [.group(block)]))
    harness.measure(160, at: 23)
    harness.run(to: 27.5)
    harness.send(.tick, at: wakeUp)
    harness.run(to: 40)
    let numbers = harness.score.reports.filter { $0.kind == .countdown && $0.outcome != .cancelled }
    #expect(numbers.map(\.phrase?.text) == ["3", "2", "1"])
  }

  @Test(arguments: [[10.0], [29.5], [5, 15, 25]])
  func `has one outcome for each cue of what lasts on`(dones: [Double]) throws {
    let block = SetGroup(.total(.seconds(120)), nodes: [Self.open("Row")])
    var harness = try EngineHarness(Workout(name: "Once", style: .hiit, nodes: [.group(block)]))
    for done in dones { harness.send(.done, at: done) }
    harness.run(to: 130)
    let closing = harness.score.reports.filter { $0.kind == .completion }
    #expect(closing.map(\.outcome) == [.onTime] && harness.score.finished == .seconds(120))
  }
}
