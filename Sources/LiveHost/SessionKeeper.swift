import Glibc

/// Keeps the audio session across processes: takes it, lets another run have it, and takes it again.
///
/// Runs ask each other by signals: SIGUSR1 says "let go", SIGUSR2 "it is free again".
public final class SessionKeeper {
  /// How long a holder that is asked to let go may take.
  private static let patience = 150
  private static let pause: UInt32 = 20_000

  private let path: String
  private let holder: String
  private var lock: SessionLock?
  private var displaced: pid_t?

  /// A keeper for the lock at `path`; others are told `holder` of it.
  public init(at path: String, holder: String) {
    self.path = path
    self.holder = "pid \(getpid()), \(holder)"
  }

  /// Whether this process has the session.
  public var isHeld: Bool { lock != nil }

  /// Takes the session; with `takeOver` whoever has it is asked to let go.
  public func take(takeOver: Bool) throws(SessionLock.Failure) {
    do throws(SessionLock.Failure) {
      lock = try SessionLock(at: path, holder: holder)
    } catch {
      guard takeOver, case .held(let other) = error, let pid = Self.pid(in: other), kill(pid, SIGUSR1) == 0 else {
        throw error
      }
      displaced = pid
      lock = try waitForLock()
    }
  }

  private func waitForLock() throws(SessionLock.Failure) -> SessionLock {
    for _ in 0..<Self.patience {
      do throws(SessionLock.Failure) { return try SessionLock(at: path, holder: holder) } catch {
        usleep(Self.pause)
      }
    }
    return try SessionLock(at: path, holder: holder)
  }

  /// Lets another run have the session; whoever was displaced before goes on waiting.
  public func letGo() { lock = nil }

  /// Lets the session go for good; whoever was displaced is told that it is free.
  public func end() {
    lock = nil
    if let displaced { kill(displaced, SIGUSR2) }
    displaced = nil
  }

  private static func pid(in holder: String) -> pid_t? {
    guard holder.hasPrefix("pid ") else { return nil }
    let number = Int32(holder.dropFirst(4).prefix { $0.isNumber })
    return number.flatMap { $0 > 1 && $0 != getpid() ? $0 : nil }
  }
}
