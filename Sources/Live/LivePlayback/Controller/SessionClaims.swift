import Glibc

/// The claims of runs to the audio session, in a file next to the session's lock in which each run locks a byte.
///
/// A byte is locked by an open file description lock (fcntl(2)): the kernel releases it when its process ends, for
/// whatever reason, so no claim has to be trusted. The number of the byte is that of the process.
struct SessionClaims: ~Copyable {
  enum Claim: off_t {
    case waits = 0
    /// The process wants the session, or has it; the run that released the session for it waits until this claim ends.
    case wants = 0x1_0000_0000
  }

  /// F_OFD_GETLK and F_OFD_SETLK, which glibc declares only for GNU programs.
  private static let (look, set): (Int32, Int32) = (36, 37)

  private let file: Int32

  /// The claims next to the lock at `path`; `nil` if the file can't be used.
  init?(beside path: String) {
    file = unsafe open(path + ".claims", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
  }

  deinit { if file >= 0 { close(file) } }

  /// Makes a claim for this process, or withdraws it; returns `false` on failure.
  func set(_ claim: Claim, _ isMade: Bool) -> Bool {
    var lock = Self.range(claim, getpid(), count: 1)
    lock.l_type = Int16(isMade ? F_WRLCK : F_UNLCK)
    return unsafe fcntl(file, Self.set, &lock) == 0
  }

  /// Whether the process makes this claim; `false` if that can't be determined.
  func isMade(_ claim: Claim, by process: pid_t) -> Bool { first(Self.range(claim, process, count: 1)) != nil }

  var waiting: pid_t? { first(Self.range(.waits, 1, count: off_t(pid_t.max))).map { pid_t(truncatingIfNeeded: $0) } }

  private func first(_ range: Glibc.flock) -> off_t? {
    var lock = range
    guard unsafe fcntl(file, Self.look, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
    return lock.l_start
  }

  private static func range(_ claim: Claim, _ process: pid_t, count: off_t) -> Glibc.flock {
    var lock = Glibc.flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = claim.rawValue + off_t(process)
    lock.l_len = count
    return lock
  }
}
