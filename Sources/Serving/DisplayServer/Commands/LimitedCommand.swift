import Glibc
import HostSystem
import Synchronization

/// Runs a command for its output, with limits and at a low priority.
struct LimitedCommand: Sendable {
  /// The result of a run.
  struct Result: Sendable {
    let status: Int32
    let output: [UInt8]
    /// The error output.
    let message: String
  }

  /// The path of the command.
  let command: String
  /// The output limit in bytes.
  var maximum = 32 << 20
  /// The time limit.
  var patience = Duration.seconds(20)

  /// Runs the command and blocks until it ends.
  ///
  /// - Throws: If it can't be started, or exceeds a limit.
  func run(_ arguments: [String]) throws(Refusal) -> Result {
    let output = try Self.pipe()
    let errors: PipeReader
    do throws(Refusal) { errors = try Self.pipe() } catch {
      output.close()
      throw error
    }
    defer {
      output.close()
      errors.close()
    }
    let child: ChildProcess
    do throws(ChildProcess.Failure) {
      child = try ChildProcess(
        [command] + arguments, output: .descriptor(output.theirs), errors: .descriptor(errors.theirs))
    } catch {
      throw .failed
    }
    child.yieldPriority()
    output.closeTheirs()
    errors.closeTheirs()
    let isWhole = Self.read(output, errors, by: HostTime.now + patience, atMost: maximum)
    if !isWhole { child.signal(SIGKILL) }
    let status = child.wait()
    guard isWhole else { throw Refusal(500, "failed", "the command took too long or printed too much") }
    return Result(status: status, output: output.bytes, message: String(decoding: errors.bytes, as: UTF8.self))
  }

  private static func pipe() throws(Refusal) -> PipeReader {
    guard let reader = PipeReader() else { throw .busy }
    return reader
  }

  /// Reads both pipes to their ends; `false` if a limit is exceeded.
  private static func read(
    _ output: PipeReader, _ errors: PipeReader, by deadline: Duration, atMost maximum: Int
  ) -> Bool {
    while output.isOpen || errors.isOpen {
      let left = deadline - HostTime.now
      guard left > .zero, output.bytes.count + errors.bytes.count <= maximum else { return false }
      var polled = [output.polled, errors.polled]
      _ = unsafe poll(&polled, 2, left.pollMilliseconds)
      if polled[0].revents != 0 { output.read() }
      if polled[1].revents != 0 { errors.read() }
    }
    return true
  }
}

/// Collects the bytes that another process writes to a pipe.
private final class PipeReader {
  private(set) var bytes: [UInt8] = []
  private(set) var isOpen = true
  private let ours: Int32
  private(set) var theirs: Int32

  /// Creates a pipe; `nil` if the system has no descriptor.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (ours, theirs) = (ends[0], ends[1])
  }

  var polled: pollfd { pollfd(fd: isOpen ? ours : -1, events: Int16(POLLIN), revents: 0) }

  func read() {
    var more = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Glibc.read(ours, &more, more.count)
    if count > 0 { bytes += more[..<count] } else if count == 0 || errno != EINTR { isOpen = false }
  }

  func closeTheirs() {
    if theirs >= 0 { Glibc.close(theirs) }
    theirs = -1
  }

  func close() {
    closeTheirs()
    Glibc.close(ours)
  }
}

/// Runs commands two at a time, to limit the load of many requests: a slow one doesn't hold up all others.
final class CommandQueue: Sendable {
  /// The maximum number of waiting commands.
  private static let longest = 64

  private let threads = [WorkThread(), WorkThread()]
  /// The number of commands that each thread still has to run.
  private let waiting = Mutex([0, 0])

  /// Runs `work` after earlier work.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws(Refusal) -> Value) async throws(Refusal) -> Value {
    let (thread, count) = waiting.withLock { waiting in
      let thread = waiting[0] <= waiting[1] ? 0 : 1
      waiting[thread] += 1
      return (thread, waiting.reduce(0, +))
    }
    defer { waiting.withLock { $0[thread] -= 1 } }
    guard count <= Self.longest else { throw .busy }
    let result: Result<Value, Refusal> = await withCheckedContinuation { continuation in
      let isTaken = threads[thread].later {
        continuation.resume(returning: Result { () throws(Refusal) in try work() })
      }
      if !isTaken { continuation.resume(returning: .failure(.busy)) }
    }
    return try result.get()
  }
}
