import Testing
import WorkoutModel

@Suite struct `What has no effect in a workout` {
  private static func phase(
    _ seconds: Int, _ intensity: Intensity = .high, skip: SkippedSets? = nil, cues: [CueRule] = []
  ) -> Node {
    .phase(Phase("A", intensity, .after(.fixed(.seconds(seconds))), cues: cues, skip: skip))
  }

  private static func found(_ workout: Workout) throws -> [String] {
    try Timeline(workout).ineffective.map { "\($0.path): \($0.message)" }
  }

  private static func found(_ nodes: Node...) throws -> [String] { try found(Workout(name: "A", nodes: nodes)) }

  private static func found(_ rule: CueRule, _ nodes: Node...) throws -> [String] {
    try found(Workout(name: "A", cues: [rule], nodes: nodes))
  }

  private static func bell(
    _ anchor: Anchor = .phase, _ moment: Moment = .start(offset: .zero), _ condition: Condition = Condition()
  ) -> CueRule {
    CueRule(on: anchor, at: moment, sound: CueSound("bell"), condition: condition)
  }

  private static func group(_ sets: Int, _ nodes: Node...) -> Node { .group(SetGroup(.sets(sets), nodes: nodes)) }

  @Test func `is a workout that lasts no time, and nothing else is said of it`() throws {
    #expect(try Self.found(Self.phase(0), Self.phase(0)) == ["phases: the workout lasts no time"])
  }

