import Testing
import WorkoutEngine
import WorkoutModel

/// A cue says the set in which its moment lies, unless a stall holds it up beyond that set.
@Suite struct `A cue that plays in another set than it was planned for` {
  private static func workout(_ rule: CueRule) -> Workout {
    Sample.silent([rule], .group(SetGroup(.sets(3), nodes: [Sample.phase("Work", .high, 10)])))
  }

  private static let words = CueText(pieces: [.words("Set "), .placeholder(.set)])

  @Test func `because its words begin before the set in which they end, says the set of its moment`() throws {
    let rule = CueRule(on: .workout, at: .every(.milliseconds(10_500)), say: Self.words, align: .end)
    try expectScore(
      of: Self.workout(rule), from: 9, .to(22),
      score: """
        9.5 custom "Set 2" for 10.5 in set 2 ! "Set 2" ending at 10.5
        10 phase Work 2/3 (high) 10-20 ! journal
        20 phase Work 3/3 (high) 20-30; custom "Set 3" for 21 ! journal, "Set 3" ending at 21
        """)
  }

  @Test func `in words that aren't synthesised is a sound and a failure`() throws {
    let rule = CueRule(on: .phase, at: .start(offset: .seconds(5)), say: CueText(pieces: [.placeholder(.remaining)]))
    try expectScore(
      of: Self.workout(rule), from: 4, .late(5.8), .to(10),
      score: """
        5.8 custom "4 seconds" failed due 5 (these words were not synthesised in time) ! [gong]
        10 phase Work 2/3 (high) 10-20 ! journal
        """)
  }

  @Test func `because a stall held it up beyond its set, says what is true and reports it`() throws {
    let rule = CueRule(on: .workout, at: .every(.milliseconds(9500)), say: Self.words)
    try expectScore(
      of: Self.workout(rule), from: 9, .late(10.3), .to(20),
      score: """
        10 phase Work 2/3 (high) 10-20 ! journal
        10.3 planned for set 1, playing in set 2; custom "Set 2" late due 9.5 planned for set 1 (stall) ! "Set 2"
        19 custom "Set 2" ! "Set 2"
        20 phase Work 3/3 (high) 20-30 ! journal
        """)
  }

  @Test func `is no completion: that speaks of the set that it completes, however late it is`() throws {
    let rule = CueRule(on: .set, at: .end(offset: .zero), say: Self.words, cueClass: .completion)
    try expectScore(
      of: Self.workout(rule), from: 9, .late(11), .to(20),
      score: """
        10 phase Work 2/3 (high) 10-20 ! journal
        11 custom "Set 1" late due 10 in set 1 (stall) ! "Set 1"
        20 custom "Set 2"; phase Work 3/3 (high) 20-30 ! "Set 2", journal
        """)
  }

  @Test func `because other words came first, says the set of its moment`() throws {
    let rule = CueRule(on: .set, at: .end(offset: .milliseconds(-500)), say: Self.words, cueClass: .completion)
    let count = CueRule(on: .phase, at: .end(offset: .seconds(-1)), count: 1)
    var workout = Self.workout(rule)
    workout.cues.append(count)
    try expectScore(
      of: workout, from: 8, .to(12),
      score: """
        9 custom "1" ! "1"
        10 phase Work 2/3 (high) 10-20 ! journal
        10.15 moves custom; custom "Set 1" for 9.5 in set 1 ! "Set 1"
        """)
  }

  @Test func `because other words came first, says so too where a stall delays it a little more`() throws {
    let rule = CueRule(on: .workout, at: .start(offset: .milliseconds(9500)), say: Self.words)
    var workout = Self.workout(rule)
    workout.cues.append(CueRule(on: .phase, at: .end(offset: .seconds(-1)), count: 1))
    try expectScore(
      of: workout, from: 8, .to(10), .late(10.3),
      score: """
        9 custom "1" ! "1"
        10 phase Work 2/3 (high) 10-20 ! journal
        10.3 moves custom; custom "Set 1" late due 10.15 for 9.5 in set 1 (stall) ! "Set 1"
        """)
  }

  @Test func `says it too when the session was stored and restored in between`() throws {
    let rule = CueRule(on: .workout, at: .every(.milliseconds(10_500)), say: Self.words, align: .end)
    try expectScore(
      of: Self.workout(rule), from: 9, .to(9.2), .replayed, .to(11),
      score: """
        9.5 custom "Set 2" for 10.5 in set 2 ! "Set 2" ending at 10.5
        10 phase Work 2/3 (high) 10-20 ! journal
        """)
  }
}
