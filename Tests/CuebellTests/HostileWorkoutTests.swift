import Cuebell
import Testing

extension HostileNumbers {
  private mutating func moment() -> Moment {
    pick([
      .start(offset: time()), .end(offset: time()), .half(offset: time()), .part(percent: number(), offset: time()),
      .every(time()), .random(number()),
    ])
  }

  private mutating func metronome() -> Metronome {
    let rates = [BeatsPerMinute(level()), BeatsPerMinute(integerLiteral: number()), 90]
    return Metronome(
      pick([
        .perMinute(pick(rates)), .perSet(PerSet(pick(rates), pick(rates))), .every(time()),
        .progression(from: pick(rates), by: pick(rates)),
      ]), accent: number(), gain: level())
  }

  private mutating func part() -> Target.Part {
    Target.Part(pick(Target.Measure.allCases), number(), to: once(in: 2) ? nil : number(), isRamp: once(in: 2))
  }

  private mutating func rule() throws -> CueRule {
    let condition = Condition(
      longerThan: time(), atLeast: time(), set: pick([nil, .numbers([number()]), .every(number(), from: number())]),
      before: moment(), after: .start(offset: time()))
    let (count, gain) = (once(in: 2) ? nil : number(), level())
    return CueRule(
      on: .phase, at: count == nil ? moment() : .start(offset: time()), further: count == nil ? [moment()] : [],
      sound: CueSound("gong", strikes: count == nil ? number() : 1, spacing: time(), gain: gain),
      say: count == nil ? try CueText("{phase}, {elapsed}") : nil, count: count,
      voice: VoiceChange(rate: number(), pitch: number()), speechGain: gain, align: .start,
      condition: once(in: 2) ? Condition() : condition)
  }

