import HostSystem
import LiveRuns
import Synchronization

/// Runs commands two at a time, to limit the load of many requests: a slow one doesn't hold up all others.
final class CommandQueue: Sendable {
  private static let longest = 64

  private let threads = [WorkThread(), WorkThread()]
  /// The number of commands that each thread still has to run.
  private let waiting = Mutex([0, 0])

  /// Runs `work` after earlier work.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws(Refusal) -> Value) async throws(Refusal) -> Value {
    let (thread, count) = waiting.withLock { waiting in
      let thread = waiting[0] <= waiting[1] ? 0 : 1
      waiting[thread] += 1
      return (thread, waiting.reduce(0, +))
    }
    defer { waiting.withLock { $0[thread] -= 1 } }
    guard count <= Self.longest else { throw .busy }
    let result: Result<Value, Refusal> = await withCheckedContinuation { continuation in
      let isTaken = threads[thread].later {
        continuation.resume(returning: Result { () throws(Refusal) in try work() })
      }
      if !isTaken { continuation.resume(returning: .failure(.busy)) }
    }
    return try result.get()
  }
}

extension CommandQueue {
  /// The result of a command, which is run after earlier work.
  func result(
    of command: LimitedCommand, _ arguments: [String], input: [UInt8] = []
  ) async throws(Refusal) -> LimitedCommand.Result {
    try await run { () throws(Refusal) in try command.result(arguments, input: input) }
  }
}

extension LimitedCommand {
  /// The result of the command, whose failure is an error for the client.
  func result(_ arguments: [String], input: [UInt8] = []) throws(Refusal) -> Result {
    do throws(CommandFailure) { return try run(arguments, input: input) } catch { throw Refusal(error) }
  }
}

extension Refusal {
  init(_ failure: CommandFailure) {
    let status =
      switch failure.kind {
      case .busy: 429
      case .invalid: 422
      case .refused: 409
      case .failed: 500
      }
    self.init(status, failure.kind.rawValue, failure.reason)
  }
}
