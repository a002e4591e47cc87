import Synchronization

/// Distributes work over threads and returns the results in the order of the work.
///
/// The caller's thread distributes the work and consumes the results. It stays at most some hundred units ahead of the
/// results, so memory doesn't grow with the number of units.
package enum OrderedPool {
  /// The number of units that are distributed ahead of the consumed results. Among a few threads it is a hundred each:
  /// a random workout may take a hundred times as long as most, and the others don't wait for it.
  private static func ahead(of threads: Int) -> Int { max(3 * threads, min(100 * threads, 400)) }

  /// Performs a unit of work for each input, and passes the results to `consume` in the order of the inputs. The inputs
  /// are read on the caller's thread as needed. With one thread, or if the system can't create any, everything runs on
  /// the caller's thread.
  package static func run<Input: Sendable, Output: Sendable>(
    _ inputs: some Sequence<Input>, threads: Int, _ work: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws -> Void
  ) rethrows {
    try run(inputs, threads: threads, onEachThread: { work }, consume: consume)
  }

  /// The same with something of each thread's own: `makeWork` is called once on each, and what it returns works only
  /// there.
  package static func run<Input: Sendable, Output: Sendable>(
    _ inputs: some Sequence<Input>, threads: Int, onEachThread makeWork: @escaping @Sendable () -> (Input) -> Output,
    consume: (Output) throws -> Void
  ) rethrows {
    let exchange = WorkExchange<Input, Output>()
    let workers = threads > 1 ? start(threads, exchange, makeWork) : 0
    guard workers > 0 else {
      let work = makeWork()
      for input in inputs { try consume(work(input)) }
      return
    }
    defer { exchange.close() }
    var iterator = inputs.makeIterator()
    var (given, consumed) = (0, 0)
    while true {
      while given - consumed < ahead(of: workers), let input = iterator.next() {
        exchange.give(input, number: given)
        given += 1
      }
      guard consumed < given, let output = exchange.output(consumed) else { return }
      consumed += 1
      try consume(output)
    }
  }

  /// Starts threads that work until the exchange is closed; returns their number.
  private static func start<Input: Sendable, Output: Sendable>(
    _ count: Int, _ exchange: WorkExchange<Input, Output>, _ makeWork: @escaping @Sendable () -> (Input) -> Output
  ) -> Int {
    var started = 0
    for _ in 0..<count {
      exchange.enter()
      do throws(NoThread) {
        try HostThread {
          let work = makeWork()
          while let (number, input) = exchange.next() { exchange.finish(number, work(input)) }
          exchange.leave()
        }.detach()
        started += 1
      } catch {
        exchange.leave()
        break
      }
    }
    return started
  }
}

/// The units of work that wait for a thread, and the results that wait for their turn.
private final class WorkExchange<Input: Sendable, Output: Sendable>: Sendable {
  private struct Content {
    /// The waiting units, the next one last.
    var inputs: [(number: Int, input: Input)] = []
    var outputs: [Int: Output] = [:]
    var threads = 0
    var isClosed = false
  }

  private let content = Mutex(Content())
  private let arrival = ConditionVariable()
  private let result = ConditionVariable()

  func give(_ input: Input, number: Int) {
    arrival.change { content.withLock { $0.inputs.insert((number, input), at: 0) } }
  }

  func next() -> (number: Int, input: Input)? {
    var unit: (number: Int, input: Input)?
    arrival.wait(milliseconds: nil) {
      content.withLock { content in
        if content.isClosed { return true }
        unit = content.inputs.popLast()
        return unit != nil
      }
    }
    return unit
  }

  func finish(_ number: Int, _ output: Output) {
    result.change { content.withLock { $0.outputs[number] = output } }
  }

  func output(_ number: Int) -> Output? {
    var output: Output?
    result.wait(milliseconds: nil) {
      content.withLock { content in
        output = content.outputs.removeValue(forKey: number)
        return output != nil
      }
    }
    return output
  }

  func enter() { content.withLock { $0.threads += 1 } }

  func leave() { result.change { content.withLock { $0.threads -= 1 } } }

  /// Stops distributing work, and waits for the units in progress.
  func close() {
    arrival.change { content.withLock { $0.isClosed = true } }
    result.wait(milliseconds: nil) { content.withLock { $0.threads == 0 } }
  }
}
