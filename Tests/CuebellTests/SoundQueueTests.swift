import CuebellTesting
import Testing
import WorkoutModel

/// What is heard of a session.
private struct HeardSounds {
  private(set) var sounds: [Effect] = []

  mutating func play(_ effect: Effect) { sounds.append(effect) }

  /// What is due later, and silenced now, isn't heard.
  mutating func silence(_ scope: Effect.SilenceScope, at instant: Duration) {
    sounds.removeAll { sound in
      guard sound.due > instant else { return false }
      guard case .speak(let words) = sound.kind else { return scope == .everything }
      return scope.includes(wordsOf: words.cue)
    }
  }

  mutating func withdraw(_ effect: Effect) -> Bool {
    guard let index = sounds.firstIndex(of: effect) else { return false }
    sounds.remove(at: index)
    return true
  }

  /// By instants; what is due together in the order of its cues.
  var inOrder: [String] {
    sounds.sorted { ($0.due, "\($0.kind)") < ($1.due, "\($1.kind)") }.map { "\($0.due) \($0.kind)" }
  }
}

/// A session that is woken at each of its deadlines.
private struct Attended {
  var engine: Engine
  var heard = HeardSounds()
  var events: [EngineEvent] = []

  mutating func send(_ action: Action, at now: Duration) {
    while let deadline = engine.nextDeadline, deadline <= now { take(engine.send(.tick, at: deadline)) }
    take(engine.send(.tick, at: now))
    take(engine.send(action, at: now))
  }

  private mutating func take(_ reaction: Engine.Reaction) {
    events += reaction.events
    for effect in reaction.effects {
      if case .silence(let scope, _) = effect.kind { heard.silence(scope, at: effect.due) }
      if effect.cuePart != nil { heard.play(effect) }
    }
  }
}

/// A session whose host is woken seldom, and hands sounds over.
private struct Queued {
  var engine: Engine
  var queue: SoundQueue
  var heard = HeardSounds()
  var events: [EngineEvent] = []
  /// What was wrong with a wake-up.
  var faults: [String] = []
  private var woken = Duration.zero

  init(_ engine: Engine, ahead: Duration) { (self.engine, queue) = (engine, SoundQueue(ahead: ahead)) }

  mutating func send(_ action: Action, at now: Duration) {
    let wake = queue.wake(&engine, at: now, sending: action)
    events += wake.events
    for effect in wake.withdraw where effect.due <= now || !heard.withdraw(effect) {
      faults.append("\(now): \(effect) is withdrawn, which can't be")
    }
    for effect in wake.queue {
      if effect.due < now { faults.append("\(now): \(effect) is late") }
      heard.play(effect)
    }
    if action == .tick, wake.queue.contains(where: { $0.due <= woken }) { faults.append("\(now): is told twice") }
    if engine.place.at != now { faults.append("\(now): the place is of \(engine.place.at)") }
    woken = now
  }
}

@Suite struct `A queue of sounds` {
  private static let actions: [Action] = [
    .pause, .resume, .toggle, .skip, .back, .done, .undo, .redo, .restartPhase, .extend(by: .seconds(10)),
    .seek(by: .seconds(-5)), .seek(by: .seconds(7)), .interruptionBegan, .interruptionEnded(shouldResume: true),
    .setVolume(-6), .jumpToSet(2),
  ]

  @Test(arguments: UInt64(0)..<60)
  func `has every sound before it is due, once, and takes back what isn't to be heard`(seed: UInt64) throws {
    var workout = WorkoutGenerator().workout(seed: seed)
    // What a coach says follows from measurements, and is in no plan.
    workout.coach = .off
    workout.nodes = workout.nodes.map { $0.changing({ $0.coach = nil }, phases: { $0.coach = nil }) }
    let timeline = try Timeline(workout, seed: seed)
    var attended = Attended(engine: Engine(timeline))
    var queued = Queued(Engine(timeline), ahead: .seconds(5))
    var (random, now) = (SeededRandom(seed: seed), Duration.zero)
    for action in [Action.start, .prepared] {
      attended.send(action, at: now)
      queued.send(action, at: now)
    }
    for _ in 0..<150 {
      // Every fifth wake-up is one of the user.
      let isUsers = random.below(5) == 0
      let action: Action = isUsers ? Self.actions[random.below(Self.actions.count)] : .tick
      now += .milliseconds(random.below(5_001))
      attended.send(action, at: now)
      queued.send(action, at: now)
      #expect(queued.engine.place == attended.engine.place, "at \(now)")
    }
    attended.send(.stop, at: now)
    queued.send(.stop, at: now)
    #expect(queued.faults == [])
    let difference = zip(queued.heard.inOrder, attended.heard.inOrder).first { $0 != $1 }
    #expect(difference == nil && queued.heard.sounds.count == attended.heard.sounds.count)
    #expect(queued.events == attended.events)
  }

