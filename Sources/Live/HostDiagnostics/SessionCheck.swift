import HostSystem
import LivePlayback

/// Whether another run holds the audio session.
public struct SessionCheck: Equatable, Sendable {
  /// What a look at the session's lock came to.
  public enum State: Equatable, Sendable {
    /// No process holds it; its path.
    case free(String)
    /// Another run does; what it says of itself.
    case held(String)
    /// There is no place for the lock, and why.
    case unavailable(String)
  }

  /// What a look at the lock came to.
  public var state: State

  /// A look at the lock.
  public init(state: State) { self.state = state }

  /// The judgement.
  public var finding: Diagnostic {
    switch state {
    case .free(let path): .ok("session", "the audio session is free (\(path))")
    case .held(let holder):
      .warning("session", "held by \(holder)", fix: "wait for it, or take it: cuebell run FILE --take-over")
    case .unavailable(let reason):
      .warning("session", "two runs would talk over each other: \(reason)", fix: "set XDG_RUNTIME_DIR or HOME")
    }
  }
}

extension SessionCheck {
  /// Looks at the lock, without taking it.
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
