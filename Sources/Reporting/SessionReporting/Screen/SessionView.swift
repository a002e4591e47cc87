import WorkoutEngine
import WorkoutModel

/// The screen of a session: it receives the session's events and returns frames.
///
/// It reads no clock: the caller passes the time. A session reports events slightly before they are heard; the view
/// shows them when they are heard. Between two events the time continues from the last reported position.
package struct SessionView: Sendable {
  /// The minimum display time of a message, and the additional time per character.
  static let (messageTime, readingTime) = (Duration.seconds(6), Duration.milliseconds(60))

  /// The session up to the last shown event.
  private(set) var session: ObservedSession
  let strip: PlanStrip
  let hasNotes: Bool
  /// The events that are not shown yet, each with the time to show it.
  private(set) var awaited: [(event: SessionEvent, due: Duration)] = []
  var message: (text: String, until: Duration, isRefusal: Bool)?
  private var lastToggle: Duration?
  /// The user's input, which replaces messages; `nil` without a prompt.
  package var prompt: String?
  package var showsKeys = false

  /// The screen of a session before its first event.
  package init(_ session: ObservedSession) {
    self.session = session
    strip = PlanStrip(session.timeline.withoutSurprises)
    hasNotes = session.timeline.phases.contains {
      $0.phase.target != nil || $0.phase.notes != nil || $0.phase.track != nil
    }
  }

  /// Adds an event of the session, shown when it is heard; one that belongs to a request is shown at once, with
  /// everything before it.
  package mutating func add(_ event: SessionEvent, isRequested: Bool = false) {
    if isRequested { for index in awaited.indices { awaited[index].due = .zero } }
    awaited.append((event, isRequested ? .zero : event.at))
  }

  /// Shows a message from `now` on, for the time needed to read it.
  package mutating func show(_ message: String, at now: Duration) {
    self.message = (message, now + max(Self.messageTime, Self.readingTime * message.count), false)
  }

  /// Shows every event up to `now`; `nil` means all events.
  package mutating func advance(to now: Duration?, _ words: ScreenWords = ScreenWords()) {
    // Reports may arrive late, so a later report may have an earlier instant.
    let due = awaited.filter { event in now.map { event.due <= $0 } ?? true }
    if due.isEmpty { return }
    awaited.removeAll { event in now.map { event.due <= $0 } ?? true }
    for (event, _) in due {
      session.observe(event)
      if case .engine(.actionTaken(let report), _) = event.kind, report.action.isFromUser {
        show(report.result, of: report.action, at: event.at, words)
      }
    }
  }

  /// Shows why an action was refused, until another one is accepted or the reason ceases to be true.
  private mutating func show(_ result: ActionResult, of action: Action, at instant: Duration, _ words: ScreenWords) {
    switch result {
    case .refused(let reason):
      show(words.refusal(reason.description), at: instant)
      message?.isRefusal = true
      let again = lastToggle.map { $0 + PlaybackMachine.toggleDebounce }
      if action == .toggle, let again, again > instant { message?.until = again }
    case .accepted:
      if message?.isRefusal == true, !action.isMeasurement { message = nil }
      if action == .toggle { lastToggle = instant }
    }
  }

  /// The view of the phase at `now`, which has begun though it isn't reported.
  func advanced(at now: Duration) -> SessionView {
    var view = self
    view.session.advance(to: now)
    return view
  }

  var phase: ObservedPhase? { session.hasBegun ? session.phase : nil }
}

extension Action {
  /// Whether it is an action of the user, who awaits its result.
  var isFromUser: Bool {
    switch self {
    case .start, .tick, .prepared, .preparationFailed, .abort, .lifecycle, .interruptionBegan, .interruptionEnded,
      .audioLost, .audioRestored, .suspended, .speechFailed:
      false
    default: true
    }
  }
}
