import Testing
import WorkoutModel

private func phase(_ end: PhaseEnd = .after(.fixed(.seconds(20))), _ change: (inout Phase) -> Void = { _ in }) -> Node {
  var phase = Phase("Work", .high, end)
  change(&phase)
  return .phase(phase)
}

private func group(_ repetition: Repetition = .sets(3), _ change: (inout SetGroup) -> Void = { _ in }) -> Node {
  var group = SetGroup(repetition, nodes: [phase()])
  change(&group)
  return .group(group)
}

/// A phase with a rule.
private func rule(_ at: Moment = .end(offset: .zero), _ change: (inout CueRule) -> Void = { _ in }) -> Node {
  var rule = CueRule(on: .phase, at: at, sound: CueSound("gong"))
  change(&rule)
  return phase { $0.cues = [rule] }
}

/// A node in groups around it.
private func nested(_ count: Int, _ around: (Node) -> SetGroup) -> Node {
  (0..<count).reduce(phase()) { node, _ in .group(around(node)) }
}

/// A workout that a number typed by a user, or a loop of a program, may come to, and the place where it is wrong.
private struct WrongWorkout: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let nodes: [Node]
  let path: String

  init(_ description: String, _ path: String, _ nodes: Node...) {
    (testDescription, self.path, self.nodes) = (description, path, nodes)
  }

  static let all: [WrongWorkout] = lengths + sets + rules + sizes

  private static let long = Duration.seconds(Int64.max)

  private static let lengths = [
    WrongWorkout("a length below 0", "phases[0].duration", phase(.after(.fixed(.seconds(-1))))),
    WrongWorkout("the longest length", "phases[0].duration", phase(.after(.fixed(long)))),
    WrongWorkout("lengths without a group", "phases[0].duration", phase(.after(.perSet([])))),
    WrongWorkout(
      "the largest growth", "phases[0].phases[0].duration.by",
      group {
        $0.nodes = [phase(.after(.progression(from: .seconds(20), by: long)))]
      }),
    WrongWorkout("a track that isn't there", "phases[0].duration", phase(.after(.track))),
    WrongWorkout(
      "a draw below 0", "phases[0].duration.random[0]", phase(.after(.random(RandomLength(.zero - long, long))))),
    WrongWorkout(
      "nothing that it is as long as", "phases[0].duration.of", phase(.after(.relative(RelativeLength(of: "Row"))))),
    WrongWorkout("a negative cap", "phases[0].cap", phase(.open(cap: .seconds(-1)))),
    WrongWorkout(
      "a heart rate that nobody has", "phases[0].until.heartRate",
      phase(
        .open(cap: .seconds(60), until: Until(.heartRate, .above, Target.Part(.beatsPerMinute, .max))))),
    WrongWorkout("the most repetitions", "phases[0].reps", phase { $0.reps = .perSet(PerSet(Int.max)) }),
    WrongWorkout(
      "the fastest growing repetitions", "phases[0].phases[0].reps.by",
      group {
        $0.nodes = [
          phase(Tempo("3-1-2-0").map { .after(.tempo($0)) } ?? .open()) { $0.reps = .progression(from: 1, by: .max) }
        ]
      }),
    WrongWorkout(
      "the fastest beat", "phases[0].metronome.bpm",
      phase { $0.metronome = Metronome(.perMinute(BeatsPerMinute(integerLiteral: .max))) }),
    WrongWorkout(
      "no time between beats", "phases[0].metronome.every", phase { $0.metronome = Metronome(.every(.zero)) }),
    WrongWorkout(
      "no beats to an accent", "phases[0].metronome.accent",
      phase { $0.metronome = Metronome(.perMinute(60), accent: 0) }),
    WrongWorkout("calls without a pause", "phases[0].coach.every", phase { $0.coach = .on(every: .zero) }),
    WrongWorkout("no side", "phases[0].sides", phase { $0.sides = Sides([]) }),
  ]

  private static let sets = [
    WrongWorkout("sets below 0", "phases[0].sets", group(.sets(.min))),
    WrongWorkout("the most sets", "phases[0].sets", group(.sets(.max))),
    WrongWorkout("nodes below 0", "phases[0].pick", group { $0.pick = -1 }),
    WrongWorkout("a group of nothing", "phases[0].phases", group { $0.nodes = [] }),
    WrongWorkout(
      "sets without end", "phases[0].for", group(.total(.seconds(60))) { $0.nodes = [phase(.after(.fixed(.zero)))] }),
    WrongWorkout(
      "sets of a nanosecond", "phases[0]",
      group(.total(.seconds(600_000))) { $0.nodes = [phase(.after(.fixed(.nanoseconds(1))))] }),
    WrongWorkout(
      "intervals of a nanosecond", "phases[0].every",
      group(.totalInterval(total: .seconds(60), every: .fixed(.nanoseconds(1))))),
    WrongWorkout(
      "a set that nobody has", "phases[0].phases[0].skip",
      group {
        $0.nodes = [phase { $0.skip = .numbers([.min]) }]
      }),
  ]

  private static let rules = [
    WrongWorkout("random moments below 0", "phases[0].cues[0].at", rule(.random(-1))),
    WrongWorkout("a billion random moments", "phases[0].cues[0].at", rule(.random(1_000_000_000))),
    WrongWorkout("a cue each nanosecond", "phases[0].cues[0].at", rule(.every(.nanoseconds(1)))),
    WrongWorkout("the largest part", "phases[0].cues[0].at", rule(.part(percent: .max, offset: long))),
    WrongWorkout("a count from a billion", "phases[0].cues[0].count", rule { $0.count = 1_000_000_000 }),
    WrongWorkout(
      "the most strikes", "phases[0].cues[0].strikes", rule { $0.sound = CueSound("gong", strikes: .max) }),
    WrongWorkout(
      "each set that is no number", "phases[0].phases[0].cues[0].if.set.every",
      group {
        $0.nodes = [rule { $0.condition = Condition(set: .every(0, from: .min)) }]
      }),
  ]

  private static let sizes = [
    WrongWorkout(
      "3,000 groups in one another", String(repeating: "phases[0].", count: 8) + "phases[0]",
      nested(3_000) { SetGroup(.sets(2), nodes: [$0]) }),
    WrongWorkout(
      "a thousand groups, eight deep",
      "phases[0]" + String(repeating: ".phases[0]", count: 6) + ".phases[9].phases[983]",
      nested(8) {
        SetGroup(.sets(2), nodes: Array(repeating: $0, count: 1_000))
      }),
    WrongWorkout(
      "sets in sets in sets", "phases[0].phases[0].phases[0]", nested(3) { SetGroup(.sets(100_000), nodes: [$0]) }),
    WrongWorkout(
      "eight sides in eight groups", "phases[0].sides",
      nested(8) {
        SetGroup(.sets(1), sides: Sides((1...8).map { "side \($0)" }), nodes: [$0])
      }),
  ]
}

