import WorkoutEngine
import WorkoutModel

extension ObservedSession {
  /// The status in one line for a service manager: the phase and what remains, who paused it, or how it ended; `nil`
  /// before the beginning.
  public var serviceLine: String? {
    if let ending { return "\(ending.reason.rawValue) after \(ClockText.short(ending.elapsed))" }
    guard hasBegun, let phase else { return nil }
    let set = phase.set.map { set in " (set \(set)\(phase.sets.map { " of \($0)" } ?? ""))" } ?? ""
    let left = place.progress.remaining.map { "\(ClockText.short($0)) remaining" } ?? "open end"
    let line = "\(SafeText.filtered(phase.name))\(set), \(left)"
    guard let pauseReason else { return line }
    return "Paused \(pausedBy.map { "by \(Self.name(of: $0))" } ?? "(\(pauseReason.rawValue))"): \(line)"
  }

  /// Whether the line of the service manager has other news than the passage of time since an earlier state.
  public func hasServiceNews(since earlier: ObservedSession) -> Bool {
    phaseCount != earlier.phaseCount || ending != earlier.ending || hasBegun != earlier.hasBegun
      || pauseReason != earlier.pauseReason || pausedBy != earlier.pausedBy
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
}
