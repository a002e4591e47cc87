import HostSystem
import LiveRuns
import Synchronization
import WorkoutModel

/// Runs commands a few at a time, to limit the load of many requests: with two a slow one doesn't hold up all others.
final class CommandQueue: Sendable {
  private let longest: Int
  private let threads: [WorkThread]
  /// The number of commands that each thread still has to run.
  private let waiting: Mutex<[Int]>

  /// A queue of at most `longest` commands, of which as many run as it has threads.
  init(threads: Int = 2, longest: Int = 64) {
    self.longest = longest
    self.threads = (0..<threads).map { _ in WorkThread() }
    waiting = Mutex(Array(repeating: 0, count: threads))
  }

  /// Runs `work` after earlier work.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws(Refusal) -> Value) async throws(Refusal) -> Value {
    let (thread, count) = waiting.withLock { waiting in
      let thread = waiting.indices.min { waiting[$0] < waiting[$1] } ?? 0
      waiting[thread] += 1
      return (thread, waiting.reduce(0, +))
    }
    defer { waiting.withLock { $0[thread] -= 1 } }
    guard count <= longest else { throw .busy }
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

extension LimitedCommand.Result {
  /// The output of a command that has succeeded; else the last line of its message is the reason.
  func checked() throws(Refusal) -> [UInt8] {
    guard status == 0 else {
      let line = message.split(separator: "\n").last.map { SafeText.filtered($0) }
      throw Refusal(500, "failed", line ?? "the command has failed")
    }
    return output
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
