public import DesktopBus

/// Whether there is a desktop to work with: media keys, sleep held off, notifications, other players.
public struct BusCheck: Equatable, Sendable {
  /// What a look at the buses came to.
  public var probe: DesktopProbe

  /// A look at the buses.
  public init(probe: DesktopProbe) { self.probe = probe }

  /// The judgement: workouts run without a desktop, so nothing here is a fault.
  public var finding: Diagnostic {
    let keys = "media keys and playerctl control a run"
    let session = probe.hasSessionBus ? "a session bus: \(keys)" : "no session bus: no media keys"
    let logind = probe.hasLogind ? "logind keeps the machine awake" : "no logind to keep the machine awake"
    let restored = probe.hasRestored ? "; other players have back what a killed run took from them" : ""
    return .ok("desktop", "\(session); \(logind)\(restored)")
  }
}

extension BusCheck {
  /// Looks at the buses that the environment names, and gives other players back what a killed run took from them.
  public static func probe(_ environment: [String: String]) -> BusCheck { BusCheck(probe: .probe(environment)) }
}