@Suite struct `A wrong workout built in code` {
  @Test(.timeLimit(.minutes(1)), arguments: WrongWorkout.all)
  fileprivate func `is refused with its place and a sentence`(wrong: WrongWorkout) {
    let error = #expect(throws: TimelineError.self) { try Timeline(Workout(name: "Wrong", nodes: wrong.nodes)) }
    #expect(error?.problems.map(\.path.description).contains(wrong.path) == true, "\(error.map(\.description) ?? "")")
    #expect(error?.problems.allSatisfy { $0.message.count > 10 } == true)
  }

  @Test func `is refused where the length of its track is out of range`() throws {
    let track = phase(.after(.track)) { $0.track = "talk.flac" }
    for length in [Duration.seconds(-1), .seconds(Int64.max)] {
      let workout = Workout(name: "Talk", nodes: [track])
      let error = #expect(throws: TimelineError.self) { try Timeline(workout, trackLengths: ["talk.flac": length]) }
      #expect(error?.description == "phases[0].duration: must be 0 s to 24 h")
    }
  }

  @Test func `lists every problem, one a line`() {
    let workout = Workout(name: "", nodes: [group { $0.pick = -1 }])
    let error = #expect(throws: TimelineError.self) { try Timeline(workout) }
    #expect(error?.description == "name: must not be empty\nphases[0].pick: must be 1…1, got -1")
  }
}
