import CuebellTesting
import Testing

private let times = HostileNumbers.times
private let numbers = HostileNumbers.numbers
private let century = Duration.seconds(36_525 * 86_400)

/// Reads all that a session tells, at any times.
private func read(_ engine: Engine, _ any: inout HostileNumbers) {
  let place = engine.place
  for place in [place, place.place(at: any.time())] {
    _ = (place.phaseElapsed, place.phaseRemaining, place.shownIntensity, place.pauseReason, place.hasBegun)
    _ = (place.phase?.intensity(at: any.time()), place.phase?.repetition(at: any.time()), place.ahead(3).count)
  }
  _ = (engine.nextDeadline, engine.progress, engine.bedLevel, engine.doneInstant(after: any.time()))
  _ = (engine.forecast(until: any.time()), engine.paused(clock: any.time())?.place)
}

@Suite(.timeLimit(.minutes(5))) struct `Numbers that can't be` {
  @Test(arguments: UInt64(0)..<5)
  func `don't end a session`(seed: UInt64) throws {
    var any = HostileNumbers(seed: seed)
    let timeline = try Timeline(HostileNumbers.workout(), seed: seed)
    var engine = Engine(timeline, durations: any.durations(), policies: any.policies())
    var log = SessionLog(seed: seed, engine.policies)
    for step in 0..<60 {
      let action = step < 2 ? [Action.start, .prepared][step] : any.action()
      // A session that has come to the end of time stays there.
      let soon = engine.now + .milliseconds(Int.random(in: 0..<8_000, using: &any))
      let (now, soundsFrom) = (any.once(in: 30) ? any.time() : soon, any.once(in: 2) ? nil : any.time())
      var other = engine
      _ = other.send(any.action(), at: any.time(), soundsFrom: any.time())
      read(other, &any)
      let reaction = engine.send(action, at: now, soundsFrom: soundsFrom)
      log.record(reaction.events, engine.state.facts)
      let place = engine.place
      #expect(
        engine.now >= min(now, century) && place.elapsed >= .zero && place.remaining.map { $0 >= .zero } ?? true,
        "seed \(seed), step \(step)")
      read(engine, &any)
      _ = engine.phrases(upTo: any.time())
      if any.once(in: 20) { engine.updateDurations { $0 = any.durations() } }
      if any.once(in: 20) { engine.lookAhead(to: any.time()) }
    }
    _ = try? Engine(replaying: log, timeline, to: any.time()).place
  }

  @Test func `don't end a session in a phase without an end`() throws {
    let rule = CueRule(on: .phase, at: .every(.seconds(600)), sound: CueSound("beep"), say: try CueText("{phase}"))
    let workout = try Workout("W", coach: .standard, cues: [rule]) {
      Phase(open: "Sit", target: Target("150bpm"))
      Phase("Talk", for: .seconds(10), overtime: .unlimited)
    }
    var engine = Engine(try Timeline(workout), policies: Policies(whenSuspended: .continue))
    for action in [Action.start, .prepared] { _ = engine.send(action, at: .zero) }
    for _ in 0..<2 {
      for time in times {
        var (other, queued, queue) = (engine, engine, SoundQueue(ahead: time))
        let reaction = other.send(.tick, at: time)
        // The cues of a day are reported, however long it was.
        #expect(reaction.events.count < 400 && other.now >= min(time, century))
        _ = other.send(.suspended(gap: time), at: time)
        let wake = queue.wake(&queued, at: time, sending: .suspended(gap: time))
        #expect(wake.events.count < 400)
        #expect(queue.wake(&queued, at: queued.now + .seconds(1)).queue.count < 2)
        _ = (other.phrases(upTo: time), other.place.place(at: time), other.place.ahead(3))
        other.lookAhead(to: time)
      }
      _ = engine.send(.done, at: engine.now + .seconds(30))
      _ = engine.send(.tick, at: engine.now + .seconds(30))
    }
  }

  @Test(arguments: UInt64(0)..<10)
  func `don't end a queue of sounds`(seed: UInt64) throws {
    var any = HostileNumbers(seed: seed)
    var engine = Engine(try Timeline(HostileNumbers.workout(), seed: seed), durations: any.durations())
    var queue = SoundQueue(ahead: any.once(in: 2) ? .seconds(6) : any.time())
    for step in 0..<60 {
      let action = step < 2 ? [Action.start, .prepared][step] : any.once(in: 3) ? any.action() : .tick
      let soon = engine.now + .milliseconds(Int.random(in: 0..<8_000, using: &any))
      let isReady = !any.once(in: 5)
      let wake = queue.wake(&engine, at: any.once(in: 30) ? any.time() : soon, sending: action) { _ in isReady }
      // Words follow the sound of their cue.
      let end = engine.now + queue.ahead + .seconds(5)
      #expect((wake.queue + queue.sounds).allSatisfy { $0.due <= end }, "seed \(seed), step \(step)")
      var (other, others) = (engine, queue)
      _ = others.wake(&other, at: any.time(), sending: any.action())
    }
  }

  @Test func `don't end a log that is replayed`() throws {
    let timeline = try Timeline(HostileNumbers.workout())
    for (time, number) in zip(times + times, numbers + numbers + numbers) {
      let id = SegmentID(node: number, sets: [number, 0])
      let starts: [SessionLog.Start] = [
        .phase(id, progress: time, elapsed: time),
        .phase(SegmentID(node: 2, sets: [number]), progress: time, elapsed: time),
        .phase(SegmentID(node: 6, sets: [number]), progress: time, elapsed: time), .continued(after: time, clock: time),
      ]
      let key = CueKey(rule: number, node: number, sets: [number], number: number)
      let fact = Fact(key, in: id, mark: time, offset: time, due: time, isRefused: false, hasWords: true)
      let here = Fact(
        key, in: SegmentID(node: 2, sets: [0]), mark: time, offset: time, due: time, isRefused: false, hasWords: true)
      let entries: [SessionLog.Entry] = [
        .action(.start, at: time), .action(.prepared, at: time), .cue(here), .coached(.faster, .cadence, at: time),
        .action(.seek(by: time), at: time), .cue(fact),
      ]
      for start in starts {
        for count in entries.indices {
          var run = SessionLog.Run(start)
          run.entries = Array(entries.prefix(count + 1))
          let log = SessionLog(seed: UInt64(bitPattern: Int64(number)), runs: [run])
          _ = try? Engine(replaying: log, timeline, to: time).place
          _ = id.text
        }
      }
    }
  }

  @Test func `don't end a rehearsal`() throws {
    let timeline = try Timeline(HostileNumbers.workout())
    for (time, number) in zip(times + times, numbers + numbers + numbers) {
      let recording = [RecordedMeasurement(at: time, .heartRate, number), RecordedMeasurement(at: .zero, .power, 100)]
      var rehearsal = Rehearsal(
        timeline, doneAfter: time, body: BodyProfile(maxHeartRate: number, ftp: number), recording: recording
      ) { _ in .length(time) }
      var steps = 0
      while steps < 100, rehearsal.next() != nil { steps += 1 }
      #expect(steps > 2)
    }
    let open = try Timeline(Workout("W") { Phase(open: "Sit") })
    for time in times {
      var rehearsal = Rehearsal(open, doneAfter: time)
      rehearsal.run { _ in }
      #expect(rehearsal.engine.playback == .completed && rehearsal.engine.now <= .seconds(90_000), "\(time)")
    }
  }

  @Test func `are written, and read as something`() throws {
    for time in times {
      let texts = [DurationText.write(time), ClockText.short(time), ClockText.minutes(time)]
      #expect(texts.allSatisfy { !$0.isEmpty })
      _ = try? DurationText.read(texts[0])
      let actions = [Action.jump(to: time), .seek(by: time), .extend(by: time), .suspended(gap: time)]
      for action in actions { #expect(Action(name: action.name, argument: action.argument)?.name == action.name) }
      let ramp = PlaybackState.Ramp(since: time, length: time)
      _ = (ramp.end, Place(try Timeline(HostileNumbers.workout()), at: time, .fadingIn(ramp)).place(at: time))
    }
  }

  @Test func `are answered by a plan, and by what is made for a preview`() throws {
    let timeline = try Timeline(HostileNumbers.workout())
    var any = HostileNumbers(seed: 1)
    for time in times {
      for number in numbers {
        let id = SegmentID(node: number, sets: [number])
        let phase = ObservedPhase(
          id: id, name: "Work", intensity: .high,
          groups: [Timeline.SetSpan(set: number, sets: number, start: time, end: any.time())], reps: number,
          repLength: any.time(), position: time, breath: Breath(from: number, to: number), length: any.time())
        _ = (phase.repetition(at: time), phase.intensity(at: time), phase.set, phase.sets, phase.countsUp)
        let part = Target.Part(any.pick(Target.Measure.allCases), number, to: any.number())
        let values = any.body().values(of: part)
        #expect(values.map { $0.first >= 0 } ?? true, "\(part)")
        _ = (Segment(id: id, start: .zero, end: time).length, timeline.segment(at: time))
        _ = CueKey(rule: number, node: number, sets: [number], number: number).description
      }
      #expect(Place(timeline, at: time).ahead(.max).count <= 1_000 && Place(timeline, at: time).ahead(.min).isEmpty)
      var cursor = timeline.first()
      for _ in 0..<20 {
        guard let here = cursor else { break }
        _ = (here.length, timeline.following(here, openLength: time), timeline.next(after: here, endedAt: time))
        cursor = timeline.next(after: here, endedAt: here.end ?? here.start, lasting: time)
      }
    }
  }

  @Test(arguments: UInt64(0)..<8)
  func `don't end a session on a clock`(seed: UInt64) async throws {
    let (clock, workout) = (TestClock(), try HostileNumbers.workout())
    var any = HostileNumbers(seed: seed)
    let policies = any.policies()
    let session = try WorkoutSession(workout, clock: clock, seed: seed, durations: any.durations(), policies: policies)
    try await session.send(.start)
    for step in 0..<40 {
      let far = any.time()
      let time: Duration = any.once(in: 10) ? far : .seconds(Int.random(in: 0..<15, using: &any))
      switch any.number() & 7 {
      case 0: await clock.suspend(for: time)
      case 1: await clock.stall(for: time)
      case 2: clock.skew(partsPerMillion: any.number())
      case 3: clock.step(by: far)
      default: await clock.advance(by: time)
      }
      try? await session.send(any.action())
      let place = await session.place
      #expect(place.elapsed >= .zero && place.at <= century, "seed \(seed), step \(step)")
      _ = (await session.forecast(for: far), await session.phrases(for: far), clock.now.advanced(by: far), clock.wall)
      if any.once(in: 10) {
        let durations = any.durations()
        await session.updateDurations { $0 = durations }
      }
    }
  }

  @Test func `don't wake who sleeps beyond the end of time`() async {
    let clock = TestClock()
    await clock.advance(by: .seconds(Int64.max))
    let sleeper = Task(executorPreference: clock.executor) { try await clock.sleep(for: .seconds(1)) }
    await clock.advance(by: .seconds(Int64.max))
    #expect(clock.sleepers == 1 && clock.now.time == century)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
