import Glibc
package import HostSystem
import Synchronization

/// Shares the audio session between processes: acquires it, hands it to another run, and acquires it again.
///
/// A run that wants the session makes a claim in `SessionClaims` and sends SIGUSR1 to the run that has it, which checks
/// the claims before it releases the session: the signal alone proves nothing. A run that has released the session
/// checks from time to time whether the other still claims it. It is thread-safe.
package final class SessionLockManager: Sendable {
  /// The number of attempts, `pause` µs apart, to take the session from a holder that was asked to release it.
  private static let patience = 150
  private static let pause: UInt32 = 20_000

  private struct State: ~Copyable {
    var lock: SessionLock?
    var claims: SessionClaims?
    var successor: pid_t?
    var isOver = false
  }

  private let path: String
  private let holder: String
  private let state = Mutex(State())

  /// A manager of the lock at `path`, which describes this run as `holder` to other runs.
  package init(at path: String, holder: String) {
    self.path = path
    self.holder = "pid \(getpid()), \(holder)"
  }

  package var isHeld: Bool { state.withLock { $0.lock != nil } }

  package var isRequested: Bool { isHeld && waiting != nil }

  /// Whether the run for which the session was released no longer needs it.
  package var isFree: Bool {
    let successor = state.withLock { $0.successor }
    guard let successor, let claims = SessionClaims(beside: path) else { return true }
    return !claims.isMade(.wants, by: successor)
  }

  /// Acquires the session; with `takeOver`, asks its current holder to release it.
  package func acquire(takeOver: Bool) throws(SessionLock.Failure) {
    do throws(SessionLock.Failure) {
      try tryToAcquire()
    } catch {
      guard takeOver, case .held(let other) = error, let pid = Self.pid(in: other), request(from: pid) else {
        throw error
      }
      try waitForLock()
      // The claim `wants` on the acquired session is kept.
      state.withLock { state in _ = state.claims?.set(.waits, false) }
    }
  }

  private func tryToAcquire() throws(SessionLock.Failure) {
    try state.withLock { state throws(SessionLock.Failure) in
      // A run that released the session for good doesn't acquire it again from another thread.
      if !state.isOver { state.lock = try SessionLock(at: path, holder: holder) }
    }
  }

  /// Claims the session, and signals its holder to check the claims.
  private func request(from pid: pid_t) -> Bool {
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
      do throws(SessionLock.Failure) { return try tryToAcquire() } catch {
        usleep(Self.pause)
      }
    }
    try tryToAcquire()
  }

  /// Hands the session to another run, preferring one that waits for it.
  package func handOver() {
    let successor = waiting
    state.withLock { state in
      state.successor = successor
      state.lock = nil
    }
  }

  package func end() {
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
