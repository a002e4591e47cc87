import WorkoutEngine
import WorkoutModel

/// The state that a session must have, computed only from what was done to it, without querying the session.
///
/// Active time is a sum of differences of instants; places come from the timeline in closed form. Wake-ups don't occur
/// here at all, so what depends on them differs from this.
struct ReferenceModel: Sendable {
  /// What the session must be doing.
  enum Mode: Equatable, Sendable {
    case idle, running
    case paused(PauseReason)
    /// The user has ended the last phase, whose bed and track fade out before the end.
    case closing
    case over
  }

  /// A place to come back to.
  struct Place: Equatable, Sendable {
    var cursor: Cursor
    var position: Duration
    var edits: [Edit]
    /// The change of a length that was made there, for what isn't a move.
    var extended: Extended?
  }

  /// A change of the length of a phase; one that left nothing of it was a move as well.
  struct Extended: Equatable, Sendable {
    let id: SegmentID
    var amount: Duration
    let endedPhase: Bool
  }

  /// What the user did to the length of one phase.
  struct Edit: Equatable, Sendable {
    let id: SegmentID
    var extended = Duration.zero
    var ended: Duration?
  }

  /// The interruptions that last, and whether the session resumes by itself after the last of them.
  struct Interruptions: Equatable, Sendable {
    var count = 0
    var resumes = false
  }

  static let debounce = Duration.milliseconds(500)
  static let backWindow = Duration.seconds(2)
  static let rememberedMoves = 32

  let timeline: Timeline
  private(set) var policy: SuspendPolicy
  /// How long the workout lasts as planned; `nil` if the user decides.
  private let total: Duration?
  var mode = Mode.idle
  /// The session time up to which this holds.
  var now = Duration.zero
  var cursor: Cursor?
  var edits: [Edit] = []
  var past: [Place] = []
  var future: [Place] = []
  var lastToggle: Duration?
  /// When the fade of a pause, a resume or the end is over.
  var fadeEnd = Duration.zero
  var interruptions = Interruptions()
  /// The workout came to its end, or was stopped, at this instant.
  var ended: (at: Duration, completed: Bool)?
  /// The phases that were gone through.
  var visits = PhaseVisitLog()
  // Active time and place when the timer last began to run or was moved, and since when it runs.
  private var elapsedBase = Duration.zero
  private var positionBase = Duration.zero
  var since = Duration.zero
  /// Where the plan ends, as the user has changed it; `nil` if unknown.
  private(set) var planEnd: Duration?

  init(_ timeline: Timeline, _ policy: SuspendPolicy) {
    self.timeline = timeline
    self.policy = policy
    total = timeline.total
    planEnd = total
    cursor = timeline.first()
  }

  /// The same for another policy.
  func under(_ policy: SuspendPolicy) -> ReferenceModel {
    var model = self
    model.policy = policy
    return model
  }

  private var running: Duration { mode == .running ? max(now - since, .zero) : .zero }
  /// Active time.
  var elapsed: Duration { elapsedBase + running }
  /// The place in the plan.
  var position: Duration { positionBase + running }

  /// The instant at which the phase began, or would have begun if time had run since as it runs now; `nil` while time
  /// doesn't run.
  var phaseOrigin: Duration? { mode == .running ? cursor.map { since + ($0.start - positionBase) } : nil }

  /// The remaining time of the plan; `nil` if unknown.
  var remaining: Duration? { cursor == nil ? .zero : planEnd.map { $0 - position } }

  /// Lets time pass up to `instant`.
  mutating func advance(to instant: Duration) {
    let instant = max(instant, now)
    while mode == .running, let end = cursor?.end, since + (end - positionBase) <= instant {
      now = max(now, since + (end - positionBase))
      visits.leave(at: end, now, .time)
      forgetExtensions()
      enter(cursor.flatMap { timeline.next(after: $0, endedAt: end) })
    }
    if mode == .closing, fadeEnd <= instant {
      now = max(now, fadeEnd)
      enter(nil)
    }
    now = instant
  }

  /// How long the fade of a pause or a resume lasts that begins now, and turns another round.
  var fadeLength: Duration {
    (timeline.workout.ambient?.fade ?? Ambient.standardFade) - max(fadeEnd - now, .zero)
  }

  /// The timer begins to run.
  mutating func run() {
    mode = .running
    since = now
    visits.addInterval(from: positionBase, at: now)
  }

  /// Stops the timer from now on.
  mutating func stopTimer(_ mode: Mode) {
    (elapsedBase, positionBase) = (elapsed, position)
    self.mode = mode
  }

  /// Leaves out time from now on, some of which may not have come yet.
  mutating func leaveOut(_ gap: Duration) {
    (elapsedBase, positionBase) = (elapsed, position)
    since = now + gap
    visits.addInterval(from: positionBase, at: since)
  }

  /// Jumps to a place in the plan.
  mutating func move(to position: Duration) {
    elapsedBase = elapsed
    positionBase = position
    since = max(since, now)
  }

  /// Continues in a phase, or ends if there is none.
  mutating func enter(_ next: Cursor?) {
    cursor = next
    findPlanEnd()
    guard let next else {
      stopTimer(.over)
      ended = (now, true)
      return
    }
    visits.enter(next, at: position, now, isShifted: !edits.isEmpty)
    if mode == .running { visits.addInterval(from: position, at: max(since, now)) }
  }

  /// Looks where the plan ends, now that place or lengths are others.
  mutating func findPlanEnd() {
    if edits.isEmpty, let total {
      planEnd = total
    } else {
      planEnd = cursor.flatMap { timeline.sets(around: $0).last?.end }
    }
  }
}
