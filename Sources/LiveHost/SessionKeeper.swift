import Glibc
import Synchronization

/// Keeps the audio session across processes: takes it, lets another run have it, and takes it again.
///
/// Runs ask each other by signals: SIGUSR1 says "let go", SIGUSR2 "it is free again". Any thread may use it.
public final class SessionKeeper: Sendable {
  /// How long a holder that is asked to let go may take.
  private static let patience = 150
  private static let pause: UInt32 = 20_000

  private struct State: ~Copyable {
    var lock: SessionLock?
    var displaced: pid_t?
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

  /// Takes the session; with `takeOver` whoever has it is asked to let go.
  public func take(takeOver: Bool) throws(SessionLock.Failure) {
    do throws(SessionLock.Failure) {
      try tryToTake()
    } catch {
      guard takeOver, case .held(let other) = error, let pid = Self.pid(in: other), ask(pid) else { throw error }
      try waitForLock()
    }
  }

  private func tryToTake() throws(SessionLock.Failure) {
    try state.withLock { state throws(SessionLock.Failure) in
      // Whoever gave the session back for good doesn't take it behind its own back.
      if !state.isOver { state.lock = try SessionLock(at: path, holder: holder) }
    }
  }

  /// Asks a holder to let go, and remembers to tell it when the session is free again.
  private func ask(_ pid: pid_t) -> Bool {
    state.withLock { state in
      guard !state.isOver, kill(pid, SIGUSR1) == 0 else { return false }
      state.displaced = pid
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

  /// Lets another run have the session; whoever was displaced before goes on waiting.
  public func letGo() { state.withLock { $0.lock = nil } }

  /// Lets the session go for good; whoever was displaced is told that it is free.
  public func end() {
    state.withLock { state in
      state.isOver = true
      state.lock = nil
      if let displaced = state.displaced { kill(displaced, SIGUSR2) }
      state.displaced = nil
    }
  }

  private static func pid(in holder: String) -> pid_t? {
    guard holder.hasPrefix("pid ") else { return nil }
    let number = Int32(holder.dropFirst(4).prefix { $0.isNumber })
    return number.flatMap { $0 > 1 && $0 != getpid() ? $0 : nil }
  }
}
