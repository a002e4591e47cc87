import WorkoutEngine
public import WorkoutModel

/// Compares the places of a session with the reference after each of many moves.
///
/// The session decides what the user's changes to lengths are; the reference lays out the workout with them. So this
/// shows errors in what a timeline says of a plan that the user has changed: the segments from the current place on,
/// and the sets around it.
public struct MoveComparison {
  private let timeline: Timeline
  private var engine: Engine
  private var random: SeededRandom
  private var now = Duration.zero

  private static let mostMoves = 24

  private init(_ timeline: Timeline, seed: UInt64) {
    self.timeline = timeline
    engine = Engine(timeline)
    random = SeededRandom(seed: seed)
  }

  /// The differences in a session that moves as `seed` says; the first ends it.
  public static func differences(_ timeline: Timeline, seed: UInt64) -> [String] {
    if timeline.hasOvertime { return [] }
    var comparison = MoveComparison(timeline, seed: seed)
    return comparison.run()
  }

  private mutating func run() -> [String] {
    _ = engine.send(.start, at: now)
    _ = engine.send(.prepared, at: now)
    var moves: [String] = []
    for _ in 0..<Self.mostMoves where !engine.playback.isOver {
      let found = differences
      if !found.isEmpty { return found.map { "\($0), after \(moves.joined(separator: ", "))" } }
      wait()
      let action = action()
      _ = engine.send(action, at: now)
      moves.append("\(action) at \(now)")
    }
    return []
  }

  /// Lets some time pass: part of the phase, or several phases.
  private mutating func wait() {
    let left = engine.cursor?.end.map { $0 - engine.position } ?? .seconds(60)
    switch random.below(4) {
    case 0: break
    case 1: now += left
    case 2: now += .nanoseconds(random.below(left.wholeNanoseconds + 1))
    default: now += .nanoseconds(random.below(left.wholeNanoseconds * 3 + 1))
    }
    _ = engine.send(.tick, at: now)
  }

  private mutating func action() -> Action {
    switch random.below(12) {
    case 0, 1: .skip
    case 2, 3, 4: engine.isOpen ? .done : .skip
    case 5: .back
    case 6: .restartPhase
    case 7: .extend(by: .milliseconds(random.below(60_000)))
    case 8: .extend(by: .milliseconds(-random.below(60_000)))
    case 9: .undo
    case 10: .redo
    default: random.below(2) == 0 ? .pause : .resume
    }
  }

  private var differences: [String] {
    // The reference has no clock that ran on while the user was elsewhere.
    guard let cursor = engine.cursor, cursor.end != cursor.start, engine.state.edits.allSatisfy(\.clocks.isEmpty)
    else { return [] }
    let edits = Dictionary(
      engine.state.edits.map {
        ($0.id, ReferenceLayout.Edit(extended: $0.extended, ended: $0.ended, left: $0.left))
      },
      uniquingKeysWith: { first, _ in first })
    let layout = ReferenceLayout(timeline.workout, timeline.trackLengths, seed: timeline.seed, ended: [:], edits: edits)
    guard let place = layout.phases.firstIndex(where: { $0.id == cursor.id }) else {
      return ["\(cursor.id) should not be there"]
    }
    return segmentDifferences(from: cursor, layout.phases[place...]) + setDifferences(around: cursor, layout)
  }

  /// Compares the segments from a cursor on, up to one that only the user ends.
  private func segmentDifferences(
    from cursor: Cursor, _ phases: ArraySlice<ReferenceLayout.LaidPhase>
  ) -> [String] {
    var next: Cursor? = cursor
    for phase in phases {
      guard let here = next else { return ["\(phase.id) at \(phase.start) is missing"] }
      if here.id != phase.id || here.start != phase.start || here.end != phase.end {
        return ["\(here.segment) should be \(phase.id) from \(phase.start) to \(phase.end as Any)"]
      }
      next = here.end.flatMap { timeline.next(after: here, endedAt: $0) }
    }
    return next.map { ["\($0.segment) should not be there"] } ?? []
  }

  private func setDifferences(around cursor: Cursor, _ layout: ReferenceLayout) -> [String] {
    let sets = cursor.id.sets
    let spans = timeline.sets(around: cursor)
    return spans.enumerated().compactMap { level, span in
      let id = ReferenceLayout.SetID(group: span.group, sets: Array(sets.dropLast(level)))
      let extent = level == spans.count - 1 ? layout.whole : layout.extents[id]
      guard let expected = extent?.span, expected.start != span.start || expected.end != span.end else { return nil }
      return "set \(id.sets) of \(span.group) lasts from \(span.start) to \(span.end as Any), it should last from "
        + "\(expected.start) to \(expected.end as Any)"
    }
  }
}

/// Lengths of open phases that a user could choose, drawn for each from a seed: from no time at all to minutes.
public enum DrawnLengths {
  /// The length of a phase; `nil` if the user leaves it to the rehearsal.
  public static func length(of id: SegmentID, seed: UInt64) -> Duration? {
    var random = SeededRandom(
      seed: ReferenceMoments.seed("lengths", [Int(truncatingIfNeeded: seed), id.node] + id.sets))
    switch random.below(6) {
    case 0: return nil
    case 1: return .milliseconds(1 + random.below(1000))
    case 2: return .seconds(1 + random.below(40))
    case 3: return .nanoseconds(1 + random.below(400_000_000_000))
    default: return .milliseconds(1 + random.below(60_000))
    }
  }
}
