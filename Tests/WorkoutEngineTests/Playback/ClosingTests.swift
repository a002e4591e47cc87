import Testing
import WorkoutEngine
import WorkoutModel

/// Where the user ends the workout at once, the bed fades out first and the closing cues follow the silence.
@Suite struct `A workout that the user ends` {
  private static let gong = CueRule(
    on: .workout, at: .end(offset: .zero), sound: CueSound("gong"), cueClass: .completion)

  private static func workout(_ phase: Phase, bed: Ambient? = Ambient(sound: "rain")) -> Workout {
    Workout(name: "Last", style: .silent, ambient: bed, cues: [gong], nodes: [.phase(phase)])
  }

  private static let timed = workout(Phase("Work", .high, .after(.fixed(.seconds(10)))))
  private static let open = workout(Phase("Plank", .high, .open()))

  @Test func `with skip is silent when the gong sounds, and complete after it`() throws {
    try expectScore(
      of: Self.timed, from: 5, .at(5, .skip), .to(8),
      score: """
        5@5/10 playing -> fadingOut 1.5 to completed; skip; position 10; history 1/0 ! bed stop 1.5, journal =
            timer stops, bed 1.0 to 0.0 over 1.5 for the end
        6.5@5/10 custom [gong]; bed none; fadingOut -> completed; finished at 5, completed: did prepared 1 skip 1
            start 1 | refused none | cues onTime 1 ! [gong], journal, session deactivate, finish completed = no
            phase, no bed
        """)
  }

  @Test func `with done is silent when the gong sounds, and complete after it`() throws {
    try expectScore(
      of: Self.open, from: 5, .at(5, .done), .to(8),
      score: """
        5 playing -> fadingOut 1.5 to completed; done; end 5; history 1/0 ! bed stop 1.5, journal = plan to 5,
            timer stops, in the plan 0-5, bed 1.0 to 0.0 over 1.5 for the end, edits node 1 +0 ended after 5
        6.5@5 custom [gong]; bed none; fadingOut -> completed; finished at 5, completed: did done 1 prepared 1
            start 1 | refused none | cues onTime 1 ! [gong], journal, session deactivate, finish completed = no
            phase, no bed
        """)
  }

  @Test func `just before its end ends no later than by itself`() throws {
    try expectScore(
      of: Self.timed, from: 9.5, .at(9.5, .skip), .to(12),
      score: """
        9.5@9.5/10 playing -> fadingOut 0.5 to completed; skip; position 10; history 1/0 ! bed stop 1.499999999,
            journal = timer stops, bed 0.333 to 0.0 over 1.499999999 for the end
        10@9.5/10 custom [gong]; bed none; fadingOut -> completed; finished at 9.5, completed: did prepared 1 skip
            1 start 1 | refused none | cues onTime 1 ! [gong], journal, session deactivate, finish completed = no
            phase, no bed
        """)
  }

  private static let long = Node.phase(Phase("Row", .high, .after(.fixed(.seconds(20)))))

  private static func capped(_ cap: Int, _ node: Node) -> Node {
    .group(SetGroup(.capped(sets: 1, cap: .seconds(cap)), nodes: [node]))
  }

  @Test(arguments: [
    capped(10, long), capped(10, .phase(Phase("Plank", .high, .open()))), capped(10, capped(15, long)),
    capped(15, capped(10, long)), capped(15, .phase(Phase("Plank", .high, .open(cap: .seconds(10))))),
    .group(SetGroup(.total(.seconds(10)), nodes: [long])),
  ])
  func `just before a limit of the clock ends no later than by that`(node: Node) throws {
    var session = try EngineHarness(Workout(name: "Last", ambient: Ambient(sound: "rain"), nodes: [node]))
    session.run(to: 9.5)
    session.send(.skip, at: 9.5)
    session.run(to: 30)
    let ends = session.events.compactMap { if case .finished = $0.kind { $0.at } else { nil } }
    #expect(ends == [.seconds(10)])
  }

