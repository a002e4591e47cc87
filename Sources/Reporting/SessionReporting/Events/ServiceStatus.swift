public import WorkoutEngine
import WorkoutModel

/// The status of a session in one line for a service manager: the phase and what remains.
public struct ServiceStatus: Equatable, Sendable {
  private var phase = ""

  /// The status of a session that has not begun.
  public init() {}

  /// The line after an event; `nil` where the event doesn't change the line.
  public mutating func line(after event: EngineEvent) -> String? {
    switch event.kind {
    case .phaseStarted(let report):
      phase = Self.title(report)
      return "\(phase), \(Self.remaining(event.progress))"
    case .paused(_, let reason): return "Paused (\(reason.rawValue)): \(phase), \(Self.remaining(event.progress))"
    case .resumed: return "\(phase), \(Self.remaining(event.progress))"
    case .finished(let elapsed, let reason, _): return "\(reason.rawValue) after \(ClockText.short(elapsed))"
    case .stateChanged, .actionTaken, .cueSettled, .setMismatched, .planNoted: return nil
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
