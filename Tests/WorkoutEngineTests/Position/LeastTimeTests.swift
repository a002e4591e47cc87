import Testing
import WorkoutEngine
import WorkoutModel

/// An open phase with a least time of 20 s, between two timed ones.
@Suite struct `A done before the least time` {
  private static func workout(cap: Duration? = nil, style: Style = .silent) -> Workout {
    Workout(
      name: "Hold", style: style,
      nodes: [
        .phase(Phase("Hold", .high, .open(cap: cap, atLeast: .seconds(20)))), Sample.phase("Rest", .rest, 10),
      ])
  }

  @Test func `is accepted at once and takes effect then; a second one changes nothing`() throws {
    try expectScore(
      of: Self.workout(), from: 5, .at(5, .done), .at(8, .done), .to(21), showing: [.phases, .actions],
      score: """
        5 done; end 20 = plan to 30, in the plan 0-20, edits node 1 +0 ended after 20
        8 done refused: it is done already: this phase ends by itself
        20 phase Rest (rest) 20-30
        """)
  }

  @Test func `lets the style count the last seconds`() throws {
    var harness = try EngineHarness(Self.workout(style: .hiit))
    harness.run(to: 5)
    harness.send(.done, at: 5)
    harness.run(to: 20)
    let counts = harness.score.reports.filter { $0.kind == .countdown }.map(Score.line)
    #expect(counts == ["17 countdown \"3\"", "18 countdown \"2\"", "19 countdown \"1\""])
  }