  @Test func `says its last words after the end where they had to wait for others`() throws {
    let late = CueRule(
      on: .workout, at: .end(offset: .milliseconds(-500)), say: CueText(pieces: [.words("Nearly")]),
      cueClass: .countdown)
    let words = CueRule(
      on: .workout, at: .end(offset: .zero), say: CueText(pieces: [.words("Well done")]), cueClass: .completion)
    let workout = Sample.silent([late, words], Sample.phase("Work", .high, 10))
    try expectScore(
      of: workout, from: 9, .to(12),
      score: """
        9.5 custom "Nearly" ! "Nearly"
        10 moves custom; custom "Well done" due 10.65 for 10 at 10.65; playing -> completed; finished at 10,
            completed: did prepared 1 start 1 | refused none | cues onTime 2 ! "Well done" at 10.65, journal,
            session deactivate, finish completed = timer stops, no phase
        """)
  }

  @Test func `without a bed is complete at once`() throws {
    try expectScore(
      of: Self.workout(Phase("Plank", .high, .open()), bed: nil), from: 5, .at(5, .done),
      score: """
        5 done; custom [gong]; playing -> completed; finished at 5, completed: did done 1 prepared 1 start 1 |
            refused none | cues onTime 1; history 1/0 ! journal, [gong], journal, session deactivate, finish
            completed = plan to 5, timer stops, no phase, edits node 1 +0 ended after 5
        """)
  }

  @Test func `has its track faded out, too`() throws {
    try expectScore(
      of: Self.workout(Phase("Sit", .sit, .after(.fixed(.seconds(10))), track: "sit.flac"), bed: nil), from: 5,
      .at(5, .skip), .to(8),
      score: """
        5@5/10 playing -> fadingOut 1.5 to completed; skip; position 10; history 1/0 ! track pause 1.5, journal =
            timer stops
        6.5@5/10 custom [gong]; fadingOut -> completed; finished at 5, completed: did prepared 1 skip 1 start 1 |
            refused none | cues onTime 1 ! [gong], track stop 0, journal, session deactivate, finish completed =
            no phase
        """)
  }

  @Test func `waits for its end in a pause`() throws {
    try expectScore(
      of: Self.timed, from: 5, .at(5, .skip), .at(6, .pause), .at(20, .resume),
      score: """
        5@5/10 playing -> fadingOut 1.5 to completed; skip; position 10; history 1/0 ! bed stop 1.5, journal =
            timer stops, bed 1.0 to 0.0 over 1.5 for the end
        6@5/10 fadingOut -> fadingOut 1.5 since 5 to paused(user); pause ! journal
        6.5@5/10 fadingOut -> paused(user); paused at 5 by user
        20@5/10 resumed at 5 after user; resume; custom [gong]; bed none; paused -> completed; finished at 5,
            completed: did pause 1 prepared 1 resume 1 skip 1 start 1 | refused none | cues onTime 1 ! [gong],
            journal, session deactivate, finish completed = no phase, no bed
        """)
    try expectScore(
      of: Self.open, from: 5, .at(5, .done), .at(5.5, .pause), .at(6, .resume), .to(8),
      score: """
        5 playing -> fadingOut 1.5 to completed; done; end 5; history 1/0 ! bed stop 1.5, journal = plan to 5,
            timer stops, in the plan 0-5, bed 1.0 to 0.0 over 1.5 for the end, edits node 1 +0 ended after 5
        5.5@5 fadingOut -> fadingOut 1.5 since 5 to paused(user); pause ! journal
        6@5 resumed at 5 after user; fadingOut -> fadingOut 0.5 to completed; resume ! journal
        6.5@5 custom [gong]; bed none; fadingOut -> completed; finished at 5, completed: did done 1 pause 1
            prepared 1 resume 1 start 1 | refused none | cues onTime 1 ! [gong], journal, session deactivate,
            finish completed = no phase, no bed
        """)
  }

  @Test func `waits in an interruption, where another skip ends it`() throws {
    try expectScore(
      of: Self.timed, from: 5, .at(5, .skip), .at(6, .interruptionBegan), .at(7, .skip),
      .at(9, .interruptionEnded(shouldResume: true)),
      score: """
        5@5/10 playing -> fadingOut 1.5 to completed; skip; position 10; history 1/0 ! bed stop 1.5, journal =
            timer stops, bed 1.0 to 0.0 over 1.5 for the end
        6@5/10 fadingOut -> paused(interruption); paused at 5 by interruption; interruptionBegan ! bed pause 0.01,
            silence everything 0.01, journal = bed 0.333 to 0.0 over 0.01 for the end, interruptions 1 to resume
            after
        7@5/10 skip; custom [gong]; bed none; paused -> completed; finished at 5, completed: did interruptionBegan
            1 prepared 1 skip 2 start 1 | refused none | cues onTime 1; history 2/0 ! journal, [gong], journal,
            session deactivate, finish completed = no phase, no bed
        9@5/10 interruptionEnded(resume) refused: the workout is over
        """)
  }

