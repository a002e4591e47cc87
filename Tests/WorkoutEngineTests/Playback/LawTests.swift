import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// Laws hold for every script there is; many random ones are tried, and the seed of one that breaks a law is
/// reported.
@Suite struct `The laws of the engine` {
  static let workouts: [Workout] = [
    Sample.tabata,
    Workout(
      name: "Mixed", ambient: Ambient(sound: "rain", fade: .seconds(3)),
      cues: [CueRule(on: .workout, at: .every(.seconds(7)), sound: CueSound("bowl"))],
      nodes: [
        Sample.phase("Warm up", .warmup, 12),
        .group(
          SetGroup(
            .total(.seconds(40)),
            nodes: [.phase(Phase("Open", .high, .open(cap: .seconds(20)), reps: 10)), Sample.phase("Rest", .rest, 9)])),
        .group(SetGroup(.interval(sets: 2, every: .seconds(15)), nodes: [Sample.phase("Work", .high, 9)])),
      ]),
    talkative,
  ]

  /// Words that wait for others, reach into the phase before their moment, and are too many.
  private static let talkative = Workout(
    name: "Talkative", style: .silent, ambient: Ambient(sound: "rain", fade: .milliseconds(700)),
    cues: [
      CueRule(on: .phase, at: .start(offset: .zero), say: CueText(pieces: [.placeholder(.phase)])),
      CueRule(on: .set, at: .start(offset: .zero), say: CueText(pieces: [.words("Set "), .placeholder(.set)])),
      CueRule(on: .workout, at: .every(.milliseconds(10_500)), say: CueText(pieces: [.words("Go on")]), align: .end),
      CueRule(on: .phase, at: .end(offset: .seconds(-3)), count: 3),
      CueRule(
        on: .set, at: .end(offset: .zero), say: CueText(pieces: [.words("Done "), .placeholder(.set)]), align: .end,
        cueClass: .warning),
    ],
    nodes: [
      .group(
        SetGroup(
          .sets(3), nodes: [Sample.phase("Work", .high, 11), Sample.phase("Rest", .low, 4, skip: .last)])),
      .phase(Phase("Plank", .high, .open(), ambient: .silent)),
      Sample.phase("Stretch", .cooldown, 9),
    ])

  /// A coach who speaks between many words of the plan, and phases that a heart rate ends.
  private static let coached: Workout = {
    var workout = talkative
    let until = Until(.heartRate, .below, Target.Part(.beatsPerMinute, 130_000))
    let recovery = Phase("Recover", .low, .open(until: until))
    let target = PerSet(Target("140-150bpm"))
    let ride = Phase("Ride", .high, .after(.fixed(.seconds(50))), target: target, coach: .standard)
    workout.nodes = [.group(SetGroup(.sets(2), nodes: [.phase(ride), .phase(recovery)]))]
    return workout
  }()

  /// A session for each seed, of one of the workouts, with the script that is played on it.
  private static func sessions(
    _ seeds: ClosedRange<UInt64>, of workouts: [Workout] = workouts, moving: Bool = true, measuring: Bool = false
  ) throws -> [(seed: UInt64, Engine, Script)] {
    let timelines = try workouts.map { try Timeline(unchecked: $0) }
    return seeds.map { seed in
      let script = Script(seed: seed, moving: moving, measuring: measuring)
      return (seed, Engine(timelines[Int(seed) % timelines.count], policies: script.policies), script)
    }
  }

  @Test func `however time is sliced, the state is the same`() throws {
    for (seed, engine, script) in try Self.sessions(1...600) {
      var random = SplitMix64(seed: seed &* 31)
      var (plain, ticked) = (engine, engine)
      for step in script.steps {
        while random.below(3) > 0 {
          let now = ticked.state.now
          guard step.asleepFrom > now else { break }
          let tick = now + .nanoseconds(random.below((step.asleepFrom - now).wholeNanoseconds + 1))
          _ = ticked.send(.tick, at: tick, soundsFrom: tick - .nanoseconds(random.below(400_000_000)))
        }
        _ = plain.send(step.action, at: step.at)
        _ = ticked.send(step.action, at: step.at, soundsFrom: step.soundsFrom)
        if plain.state != ticked.state {
          Issue.record("seed \(seed), after \(step.action) at \(step.at)")
          return
        }
      }
    }
  }

  @Test func `a tick at an instant that has been reached does nothing`() throws {
    for (seed, session, script) in try Self.sessions(1...300) {
      var engine = session
      for step in script.steps {
        _ = engine.send(step.action, at: step.at, soundsFrom: step.soundsFrom)
        let state = engine.state
        let again = engine.send(.tick, at: step.at)
        #expect(again.effects.isEmpty && again.events.isEmpty, "seed \(seed)")
        #expect(engine.state == state, "seed \(seed)")
      }
    }
  }