  @Test func `can be taken back where the session is, and said again`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 5)
    harness.send(.done, at: 5)
    harness.send(.undo, at: 9)
    #expect(harness.engine.position == .seconds(9))
    #expect(harness.engine.cursor?.end == nil)
    harness.send(.redo, at: 11)
    #expect(harness.engine.position == .seconds(11))
    #expect(harness.engine.cursor?.end == .seconds(20))
    harness.send(.undo, at: 12)
    harness.run(to: 30)
    harness.send(.redo, at: 30)
    #expect(harness.score.phases.last?.name == "Rest")
  }

  @Test func `is said again where it was taken back, also in a later phase that came at another time`() throws {
    var harness = try EngineHarness(Self.workout(cap: .seconds(30)))
    harness.run(to: 5)
    harness.send(.done, at: 5)
    harness.run(to: 24)
    harness.send(.undo, at: 24)
    #expect(harness.engine.position == .seconds(5))
    harness.run(to: 51)
    #expect(harness.engine.cursor?.start == .seconds(30))
    harness.send(.redo, at: 51)
    #expect(harness.engine.position == .seconds(24))
    #expect(harness.engine.cursor?.start == .seconds(20))
  }

  @Test func `ends later where the phase is extended, and not at all where it is begun again`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 5)
    harness.send(.done, at: 5)
    harness.send(.extend(by: .seconds(15)), at: 6)
    #expect(harness.engine.cursor?.end == .seconds(35))
    harness.send(.back, at: 10)
    #expect(harness.engine.position == .zero)
    #expect(harness.engine.cursor?.end == nil)
  }

  @Test func `repeats no cue before an end that it doesn't change, not even where it is taken back`() throws {
    let bell = CueRule(on: .set, at: .end(offset: .seconds(-3)), sound: CueSound("bell"))
    let group = SetGroup(.total(.seconds(15)), nodes: [.phase(Phase("Hold", .high, .open(atLeast: .seconds(20))))])
    var harness = try EngineHarness(Sample.silent([bell], .group(group)))
    harness.run(to: 12)
    for action in [Action.done, .undo, .redo] { harness.send(action, at: 12) }
    harness.run(to: 15)
    #expect(harness.score.reports.filter { $0.at != nil }.map(Score.line) == ["12 custom [bell]"])
  }

  @Test(
    arguments: [(0.0, Alignment.start, nil), (4, .start, nil), (4, .start, .warning), (3, .end, nil)]
      as [(Double, Alignment, CueClass?)], [[], [.undo], [.undo, .redo]] as [[Action]])
  func `plans nothing behind words that begin as it is said, or taken back`(
    place: (instant: Double, align: Alignment, cueClass: CueClass?), actions: [Action]
  ) throws {
    let words = CueText(pieces: [.words("Breathe in, breathe out")])
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), say: words),
      CueRule(on: .phase, at: .every(.seconds(2)), say: words, align: place.align, cueClass: place.cueClass),
    ]
    let workout = Sample.silent(rules, .phase(Phase("Hold", .high, .open(atLeast: .seconds(20)))))
    var harness = try EngineHarness(workout)
    harness.run(to: place.instant)
    for action in [.done] + actions { harness.send(action, at: place.instant) }
    harness.run(to: 18.5)
    var other = try EngineHarness(workout)
    other.run(to: 18.5)
    #expect(harness.score.reports.filter { $0.at != nil } == other.score.reports.filter { $0.at != nil })
    #expect(harness.score.notes == other.score.notes)
  }

  @Test(arguments: [Action.done, .undo, .jump(to: .seconds(17)), .extend(by: .seconds(1))])
  func `leaves out what begins with no count, as any move does to where the session is`(action: Action) throws {
    let rules = [
      CueRule(on: .phase, at: .start(offset: .seconds(17)), sound: CueSound("beep"), count: 3, cueClass: .countdown),
      CueRule(
        on: .phase, at: .start(offset: .seconds(17)), sound: CueSound("bell"), condition: Condition(counted: false)),
    ]
    let phase =
      action == .done
      ? Phase("Hold", .high, .open(atLeast: .seconds(20))) : Phase("Hold", .high, .after(.fixed(.seconds(20))))
    var harness = try EngineHarness(Sample.silent(rules, .phase(phase)))
    harness.run(to: 17)
    if action == .undo { harness.send(.extend(by: .seconds(1)), at: 17) }
    harness.send(action, at: 17)
    harness.run(to: 19)
    #expect(!harness.score.reports.contains { $0.sound == "bell" && $0.at != nil })
  }

  @Test func `cancels words of another phase that wait, if the workout is too short for them now`() throws {
    let words = CueText(pieces: [.words("Breathe in, breathe out")])
    let rules = [
      CueRule(on: .phase, at: .start(offset: .zero), say: words),
      CueRule(
        on: .workout, at: .start(offset: .milliseconds(4900)), say: words,
        condition: Condition(longerThan: .seconds(40))),
    ]
    var harness = try EngineHarness(
      Sample.silent(
        rules, Sample.phase("Walk", .low, 5),
        .phase(Phase("Hold", .high, .open(cap: .seconds(60), atLeast: .seconds(20))))))
    harness.run(to: 6)
    harness.send(.done, at: 6)
    harness.run(to: 25)
    #expect(harness.score.reports.map(\.outcome) == [.onTime, .onTime, .cancelled])
  }

  @Test func `cancels what it leaves beyond the end, also at the start of the phase`() throws {
    let bell = CueRule(on: .phase, at: .start(offset: .seconds(25)), sound: CueSound("bell"))
    for instant in [0.0, 4] {
      var harness = try EngineHarness(
        Sample.silent([bell], .phase(Phase("Hold", .high, .open(atLeast: .seconds(20))))))
      harness.run(to: instant)
      harness.send(.done, at: instant)
      #expect(harness.score.reports.map(\.outcome) == [.cancelled], "at \(instant) s")
    }
  }

  @Test func `doesn't hold a skip`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 5)
    harness.send(.done, at: 5)
    harness.send(.skip, at: 6)
    #expect(harness.score.phases.map(\.name) == ["Hold", "Rest"])
    #expect(harness.engine.position == .seconds(6))
  }

  @Test func `stands through a pause and the end of the process`() throws {
    var harness = try EngineHarness(Self.workout())
    harness.run(to: 5)
    harness.send(.done, at: 5)
    harness.send(.pause, at: 7)
    harness.run(to: 60)
    try harness.replay()
    harness.send(.resume, at: 60)
    harness.run(to: 72)
    #expect(harness.score.phases.count == 1)
    harness.run(to: 73)
    #expect(harness.score.phases.map(\.name) == ["Hold", "Rest"])
  }

  @Test func `ends with the cap or the group where that comes first, and as usual after the least time`() throws {
    let group = SetGroup(.total(.seconds(15)), nodes: [.phase(Phase("Hold", .high, .open(atLeast: .seconds(20))))])
    var short = try EngineHarness(Sample.silent([], .group(group), Sample.phase("Rest", .rest, 10)))
    short.run(to: 5)
    short.send(.done, at: 5)
    short.run(to: 15)
    #expect(short.score.phases.map { Score.seconds($0.start) } == ["0", "15"])
    var late = try EngineHarness(Self.workout(cap: .seconds(60)))
    late.run(to: 25)
    late.send(.done, at: 25)
    #expect(late.score.phases.map { Score.seconds($0.start) } == ["0", "25"])
  }
}
