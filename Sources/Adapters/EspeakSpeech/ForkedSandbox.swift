internal import CEspeak
import Glibc

/// Runs code that may crash, hang or use too much memory, each time in a forked copy of this process.
///
/// The law: the same work gives the same bytes as long as the state of this process doesn't change; `run` allocates
/// nothing in it. The answer is returned in shared memory, and is valid only where the copy exited with status 0.
@safe
package final class ForkedSandbox {
  /// The resource limits of a run.
  package struct Limits: Sendable {
    package var wallMilliseconds: Int32 = 3_000
    package var cpuSeconds: UInt = 2
    /// Address space, which includes the libraries that this process has loaded.
    package var memoryBytes: UInt = 1 << 30

    package init() {}
  }

  package enum Outcome: Equatable {
    /// The run left this number of bytes in `memory`.
    case answered(Int)
    case crashed
    case timedOut
    /// No process could be started; the error number.
    case notStarted(Int32)
  }

  /// The answer of the last run.
  package let memory: UnsafeMutableRawBufferPointer
  private let limits: Limits
  private let devNull: Int32

  /// Makes a sandbox for answers of at most `capacity` bytes; `nil` if the system gives no memory.
  package init?(capacity: Int, limits: Limits = Limits()) {
    // The first word of the shared memory is the length of the answer.
    let size = capacity + Self.prefix
    let shared = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    devNull = unsafe Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    guard let shared = unsafe shared, unsafe shared != MAP_FAILED, devNull >= 0 else { return nil }
    unsafe memory = UnsafeMutableRawBufferPointer(start: shared + Self.prefix, count: capacity)
    self.limits = limits
  }

  deinit {
    if let start = unsafe memory.baseAddress { unsafe munmap(start - Self.prefix, memory.count + Self.prefix) }
    close(devNull)
  }

  private static let prefix = 16

  /// Runs `body` in a copy of this process, in which `/dev/null` replaces the `closed` descriptors, and waits for its
  /// end.
  ///
  /// `body` writes its answer to the memory it receives and returns its length; `nil` is a failure.
  package func run(closing closed: [Int32] = [], _ body: (UnsafeMutableRawBufferPointer) -> Int?) -> Outcome {
    guard let ends = SocketPair.make() else { return .notStarted(errno) }
    let parent = getpid()
    let child = cuebell_fork()
    if child == 0 { unsafe perform(body, parent: parent, closing: closed) }
    let code = errno
    close(ends.1)
    defer { close(ends.0) }
    guard child > 0 else { return .notStarted(code) }
    // The other end is closed when the copy ends, for any reason.
    let ended = Self.waitForEnd(of: ends.0, milliseconds: limits.wallMilliseconds)
    if !ended { kill(child, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard ended else { return .timedOut }
    if status & 0x7F == SIGXCPU { return .timedOut }
    let length = unsafe (memory.baseAddress.map { unsafe ($0 - Self.prefix).load(as: Int.self) }) ?? -1
    return unsafe status == 0 && (0...memory.count).contains(length) ? .answered(length) : .crashed
  }

  /// Runs `body` in the copy, and exits without the exit handlers of the parent.
  private func perform(_ body: (UnsafeMutableRawBufferPointer) -> Int?, parent: pid_t, closing closed: [Int32]) -> Never
  {
    // SIGXCPU must be delivered, although a thread of a pool blocks most signals.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
    // Without a terminal: its signals don't arrive, and no crash is printed on it.
    setsid()
    for descriptor in closed + [STDERR_FILENO] { dup2(devNull, descriptor) }
    guard cuebell_contain(parent, limits.cpuSeconds, limits.memoryBytes, 0) == 0,
      let length = unsafe body(memory), let start = unsafe memory.baseAddress
    else { _exit(1) }
    unsafe (start - Self.prefix).storeBytes(of: length, as: Int.self)
    _exit(0)
  }

  private static func waitForEnd(of descriptor: Int32, milliseconds: Int32) -> Bool {
    let clock = SuspendingClock()
    let deadline = clock.now + .milliseconds(Int(milliseconds))
    while true {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = clock.now.duration(to: deadline).milliseconds
      let ready = unsafe poll(&watched, 1, Int32(clamping: max(left, 0)))
      if ready > 0 { return true }
      if ready == 0 { return false }
      if errno != EINTR { return false }
    }
  }
}
