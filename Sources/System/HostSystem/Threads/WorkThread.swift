/// A dedicated thread that runs jobs in order; the callers don't wait for them.
///
/// A pool would occasionally wake several threads for a job, and keep one to supervise them.
package final class WorkThread: Sendable {
  package typealias Job = @Sendable () -> Void

  private let submit: @Sendable (Job?) -> Void
  package let failure: NoThread?

  /// Starts the thread; it finishes its jobs and ends once the last reference to this object is gone. Of more than
  /// `capacity` jobs that wait, the oldest are dropped and never run.
  package init(capacity: Int = .max) {
    let inbox = Mailbox<Job?>(capacity: capacity)
    submit = { inbox.put($0) }
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

  /// Leaves the jobs to `perform`, which runs them in order, instead of a thread.
  package init(leavingTo perform: @escaping @Sendable (@escaping Job) -> Void) {
    submit = { if let job = $0 { perform(job) } }
    failure = nil
  }

  deinit { submit(nil) }

  /// Queues a job; returns `false`, and the job never runs, if the system could not create the thread.
  @discardableResult
  package func later(_ job: @escaping Job) -> Bool {
    if failure == nil { submit(job) }
    return failure == nil
  }

  /// Waits until all jobs submitted so far are done, for at most `milliseconds`; -1 means no limit, and
  /// isn't for a thread that may drop jobs.
  package func wait(milliseconds: Int32 = -1) {
    let done = Mailbox<Bool>(capacity: 1)
    guard later({ done.put(true) }) else { return }
    done.wait(milliseconds: milliseconds)
  }
}