  private mutating func phase(_ name: PerSet<String> = "Work", skip: SkippedSets? = nil) throws -> Phase {
    let until = Until(signal(), pick([.below, .above]), part(), hold: time())
    let end: PhaseEnd = pick([
      .after(.fixed(time())), .after(.perSet([time(), time()])), .after(.progression(from: time(), by: time())),
      .after(.random(RandomLength(time(), time()))), .after(.track), .after(.tempo(try #require(Tempo("3-1-2-0")))),
      .after(.relative(RelativeLength(of: "First", millionths: number()))),
      .open(cap: time(), atLeast: time(), until: until), .open(until: until),
    ])
    return Phase(
      name, .high, end, reps: pick([.perSet(PerSet(number(), number())), .progression(from: number(), by: number())]),
      cues: [try rule()], ambient: .bed(Ambient(sound: "rain", gain: level(), fade: time(), duck: .by(level()))),
      track: "song.flac", skip: skip, sides: Sides(change: time()), metronome: metronome(),
      target: PerSet(Target([part(), part()])), coach: .on(every: time()),
      overtime: pick([nil, .unlimited, .limited(time())]), stages: [PhaseStage(at: moment(), intensity: .low)])
  }

  private mutating func interval() -> SetInterval {
    pick([.fixed(time()), .perSet([time(), time()]), .progression(from: time(), by: time()), .seconds(number())])
  }

  /// A workout with any numbers.
  mutating func anyWorkout() throws -> Workout {
    let repetition: Repetition = pick([
      .sets(number()), .capped(sets: number(), cap: time()), .total(time()),
      .interval(sets: number(), every: interval()), .totalInterval(total: time(), every: interval()),
    ])
    let group = SetGroup(
      repetition, order: pick(SetOrder.allCases), pick: number(), sides: Sides(change: time()), cues: [try rule()],
      nodes: [.phase(try phase(skip: .numbers([number()]))), .phase(try phase("Row"))], between: .phase(try phase()),
      metronome: metronome(), coach: .on(every: time()))
    return Workout(
      name: "W", style: pick(Style.allCases), voice: Voice(rate: number(), pitch: number()), voiceGain: level(),
      ambient: Ambient(sound: "rain", gain: level(), fade: time(), duck: .by(level())), coach: .on(every: time()),
      cues: [try rule()],
      nodes: [.phase(Phase("First", for: time())), .group(group), .phase(try phase("Last"))])
  }
}

/// A workout without a problem, whose parts a test changes one at a time.
private struct ChangedWorkout {
  var work = Phase("Work", for: .seconds(20), reps: 5)
  var rest = Phase(open: "Rest", .rest, cap: .seconds(60))
  var sets = SetGroup(.sets(3), nodes: [])
  var rule = CueRule(on: .phase, at: .end(offset: .seconds(-3)), sound: CueSound("gong"))
  var workout = Workout(name: "W", nodes: [])

  var whole: Workout {
    var (workout, sets, work) = (workout, sets, work)
    work.cues = [rule]
    sets.nodes = [.phase(work), .phase(rest)]
    workout.nodes = [.phase(Phase("First", for: .seconds(5))), .group(sets)]
    return workout
  }

  /// The changes of one part to numbers.
  static func changes(_ time: Duration, _ number: Int, _ level: Double) -> [(inout ChangedWorkout) -> Void] {
    let part = Target.Part(.percentOfFTP, number, to: 95_000)
    let lengths: [PhaseLength] = [
      .fixed(time), .perSet([.seconds(5), time, .seconds(9)]), .progression(from: time, by: .seconds(1)),
      .progression(from: .seconds(20), by: time), .random(RandomLength(time, .seconds(60))),
      .random(RandomLength(.zero, time)), .relative(RelativeLength(of: "First", millionths: number)),
    ]
    let ends: [PhaseEnd] = [
      .open(cap: time), .open(atLeast: time), .open(cap: .seconds(90), until: Until(.power, .above, part, hold: time)),
    ]
    let repetitions: [Repetition] = [
      .sets(number), .capped(sets: number, cap: .seconds(600)), .capped(sets: 3, cap: time), .total(time),
      .interval(sets: number, every: .seconds(90)), .interval(sets: 3, every: .fixed(time)),
      .interval(sets: 3, every: .progression(from: .seconds(90), by: time)),
      .totalInterval(total: time, every: .seconds(90)), .totalInterval(total: .seconds(600), every: .fixed(time)),
      .totalInterval(total: .seconds(600), every: .progression(from: .seconds(90), by: time)),
    ]
    let moments: [Moment] = [
      .start(offset: time), .end(offset: time), .half(offset: time), .part(percent: number, offset: .zero),
      .part(percent: 30, offset: time), .every(time), .random(number),
    ]
    let conditions = [
      Condition(longerThan: time), Condition(atLeast: time), Condition(set: .numbers([number])),
      Condition(set: .every(number, from: 1)), Condition(set: .every(2, from: number)),
      Condition(before: .end(offset: time)), Condition(after: .part(percent: number, offset: time)),
    ]
    let paces: [Metronome.Pace] = [
      .perMinute(BeatsPerMinute(level)), .perMinute(BeatsPerMinute(integerLiteral: number)), .every(time),
      .progression(from: 60, by: BeatsPerMinute(integerLiteral: number)),
    ]
    return lengths.map { length in { $0.work.end = .after(length) } } + ends.map { end in { $0.work.end = end } }
      + repetitions.map { repetition in { $0.sets.repetition = repetition } }
      + moments.map { moment in { $0.rule.at = moment } }
      + conditions.map { condition in { $0.rule.condition = condition } }
      + moments.map { at in { $0.work.stages = [PhaseStage(at: at, intensity: .low)] } }
      + paces.map { pace in { $0.work.metronome = Metronome(pace, accent: 4) } }
      + [
        { $0.work.reps = .perSet(PerSet(number)) }, { $0.work.reps = .progression(from: number, by: 1) },
        { $0.work.reps = .progression(from: 5, by: number) }, { $0.work.overtime = .limited(time) },
        { $0.work.target = PerSet(Target([part])) }, { $0.work.coach = .on(every: time) },
        { $0.work.sides = Sides(change: time) }, { $0.work.skip = .numbers([number]) }, { $0.sets.pick = number },
        { $0.work.metronome = Metronome(.perMinute(60), accent: number, gain: level) },
        { $0.rule.sound = CueSound("gong", strikes: number, spacing: .seconds(1), gain: level) },
        { $0.rule.sound = CueSound("gong", strikes: 3, spacing: time) }, { $0.rule.count = number },
        { $0.workout.voice.rate = number }, { $0.workout.voice.pitch = number }, { $0.workout.voiceGain = level },
        { $0.workout.ambient = Ambient(sound: "rain", gain: level, duck: .by(level)) },
        { $0.workout.ambient = Ambient(sound: "rain", fade: time) },
      ]
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A workout of numbers that can't be` {
  @Test(arguments: UInt64(0)..<10)
  func `is written, and has problems`(seed: UInt64) throws {
    var any = HostileNumbers(seed: seed)
    for step in 0..<40 {
      let workout = try any.anyWorkout()
      #expect(workout.problems.allSatisfy { !$0.description.isEmpty }, "seed \(seed), step \(step)")
      _ = (try? Workout(json: workout.json), workout.untranslated, workout.hashValue)
      #expect(throws: TimelineError.self, "seed \(seed), step \(step)") { try Timeline(workout) }
    }
  }

  @Test func `in one place is refused, or done`() throws {
    try #require(ChangedWorkout().whole.problems.isEmpty)
    var done = 0
    for (index, time) in HostileNumbers.times.enumerated() {
      let number = HostileNumbers.numbers[index % HostileNumbers.numbers.count]
      let level = HostileNumbers.levels[index % HostileNumbers.levels.count]
      for (place, change) in ChangedWorkout.changes(time, number, level).enumerated() {
        var parts = ChangedWorkout()
        change(&parts)
        guard let timeline = try? Timeline(parts.whole) else { continue }
        // A text has whole nanoseconds.
        let isTold = try time == Duration(attoseconds: 1) || Workout(json: parts.whole.json) == parts.whole
        #expect(isTold, "\(time), \(number), \(level) at \(place)")
        var rehearsal = Rehearsal(timeline, body: BodyProfile(ftp: number))
        var steps = 0
        while steps < 60, rehearsal.next() != nil { steps += 1 }
        done += 1
      }
    }
    #expect(done > 200)
  }
}
