import Dispatch

/// Runs `work` for all elements, up to `limit` of them at the same time, each on a thread of its own: a test of a
/// command waits most of the time.
///
/// Expectations in `work` belong to the test that calls this.
func concurrently<Element: Sendable>(
  _ elements: some Sequence<Element>, atMost limit: Int = .max, _ work: @escaping @Sendable (Element) throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for (index, element) in elements.enumerated() {
      if index >= limit { try await group.next() }
      group.addTask(executorPreference: ThreadExecutor()) { try work(element) }
    }
    try await group.waitForAll()
  }
}

/// Runs tasks on a thread outside the pool, whose few threads must not wait.
private final class ThreadExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "concurrently")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
