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
    case .finished(let elapsed, let reason, _): return "\(reason.words) after \(ClockText.short(elapsed))"
    case .stateChanged, .metronomeStarted, .actionTaken, .cueSettled, .setMismatched, .planNoted: return nil
    }
  }

  private func pauseLine(_ reason: PauseReason, _ progress: SessionProgress) -> String {
    let cause = pausedBy.map { " by \($0.words)" } ?? reason.words.map { " (\($0))" } ?? ""
    return "Paused\(cause): \(phase), \(Self.remaining(progress))"
  }

  private static func title(_ phase: PhaseReport) -> String {
    SafeText.filtered(phase.name) + (phase.countedSet.map { " (\($0.words))" } ?? "")
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
