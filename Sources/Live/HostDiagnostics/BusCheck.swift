public import DesktopBus

/// Checks the desktop integration: media keys, sleep inhibitors, notifications and other players.
public struct BusCheck: Equatable, Sendable {
  /// The result of probing the buses.
  public var probe: DesktopProbe

  /// A check from a probe.
  public init(probe: DesktopProbe) { self.probe = probe }

  /// The diagnostic: workouts run without a desktop, so nothing here is a fault.
  public var finding: Diagnostic {
    let keys = "media keys and playerctl control a run"
    let session = probe.hasSessionBus ? "a session bus: \(keys)" : "no session bus: no media keys"
    let logind = probe.hasLogind ? "logind keeps the machine awake" : "no logind to keep the machine awake"
    let restored = probe.hasRestored ? "; other players have back what a killed run took from them" : ""
    return .ok("desktop", "\(session); \(logind)\(restored)")
  }
}

extension BusCheck {
  /// Probes the buses in the environment, and restores other players that a killed run had changed.
  public static func probe(_ environment: [String: String]) -> BusCheck { BusCheck(probe: .probe(environment)) }
}
