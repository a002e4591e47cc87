import HostSystem
import Synchronization
import Testing

@Suite struct `A pool that keeps the order` {
  private struct Stop: Error {}

  @Test(arguments: [1, 2, 7])
  func `passes the results on in the order of the work, whichever thread is done first`(threads: Int) {
    var results: [Int] = []
    OrderedPool.run(
      0..<500, threads: threads,
      { number in (0..<(number % 7) * 1000).reduce(number) { $0 ^ $1 ^ $1 } }, consume: { results.append($0) })
    #expect(results == Array(0..<500))
  }

  @Test func `works on several threads, none of which is the caller's`() {
    let first = Mailbox<Bool>(capacity: 1)
    var threads: Set<UInt> = []
    // The first unit waits for the second one, which therefore needs another thread.
    OrderedPool.run(
      0..<2, threads: 2,
      { number in
        if number == 0 { first.wait(milliseconds: 60_000) } else { first.put(true) }
        return HostThread.current
      }, consume: { threads.insert($0) })
    #expect(threads.count == 2 && !threads.contains(HostThread.current))
  }

  @Test(arguments: [1, 3])
  func `makes its work once on each thread, for that thread alone`(threads: Int) {
    let made = Mutex<[UInt]>([])
    var results: [Int] = []
    OrderedPool.run(
      0..<500, threads: threads,
      onEachThread: {
        let home = HostThread.current
        made.withLock { $0.append(home) }
        return { number in HostThread.current == home ? number : -1 }
      }, consume: { results.append($0) })
    #expect(results == Array(0..<500))
    #expect(made.withLock { $0.count <= threads && Set($0).count == $0.count })
  }

  @Test func `works on while one unit takes as long as a hundred others`() {
    let last = Mailbox<Bool>(capacity: 1)
    let done = Atomic(0)
    var results: [Int] = []
    OrderedPool.run(
      0...100, threads: 2,
      { number in
        if number == 0 { last.wait(milliseconds: 60_000) }
        if number == 100 { last.put(true) }
        return done.add(1, ordering: .sequentiallyConsistent).newValue
      }, consume: { results.append($0) })
    #expect(results.first.map { $0 >= 100 } == true)
  }

  @Test func `reads its work at most a hundred units per thread ahead of the results, however much there is`() {
    var (given, consumed, furthest) = (0, 0, 0)
    let inputs = AnyIterator<Int> {
      guard given < 1000 else { return nil }
      given += 1
      furthest = max(furthest, given - consumed)
      return given
    }
    OrderedPool.run(inputs, threads: 3, { $0 }, consume: { _ in consumed += 1 })
    #expect(consumed == 1000 && furthest <= 303)
  }

  @Test(arguments: [1, 3])
  func `ends when a result can't be consumed, and leaves no unit in progress`(threads: Int) throws {
    let running = Atomic(0)
    var results: [Int] = []
    #expect(throws: Stop.self) {
      try OrderedPool.run(
        0..<1000, threads: threads,
        { number in
          running.add(1, ordering: .relaxed)
          defer { running.subtract(1, ordering: .relaxed) }
          return number
        },
        consume: { number in
          if number == 5 { throw Stop() }
          results.append(number)
        })
    }
    #expect(results == Array(0..<5) && running.load(ordering: .relaxed) == 0)
  }

  @Test func `does nothing where there is nothing to do`() {
    OrderedPool.run([Int](), threads: 4, { $0 }, consume: { _ in Issue.record("a result of nothing") })
  }
}
