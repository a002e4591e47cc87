internal import CEspeak
import Glibc

/// A place to run code that may crash, hang or eat memory: a forked copy of this process for each run.
///
/// The copy starts from the state this process has, so the same work gives the same bytes every time, as long as this
/// process stays as it is: `run` allocates nothing in it. The answer comes back through memory that both share, and
/// counts only when the copy ended well.
@safe
package final class DisposableProcess {
  /// What a run may use.
  package struct Limits: Sendable {
    package var wallMilliseconds: Int32 = 3_000
    package var cpuSeconds: UInt = 2
    /// Address space, of which the libraries that this process has loaded take a part.
    package var memoryBytes: UInt = 1 << 30

    package init() {}
  }

  package enum Outcome: Equatable {
    /// The run ended well and left this many bytes in `memory`.
    case answered(Int)
    case crashed
    case timedOut
    /// No process could be started for it; the system's number of the reason.
    case notStarted(Int32)
  }

  /// Where a run leaves its answer.
  package let memory: UnsafeMutableRawBufferPointer
  private let limits: Limits
  private let nowhere: Int32

  /// Makes a place whose answers take at most `capacity` bytes, or none where memory can't be had.
  package init?(capacity: Int, limits: Limits = Limits()) {
    // The first word of the shared memory is the length of the answer.
    let size = capacity + Self.prefix
    let shared = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    nowhere = unsafe Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    guard let shared = unsafe shared, unsafe shared != MAP_FAILED, nowhere >= 0 else { return nil }
    unsafe memory = UnsafeMutableRawBufferPointer(start: shared + Self.prefix, count: capacity)
    self.limits = limits
  }

  deinit {
    if let start = unsafe memory.baseAddress { unsafe munmap(start - Self.prefix, memory.count + Self.prefix) }
    close(nowhere)
  }

  private static let prefix = 16

  /// Runs `body` in a copy of this process, with `hidden` descriptors replaced by nothing, and waits for its end.
  ///
  /// `body` writes its answer to the memory it is given and returns its length, or nil for a failure.
  package func run(hiding hidden: [Int32] = [], _ body: (UnsafeMutableRawBufferPointer) -> Int?) -> Outcome {
    guard let ends = SocketPair.make() else { return .notStarted(errno) }
    let parent = getpid()
    let child = cuebell_fork()
    if child == 0 { unsafe perform(body, parent: parent, hiding: hidden) }
    let why = errno
    close(ends.1)
    defer { close(ends.0) }
    guard child > 0 else { return .notStarted(why) }
    // The copy holds the other end until it dies, however it dies.
    let ended = Self.waitForEnd(of: ends.0, milliseconds: limits.wallMilliseconds)
    if !ended { kill(child, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard ended else { return .timedOut }
    if status & 0x7F == SIGXCPU { return .timedOut }
    let length = unsafe (memory.baseAddress.map { unsafe ($0 - Self.prefix).load(as: Int.self) }) ?? -1
    return unsafe status == 0 && (0...memory.count).contains(length) ? .answered(length) : .crashed
  }

  /// The life of the copy; it ends here, without the exit handlers that belong to its parent.
  private func perform(_ body: (UnsafeMutableRawBufferPointer) -> Int?, parent: pid_t, hiding hidden: [Int32]) -> Never
  {
    // A thread of a pool has most signals blocked; the one that ends a long computation must arrive.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
    setsid()  // out of reach of the terminal's keys, and with no terminal to print a crash on
    for descriptor in hidden + [STDERR_FILENO] { dup2(nowhere, descriptor) }
    guard cuebell_contain(parent, limits.cpuSeconds, limits.memoryBytes) == 0,
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