  @Test func `the log of a session tells its state at any instant, and another process continues it the same`() throws {
    let coached = try Self.sessions(151...300, of: [Self.coached], measuring: true)
    for (seed, session, script) in try Self.sessions(1...150) + coached {
      var random = SplitMix64(seed: seed &* 17)
      var engine = session
      var log = SessionLog(seed: engine.timeline.seed, engine.policies)
      for step in script.steps {
        // Right after the last step and before this one, at the next deadline, and anywhere in between.
        let now = engine.state.now
        var cuts = [now, step.asleepFrom, engine.nextDeadline.map { min($0, step.asleepFrom) } ?? now]
        cuts.append(now + .nanoseconds(random.below((step.asleepFrom - now).wholeNanoseconds + 1)))
        for cut in cuts.sorted() where random.below(2) == 0 {
          log.record(engine.send(.tick, at: cut).events, engine.state.facts)
          let told = try Engine(replaying: log, engine.timeline, to: cut, durations: engine.durations)
          guard told.state == engine.state, told.counts == engine.counts else {
            Issue.record("seed \(seed) at \(cut): \(told.state.changes(since: engine.state))")
            return
          }
          guard Self.rest(of: told.paused()) == Self.rest(of: engine.paused()) else {
            Issue.record("seed \(seed), continued at \(cut)")
            return
          }
        }
        let reaction = engine.send(step.action, at: step.at, soundsFrom: step.soundsFrom)
        log.record(reaction.events, engine.state.facts)
      }
    }
  }

  /// What a paused session plays to its end; which words others have waited for isn't told.
  private static func rest(of paused: Engine?) -> [Engine.Reaction] {
    guard var engine = paused else { return [] }
    return [(Action.prepared, 1), (.resume, 2), (.tick, 300)].map { action, instant in
      var reaction = engine.send(action, at: .seconds(instant))
      reaction.events.removeAll { if case .planNoted = $0.kind { true } else { false } }
      return reaction
    }
  }

  @Test func `planned again and again, it plays the same`() throws {
    for (seed, engine, script) in try Self.sessions(1...300) {
      var (once, often) = (engine, engine)
      for step in script.steps {
        let expected = once.send(step.action, at: step.at, soundsFrom: step.soundsFrom)
        let got = often.send(step.action, at: step.at, soundsFrom: step.soundsFrom)
        guard got.effects == expected.effects, got.events.filter(Self.isNoEnd) == expected.events.filter(Self.isNoEnd)
        else {
          Issue.record("seed \(seed), \(step.action) at \(step.at)\n\(got)\n\(expected)")
          return
        }
        for _ in 0..<2 { _ = often.send(.lifecycle(once.state.lifecycle), at: step.at) }
      }
    }
  }

  /// The end counts the changes to the foreground, which differ.
  private static func isNoEnd(_ event: EngineEvent) -> Bool {
    if case .finished = event.kind { false } else { true }
  }

  @Test func `no sound begins before the host could have made it, and none without its report`() throws {
    for (seed, session, script) in try Self.sessions(1...300) {
      var engine = session
      for step in script.steps {
        let reaction = engine.send(step.action, at: step.at, soundsFrom: step.soundsFrom)
        var played: Set<CueKey> = []
        for event in reaction.events {
          guard case .cueSettled(let cue) = event.kind, let at = cue.at else { continue }
          played.insert(cue.cue)
          guard at < step.soundsFrom || at < cue.due else { continue }
          Issue.record("seed \(seed), \(step.action) at \(step.at), sounds from \(step.soundsFrom): \(cue)")
          return
        }
        for case .playSound(let struck) in reaction.effects.map(\.kind) where !played.contains(struck.cue) {
          Issue.record("seed \(seed), \(step.action) at \(step.at): \(struck.cue) sounds unreported")
          return
        }
      }
    }
  }

  @Test func `every cue comes to one end, and none is lost, whatever host and system do`() throws {
    var ends: Set<Outcome> = []
    for (seed, session, script) in try Self.sessions(1...300, moving: false) {
      var engine = session
      var settled: Set<CueKey> = []
      for step in script.steps {
        for event in engine.send(step.action, at: step.at, soundsFrom: step.soundsFrom).events {
          guard case .cueSettled(let cue) = event.kind else { continue }
          ends.insert(cue.outcome)
          if !settled.insert(cue.cue).inserted { Issue.record("seed \(seed), a second end: \(cue)") }
        }
      }
      guard engine.state.playback == .completed else { continue }
      let rehearsal = try Score(session.timeline.workout) { session.durations.length(of: Phrase($0)) }
      let planned = Set(rehearsal.reports.map(\.cue))
      // A phrase that a pause cuts short leaves space for one that had given way to it.
      #expect(settled.isSuperset(of: planned), "seed \(seed)")
    }
    #expect(ends == Set(Outcome.allCases).subtracting([.duplicate]))
  }

  @Test func `active time never jumps, and no time is counted in which the timer was stopped`() throws {
    for (seed, session, script) in try Self.sessions(1...300) {
      var engine = session
      for step in script.steps {
        let before = engine.state
        let reaction = engine.send(step.action, at: step.at, soundsFrom: step.soundsFrom)
        let times = [before.elapsed] + reaction.events.map(\.progress.elapsed) + [engine.state.elapsed]
        #expect(times.max() == engine.state.elapsed && times.min() == before.elapsed, "seed \(seed), \(step.action)")
        let counted = engine.state.elapsed - before.elapsed
        #expect(counted >= .zero && counted <= step.at - before.now, "seed \(seed), \(step.action) at \(step.at)")
        if !before.timer.isRunning { #expect(counted == .zero, "seed \(seed), \(step.action) at \(step.at)") }
      }
    }
  }
}
