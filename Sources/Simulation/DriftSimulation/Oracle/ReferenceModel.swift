import WorkoutEngine
import WorkoutModel

/// The state that a session must have, computed only from the actions, without querying the session.
///
/// Active time is a sum of differences of instants; places come from the timeline. There are no wake-ups
/// in this model, so a session whose state depends on them differs from it.
struct ReferenceModel: Sendable {
  /// The required activity of the session.
  enum Mode: Equatable, Sendable {
    case idle, running
    case paused(PauseReason)
    /// The user has ended the last phase, whose bed and track fade out before the end.
    case closing
    case over

    var isPaused: Bool { if case .paused = self { true } else { false } }
  }

  /// A place to return to.
  struct Place: Equatable, Sendable {
    var cursor: Cursor
    var position: Duration
    var edits: [Edit]
    /// The change of length that was made there; `nil` for a move.
    var extended: Extended?
    /// Whether a *done* that takes effect later was said there.
    var isHeld = false
    /// Whether a phase was ended there while the clock of its group ran on.
    var isEnd = false
  }

  /// A change of the length of a phase; one that left nothing of the phase was a move as well.
  struct Extended: Equatable, Sendable {
    let id: SegmentID
    var amount: Duration
    let endedPhase: Bool
  }

  /// The user's changes to the length of one phase.
  struct Edit: Equatable, Sendable {
    let id: SegmentID
    var extended = Duration.zero
    /// The times that clocks around it have run while the user had left it, until an undo.
    var clocks: [Cursor.LimitShift] = []
    /// The length that a *done* has left the phase.
    var done: Duration?
    /// The time after which the user left it, if another phase is to be as long.
    var left: Duration?
  }

  /// The interruptions in progress, and whether the session resumes by itself after the last of them.
  struct Interruptions: Equatable, Sendable {
    var count = 0
    var resumes = false
  }

  /// The end of the session, which may be still to come while it fades out.
  struct End: Equatable, Sendable {
    let at: Duration
    let reason: FinishReason
  }

  static let debounce = Duration.milliseconds(500)
  static let abortFade = Duration.milliseconds(250)
  static let backWindow = Duration.seconds(2)
  static let rememberedMoves = 32

  let timeline: Timeline
  /// The fade of a pause, a resume and a stop.
  let fade: Duration
  var policy: SuspendPolicy
  var mode = Mode.idle
  /// The session time of this state.
  var now = Duration.zero
  var cursor: Cursor?
  var edits: [Edit] = []
  var past: [Place] = []
  var future: [Place] = []
  var lastToggle: Duration?
  /// The end of the fade of a pause, a resume or the end.
  var fadeEnd = Duration.zero
  var interruptions = Interruptions()
  var end: End?
  var visits = PhaseVisitLog()
  /// The gain in dB, and whether there is a device.
  var (volume, isAudible) = (0.0, true)
  /// The person's numbers.
  var body = BodyProfile()
  /// What sensors have measured, and the values that followed.
  var signals = SignalHistory()
  var samples: ReferenceSamples { signals.samples }
  /// The wait for a measurement in the current phase; `nil` if it doesn't wait for any.
  var wait: Wait?
  // Active time and position when the timer last started or moved, and the instant since which it runs.
  private var elapsedBase = Duration.zero
  private(set) var positionBase = Duration.zero
  var since = Duration.zero
  /// The end of the plan after the user's changes; `nil` if unknown.
  private(set) var planEnd: Duration?
  /// Whether nobody is to know that end.
  private var isEndHidden = false

  init(_ timeline: Timeline, _ policy: SuspendPolicy) {
    self.timeline = timeline
    fade = timeline.workout.ambient?.fade ?? Ambient.standardFade
    self.policy = policy
    cursor = timeline.first()
    findPlanEnd()
  }

  private var running: Duration { mode == .running ? max(now - since, .zero) : .zero }
  /// Active time.
  var elapsed: Duration { elapsedBase + running }
  var position: Duration { positionBase + running }

  /// The instant at which the phase began, or would have begun if the timer had run without a break since; `nil` while
  /// the timer is stopped.
  var phaseOrigin: Duration? { mode == .running ? cursor.map { since + ($0.start - positionBase) } : nil }

  /// The remaining time of the plan; `nil` if unknown.
  var remaining: Duration? { cursor == nil ? .zero : planEnd.map { $0 - position } }

  /// The remaining time to show; `nil` if it gives away when a surprise phase ends.
  var shownRemaining: Duration? { isEndHidden ? nil : remaining }

  mutating func advance(to instant: Duration) {
    let instant = max(instant, now)
    while true {
      let byClock = mode == .running ? cursor?.end.map { since + ($0 - positionBase) } : nil
      let end = mode == .closing ? fadeEnd : byClock
      if wait != nil, waits(until: min(end ?? instant, instant)) { continue }
      guard let end, end <= instant else { break }
      now = max(now, end)
      if mode == .closing { enter(nil) } else { endByClock() }
    }
    now = instant
    // A session that is over forgets nothing.
    signals.age(to: min(now, end?.at ?? now))
  }

  /// Ends the current phase, whose time is over.
  private mutating func endByClock() {
    guard let cursor, let end = cursor.end else { return }
    visits.leave(at: end, now, cursor.isEndedByUser ? .done : .time)
    forgetExtensions()
    enter(timeline.next(after: cursor, endedAt: end))
  }

  /// The length of a fade of a pause or a resume that begins now; it reverses one in progress.
  var fadeLength: Duration { fade - min(max(fadeEnd - now, .zero), fade) }

  /// Starts the timer.
  mutating func run() {
    mode = .running
    since = now
  }

  mutating func stopTimer(_ mode: Mode) {
    (elapsedBase, positionBase) = (elapsed, position)
    self.mode = mode
  }

  /// Excludes a length of time from now on, part of which may be in the future.
  mutating func leaveOut(_ gap: Duration) {
    (elapsedBase, positionBase) = (elapsed, position)
    since = now + gap
  }

  /// Moves to a position in the plan.
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
      (end, fadeEnd) = (End(at: now, reason: .completed), min(fadeEnd, now))
      return
    }
    visits.enter(next, at: position, after: elapsed, now)
    beginWait()
  }

  /// The length at which the user has ended a phase.
  func done(of id: SegmentID) -> Duration? { edits.first { $0.id == id }?.done }

  /// Recomputes the end of the plan after a change of place or lengths.
  mutating func findPlanEnd() {
    let whole = cursor.flatMap { timeline.sets(around: $0).last }
    (planEnd, isEndHidden) = (whole?.end, whole?.isEndHidden ?? false)
  }
}
