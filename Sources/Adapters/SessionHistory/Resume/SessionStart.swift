import FoundationEssentials
package import WorkoutEngine
package import WorkoutModel

package enum SessionStart: Equatable, Sendable {
  case state(EngineSnapshot)
  /// The state stored last, after which the session has `played` on; how much of that was heard is unknown.
  case doubtful(EngineSnapshot, played: Duration)
  /// The phase of the same name, in a workout that has changed since.
  case phase(Cursor, progress: Duration, elapsed: Duration)

  /// The engine, paused at the start, and the events before it of which the history doesn't know.
  package func resumed(
    _ timeline: Timeline, _ durations: PhraseDurations, _ policies: Policies
  ) throws(SnapshotError) -> (engine: Engine, unrecorded: [EngineEvent]) {
    switch self {
    case .state(let snapshot):
      return (try Engine(restoring: snapshot, timeline, durations: durations, policies: policies), [])
    case .doubtful(let snapshot, let played):
      let (paused, events) = try snapshot.leavingOut(played, timeline, durations: durations)
      guard let paused else { throw .completed }
      return (try Engine(restoring: paused, timeline, durations: durations, policies: policies), events)
    case .phase(let cursor, let progress, let elapsed):
      let engine = Engine(
        resuming: timeline, at: cursor, progress: progress, elapsed: elapsed, durations: durations, policies: policies)
      return (engine, [])
    }
  }
}

extension UnfinishedSession {
  /// The exact state of the session, for a workout with the same canonical text.
  ///
  /// The digest isn't compared: it differs between versions for the same workout.
  package func exactStart(_ timeline: Timeline) throws(SnapshotError) -> SessionStart {
    let snapshot: EngineSnapshot
    do {
      snapshot = try JSONDecoder().decode(EngineSnapshot.self, from: Data(state.utf8))
    } catch {
      throw error as? SnapshotError ?? .damaged
    }
    // While the timer ran, the position shows the time since the whole state was written.
    let passed = position - snapshot.state.position
    guard let start = snapshot.paused(after: passed) else { throw .damaged }
    // A cue that was due where it began to play isn't a fact in a state before that.
    if played > .zero || (hasPlayed && !snapshot.state.timer.isRunning) {
      return .doubtful(snapshot.belonging(to: timeline), played: passed)
    }
    return .state(start.belonging(to: timeline))
  }

  /// The start in the phase of the same name in another workout, with the same progress; `nil` if no phase has the
  /// name.
  ///
  /// It is in the same set if there is one; of several candidates, the one nearest to the session's position.
  package func startByName(_ timeline: Timeline) -> SessionStart? {
    guard let phase else { return nil }
    let start = position - intoPhase
    var best: (cursor: Cursor, isOtherSet: Bool, distance: Duration)?
    var next = timeline.first()
    var count = 0
    while let cursor = next, count < Self.searchLimit {
      count += 1
      if timeline.phase(of: cursor.id).name == phase {
        let distance = cursor.start > start ? cursor.start - start : start - cursor.start
        let isOtherSet = cursor.set != set
        let isBetter = best.map { (isOtherSet ? 1 : 0, distance) < ($0.isOtherSet ? 1 : 0, $0.distance) } ?? true
        if isBetter { best = (cursor, isOtherSet, distance) }
      }
      next = timeline.next(after: cursor, endedAt: cursor.end ?? cursor.start)
    }
    return best.map { .phase($0.cursor, progress: intoPhase, elapsed: elapsed) }
  }

  /// The maximum number of segments to search: more than a week of ten-second phases.
  private static let searchLimit = 100_000
}