  /// A beep each second, of a session that has begun and was woken at 3 s.
  private func beeps() throws -> (Engine, SoundQueue) {
    let rule = CueRule(on: .phase, at: .every(.seconds(1)), sound: CueSound("beep"))
    let workout = try Workout("W", style: .silent, cues: [rule]) { Phase("Work", for: .seconds(100)) }
    var (engine, queue) = (Engine(try Timeline(workout)), SoundQueue(ahead: .seconds(5)))
    for action in [Action.start, .prepared] { _ = queue.wake(&engine, at: .zero, sending: action) }
    #expect(queue.sounds.map(\.due) == (1...5).map { .seconds($0) })
    let wake = queue.wake(&engine, at: .seconds(3))
    #expect(wake.queue.map(\.due) == (6...8).map { .seconds($0) } && wake.withdraw.isEmpty)
    return (engine, queue)
  }

  private func outcomes(of wake: SoundQueue.Wake) -> [Duration: Outcome] {
    wake.events.reduce(into: [:]) { outcomes, event in
      if case .cueSettled(let cue) = event.kind { outcomes[cue.due] = cue.outcome }
    }
  }

  @Test func `says of what was due after what it has handed over that it is late`() throws {
    var (engine, queue) = try beeps()
    let outcomes = outcomes(of: queue.wake(&engine, at: .seconds(14)))
    #expect((4...8).allSatisfy { outcomes[.seconds($0)] == .onTime } && outcomes.count >= 10)
    #expect((9...13).allSatisfy { outcomes[.seconds($0)] != .onTime })
    #expect(queue.sounds.map(\.due) == (15...19).map { .seconds($0) })
  }

  @Test func `takes back what the machine has slept through`() throws {
    var (engine, queue) = try beeps()
    // The machine slept from 5.5 s to 62.5 s.
    let wake = queue.wake(&engine, at: .milliseconds(62_500), sending: .suspended(gap: .seconds(57)))
    let outcomes = outcomes(of: wake)
    #expect(outcomes[.seconds(4)] == .onTime && outcomes[.seconds(5)] == .onTime && outcomes[.seconds(6)] == nil)
    #expect(wake.withdraw.map(\.due) == (6...8).map { .seconds($0) } && wake.queue.isEmpty && queue.sounds.isEmpty)
    #expect(engine.playback == .paused(.suspend))
  }

  @Test func `offers what isn't ready again`() throws {
    var (engine, queue) = try beeps()
    let none = queue.wake(&engine, at: .seconds(4)) { $0.due != .seconds(9) }
    let wake = queue.wake(&engine, at: .milliseconds(4_100))
    #expect(none.queue.isEmpty && wake.queue.map(\.due) == [.seconds(9)])
  }

  @Test func `takes back the words of a cue whose sound is heard already`() throws {
    let workout = try Workout("W", style: .hiit) { Phase("Work", for: .seconds(30)) }
    var (engine, queue) = (Engine(try Timeline(workout)), SoundQueue(ahead: .seconds(5)))
    for action in [Action.start, .prepared] { _ = queue.wake(&engine, at: .zero, sending: action) }
    // The gong is at 0, and the name of the phase at 0.6 s.
    let wake = queue.wake(&engine, at: .milliseconds(300), sending: .pause)
    #expect(wake.withdraw.contains { $0.due == .milliseconds(600) })
    #expect(wake.effects.contains { if case .silence(.everything, _) = $0.kind { true } else { false } })
  }
}
