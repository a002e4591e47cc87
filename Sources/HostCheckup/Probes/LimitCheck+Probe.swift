import Glibc

extension LimitCheck {
  /// Asks the system.
  public static func probe() -> LimitCheck {
    // The system keeps the nice level as 20 less the level, so that it is never negative.
    let level = limit(__RLIMIT_NICE).map { 20 - $0 } ?? -20
    return LimitCheck(
      openFiles: limit(RLIMIT_NOFILE), realTimePriority: limit(__RLIMIT_RTPRIO), niceLevel: level,
      lockedMemory: limit(__RLIMIT_MEMLOCK))
  }

  private static func limit(_ resource: __rlimit_resource) -> Int? {
    var limit = rlimit()
    guard unsafe getrlimit(Int32(resource.rawValue), &limit) == 0 else { return nil }
    return limit.rlim_cur == rlim_t.max ? nil : Int(clamping: limit.rlim_cur)
  }
}