  @Test func `is a phase that never runs`() throws {
    #expect(try Self.found(Self.phase(0), Self.phase(9)) == ["phases[0]: never runs: it lasts no time"])
    #expect(
      try Self.found(Self.group(1, Self.phase(9), Self.phase(9, skip: .last))) == [
        "phases[0].phases[1]: never runs: it is left out of every set"
      ])
    #expect(try Self.found(Self.group(2, Self.phase(9), Self.phase(9, skip: .last))).isEmpty)
  }

  @Test func `is a rule whose moments lie outside all phases that it is for`() throws {
    let complaint = "cues[0]: can never sound: no phase it is for lasts long enough"
    for moment: Moment in [
      .end(offset: .seconds(-11)), .start(offset: .seconds(11)), .every(.seconds(10)), .random(1),
      .half(offset: .seconds(6)), .part(percent: 90, offset: .seconds(2)),
    ] {
      #expect(try Self.found(Self.bell(.phase, moment), Self.phase(10)) == [complaint], "\(moment)")
      #expect(try Self.found(Self.bell(.phase, moment), Self.phase(10), Self.phase(20)).isEmpty, "\(moment)")
    }
    let long = Self.bell(.phase, .start(offset: .zero), Condition(longerThan: .seconds(10)))
    #expect(try Self.found(long, Self.phase(10)) == [complaint])
    #expect(try Self.found(long, .phase(Phase("Plank", .high, .open(cap: .seconds(11))))).isEmpty)
    let late = Self.bell(.workout, .start(offset: .seconds(60)))
    #expect(try Self.found(late, Self.phase(10)) == ["cues[0]: can never sound: the workout doesn't last long enough"])
  }

  @Test func `is a rule for an intensity or a set that there is not`() throws {
    let resting = Self.bell(.phase, .start(offset: .zero), Condition(intensity: [.rest]))
    #expect(
      try Self.found(resting, Self.phase(9)) == ["cues[0]: can never sound: no phase it is for has such an intensity"])
    #expect(try Self.found(resting, Self.phase(9), Self.phase(9, .rest)).isEmpty)
    let fourth = Self.bell(.set, .start(offset: .zero), Condition(set: .numbers([4])))
    #expect(
      try Self.found(fourth, Self.group(3, Self.phase(9))) == ["cues[0]: can never sound: no group has such a set"])
    #expect(try Self.found(fourth, Self.group(4, Self.phase(9))).isEmpty)
    #expect(try Self.found(fourth, Self.phase(9)) == ["cues[0]: can never sound: there is no set group"])
    let last = Self.bell(.phase, .start(offset: .zero), Condition(set: .last))
    #expect(
      try Self.found(Self.group(2, Self.phase(9), Self.phase(9, skip: .last, cues: [last]))) == [
        "phases[0].phases[1].cues[0]: can never sound: no phase it is for is in such a set"
      ])
  }

  @Test func `is a least time that a limit around the phase cuts, in any set`() throws {
    func found(_ repetition: Repetition, skip: SkippedSets? = nil, _ around: Repetition = .sets(1)) throws -> [String] {
      let hold = Node.phase(Phase("Hold", .high, .open(atLeast: .seconds(40)), skip: skip))
      let inner = Node.group(SetGroup(repetition, nodes: [hold]))
      return try Self.found(.group(SetGroup(around, nodes: [inner]))).map {
        String($0.trimmingPrefix("phases[0].phases[0].phases[0].atLeast: can't be reached: "))
      }
    }
    func cut(_ key: String, _ what: String, _ time: String) -> [String] {
      ["\"\(key)\" ends \(what) after \(time); make that longer, or this shorter"]
    }
    #expect(try found(.interval(sets: 3, every: .fixed(.seconds(30)))) == cut("every", "set 1", "30s"))
    #expect(try found(.interval(sets: 3, every: .fixed(.seconds(40)))).isEmpty)
    let lengths = SetInterval.perSet([.seconds(60), .seconds(20)])
    #expect(try found(.interval(sets: 2, every: lengths)) == cut("every", "set 2", "20s"))
    #expect(try found(.interval(sets: 2, every: lengths), skip: .last).isEmpty)
    let falling = SetInterval.progression(from: .seconds(60), by: .seconds(-15))
    #expect(try found(.interval(sets: 3, every: falling)) == cut("every", "set 3", "30s"))
    #expect(try found(.total(.seconds(30))) == cut("for", "the group", "30s"))
    #expect(try found(.capped(sets: 2, cap: .seconds(39))) == cut("cap", "the group", "39s"))
    #expect(try found(.sets(2), .interval(sets: 2, every: .fixed(.seconds(20)))) == cut("every", "set 1", "20s"))
    #expect(try found(.total(.seconds(90))).isEmpty)
  }

  private static let (open, capped) = (
    Node.phase(Phase("O", .high, .open())), Node.phase(Phase("C", .high, .open(cap: .seconds(60))))
  )

  @Test func `is a moment that is never known, because the user decides when a phase ends`() throws {
    let (half, part) = (Moment.half(offset: .zero), Moment.part(percent: 25, offset: .zero))
    let before = Moment.end(offset: .seconds(-10))
    func never(_ anchor: Anchor, _ moment: Moment, _ nodes: Node...) throws -> Bool {
      let found = try Self.found(Workout(name: "A", cues: [Self.bell(anchor, moment)], nodes: nodes))
      return found.count == 1 && found[0].hasPrefix("cues[0]: can never sound: ") && found[0].contains("unknown; count")
    }
    for moment in [half, part] {
      #expect(try never(.phase, moment, Self.open) && never(.phase, moment, Self.capped), "\(moment)")
      #expect(try !never(.phase, moment, Self.open, Self.phase(60)), "\(moment)")
      #expect(try never(.workout, moment, Self.phase(60), Self.open), "\(moment)")
      #expect(try never(.workout, moment, Self.phase(60), Self.capped), "\(moment)")
      #expect(try never(.set, moment, Self.group(3, Self.open, Self.phase(20))), "\(moment)")
      #expect(try !never(.set, moment, Self.group(3, Self.phase(20)), Self.open), "\(moment)")
      // A phase that is left out of one set leaves that set a half, and a limit leaves the workout one.
      let skipped = Node.phase(Phase("O", .high, .open(), skip: .last))
      #expect(try !never(.set, moment, Self.group(3, skipped, Self.phase(20))), "\(moment)")
      #expect(try !never(.workout, moment, .group(SetGroup(.total(.seconds(90)), nodes: [Self.open]))), "\(moment)")
    }
    for moment in [before, .random(1)] {
      #expect(try never(.phase, moment, Self.open) && !never(.phase, moment, Self.capped), "\(moment)")
      #expect(try never(.set, moment, Self.group(3, Self.phase(60), Self.open)), "\(moment)")
      // Once the open phase is over, the end of the set is known.
      #expect(try !never(.set, moment, Self.group(3, Self.open, Self.phase(60))), "\(moment)")
      #expect(try !never(.phase, moment, .group(SetGroup(.total(.seconds(90)), nodes: [Self.open]))), "\(moment)")
    }
    #expect(try never(.set, before, Self.group(3, Self.open, Self.phase(9))))
    #expect(try !never(.set, before, Self.group(3, Self.open, Self.phase(10))))
    #expect(try never(.workout, before, Self.group(3, Self.open), Self.phase(9)))
    // The end itself comes when the user says done, and the last numbers of a count where the first are lost.
    #expect(try !never(.phase, .end(offset: .zero), Self.open))
    let count = CueRule(on: .set, at: before, count: 10)
    #expect(try Self.found(count, Self.group(3, Self.open, Self.phase(9))).isEmpty)
  }

  @Test func `is what would have to end where its phase begins`() throws {
    var rule = Self.bell()
    rule.align = .end
    #expect(
      try Self.found(rule, Self.phase(9)) == [
        "cues[0]: can never sound: it would have to begin before the phase does; leave \"align\" out"
      ])
  }

  @Test func `is one moment of a list`() throws {
    var rule = Self.bell(.phase, .half(offset: .zero))
    rule.further = [.start(offset: .seconds(5)), .start(offset: .seconds(90))]
    #expect(
      try Self.found(rule, Self.capped).map { String($0.prefix(33)) } == [
        "cues[0].at[0]: this moment never ", "cues[0].at[2]: this moment never ",
      ])
  }

  @Test func `is a condition that no phase and no set meets`() throws {
    func never(
      _ condition: Condition, _ moment: Moment = .start(offset: .zero), _ anchor: Anchor = .phase,
      _ nodes: Node...
    ) throws -> Bool {
      try Self.found(Workout(name: "A", style: .silent, cues: [Self.bell(anchor, moment, condition)], nodes: nodes))
        .contains { $0.hasPrefix("cues[0]: can never sound: ") }
    }
    let start = Moment.start(offset: .zero)
    let changes = Condition(intensityChanges: true)
    #expect(try never(changes, start, .phase, Self.phase(9), Self.phase(9)))
    #expect(try never(changes, start, .phase, Self.phase(9)))
    #expect(try !never(changes, start, .phase, Self.phase(9), Self.phase(9, .rest)))
    #expect(try never(Condition(endsSet: true), start, .phase, Self.phase(9)))
    #expect(try !never(Condition(endsSet: true), start, .phase, Self.phase(9), Self.group(2, Self.phase(9))))
    #expect(try never(Condition(severalPhases: true), start, .set, Self.group(2, Self.phase(9))))
    #expect(try never(Condition(severalPhases: false), start, .set, Self.group(2, Self.phase(9), Self.phase(9))))
    #expect(try never(Condition(counted: true), start, .phase, Self.phase(9)))
    #expect(try never(Condition(atLeast: .seconds(5)), start, .phase, Self.open))
    #expect(try !never(Condition(atLeast: .seconds(5)), start, .phase, Self.capped))
    #expect(try never(Condition(before: .end(offset: .seconds(-10))), .every(.seconds(30)), .phase, Self.phase(40)))
    #expect(try !never(Condition(before: .end(offset: .seconds(-9))), .every(.seconds(30)), .phase, Self.phase(40)))
    #expect(try never(Condition(after: .half(offset: .zero)), .start(offset: .seconds(9)), .phase, Self.phase(20)))
    #expect(try never(Condition(after: .half(offset: .zero)), .start(offset: .seconds(9)), .phase, Self.capped))
    #expect(try !never(Condition(before: .half(offset: .zero)), .start(offset: .seconds(9)), .phase, Self.capped))
  }

  @Test func `are words whose placeholders never have a value`() throws {
    func never(_ text: String, on anchor: Anchor = .phase, at moment: Moment = .start(offset: .zero), _ nodes: Node...)
      throws -> Bool
    {
      let rule = CueRule(on: anchor, at: moment, say: try CueText(text))
      let found = try Self.found(Workout(name: "A", style: .silent, cues: [rule], nodes: nodes))
      return found.contains { $0.hasPrefix("cues[0].say: can never sound: {") }
    }
    let plain = Self.phase(20)
    let full = Node.phase(
      Phase("B", .rest, .after(.fixed(.seconds(20))), reps: 5, sides: Sides(nil), target: PerSet(Target("95%"))))
    let sets = Self.group(2, plain)
    let timed = Node.group(SetGroup(.total(.seconds(90)), name: "Round", nodes: [plain, plain]))
    for text in ["{target}", "{side}", "{reps}"] {
      #expect(try never(text, plain, sets) && !never(text, plain, full), "\(text)")
      #expect(try never(text, on: .workout, plain, full) && !never(text, on: .workout, full, plain), "\(text)")
      #expect(try !never(text, on: .workout, at: .start(offset: .seconds(1)), plain, full), "\(text)")
      #expect(try never(text, on: .set, sets, full) && !never(text, on: .set, Self.group(2, full)), "\(text)")
    }
    #expect(try never("{set}", plain) && !never("{set}", plain, sets))
    #expect(try never("{sets}", plain, timed) && !never("{sets}", timed, sets))
    #expect(try never("{next}", plain) && !never("{next}", sets) && !never("{next}", plain, plain))
    #expect(try never("{next}", on: .workout, at: .end(offset: .zero), plain, sets))
    #expect(try never("{next set}", plain, Self.group(1, plain)) && !never("{next set}", sets))
    #expect(try !never("{next set}", timed))
    #expect(try never("{set@Round}", plain, .group(SetGroup(.sets(1), name: "Round", nodes: [full])), full) == false)
    #expect(try never("{set@Round}", on: .workout, plain, timed))
    #expect(try never("{remaining}", Self.open) && !never("{remaining}", Self.open, Self.capped))
    #expect(try never("{remaining}", on: .workout, plain, Self.open))
    #expect(try !never("{remaining}", on: .workout, at: .every(.seconds(30)), Self.open, Self.phase(90)))
    #expect(try !never("{elapsed} {workout} {phase}", Self.open))
    // Each has a value somewhere, but nowhere both.
    let sided = Node.phase(Phase("S", .high, .after(.fixed(.seconds(20))), sides: Sides(nil)))
    let counted = Node.phase(Phase("R", .high, .after(.fixed(.seconds(20))), reps: 5))
    #expect(try never("{side}, {reps}", sided, counted) && !never("{side}, {reps}", full))
    // A phase whose own words never have a value has none as {phase}.
    let last = Node.phase(Phase("L", .high, .after(.fixed(.seconds(20))), say: "Then {next}"))
    #expect(
      try Self.found(last) == [
        "phases[0].say: these words are never spoken: {next} never has a value, because no phase follows; "
          + "leave {next} out"
      ])
    #expect(try never("Now: {phase}", last) && !never("Now: {phase}", last, plain))
  }

  @Test func `are such words beside a sound, which is heard all the same`() throws {
    let rule = CueRule(on: .phase, at: .start(offset: .zero), sound: CueSound("bell"), say: try CueText("{target}"))
    #expect(
      try Self.found(rule, Self.phase(9)) == [
        "cues[0].say: these words are never spoken: {target} never has a value, because no phase it is for has a "
          + "\"target\"; add one, or leave {target} out"
      ])
  }

  @Test func `is a limit that the sets never reach`() throws {
    func capped(_ cap: Int) -> Node { .group(SetGroup(.capped(sets: 3, cap: .seconds(cap)), nodes: [Self.phase(10)])) }
    #expect(try Self.found(capped(30)) == ["phases[0].cap: has no effect: the sets are over after 30s"])
    #expect(try Self.found(capped(29)).isEmpty)
    let open = SetGroup(.capped(sets: 3, cap: .seconds(900)), nodes: [.phase(Phase("Row", .high, .open()))])
    #expect(try Self.found(.group(open)).isEmpty)
  }

  @Test func `are sounds and ways to speak that nothing uses`() throws {
    var silent = Workout(
      name: "A", style: .silent, voice: Voice(rate: 200), sounds: ["clap": "clap.wav", "drum": "drum.wav"],
      pronounce: ["Qi": "chee"], nodes: [Self.phase(9, cues: [Self.bell()])])
    silent.cues = [CueRule(on: .phase, at: .end(offset: .zero), sound: CueSound("drum"))]
    #expect(
      try Self.found(silent) == [
        "sounds.clap: has no effect: nothing plays this sound",
        "voice: has no effect: nothing is spoken in this workout",
        "pronounce: has no effect: nothing is spoken in this workout",
      ])
  }
}
