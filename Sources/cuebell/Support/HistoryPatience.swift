import CommandSupport
import Glibc
import HostSystem

/// Ends a command with a message if the disk with the history doesn't answer, instead of waiting for ever.
///
/// The calling thread does the work itself; an operation that a disk holds up can't be cancelled.
enum HistoryPatience {
  /// The time, in milliseconds, for which the process may be nearly idle while it waits.
  private static let limit: Int32 = 4_000
  /// The maximum processor time in that span of a process that only waits.
  private static let idle = Duration.milliseconds(100)

  /// Runs work on the history while the disk answers; without a watching thread, without a time limit.
  static func watch<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    let done = Mailbox<Bool>(capacity: 1)
    try? HostThread {
      var before = processorTime()
      while true {
        done.wait(milliseconds: limit)
        if !done.drain().messages.isEmpty { return }
        let now = processorTime()
        if now - before < idle { giveUp() }
        before = now
      }
    }.detach()
    defer { done.put(true) }
    return try work()
  }

  private static func giveUp() -> Never {
    Streams.err("The disk of the history doesn't respond.")
    // Any other work at the end could wait for that disk too.
    _exit(1)
  }

  private static func processorTime() -> Duration { HostTime.read(CLOCK_PROCESS_CPUTIME_ID) }
}
