/// A dedicated thread that runs jobs in order; the callers don't wait for them.
///
/// A pool would wake several threads for a job now and then, and keep one to watch over them.
public final class WorkThread: Sendable {
  /// Something to be done.
  public typealias Job = @Sendable () -> Void

  private let inbox = Mailbox<Job?>(capacity: .max)
  /// Why there is none.
  public let failure: NoThread?

  /// Starts the thread; it finishes its jobs and ends once the last reference to this object is gone.
  public init() {
    let inbox = inbox
    do throws(NoThread) {
      try HostThread {
        while true {
          inbox.wait()
          for job in inbox.drain().messages {
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

  /// Waits until all jobs submitted so far are done, for at most `milliseconds`; without a limit where that is -1.
  public func wait(milliseconds: Int32 = -1) {
    let done = Mailbox<Bool>(capacity: 1)
    guard later({ done.put(true) }) else { return }
    done.wait(milliseconds: milliseconds)
  }
}
