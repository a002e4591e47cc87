import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `The ambient bed` {
  /// Preparation, then work; a gong at the end.
  private static func prepared(fade: Duration = Ambient.standardFade) -> Workout {
    let gong = CueRule(on: .workout, at: .end(offset: .zero), sound: CueSound("gong"), cueClass: .completion)
    return Workout(
      name: "Prepared", style: .silent, ambient: Ambient(sound: "rain", fade: fade), cues: [gong],
      nodes: [Sample.phase("Get ready", .prepare, 5), Sample.phase("Work", .high, 10)])
  }

  @Test func `comes in after the preparation and is silent exactly when the gong of completion sounds`() throws {
    try expectScore(
      of: Self.prepared(), from: 0, .to(20),
      showing: [.ambient, .cues],
      score: """
        5 bed rain ! bed start rain 1.5 = bed 0.0 to 1.0 over 1.5
        13.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        15 custom [gong]; bed none ! [gong] = no bed
        """)
  }

  @Test func `fades for as long as the workout says, the pauses too`() throws {
    try expectScore(
      of: Self.prepared(fade: .seconds(3)), from: 4, .at(9, .pause), .at(20, .resume), .to(40),
      showing: .ambient,
      score: """
        5 bed rain ! bed start rain 3 = bed 0.0 to 1.0 over 3
        9 ! bed pause 3 = bed 1.0 to 0.0 over 3
        20@9 ! bed resume 3 = bed 0.0 to 1.0 over 3
        23@12 ! bed stop 3 = bed 1.0 to 0.0 over 3 for the end
        26@15 bed none = no bed
        """)
  }

  @Test func `goes out when the workout is taken back to its preparation, and comes in again after it`() throws {
    try expectScore(
      of: Self.prepared(), from: 8, .at(8, .jump(to: .zero)), .to(15),
      showing: .ambient,
      score: """
        8@8/0 bed none ! bed swap none over 1.5 = no bed
        13@13/5 bed rain ! bed start rain 1.5 = bed 0.0 to 1.0 over 1.5
        """)
  }

  @Test func `that a phase without one has left goes out with a pause, too`() throws {
    try expectScore(
      of: Self.prepared(fade: .seconds(4)), from: 8, .at(8, .jump(to: .zero)), .at(9, .pause), .to(12),
      showing: .ambient,
      score: """
        8@8/0 bed none ! bed swap none over 4 = no bed
        9@9/1 ! bed pause 4
        """)
  }

  @Test func `is silent at an end that a skip brings nearer while it goes out`() throws {
    let workout = Workout(
      name: "Three", style: .silent, ambient: Ambient(sound: "rain", fade: .seconds(8)),
      nodes: [Sample.phase("A", .high, 20), Sample.phase("B", .high, 8), Sample.phase("C", .high, 2)])
    try expectScore(
      of: workout, from: 20, .at(26, .skip), .to(40), showing: .ambient,
      score: """
        22 ! bed stop 8 = bed 1.0 to 0.0 over 8 for the end
        26@26/28 ! bed stop 4 = bed 0.5 to 0.0 over 4 for the end
        28@28/30 bed none = no bed
        """)
  }

  @Test func `is silent at an end that the end of an open phase brings nearer while it goes out`() throws {
    let workout = Workout(
      name: "Run", style: .silent, ambient: Ambient(sound: "rain", fade: .seconds(30)),
      nodes: [.phase(Phase("Run", .high, .open(cap: .seconds(53)))), Sample.phase("Out", .high, 1)])
    var harness = try EngineHarness(workout)
    harness.run(to: 48)
    harness.send(.done, at: 48)
    harness.run(to: 48.999)
    #expect(harness.engine.state.ambient.level(at: .milliseconds(48_999)) < 0.01)
  }

  @Test func `is silent at the end where a pause has left too little time`() throws {
    var harness = try EngineHarness(Self.prepared(fade: .seconds(8)))
    harness.run(to: 11)
    harness.send(.pause, at: 11)
    harness.send(.resume, at: 12)
    harness.run(to: 15.999)
    #expect(harness.engine.state.ambient.level(at: .milliseconds(15_999)) < 0.01)
  }

  @Test func `comes back where the user returns to a last phase that only the user ends`() throws {
    let workout = Workout(
      name: "Run", style: .silent, ambient: Ambient(sound: "rain", fade: .seconds(5)),
      nodes: [.phase(Phase("Run", .high, .open()))])
    var harness = try EngineHarness(workout)
    harness.run(to: 10)
    harness.send(.done, at: 10)
    harness.send(.undo, at: 11)
    harness.run(to: 20)
    #expect(harness.engine.state.ambient.level(at: .seconds(20)) == 1)
  }

  @Test func `plays on when its phase begins again`() throws {
    try expectScore(
      of: Self.prepared(), from: 8, .at(8, .restartPhase), .to(9),
      score: """
        8@8/5 phase Work (high) 8-18; restartPhase; position 5; history 1/0 ! journal, journal
        """)
  }

  @Test func `goes out on a stop`() throws {
    try expectScore(
      of: Self.prepared(), from: 8, .at(8, .stop), .to(10),
      score: """
        8 custom [gong] cancelled due 15 (stop); playing -> fadingOut 1.5 to stopped; stop ! bed pause 1.5, silence
            everything 0.3, journal = timer stops, bed 1.0 to 0.0 over 1.5
        9.5@8 bed none; fadingOut -> stopped; finished at 8, stopped: did prepared 1 start 1 stop 1 | refused none
            | cues cancelled 1 ! journal, session deactivate, finish stopped = no bed
        """)
  }

  @Test func `falls silent on an interruption without a fade`() throws {
    try expectScore(
      of: Self.prepared(), from: 5, .at(5.75, .interruptionBegan), .to(7),
      score: """
        5.75 playing -> paused(interruption); paused at 5.75 by interruption; interruptionBegan ! bed pause 0.01,
            silence everything 0.01, journal = timer stops, bed 0.5 to 0.0 over 0.01, interruptions 1 to resume
            after
        """)
  }

  @Test func `in a workout shorter than two fades turns round half way, to be silent at the end`() throws {
    let short = Workout(
      name: "Short", style: .silent, ambient: Ambient(sound: "rain", fade: .seconds(4)),
      nodes: [Sample.phase("A", .high, 6)])
    try expectScore(
      of: short, from: 0, .to(10),
      showing: .ambient,
      score: """
        3 ! bed stop 4 = bed 0.75 to 0.0 over 4 for the end
        6 bed none = no bed
        """)
  }

  @Test func `fades out in what is left, where the user has moved close to the end`() throws {
    try expectScore(
      of: Self.prepared(), from: 8, .at(8, .jump(to: .milliseconds(14_500))), .to(10),
      showing: .ambient,
      score: """
        8@8/14.5 ! bed stop 0.5 = bed 1.0 to 0.0 over 0.5 for the end
        8.5@8.5/15 bed none = no bed
        """)
  }

  @Test func `that fades out for the end stays away where a pause leaves no time for it`() throws {
    try expectScore(
      of: Self.prepared(), from: 13, .at(14, .pause), .at(20, .resume), .to(30),
      showing: .ambient,
      score: """
        13.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        14 ! bed pause 1.5 = bed 0.667 to 0.0 over 1.5 for the end
        21@15 bed none = no bed
        """)
  }

  @Test func `that fades out for the end comes back where there is time again`() throws {
    try expectScore(
      of: Self.prepared(), from: 13, .at(14, .extend(by: .seconds(10))), .to(30),
      showing: .ambient,
      score: """
        13.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        14 ! bed start rain 1.5 = bed 0.667 to 1.0 over 1.5
        23.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        25 bed none = no bed
        """)
    try expectScore(
      of: Self.prepared(), from: 13, .at(14, .pause), .at(16, .restartPhase), .at(17, .resume), .to(18),
      showing: .ambient,
      score: """
        13.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        14 ! bed pause 1.5 = bed 0.667 to 0.0 over 1.5 for the end
        17@14/5 ! bed start rain 1.5 = bed 0.0 to 1.0 over 1.5
        """)
  }

  @Test func `is cut short by the shortest fade where the user skips the rest`() throws {
    try expectScore(
      of: Self.prepared(), from: 8, .at(8, .skip),
      score: """
        8@8/15 playing -> fadingOut 1.5 to completed; skip; position 15; history 1/0 ! bed stop 1.5, journal =
            timer stops, bed 1.0 to 0.0 over 1.5 for the end
        """)
  }

  @Test func `changes over to the bed of a phase, to silence and back`() throws {
    let drone = Ambient(sound: "drone", gain: -6, fade: .seconds(3), duck: -20)
    let beds = Workout(
      name: "Beds", style: .silent, ambient: Ambient(sound: "rain"),
      nodes: [
        Sample.phase("A", .high, 10),
        .phase(Phase("B", .sit, .after(.fixed(.seconds(10))), ambient: .bed(drone))),
        .phase(Phase("C", .rest, .after(.fixed(.seconds(10))), ambient: .silent)), Sample.phase("D", .high, 10),
      ])
    try expectScore(
      of: beds, from: 9, .to(50),
      showing: .ambient,
      score: """
        10 bed drone ! bed swap drone 3 gain -6.0 duck -20.0 over 3 = bed 0.0 to 1.0 over 3
        20 bed none ! bed swap none over 3 = no bed
        30 bed rain ! bed start rain 1.5 = bed 0.0 to 1.0 over 1.5
        38.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        40 bed none = no bed
        """)
  }

  @Test func `that a move brings while paused waits for the resume`() throws {
    try expectScore(
      of: Self.prepared(), from: 2, .at(2, .pause), .at(4, .skip), .at(6, .resume), .to(8),
      showing: .ambient,
      score: """
        4@2/5 bed rain ! bed start rain 1.5, bed pause 0 = bed at 0.0
        6@2/5 ! bed resume 1.5 = bed 0.0 to 1.0 over 1.5
        """)
  }

  /// The point is one number, the latest instant: a fade may be as long as a day.
  @Test(arguments: [1, 1000, 1_000_000])
  func `that would take longer than the whole workout comes and goes within it`(nanoseconds: Int) throws {
    let workout = Workout(
      name: "Long fade", style: .silent, ambient: Ambient(sound: "rain", fade: .seconds(86_400)),
      nodes: [.phase(Phase("A", .high, .after(.fixed(.seconds(60) + .nanoseconds(nanoseconds)))))])
    var harness = try EngineHarness(workout)
    harness.run(to: 100)
    let beds = harness.score.effects.filter { if case .ambient = $0.kind { true } else { false } }
    #expect(beds.count == 2 && beds.allSatisfy { $0.due <= .seconds(100) })
    #expect(harness.engine.state.ambient.level(at: harness.engine.state.now) == 0)
  }
}
