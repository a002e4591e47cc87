public import WorkoutEngine
import WorkoutModel

/// Where a session stands, in one line for a service manager: the phase and what remains.
public struct ServiceStatus: Equatable, Sendable {
  private var phase = ""

  /// The status of a session that has not begun.
  public init() {}

  /// The line after an event; `nil` where it changes nothing that the line tells.
  public mutating func line(after event: EngineEvent) -> String? {
    switch event.kind {
    case .phaseStarted(let report):
      phase = Self.title(report)
      return "\(phase), \(Self.remaining(event.standing))"
    case .paused(_, let reason): return "Paused (\(reason.rawValue)): \(phase), \(Self.remaining(event.standing))"
    case .resumed: return "\(phase), \(Self.remaining(event.standing))"
    case .finished(let elapsed, let reason, _): return "\(reason.rawValue) after \(ClockText.short(elapsed))"
    case .stateChanged, .actionTaken, .cueSettled, .setMismatched, .planNoted: return nil
    }
  }

  private static func title(_ phase: PhaseReport) -> String {
    let set = phase.set.map { set in " (set \(set)\(phase.sets.map { " of \($0)" } ?? ""))" } ?? ""
    return SafeText.filtered(phase.name) + set
  }

  private static func remaining(_ standing: Standing) -> String {
    standing.remaining.map { "\(ClockText.short($0)) remaining" } ?? "open end"
  }
}
