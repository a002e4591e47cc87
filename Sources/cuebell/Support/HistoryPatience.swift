import Glibc
import HostSystem

/// Ends a command whose history is on a disk that doesn't answer, with a sentence, instead of waiting for ever.
///
/// The work itself is done by the thread that asks for it; what a disk holds up can't be called off.
enum HistoryPatience {
  /// How long the process may do next to nothing while it waits, in milliseconds.
  private static let limit: Int32 = 4_000
  /// What it takes of a processor meanwhile, at most, if it only waits.
  private static let idle = Duration.milliseconds(100)

  /// Does what needs the history, as long as the disk answers; without a thread to watch it, however long that takes.
  static func watch<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws(Failure) -> Value {
    let done = Mailbox<Bool>(capacity: 1)
    let watcher = try? HostThread {
      var before = processorTime()
      while true {
        done.wait(milliseconds: limit)
        if !done.drain().messages.isEmpty { return }
        let now = processorTime()
        if now - before < idle { giveUp() }
        before = now
      }
    }
    watcher?.detach()
    defer { done.put(true) }
    return try work()
  }

  private static func giveUp() -> Never {
    Streams.err("The history: its disk doesn't answer.")
    // Whatever else would be done at the end may wait for that disk too.
    _exit(1)
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
