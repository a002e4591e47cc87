import Glibc

extension Diagnostic {
  /// Enough open files for any run; one needs about twenty.
  private static let enoughFiles = 64

  /// The resource limits, `nil` for none; workouts run at ordinary priority, so a missing permission is not a fault. A
  /// `realTimePriority` of 0 permits none, and `niceLevel` is the best that may be requested, -20 to 20.
  package static func limits(
    openFiles: Int?, realTimePriority: Int?, niceLevel: Int, lockedMemory: Int?
  ) -> Diagnostic {
    let files = openFiles.map { "\($0) open files" } ?? "unlimited open files"
    if let openFiles, openFiles < enoughFiles {
      return .warning("limits", "only \(files) are allowed", fix: "ulimit -n 1024")
    }
    let priority =
      switch realTimePriority {
      case 0: "no real-time priority"
      case .some(let highest): "real-time priority up to \(highest)"
      case nil: "any real-time priority"
      }
    let nice = niceLevel < 0 ? "nice down to \(niceLevel)" : "no negative nice level"
    let memory = lockedMemory.map { "\($0 / 1_024) KiB of locked memory" } ?? "unlimited locked memory"
    return .ok("limits", "\(files), \(priority), \(nice), \(memory); normal priority is enough")
  }

  /// The same of this process.
  package static func limits() -> Diagnostic {
    // The kernel stores 20 minus the nice level, which is never negative.
    let level = limit(__RLIMIT_NICE).map { 20 - $0 } ?? -20
    return .limits(
      openFiles: limit(RLIMIT_NOFILE), realTimePriority: limit(__RLIMIT_RTPRIO), niceLevel: level,
      lockedMemory: limit(__RLIMIT_MEMLOCK))
  }

  private static func limit(_ resource: __rlimit_resource) -> Int? {
    var limit = rlimit()
    guard unsafe getrlimit(Int32(resource.rawValue), &limit) == 0 else { return nil }
    return limit.rlim_cur == rlim_t.max ? nil : Int(clamping: limit.rlim_cur)
  }
}
