package import WorkoutEngine
package import WorkoutModel

package enum SessionStart: Equatable, Sendable {
  /// Where the log tells that it was at an instant of its last run; it may have `played` on after that, of which nobody
  /// knows how much was heard.
  case log(SessionLog, to: Duration, played: Duration?)
  /// The phase of the same name, in a workout that has changed since.
  case phase(Cursor, progress: Duration, elapsed: Duration)

  /// The engine, paused at the start, and the events before it of which the history doesn't know.
  package func resumed(
    _ timeline: Timeline, _ durations: PhraseDurations, _ policies: Policies
  ) throws(ReplayError) -> (engine: Engine, unrecorded: [EngineEvent]) {
    switch self {
    case .log(let log, let end, let played):
      let told = try Engine(replaying: log, timeline, to: end, durations: durations)
      let (paused, events) = played.map { told.leavingOut($0) } ?? (told.paused(), [])
      guard let paused else { throw .completed }
      return (paused.under(policies), events)
    case .phase(let cursor, let progress, let elapsed):
      let engine = Engine(
        resuming: timeline, at: cursor, progress: progress, elapsed: elapsed, durations: durations, policies: policies)
      return (engine, [])
    }
  }

  /// The place at which the log begins again; `nil` if it continues.
  var place: SessionLog.Start? {
    guard case .phase(let cursor, let progress, let elapsed) = self else { return nil }
    return .phase(cursor.id, progress: progress, elapsed: elapsed)
  }
}

extension UnfinishedSession {
  /// The exact place of the session, for a workout with the same canonical text.
  package func exactStart(_ timeline: Timeline) throws(ReplayError) -> SessionStart {
    guard let log else { throw .incomplete }
    let end = now - runStart
    let told = try Engine(replaying: log, timeline, to: end)
    // Where it leads elsewhere, some of it is missing.
    let cursor = told.state.cursor
    guard told.state.position == position - played, told.state.elapsed == elapsed - played,
      cursor.map({ told.state.position - $0.start }) == intoPhase - played, cursor?.set == set,
      volume ?? told.state.volume == told.state.volume, told.paused() != nil
    else { throw .incomplete }
    // A cue that was due where it began to play isn't a fact in a state before that.
    let isDoubtful = played > .zero || (hasPlayed && !told.timer.isRunning)
    return .log(log, to: end, played: isDoubtful ? played : nil)
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
