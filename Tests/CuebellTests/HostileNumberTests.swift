import Cuebell
import CuebellTesting
import TestSupport
import Testing

/// Times that a sum, a parser or a clock may come to, to the limits of the type.
private let times: [Duration] =
  [.zero, .nanoseconds(1), .seconds(1), .seconds(20), .seconds(10_000_000_000_000), .seconds(Int64.max)]
  .flatMap { [$0, .zero - $0] } + [Duration(attoseconds: .max), Duration(attoseconds: .min)]
private let numbers = [Int.min, Int.min + 1, -1_000_000_007, -1, 0, 1, 2, 7, 1_000_000_007, Int.max - 1, Int.max]
private let levels = [-Double.infinity, -.greatestFiniteMagnitude, -1, 0, 12, 1e300, .infinity, .nan]

private struct Chance {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }
  mutating func time() -> Duration { pick(times) }
  mutating func number() -> Int { pick(numbers) }

  /// What an app sends whose numbers are wrong, and now and then what leads it on.
  mutating func action() -> Action {
    switch random.below(16) {
    case 0: .jump(to: time())
    case 1: .jumpToSet(number())
    case 2: .seek(by: time())
    case 3: .extend(by: time())
    case 4: .suspended(gap: time())
    case 5: .setVolume(pick(levels))
    case 6: .measure(pick(Signal.allCases), number(), from: nil)
    case 7: .speechFailed("Work", reason: "")
    default:
      pick([
        .tick, .pause, .resume, .skip, .back, .done, .undo, .redo, .restartPhase, .interruptionBegan,
        .interruptionEnded(shouldResume: true), .audioLost, .audioRestored, .lifecycle(.background),
      ])
    }
  }

  /// Instants near the last one, so that something happens, and far ones.
  mutating func instant(after now: Duration) -> Duration {
    random.below(3) == 0 ? time() : now + .milliseconds(random.below(15_000))
  }
}

private func workout() throws -> Workout {
  let rules = [
    CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("gong"), say: try CueText("{phase}")),
    CueRule(on: .set, at: .end(offset: .seconds(-3)), say: try CueText("Set {set}, {remaining}"), align: .end),
  ]
  let pulse = CueRule(on: .phase, at: .every(.seconds(5)), say: try CueText("{heartRate}"))
  return try Workout("W", ambient: Ambient(sound: "rain"), coach: .standard, cues: rules) {
    Sets(3, name: "Round") {
      Phase("Work", for: .seconds(20), target: Target("150bpm"), cues: [pulse], metronome: Metronome(.perMinute(90)))
      Phase("Wait", for: .random(RandomLength(.seconds(3), .seconds(9))))
      Phase("Rest", for: .relative(RelativeLength(of: "Work")), .rest)
    }
    Sets(.total(.seconds(60))) {
      Phase(open: "Burpees", until: nil, reps: 5)
    }
    Phase(
      open: "Calm", cap: .seconds(60), atLeast: .seconds(5),
      until: Until(.heartRate, .below, Target.Part(.percentOfMaximumHeartRate, 65_000)))
    Phase(
      "Talk", for: .seconds(10), overtime: .unlimited, stages: [PhaseStage(at: .half(offset: .zero), intensity: .low)])
  }
}

private func policies(_ chance: inout Chance) -> Policies {
  let body = BodyProfile(maxHeartRate: chance.number(), thresholdHeartRate: chance.number(), ftp: chance.number())
  return Policies(
    whenSuspended: chance.pick([.continue, .freeze, .pauseIfOver(chance.time())]), body: body, expectsSensors: true)
}

