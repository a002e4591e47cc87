import WorkoutEngine
import WorkoutModel

/// The remaining lines of a script, and their due times.
struct ScriptQueue: Sendable {
  /// A line with its due time.
  struct Due: Equatable {
    let at: Duration
    let line: Int
  }

  /// A line that waits for a cue.
  private struct Waiting {
    let line: Int
    let cue: PlannedCue
    let offset: Duration
    /// The session time at which the cue is due, as it was last seen.
    var expected: Duration?
    /// The true time at which the cue was due; `nil` before.
    var passed: Duration?
  }

  /// The lines with fixed times, in reverse order: the next is the last.
  private var timed: [Due]
  private var waiting: [Waiting]
  /// Lines that name a cue that the plan doesn't have.
  let impossible: [Int]
  /// The current place, and the end of its segment in the plan.
  private var place: (cursor: Cursor, plannedEnd: Duration?)?

  init(_ script: [ScriptLine], _ oracle: Oracle) {
    var timed: [Due] = []
    var waiting: [Waiting] = []
    var impossible: [Int] = []
    for (index, line) in script.enumerated() {
      switch line.at {
      case .after(let at): timed.append(Due(at: at, line: index))
      case .cue(let name, let offset):
        if let cue = oracle.first(name) {
          waiting.append(Waiting(line: index, cue: cue, offset: offset))
        } else {
          impossible.append(index)
        }
      }
    }
    self.timed = timed.sorted { ($0.at, $0.line) > ($1.at, $1.line) }
    self.waiting = waiting
    self.impossible = impossible
  }

  var lines: [Int] { (timed.map(\.line) + waiting.map(\.line) + impossible).sorted() }

  /// Whether lines wait for cues.
  var isWaiting: Bool { !waiting.isEmpty }

  /// The next line with a fixed time.
  var nextTimed: Due? { timed.last }

  /// The next line in the current state; of those due at one instant, the first in the file.
  ///
  /// `advanced` is the session time up to which the session has advanced, which may be ahead of the clock.
  mutating func next(
    _ session: SessionReading, at advanced: Duration, _ oracle: Oracle, _ clock: VirtualClock, origin: Duration
  ) -> Due? {
    if place?.cursor != session.cursor { place = session.cursor.map { ($0, oracle.phase($0.id)?.end) } }
    var best = nextTimed
    for index in waiting.indices {
      guard let at = due(index, session, advanced, oracle, clock, origin) else { continue }
      let due = Due(at: max(at, clock.now), line: waiting[index].line)
      if let known = best, (known.at, known.line) <= (due.at, due.line) { continue }
      best = due
    }
    return best
  }

  mutating func remove(_ due: Due) {
    if timed.last?.line == due.line { timed.removeLast() } else { waiting.removeAll { $0.line == due.line } }
  }

  mutating func remove(line: Int) {
    timed.removeAll { $0.line == line }
    waiting.removeAll { $0.line == line }
  }

  private mutating func due(
    _ index: Int, _ session: SessionReading, _ advanced: Duration, _ oracle: Oracle, _ clock: VirtualClock,
    _ origin: Duration
  ) -> Duration? {
    if let passed = waiting[index].passed { return passed + waiting[index].offset }
    let now = clock.boot - origin
    // A session that has advanced beyond the cue no longer tells when it is due.
    let expected = waiting[index].expected.flatMap { $0 > now && $0 <= advanced ? $0 : nil }
    let due = expected ?? oracle.instant(of: waiting[index].cue, in: session, at: now, plannedEnd: place?.plannedEnd)
    guard let instant = due else { return nil }
    waiting[index].expected = instant
    if instant <= now {
      let passed = clock.now - (now - instant)
      waiting[index].passed = passed
      return passed + waiting[index].offset
    }
    return clock.instant(ofBoot: origin + instant) + waiting[index].offset
  }
}

extension PlannedCue {
  /// The shift of the cue if its phase begins and ends elsewhere; a cue of an open phase shifts with the start.
  fileprivate func shift(start: Duration, end: Duration?) -> Duration {
    let fromStart = start - segmentStart
    guard !isMeasuredFromStart, !isOpen, let end, let planned = segmentEnd else { return fromStart }
    let fromEnd = end - planned
    let longer = (fromEnd - fromStart).inNanoseconds
    switch rule.at {
    case .half: return fromStart + .nanoseconds(longer / 2)
    case .part(let percent, _): return fromStart + .nanoseconds(longer * Int64(percent) / 100)
    case .start, .end, .every, .random: return fromEnd
    }
  }
}

extension Oracle {
  /// The past or future instant at which a cue is due in the session's current state; `nil` while unknown. A cue that
  /// was passed over is due now.
  ///
  /// The plan is the oracle's; only the user's shift is read from the session.
  fileprivate func instant(
    of cue: PlannedCue, in session: SessionReading, at now: Duration, plannedEnd: Duration?
  ) -> Duration? {
    guard let cursor = session.cursor else { return session.playback.isOver ? now : nil }
    let shift: Duration
    let id = cursor.id
    if id == cue.segment {
      shift = cue.shift(start: cursor.start, end: cursor.end)
    } else if timeline.precedes(cue.segment, id) {
      // It was passed over.
      return now
    } else {
      guard let end = cursor.end, let plannedEnd else { return nil }
      shift = end - plannedEnd
    }
    return session.timer.instant(of: cue.due + shift)
  }
}
