import DriftSimulation
import SessionControl
import SessionReporting
import StrictJSON
import Testing
import WorkoutEngine
import WorkoutModel

/// A session of a random workout on virtual time with actions at random instants, and what its observers see.
private struct ObservedRun {
  private(set) var engine: Engine
  private(set) var session: ObservedSession
  private var random: SeededRandom
  /// What was observed otherwise than it is.
  private(set) var complaints: [String] = []
  /// The phase that is to follow the current one.
  private var expected: [ObservedPhase] = []
  private(set) var phases = 0
  private let doesMove: Bool

  /// A run in which the user only ends phases, or with `doesMove` also pauses and moves.
  init(_ seed: UInt64, doesMove: Bool) throws {
    engine = Engine(try Timeline(WorkoutGenerator().workout(seed: seed), seed: seed))
    session = ObservedSession(engine)
    random = SeededRandom(seed: seed)
    self.doesMove = doesMove
  }

  /// Plays up to `count` steps.
  mutating func play(_ count: Int) {
    send(.start, at: .zero)
    send(.prepared, at: .zero)
    for _ in 0..<count where !engine.playback.isOver { step() }
  }

  private mutating func step() {
    let isOpen = engine.cursor.map { engine.timeline.endsByUser($0.id) } ?? false
    let deadline = engine.nextDeadline
    let moment = engine.now + .milliseconds(1 + random.below(20_000))
    // An action comes now and then, and always where nothing else would.
    guard deadline == nil || isOpen && random.below(3) == 0 || doesMove && random.below(6) == 0 else {
      return send(.tick, at: deadline ?? moment)
    }
    var last = deadline
    while let deadline = last, deadline < moment {
      send(.tick, at: deadline)
      last = engine.nextDeadline
      if engine.playback.isOver { return }
    }
    send(action(isOpen: isOpen), at: max(moment, engine.now))
  }

  private mutating func action(isOpen: Bool) -> Action {
    guard doesMove else { return .done }
    switch random.below(16) {
    case 0: return .pause
    case 1, 2, 3: return .resume
    case 4: return .extend(by: .seconds(random.below(60) - 20))
    case 5: return .back
    case 6: return .restartPhase
    case 7: return .undo
    case 8: return .redo
    case 9: return .jump(to: .seconds(random.below(300)))
    case 10: return .seek(by: .seconds(random.below(20) - 10))
    case 11: return .setVolume(Double(random.below(70) - 60))
    case 12: return .jumpToSet(1 + random.below(5))
    case 13: return random.below(2) == 0 ? .audioLost : .audioRestored
    default: return isOpen ? .done : .skip
    }
  }

  private mutating func send(_ action: Action, at instant: Duration) {
    for event in engine.send(action, at: instant).events {
      if case .phaseStarted(let report) = event.kind { arrive(at: report.cursor, by: action, from: session.cursor) }
      session.observe(SessionEvent(event))
      expected = session.ahead(1)
    }
    compare(after: action)
  }

  /// What follows is what was to follow, with its place and length where they were known.
  private mutating func arrive(at cursor: Cursor, by action: Action, from left: Cursor?) {
    defer { phases += 1 }
    // Overtime is no phase that follows.
    guard let left, phases > 0, !engine.timeline.isOvertime(cursor.id) else { return }
    let endsByUser = engine.timeline.endsByUser(left.id)
    // A limit of the clock may end an open phase, whose end it knows.
    guard action == .done || action == .tick && (!endsByUser || left.end == nil), let next = expected.first else {
      return
    }
    if next.id != cursor.id { complaints.append("\(left.id) at \(left.start): \(next.name), then \(cursor.id)") }
    if let position = next.position, position != cursor.start { complaints.append("\(next.name) at \(cursor.start)") }
    if !endsByUser, let length = next.length, length != cursor.segment.length {
      complaints.append("\(next.name) lasts \(length)")
    }
  }

  /// The session that was observed event by event is the one that the engine has.
  private mutating func compare(after action: Action) {
    // Neither the last cue nor the report on the output belongs to the engine's state.
    let properties = SessionPropertySet.watchable.subtracting([.lastCue, .audio])
    let fresh = ObservedSession(engine)
    let seen = session.values(of: properties, at: engine.now).line()
    let known = fresh.values(of: properties, at: engine.now).line()
    if seen != known { complaints.append("after \(action) at \(engine.now):\n\(seen)\n\(known)") }
  }
}

@Suite struct `What is observed of random sessions` {
  @Test(arguments: 0..<4)
  func `has next what then follows, whenever the user ends an open phase`(hundreds: UInt64) throws {
    var phases = 0
    for seed in (hundreds * 250 + 1)...(hundreds * 250 + 60) {
      var run = try ObservedRun(seed, doesMove: false)
      run.play(150)
      #expect(run.complaints.isEmpty, "seed \(seed): \(run.complaints.first ?? "")")
      phases += run.phases
    }
    #expect(phases > 200)
  }

  @Test(arguments: 0..<4)
  func `is what the engine has, after each step and whatever the user does`(hundreds: UInt64) throws {
    for seed in (hundreds * 250 + 5_001)...(hundreds * 250 + 5_060) {
      var run = try ObservedRun(seed, doesMove: true)
      run.play(120)
      #expect(run.complaints.isEmpty, "seed \(seed): \(run.complaints.first ?? "")")
    }
  }
}