  @Test func `is stopped by a stop, which leaves out the gong`() throws {
    try expectScore(
      of: Self.timed, from: 5, .at(5, .skip), .at(5.5, .stop), .to(8),
      score: """
        5@5/10 playing -> fadingOut 1.5 to completed; skip; position 10; history 1/0 ! bed stop 1.5, journal =
            timer stops, bed 1.0 to 0.0 over 1.5 for the end
        5.5@5/10 custom [gong] cancelled (stop); fadingOut -> fadingOut 1 to stopped; stop ! journal
        6.5@5/10 bed none; fadingOut -> stopped; finished at 5, stopped: did prepared 1 skip 1 start 1 stop 1 |
            refused none | cues cancelled 1 ! journal, session deactivate, finish stopped = no bed
        """)
  }

  @Test func `continues where the user goes back or undoes it`() throws {
    try expectScore(
      of: Self.timed, from: 5, .at(5, .skip), .at(5.75, .undo), .to(10),
      score: """
        5@5/10 playing -> fadingOut 1.5 to completed; skip; position 10; history 1/0 ! bed stop 1.5, journal =
            timer stops, bed 1.0 to 0.0 over 1.5 for the end
        5.75@5/10 fadingOut -> fadingIn 1.5
        5.75@5 phase Work (high) 0.75-10.75; undo; position 5; history 0/1 ! journal, bed start rain 1.5, journal =
            timer runs, bed 0.5 to 1.0 over 1.5
        7.25@6.5 fadingIn -> playing
        9.25@8.5 ! bed stop 1.5 = bed 1.0 to 0.0 over 1.5 for the end
        """)
    try expectScore(
      of: Self.open, from: 5, .at(5, .done), .at(5.75, .back), .at(6, .done), .at(6.2, .extend(by: .seconds(5))),
      .at(6.2, .skip), .to(9),
      score: """
        5 playing -> fadingOut 1.5 to completed; done; end 5; history 1/0 ! bed stop 1.5, journal = plan to 5,
            timer stops, in the plan 0-5, bed 1.0 to 0.0 over 1.5 for the end, edits node 1 +0 ended after 5
        5.75@5 fadingOut -> fadingIn 1.5
        5.75@5/0 phase Plank (high) 5.75-open; back; end open; position 0; history 2/0 ! journal, bed start rain
            1.5, journal = plan without end, timer runs, bed 0.5 to 1.0 over 1.5, edits none
        6@5.25/0.25 fadingIn -> fadingOut 1.5 to completed; done; end 0.25; history 3/0 ! bed stop 2.25, journal =
            plan to 0.25, timer stops, in the plan 0-0.25, bed 0.667 to 0.0 over 2.25 for the end, edits node 1 +0
            ended after 0.25
        6.2@5.25/0.25 extend by 5 refused: this phase is over
        6.2@5.25/0.25 skip refused: the workout is ending
        7.5@5.25/0.25 custom [gong]; bed none; fadingOut -> completed; finished at 5.25, completed: did back 1 done
            2 prepared 1 start 1 | refused extend 1 skip 1 | cues onTime 1 ! [gong], journal, session deactivate,
            finish completed = no phase, no bed
        """)
  }

  @Test(arguments: [5.0, 5.5, 6])
  func `continues the same when it is stored and restored`(instant: Double) throws {
    for action in [Action.tick, .pause, .undo, .stop] {
      var (straight, broken) = (try EngineHarness(Self.timed), try EngineHarness(Self.timed))
      for harness in [0, 1] {
        func run(_ session: inout EngineHarness) throws {
          session.send(.skip, at: 5)
          session.run(to: instant)
          if harness == 1 { try session.replay() }
          session.send(action, at: instant)
          session.send(.resume, at: 20)
          session.run(to: 40)
        }
        if harness == 0 { try run(&straight) } else { try run(&broken) }
      }
      #expect(straight.events == broken.events && straight.engine.state == broken.engine.state, "\(action)")
    }
  }
}
