import Glibc
package import HostSystem

/// Runs code that may crash, hang or use too much memory, each time in a forked copy of this process.
///
/// The law: the same work gives the same bytes as long as the state of this process doesn't change; `run` allocates
/// nothing in it. The answer is returned in shared memory, and is valid only where the copy exited with status 0.
@safe
package final class ForkedSandbox {
  package enum Outcome: Equatable {
    /// The run left this number of bytes in `memory`.
    case answered(Int)
    case crashed
    case timedOut
    case notStarted(Errno)
  }

  /// The answer of the last run.
  package let memory: UnsafeMutableRawBufferPointer
  private let wall: Duration
  private let limits: ChildProcess.Limits
  private let devNull: Int32

  /// Makes a sandbox for answers of at most `capacity` bytes; `nil` if there is no memory for them.
  package init?(capacity: Int, wall: Duration = .seconds(3), cpuSeconds: UInt = 2) {
    // The first word of the shared memory is the length of the answer.
    let size = capacity + Self.prefix
    let shared = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    devNull = unsafe Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
    guard let shared = unsafe shared, unsafe shared != MAP_FAILED, devNull >= 0 else { return nil }
    unsafe memory = UnsafeMutableRawBufferPointer(start: shared + Self.prefix, count: capacity)
    self.wall = wall
    limits = ChildProcess.Limits(cpuSeconds: cpuSeconds, memoryBytes: 1 << 30, fileBytes: 0)
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
    let child: ChildProcess
    do throws(Errno) {
      child = try ChildProcess(limitedTo: limits) { isLimited in
        for descriptor in closed + [STDERR_FILENO] { dup2(devNull, descriptor) }
        guard isLimited, let length = unsafe body(memory), let start = unsafe memory.baseAddress else { return 1 }
        unsafe (start - Self.prefix).storeBytes(of: length, as: Int.self)
        return 0
      }
    } catch {
      return .notStarted(error)
    }
    let hasEnded = child.hasEnded(within: wall)
    if !hasEnded { child.signal(SIGKILL) }
    let ending = child.wait()
    if !hasEnded || ending.signal == SIGXCPU { return .timedOut }
    let length = unsafe (memory.baseAddress.map { unsafe ($0 - Self.prefix).load(as: Int.self) }) ?? -1
    return unsafe ending.status == 0 && (0...memory.count).contains(length) ? .answered(length) : .crashed
  }
}
