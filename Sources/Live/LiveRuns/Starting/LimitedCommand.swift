import Glibc
import HostSystem

/// Runs a command for its output, with limits and at a low priority.
package struct LimitedCommand: Sendable {
  package struct Result: Sendable {
    package let status: Int32
    package let output: [UInt8]
    package let message: String
  }

  package let command: String
  package var maximum: Int
  package var patience: Duration

  package init(command: String, maximum: Int = 32 << 20, patience: Duration = .seconds(20)) {
    (self.command, self.maximum, self.patience) = (command, maximum, patience)
  }

  /// Runs the command, which reads `input`, and blocks until it ends.
  ///
  /// - Throws: If it can't be started, or exceeds a limit.
  package func run(_ arguments: [String], input: [UInt8] = []) throws(CommandFailure) -> Result {
    let child: ChildProcess
    let (text, output, errors): (MemoryFile, MemoryFile, MemoryFile)
    do throws(Errno) { (text, output, errors) = (try MemoryFile(input), try MemoryFile(), try MemoryFile()) } catch {
      throw CommandFailure(.busy, "too many requests")
    }
    do throws(Errno) {
      child = try ChildProcess(
        [command] + arguments, input: .descriptor(text.descriptor), output: .descriptor(output.descriptor),
        errors: .descriptor(errors.descriptor))
    } catch {
      throw CommandFailure(.failed, "the command can't be started: \(error)")
    }
    child.yieldPriority()
    let deadline = HostTime.now + patience
    var hasEnded = false
    while !hasEnded {
      hasEnded = child.hasEnded(within: Self.interval)
      guard hasEnded || HostTime.now < deadline, output.count + errors.count <= maximum else {
        child.signal(SIGKILL)
        child.wait()
        throw CommandFailure(.failed, "the command took too long or printed too much")
      }
    }
    return Result(
      status: child.wait().status, output: output.bytes(atMost: maximum),
      message: String(decoding: errors.bytes(atMost: maximum), as: UTF8.self))
  }

  private static let interval = Duration.milliseconds(100)
}
