import LiveHost

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
