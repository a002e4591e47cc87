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

  /// Runs the command, which reads `input`, and blocks until it ends.
  ///
  /// - Throws: If it can't be started, or exceeds a limit.
  func run(_ arguments: [String], input: [UInt8] = []) throws(Refusal) -> Result {
    let child: ChildProcess
    let (text, output, errors): (MemoryFile, MemoryFile, MemoryFile)
    do throws(Errno) { (text, output, errors) = (try MemoryFile(input), try MemoryFile(), try MemoryFile()) } catch {
      throw .busy
    }
    do throws(Errno) {
      child = try ChildProcess(
        [command] + arguments, input: .descriptor(text.descriptor), output: .descriptor(output.descriptor),
        errors: .descriptor(errors.descriptor))
    } catch {
      throw .failed
    }
    child.yieldPriority()
    let deadline = HostTime.now + patience
    var hasEnded = false
    while !hasEnded {
      hasEnded = child.hasEnded(within: Self.interval)
      guard hasEnded || HostTime.now < deadline, output.count + errors.count <= maximum else {
        child.signal(SIGKILL)
        child.wait()
        throw Refusal(500, "failed", "the command took too long or printed too much")
      }
    }
    return Result(
      status: child.wait().status, output: output.bytes(atMost: maximum),
      message: String(decoding: errors.bytes(atMost: maximum), as: UTF8.self))
  }

  /// The interval at which the limits are checked.
  private static let interval = Duration.milliseconds(100)
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
