import Glibc
import Synchronization

/// Keeps the audio session across processes: takes it, lets another run have it, and takes it again.
///
/// A run that wants the session says so in the `SessionClaims` and sends SIGUSR1 to the one that has it, which looks
/// there before it lets go: the signal alone proves nothing. A run that has let go looks from time to time whether the
/// other still claims the session. Any thread may use it.
public final class SessionKeeper: Sendable {
  /// How long a holder that is asked to let go may take.
  private static let patience = 150
  private static let pause: UInt32 = 20_000

  private struct State: ~Copyable {
    var lock: SessionLock?
    /// What this run claims, as long as it has taken the session from another.
    var claims: SessionClaims?
    /// The run that the session was let go for.
    var successor: pid_t?
    var isOver = false
  }

  private let path: String
  private let holder: String
  private let state = Mutex(State())

  /// A keeper for the lock at `path`; others are told `holder` of it.
  public init(at path: String, holder: String) {
    self.path = path
    self.holder = "pid \(getpid()), \(holder)"
  }

  /// Whether this process has the session.
  public var isHeld: Bool { state.withLock { $0.lock != nil } }

  /// Whether this process has the session and another run waits for it.
  public var isAsked: Bool { isHeld && waiting != nil }

  /// Whether the run that the session was let go for wants it no more.
  public var isFree: Bool {
    let successor = state.withLock { $0.successor }
    guard let successor, let claims = SessionClaims(beside: path) else { return true }
    return !claims.isMade(.wants, by: successor)
  }

  /// Takes the session; with `takeOver` whoever has it is asked to let go.
  public func take(takeOver: Bool) throws(SessionLock.Failure) {
    do throws(SessionLock.Failure) {
      try tryToTake()
    } catch {
      guard takeOver, case .held(let other) = error, let pid = Self.pid(in: other), ask(pid) else { throw error }
      try waitForLock()
      // It goes on to claim what it has taken.
      state.withLock { state in _ = state.claims?.set(.waits, false) }
    }
  }

  private func tryToTake() throws(SessionLock.Failure) {
    try state.withLock { state throws(SessionLock.Failure) in
      // Whoever gave the session back for good doesn't take it behind its own back.
      if !state.isOver { state.lock = try SessionLock(at: path, holder: holder) }
    }
  }

  /// Claims the session, and has its holder look at the claims.
  private func ask(_ pid: pid_t) -> Bool {
    state.withLock { state in
      guard !state.isOver, let claims = SessionClaims(beside: path), claims.set(.wants, true),
        claims.set(.waits, true), kill(pid, SIGUSR1) == 0
      else { return false }
      state.claims = consume claims
      return true
    }
  }

  private func waitForLock() throws(SessionLock.Failure) {
    for _ in 0..<Self.patience {
      do throws(SessionLock.Failure) { return try tryToTake() } catch {
        usleep(Self.pause)
      }
    }
    try tryToTake()
  }

  /// Lets another run have the session, the one that waits for it if there is one.
  public func letGo() {
    let successor = waiting
    state.withLock { state in
      state.successor = successor
      state.lock = nil
    }
  }

  /// Lets the session go for good, with all claims to it.
  public func end() {
    state.withLock { state in
      state.isOver = true
      state.lock = nil
      state.claims = nil
    }
  }

  private var waiting: pid_t? { SessionClaims(beside: path)?.waiting }

  private static func pid(in holder: String) -> pid_t? {
    guard holder.hasPrefix("pid ") else { return nil }
    let number = Int32(holder.dropFirst(4).prefix { $0.isNumber })
    return number.flatMap { $0 > 1 && $0 != getpid() ? $0 : nil }
  }
}
