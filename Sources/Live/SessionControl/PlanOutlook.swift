import WorkoutEngine
import WorkoutModel

/// The phases after the current one, at their positions after the user's changes.
///
/// It moves a cursor through the plan and applies changed ends as events report them, so that changed lengths shift
/// all later phases.
struct PlanOutlook: Sendable {
  /// The maximum number of listed phases.
  static let capacity = 20
  /// The maximum number of phases that the session can return to.
  private static let visitedCapacity = MoveHistory.capacity

  let timeline: Timeline
  /// The current phase; `nil` before the first, after the last, and if the position is unknown.
  private(set) var cursor: Cursor?
  /// The next phase of the last report, if the position is unknown.
  private var reported: Segment?
  /// The phases that were left, in the state they had; a move may return to them.
  private var visited: [Cursor] = []

  init(_ timeline: Timeline, at cursor: Cursor?) {
    self.timeline = timeline
    self.cursor = cursor
  }

  /// A phase begins or is returned to; the plan has it from `start` to `end`.
  mutating func enter(_ report: PhaseReport, from start: Duration, to end: Duration?) {
    reported = report.next
    let left = cursor
    cursor =
      [cursor, natural(at: start)].compactMap { $0 }.first { $0.id == report.id && $0.start == start }
      ?? visited.last { $0.id == report.id && $0.start == start }
      ?? timeline.cursor(at: start).flatMap { $0.id == report.id && $0.start == start ? $0 : nil }
    if let left, left.id != cursor?.id {
      if visited.count == Self.visitedCapacity { visited.removeFirst() }
      visited.append(left)
    }
    move(to: end, notBefore: start)
  }

  /// The planned end of the current phase has changed.
  mutating func move(to end: Duration?, notBefore position: Duration) {
    guard let end, let old = cursor?.end, end != old else { return }
    _ = cursor?.extend(by: end - old, notBefore: position)
  }

  /// The plan has ended.
  mutating func end() { (cursor, reported) = (nil, nil) }

  /// The phase that follows if the current one ends at a position.
  private func natural(at position: Duration) -> Cursor? {
    cursor.flatMap { timeline.next(after: $0, endedAt: position) }
  }

  /// The phase after the current one.
  var next: UpcomingPhase? { phases(1).first }

  /// The next phases.
  var phases: [UpcomingPhase] { phases(Self.capacity) }

  /// Positions after a phase that the user ends are unknown.
  private func phases(_ count: Int) -> [UpcomingPhase] {
    guard let cursor else { return reported.map { [UpcomingPhase($0, in: timeline)] } ?? [] }
    var phases: [UpcomingPhase] = []
    var isKnown = cursor.end != nil
    var here = cursor
    while phases.count < count, let next = timeline.next(after: here, endedAt: here.end ?? here.start) {
      phases.append(UpcomingPhase(next, in: timeline, isPlaceKnown: isKnown))
      if next.end == nil { isKnown = false }
      here = next
    }
    return phases
  }
}

/// A phase in the form that clients receive.
struct UpcomingPhase: Equatable, Sendable {
  let name: String
  let intensity: Intensity
  /// The set, counted from 1; `nil` outside groups.
  let set: Int?
  let sets: Int?
  /// Whether the user ends it.
  let isOpen: Bool
  let reps: Int?
  let target: Target?
  /// The position in the plan; `nil` if it depends on when the user ends another phase.
  var position: Duration?
  /// The length; `nil` if only the user ends it.
  var length: Duration?

  /// The phase at a cursor.
  init(_ cursor: Cursor, in timeline: Timeline, isPlaceKnown: Bool) {
    let group = timeline.sets(around: cursor).dropLast().first
    self.init(
      cursor.segment, in: timeline, set: group?.set, sets: group?.sets, position: isPlaceKnown ? cursor.start : nil)
  }

  /// The phase of a segment whose sets aren't known.
  init(_ segment: Segment, in timeline: Timeline) {
    self.init(segment, in: timeline, set: nil, sets: nil, position: segment.start)
  }

  /// A phase that begins, or is returned to.
  init(_ report: PhaseReport, in timeline: Timeline, position: Duration) {
    name = report.name
    intensity = report.intensity
    set = report.set
    sets = report.sets
    isOpen = timeline.isUsers(report.id)
    reps = report.reps
    target = report.target
    self.position = position
    length = report.end.map { $0 - report.start }
  }

  private init(_ segment: Segment, in timeline: Timeline, set: Int?, sets: Int?, position: Duration?) {
    let phase = timeline.phase(of: segment.id)
    name = phase.name
    intensity = phase.intensity
    self.set = set
    self.sets = sets
    isOpen = timeline.isUsers(segment.id)
    reps = phase.reps
    target = phase.target
    self.position = position
    length = segment.length
  }
}
