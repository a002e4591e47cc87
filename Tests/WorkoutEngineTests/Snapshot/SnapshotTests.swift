import Foundation
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct `A stored session` {
  private func stored(_ workout: Workout = Sample.tabata) throws -> String {
    var harness = try EngineHarness(workout)
    harness.run(to: 35)
    return String(decoding: try JSONEncoder().encode(harness.engine.snapshot), as: UTF8.self)
  }

  private func restore(_ text: String, _ workout: Workout = Sample.tabata) throws -> Engine {
    let snapshot = try JSONDecoder().decode(EngineSnapshot.self, from: Data(text.utf8))
    return try Engine(restoring: snapshot, Timeline(workout))
  }

  @Test func `continues where it was, whatever was on its way: a fade, a phrase, a count, a pause`() throws {
    try expectScore(
      of: Sample.quiet, from: 1, .restored, .at(1.2, .pause), .restored, .at(1.7, .resume), .restored, .to(3),
      score: """
        1.2 fadingIn -> fadingOut 1.2 to paused(user); pause ! bed pause 1.5, silence everything 0.3, journal =
            timer stops, bed 0.8 to 0.0 over 1.5
        1.7@1.2 resumed at 1.2 after user; fadingOut -> fadingIn 0.8; resume ! bed resume 1.5, journal = timer
            runs, bed 0.467 to 1.0 over 1.5
        2.5@2 fadingIn -> playing
        """)
    try expectScore(
      of: Sample.tabata, from: 36, .to(36.4), .restored, .to(37.2), .restored, .at(38.5, .pause), .restored,
      .at(50, .resume), .to(52),
      score: """
        37 countdown "3" ! "3"
        38 countdown "2" ! "2"
        38.5 playing -> fadingOut 1.5 to paused(user); cuts countdown; pause ! bed pause 1.5, silence everything 0.3,
            journal = timer stops, bed 1.0 to 0.0 over 1.5
        40@38.5 fadingOut -> paused(user); paused at 38.5 by user
        50@38.5 resumed at 38.5 after user; paused -> fadingIn 1.5; resume ! bed resume 1.5, journal = timer runs,
            bed 0.0 to 1.0 over 1.5
        50.5@39 countdown "1" ! "1"
        51.5@40 fadingIn -> playing; phase Work 2/2 (high) 51.5-71.5; phaseStart [gong] "Work" ! journal, [gong],
            "Work" at 52.1
        """)
  }

  @Test func `keeps its moves, its lengths and its numbers`() throws {
    try expectScore(
      of: Sample.rounds, from: 12, .at(12, .extend(by: .seconds(5))), .at(13, .skip), .restored, .at(14, .undo),
      .restored, .at(15, .undo), .restored, .at(16, .redo), .at(17, .stop), .restored, .at(18, .skip), .to(20),
      score: """
        12 extend by 5; end 25; history 1/0 ! journal = in the plan 10-25, edits node 3 +5
        13@13/25 phase Rest 1/2 (low) 13-18; skip; position 25; history 2/0 ! journal, journal
        14@14/13 phase Work 1/2 (high) 11-26; undo; position 13; history 1/1 ! journal, journal
        15@15/14 undo; end 20; history 0/2 ! journal = in the plan 10-20, edits none
        16@16/15 redo; end 25; history 1/1 ! journal = in the plan 10-25, edits node 3 +5
        17@17/16 playing -> fadingOut 1.5 to stopped; stop ! silence everything 0.3, journal = timer stops
        18@17/16 skip refused: the workout is over
        18.5@17/16 fadingOut -> stopped; finished at 17, stopped: did extend 1 prepared 1 redo 1 skip 1 start 1
            stop 1 undo 2 | refused skip 1 | cues none ! journal, session deactivate, finish stopped
        """)
  }

  @Test func `of another version is refused before anything else of it is looked at`() throws {
    #expect(throws: SnapshotError.otherFormat(99)) { try restore(#"{ "format": 99, "state": "who knows" }"#) }
  }

  @Test func `of another workout is refused`() throws {
    var other = Sample.tabata
    other.nodes.append(Sample.phase("More", .low, 5))
    #expect(throws: SnapshotError.otherWorkout) { try restore(stored(), other) }
  }

  @Test func `that names places the workout doesn't have is refused`() throws {
    let text = try stored().replacingOccurrences(of: "\"leaf\":4", with: "\"leaf\":400")
    #expect(throws: SnapshotError.damaged) { try restore(text) }
  }
}
