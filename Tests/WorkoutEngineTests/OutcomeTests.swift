import Testing
import WorkoutEngine

/// Random sessions of random workouts: no cue is settled twice, and none is lost.
@Suite struct `The outcomes of cues` {
  private static func judge(_ seeds: ClosedRange<UInt64>, _ kind: OutcomeSession.Kind) throws -> Set<Outcome> {
    var outcomes: Set<Outcome> = []
    for seed in seeds {
      var session = try OutcomeSession(seed: seed, kind)
      session.run()
      outcomes.formUnion(session.outcomes)
      if let complaint = session.complaint {
        Issue.record("seed \(seed): \(complaint)")
        return outcomes
      }
    }
    return outcomes
  }

  @Test func `come once to each cue where the user only goes forward`() throws {
    _ = try Self.judge(1...1500, .forward)
  }

  @Test func `come once to a cue between two moves that may bring it again, and repeats are reported`() throws {
    #expect(try Self.judge(1...1500, .any).contains(.duplicate))
  }
}
