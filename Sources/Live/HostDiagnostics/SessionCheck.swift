import HostSystem
import LivePlayback

/// Checks whether another run holds the audio session.
public struct SessionCheck: Equatable, Sendable {
  /// The state of the session's lock.
  public enum State: Equatable, Sendable {
    /// No process holds it, with its path.
    case free(String)
    /// Another run holds it, with that run's description of itself.
    case held(String)
    /// The lock can't be used, with the reason.
    case unavailable(String)
  }

  /// The state of the lock.
  public var state: State

  /// A check of the lock.
  public init(state: State) { self.state = state }

  /// The diagnostic.
  public var diagnostic: Diagnostic {
    switch state {
    case .free(let path): .ok("session", "the audio session is free (\(path))")
    case .held(let holder):
      .warning("session", "held by \(holder)", fix: "wait for it, or take over: cuebell run FILE --take-over")
    case .unavailable(let reason):
      .warning("session", "two runs could play at the same time: \(reason)", fix: "set XDG_RUNTIME_DIR or HOME")
    }
  }
}

extension SessionCheck {
  /// Checks the lock without acquiring it.
  public static func probe(_ environment: [String: String]) -> SessionCheck {
    do throws(SessionLock.Failure) {
      let path = try SessionLock.standardPath(environment)
      guard let holder = try SessionLock.holder(at: path) else { return SessionCheck(state: .free(path)) }
      return SessionCheck(state: .held(holder))
    } catch {
      switch error {
      case .held(let holder): return SessionCheck(state: .held(holder))
      case .unavailable(let reason): return SessionCheck(state: .unavailable(reason))
      }
    }
  }
}
