import CuebellTesting
import Synchronization
import Testing

@Suite struct `A clock for tests` {
  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func `wakes those who sleep in the order of their deadlines, each before the next`() async throws {
    let (clock, log) = (TestClock(), Log())
    try await clock.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (name, period) in [("a", 3), ("b", 2)] {
          group.addTask {
            for _ in 1...3 {
              try await clock.sleep(for: .seconds(period))
              await Task.yield()
              log.add("\(name)\(clock.now.time.components.seconds)")
            }
          }
        }
        await clock.advance(by: .seconds(6))
        #expect(clock.sleepers == 1 && clock.now.time == .seconds(6))
        await clock.advance(by: .seconds(3))
        try await group.waitForAll()
      }
    }
    #expect(log.lines.withLock { $0 } == ["b2", "a3", "b4", "a6", "b6", "a9"])
  }

  @Test func `of a machine that sleeps shows the time after it, and what it has slept`() async throws {
    let (clock, log) = (TestClock(), Log())
    try await clock.run {
      async let sleeper: Void = {
        try await clock.sleep(for: .seconds(5))
        log.add("\(clock.now.time)")
      }()
      await clock.advance(by: .seconds(1))
      await clock.suspend(for: .seconds(90))
      try await sleeper
    }
    #expect(log.lines.withLock { $0 } == ["\(Duration.seconds(91))"])
    #expect(clock.asleep == .seconds(90))
    await clock.stall(for: .seconds(9))
    #expect(clock.asleep == .seconds(90) && clock.now.time == .seconds(100))
  }

  @Test func `lets go who is cancelled, before and while they sleep`() async throws {
    let clock = TestClock()
    for isBefore in [true, false] {
      let task = Task(executorPreference: clock.executor) {
        if isBefore { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        try await clock.sleep(for: .seconds(5))
      }
      await clock.advance(by: .seconds(1))
      if !isBefore { task.cancel() }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(clock.sleepers == 0)
    }
  }

  @Test func `that is fast wakes at its own time, and civil time is another`() async {
    let clock = TestClock()
    clock.skew(partsPerMillion: 1_000_000)
    await clock.advance(by: .seconds(10))
    clock.step(by: .seconds(-3600))
    #expect(clock.now.time == .seconds(20) && clock.wall == .seconds(20 - 3600))
  }
}
