public import WorkoutEngine
import WorkoutModel

/// The status of a session in one line for a service manager: the phase and what remains.
public struct ServiceStatus: Equatable, Sendable {
  private var phase = ""
  private var isPaused = false
  /// The origin of the current or requested pause; `nil` if it has none, or it isn't known yet.
  private var pausedBy: ActionOrigin?

  /// The status of a session that has not begun.
  public init() {}

  /// The line after an event; `nil` if the event doesn't change the line.
  public mutating func line(after event: EngineEvent) -> String? {
    switch event.kind {
    case .phaseStarted(let report):
      phase = Self.title(report)
      return "\(phase), \(Self.remaining(event.progress))"
    case .paused(_, let reason):
      isPaused = true
      // An interruption or a suspend has its own reason, independent of the user's action.
      if reason != .user { pausedBy = nil }
      return pauseLine(reason, event.progress)
    // Without a fade the action follows its pause, with one it precedes the pause.
    case .actionTaken(.pause, .accepted, _, let state), .actionTaken(.toggle, .accepted, _, let state):
      pausedBy = state.isUsersPause ? event.origin : nil
      return isPaused && pausedBy != nil ? pauseLine(.user, event.progress) : nil
    case .resumed:
      (isPaused, pausedBy) = (false, nil)
      return "\(phase), \(Self.remaining(event.progress))"
    case .finished(let elapsed, let reason, _): return "\(reason.rawValue) after \(ClockText.short(elapsed))"
    case .stateChanged, .metronomeStarted, .actionTaken, .cueSettled, .setMismatched, .planNoted: return nil
    }
  }

  private func pauseLine(_ reason: PauseReason, _ progress: SessionProgress) -> String {
    let cause = pausedBy.map { "by \(Self.name(of: $0))" } ?? "(\(reason.rawValue))"
    return "Paused \(cause): \(phase), \(Self.remaining(progress))"
  }

  private static func name(of origin: ActionOrigin) -> String {
    if let name = origin.name { return SafeText.filtered(name) }
    return switch origin.source {
    case .key: "a key"
    case .signal: "a signal"
    case .socket: "ctl"
    case .mpris: "a media key"
    case .system: "the system"
    }
  }

  private static func title(_ phase: PhaseReport) -> String {
    let set = phase.set.map { set in " (set \(set)\(phase.sets.map { " of \($0)" } ?? ""))" } ?? ""
    return SafeText.filtered(phase.name) + set
  }

  private static func remaining(_ progress: SessionProgress) -> String {
    progress.remaining.map { "\(ClockText.short($0)) remaining" } ?? "open end"
  }
}

extension PlaybackState {
  /// Whether the user has paused it, or it is fading out for that.
  fileprivate var isUsersPause: Bool {
    switch self {
    case .paused(.user), .fadingOut(_, .paused(.user)), .preparingToPause(.user): true
    default: false
    }
  }
}
