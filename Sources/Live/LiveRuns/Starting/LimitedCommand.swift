import Glibc
import HostSystem
import Synchronization

/// Runs a command for its output, with limits.
package struct LimitedCommand: Sendable {
  package struct Result: Sendable {
    package let status: Int32
    package let output: [UInt8]
    package let message: String
  }

  package let command: String
  /// The limit of its output in bytes.
  package var maximum: Int
  /// The limit of its processor time. A busy machine doesn't use that up.
  package var processorTime: Duration
  /// How long it may take in all; it must be generous, because only a command that hangs should meet it.
  package var patience: Duration
  /// Whether it yields to all else, because nobody waits for what it does.
  package var isBackground: Bool
  /// Whether what it starts ends with it where a limit ends it: it has a session of its own, without the terminal.
  package var inSession: Bool

  package init(
    command: String, maximum: Int = 32 << 20, processorTime: Duration = .seconds(20),
    patience: Duration = .seconds(60), isBackground: Bool = false, inSession: Bool = false
  ) {
    (self.command, self.maximum, self.isBackground) = (command, maximum, isBackground)
    (self.processorTime, self.patience, self.inSession) = (processorTime, patience, inSession)
  }

  /// Runs the command, which reads `input`, and blocks until it ends, or isn't wanted any more.
  ///
  /// - Throws: If it can't be started, isn't wanted, or exceeds a limit, which the error names.
  package func run(
    _ arguments: [String], input: [UInt8] = [], while isWanted: () -> Bool = { true }
  ) throws(CommandFailure) -> Result {
    let child: ChildProcess
    let (text, output, errors): (MemoryFile, MemoryFile, MemoryFile)
    do throws(Errno) { (text, output, errors) = (try MemoryFile(input), try MemoryFile(), try MemoryFile()) } catch {
      throw CommandFailure(.busy, "too many requests")
    }
    do throws(Errno) {
      child = try Self.running.withLock { (running) throws(Errno) in
        if running.isEnding { throw .interrupted }
        let child = try ChildProcess(
          [command] + arguments, input: .descriptor(text.descriptor), output: .descriptor(output.descriptor),
          errors: .descriptor(errors.descriptor), inSession: inSession)
        running.children[child.identifier] = inSession
        return child
      }
    } catch {
      throw CommandFailure(.failed, "the command can't be started: \(error)")
    }
    if isBackground { child.yieldPriority() }
    let start = SuspendingClock.now
    var hasEnded = false
    while !hasEnded {
      hasEnded = child.hasEnded(within: Self.interval)
      let excess: String? =
        if output.count + errors.count > maximum {
          "printed more than \(maximum) bytes"
        } else if !hasEnded, child.processorTime > processorTime {
          "used more than \(processorTime.components.seconds) s of processor time"
        } else if !hasEnded, SuspendingClock.now - start > patience {
          "took longer than \(patience.components.seconds) s"
        } else if !hasEnded, !isWanted() {
          "was interrupted"
        } else {
          nil
        }
      guard let excess else { continue }
      child.signal(SIGKILL, toGroup: inSession)
      Self.wait(for: child)
      throw CommandFailure(.failed, "the command \(excess)")
    }
    return Result(
      status: Self.wait(for: child), output: output.bytes(atMost: maximum),
      message: String(decoding: errors.bytes(atMost: maximum), as: UTF8.self))
  }

  private static let interval = Duration.milliseconds(100)

  /// The children by their identifiers, and whether each has a session of its own; whether no other may start.
  private static let running = Mutex((children: [pid_t: Bool](), isEnding: false))

  @discardableResult
  private static func wait(for child: ChildProcess) -> Int32 {
    // Afterwards the identifier may be that of another process.
    running.withLock { $0.children[child.identifier] = nil }
    return child.wait().status
  }

  /// Ends all commands that are running and starts no others, because the process ends, and nobody would read what they
  /// make.
  package static func endAll() {
    running.withLock { running in
      running.isEnding = true
      for (identifier, inSession) in running.children { kill(inSession ? -identifier : identifier, SIGTERM) }
    }
  }
}
