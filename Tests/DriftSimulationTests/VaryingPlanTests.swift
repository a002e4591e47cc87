import DriftSimulation
import Testing
import WorkoutModel

/// Draws of a single value change nothing.
@Suite struct `A plan whose lengths vary` {
  @Test func `has the ends, limits and cuts of one with fixed lengths, where each draw has one value`() throws {
    var compared = 0
    for seed in UInt64(1)...400 {
      let fixed = WorkoutGenerator().workout(seed: seed).with { end in
        switch end {
        case .after(.random(let length)): .after(.fixed(length.longest))
        case .after(.relative): .after(.fixed(.seconds(4)))
        default: end
        }
      }
      let drawn = fixed.with { end in
        if case .after(.fixed(let length)) = end {
          .after(.random(RandomLength(length, length, isSurprise: false)))
        } else {
          end
        }
      }
      guard drawn != fixed, let plan = try? Timeline(fixed), let other = try? Timeline(drawn) else { continue }
      compared += try Self.compare(plan, other, seed)
    }
    #expect(compared > 2000, "\(compared) segments")
  }

  /// Compares two plans segment by segment; returns the number of segments.
  private static func compare(_ plan: Timeline, _ other: Timeline, _ seed: UInt64) throws -> Int {
    var (here, there) = (plan.first(), other.first())
    var count = 0
    let hasOpen = plan.phases.contains { plan.endsByUser(SegmentID(node: $0.node, sets: [])) }
    while let cursor = here, let twin = there, count < 200 {
      count += 1
      let place: Comment = "seed \(seed), \(cursor.id)"
      try #require(cursor.segment == twin.segment, place)
      #expect(plan.sets(around: cursor) == other.sets(around: twin), place)
      for extended in [Duration.zero, .seconds(3)] {
        var (long, longTwin) = (cursor, twin)
        _ = (long.extend(by: extended, notBefore: .zero), longTwin.extend(by: extended, notBefore: .zero))
        #expect(plan.cuts(around: long, extended: extended) == other.cuts(around: longTwin, extended: extended), place)
      }
      // A jump passes what only the user ends in no time, with or without what else is in its group.
      for set in 1...3 where !hasOpen {
        let led = plan.cursor(ofSet: set, around: cursor, notBefore: cursor.start)?.segment
        #expect(led == other.cursor(ofSet: set, around: twin, notBefore: twin.start)?.segment, place)
      }
      let isOpen = plan.endsByUser(cursor.id)
      let done = cursor.start + .seconds(7)
      let end = isOpen ? cursor.end.map { min($0, done) } ?? done : cursor.end ?? cursor.start
      (here, there) = (plan.next(after: cursor, endedAt: end), other.next(after: twin, endedAt: end))
    }
    #expect((here == nil) == (there == nil), "seed \(seed)")
    return count
  }
}

extension Workout {
  /// The workout with other ends of its phases.
  fileprivate func with(_ end: (PhaseEnd) -> PhaseEnd) -> Workout {
    var workout = self
    workout.nodes = nodes.map { $0.with(end) }
    return workout
  }
}

extension Node {
  fileprivate func with(_ end: (PhaseEnd) -> PhaseEnd) -> Node {
    switch self {
    case .phase(var phase):
      phase.end = end(phase.end)
      return .phase(phase)
    case .group(var group):
      group.nodes = group.nodes.map { $0.with(end) }
      group.between = group.between?.with(end)
      return .group(group)
    }
  }
}
