/// A thread of its own that does what it is asked for, one after the other, while those who ask go on.
///
/// A pool would wake several threads for a job now and then, and keep one to watch over them.
public final class WorkThread: Sendable {
  /// Something to be done.
  public typealias Job = @Sendable () -> Void

  private let inbox = Mailbox<Job?>(capacity: .max)
  /// Why there is none.
  public let failure: NoThread?

  /// Starts the thread; it ends, its jobs done, after nobody holds it any more.
  public init() {
    let inbox = inbox
    do throws(NoThread) {
      try HostThread {
        while true {
          inbox.wait()
          for job in inbox.drain().letters {
            guard let job else { return }
            job()
          }
        }
      }.detach()
      failure = nil
    } catch {
      failure = error
    }
  }

  deinit { inbox.put(nil) }

  /// Has a job done when those before it are; `false`, and it never is, where the system gave no thread.
  @discardableResult
  public func later(_ job: @escaping Job) -> Bool {
    if failure == nil { inbox.put(job) }
    return failure == nil
  }

  /// Waits until all that was asked for so far is done, but at most so many milliseconds; without them as long as it
  /// takes.
  public func wait(milliseconds: Int32 = -1) {
    let done = Mailbox<Bool>(capacity: 1)
    guard later({ done.put(true) }) else { return }
    done.wait(milliseconds: milliseconds)
  }
}
