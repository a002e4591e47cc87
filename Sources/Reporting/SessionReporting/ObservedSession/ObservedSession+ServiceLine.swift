import WorkoutEngine
import WorkoutModel

extension ObservedSession {
  /// The status in one line for a service manager: the phase and what remains, who paused it, or how it ended; `nil`
  /// before the beginning.
  package var serviceLine: String? {
    if let ending { return "\(ending.reason.label) after \(ClockText.short(ending.elapsed))" }
    guard hasBegun, let phase else { return nil }
    let set = phase.set.map { set in " (set \(set)\(phase.sets.map { " of \($0)" } ?? ""))" } ?? ""
    let left = place.progress.remaining.map { "\(ClockText.short($0)) remaining" } ?? "open end"
    let line = "\(SafeText.filtered(phase.name))\(set), \(left)"
    guard let pauseReason else { return line }
    return "Paused\(pausedBy.map { " by \($0.label)" } ?? pauseReason.label.map { " (\($0))" } ?? ""): \(line)"
  }

  /// Whether the line of the service manager has other news than the passage of time since an earlier state.
  package func hasServiceNews(since earlier: ObservedSession) -> Bool {
    visitCount != earlier.visitCount || ending != earlier.ending || hasBegun != earlier.hasBegun
      || isPauseTold
        && (pauseReason, pausedBy, isPauseAsked) != (earlier.pauseReason, earlier.pausedBy, earlier.isPauseAsked)
  }

  private var isPauseTold: Bool { pauseReason != .user || isPauseAsked }
}
