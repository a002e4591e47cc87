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
    #expect(try Self.found(long, .phase(Phase("Plank", .high, .open()))).isEmpty)
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
