package import HostSystem

extension Diagnostic {
  /// Whether another run holds the audio session: the path of its lock if it is free, or the reason why it is not.
  package static func session(_ lock: Result<String, SessionLock.Failure>) -> Diagnostic {
    switch lock {
    case .success(let path): .ok("session", "the audio session is free (\(path))")
    case .failure(.held(let holder)):
      .warning("session", "held by \(holder)", fix: "wait for it, or take over: cuebell run FILE --take-over")
    case .failure(.unavailable(let reason)):
      .warning("session", "two runs could play at the same time: \(reason)", fix: "set XDG_RUNTIME_DIR or HOME")
    }
  }

  /// The same of this user's session, without acquiring the lock.
  package static func session(_ environment: [String: String]) -> Diagnostic {
    do throws(SessionLock.Failure) {
      let path = try SessionLock.standardPath(environment)
      return .session(try SessionLock.holder(at: path).map { .failure(.held(by: $0)) } ?? .success(path))
    } catch {
      return .session(.failure(error))
    }
  }
}
