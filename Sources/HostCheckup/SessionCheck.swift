/// Whether another run holds the audio session.
public struct SessionCheck: Equatable, Sendable {
  /// What a look at the session's lock came to.
  public enum State: Equatable, Sendable {
    /// Nobody holds it; its path.
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
  public var finding: Finding {
    switch state {
    case .free(let path): .ok("session", "nobody holds the audio session (\(path))")
    case .held(let holder):
      .warning("session", "held by \(holder)", cure: "wait for it, or take it: cuebell run FILE --take-over")
    case .unavailable(let reason):
      .warning("session", "two runs would talk over each other: \(reason)", cure: "set XDG_RUNTIME_DIR or HOME")
    }
  }
}