@Suite(.timeLimit(.minutes(5))) struct `Numbers that can't be` {
  @Test(arguments: UInt64(0)..<150) func `don't end a session`(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    var engine = Engine(try Timeline(workout(), seed: seed), policies: policies(&chance))
    var log = SessionLog(seed: seed, engine.policies)
    for action in [.start, .prepared] + (0..<60).map({ _ in chance.action() }) {
      let now = chance.instant(after: engine.now)
      let reaction = engine.send(action, at: now, soundsFrom: chance.pick([nil, chance.time()]))
      log.record(reaction.events, engine.state.facts)
      _ = reaction.events.map { "\($0)" }
      read(engine, &chance)
      engine.updateDurations { durations in
        durations.record("Set 2", length: chance.time())
        durations.sounds["gong"] = chance.time()
      }
    }
    let same = try? Engine(replaying: log, engine.timeline, to: chance.time())
    if let same { read(same, &chance) }
  }

  /// Asks whatever an app can ask.
  private func read(_ engine: Engine, _ chance: inout Chance) {
    let (place, time) = (engine.place, chance.time())
    let later = place.place(at: time)
    _ = [place, later].map { place in
      (place.ahead(chance.pick([-1, 0, 1, 5])), place.phaseRemaining, place.phaseElapsed, place.shownIntensity)
    }
    _ = (place.phase?.repetition(at: time), place.phase?.intensity(at: time), engine.bedLevel, engine.progress)
    _ = (engine.forecast(until: time), engine.phrases(upTo: time), engine.doneInstant(after: time))
    _ = engine.paused(clock: time)?.place
    var ahead = engine
    ahead.lookAhead(to: time)
    _ = ahead.send(.tick, at: time)
  }

  @Test(arguments: UInt64(0)..<60) func `don't end a queue of sounds`(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    var engine = Engine(try Timeline(workout(), seed: seed))
    var queue = SoundQueue(ahead: chance.time())
    for action in [.start, .prepared] + (0..<40).map({ _ in chance.action() }) {
      _ = queue.wake(&engine, at: chance.instant(after: engine.now), sending: action)
    }
  }

  @Test(arguments: UInt64(0)..<20) func `don't end a session on a clock`(seed: UInt64) async throws {
    var chance = Chance(seed: seed)
    let clock = TestClock()
    let session = try WorkoutSession(workout(), clock: clock, seed: seed, policies: policies(&chance))
    try await session.send(.start)
    for _ in 0..<20 {
      switch chance.pick([0, 1, 2, 3, 4, 5]) {
      case 0: await clock.advance(by: chance.pick([.seconds(3), .seconds(-3), Duration(attoseconds: .min)]))
      case 1: await clock.suspend(for: chance.time())
      case 2: await clock.stall(for: chance.time())
      case 3: clock.skew(partsPerMillion: chance.number())
      case 4: clock.step(by: chance.time())
      default: try? await session.send(chance.action())
      }
      _ = (await session.place, await session.forecast(for: chance.time()), await session.phrases(for: chance.time()))
    }
    _ = (clock.now.advanced(by: chance.time()), clock.wall, clock.asleep)
  }

  @Test func `don't end a log that is replayed`() throws {
    let timeline = try Timeline(workout())
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

  @Test func `don't end a rehearsal, a clock or a text`() throws {
    let timeline = try Timeline(workout())
    for (time, number) in zip(times, numbers + numbers) {
      var rehearsal = Rehearsal(
        timeline, doneAfter: time, body: BodyProfile(maxHeartRate: number),
        recording: [
          RecordedMeasurement(at: time, .heartRate, number), RecordedMeasurement(at: .seconds(3), .power, number),
        ])
      rehearsal.run { _ in }
      _ = (timeline.segment(at: time), timeline.first().map { timeline.next(after: $0, endedAt: time, lasting: time) })
      _ = timeline.first().map { timeline.following($0, openLength: time) }
      _ = (ClockText.short(time), ClockText.minutes(time), DurationText.write(time), SetInterval.seconds(number))
      _ = Place(timeline, at: time, .fadingIn(PlaybackState.Ramp(since: time, length: time))).place(at: time)
      var clock = VirtualClock(boot: time, monotonic: time, wall: time)
      clock.stepWall(by: time)
      clock.advance(by: time)
      clock.setSkew(partsPerMillion: number)
      clock.suspend(for: time)
      clock.advance(to: time)
      _ = (clock.reading, clock.reading(at: time), clock.reading(atBoot: time), clock.instant(ofBoot: time))
    }
  }

  @Test func `don't end a workout that is written or checked`() {
    for (time, number) in zip(times + times, numbers + numbers + numbers) {
      for level in levels {
        let part = Target.Part(.watts, number, to: -1 &- number, isRamp: true)
        var phase = Phase(
          "Work", .high, .after(.progression(from: time, by: time)), reps: .progression(from: number, by: number))
        phase.metronome = Metronome(.perMinute(BeatsPerMinute(level)), accent: number, gain: level)
        phase.coach = .on(every: time)
        phase.ambient = .bed(Ambient(sound: "rain", gain: level, fade: time, duck: .by(level)))
        phase.target = PerSet(Target([part]))
        phase.skip = .numbers([number])
        phase.sides = Sides(change: time)
        phase.stages = [PhaseStage(at: .part(percent: number, offset: time), intensity: .low)]
        phase.cues = [
          CueRule(
            on: .phase, at: .half(offset: time), further: [.random(number), .every(time)],
            sound: CueSound("gong", strikes: number, spacing: time, gain: level), count: number, speechGain: level,
            condition: Condition(longerThan: time, atLeast: time, set: .every(number, from: number)))
        ]
        let ends: [PhaseEnd] = [
          phase.end, .after(.fixed(time)), .after(.random(RandomLength(time, .zero - .seconds(1)))),
          .after(.relative(RelativeLength(of: "Work", millionths: number))), .after(.perSet([time, time])),
          .open(cap: time, atLeast: time, until: Until(.power, .above, part, hold: time)),
        ]
        let phases = ends.map { end in
          var phase = phase
          phase.end = end
          phase.overtime = .limited(time)
          return Node.phase(phase)
        }
        let voice = Voice(rate: number, pitch: number)
        let groups = [
          Repetition.sets(number), .capped(sets: number, cap: time), .total(time),
          .interval(sets: number, every: .progression(from: time, by: time)),
          .totalInterval(total: time, every: .fixed(time)),
        ].map { Node.group(SetGroup($0, pick: number, nodes: phases)) }
        let workout = Workout(name: "W", voice: voice, voiceGain: level, coach: .on(every: time), nodes: groups)
        #expect(!workout.problems.isEmpty)
        _ = (workout.json, "\(workout)", workout.hashValue, try? Timeline(workout, trackLengths: ["a": time]))
        _ = BodyProfile(maxHeartRate: number, thresholdHeartRate: number, ftp: number).values(of: part)
      }
    }
  }
}
