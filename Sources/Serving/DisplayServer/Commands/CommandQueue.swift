import HostSystem
import Synchronization

/// Runs commands one at a time, to limit the load of many requests.
final class CommandQueue: Sendable {
  /// The maximum number of waiting commands.
  private static let longest = 64

  private let thread = WorkThread()
  private let waiting = Atomic<Int>(0)

  /// Runs `work` after all earlier work.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws(Refusal) -> Value) async throws(Refusal) -> Value {
    let count = waiting.add(1, ordering: .relaxed).newValue
    defer { waiting.subtract(1, ordering: .relaxed) }
    guard count <= Self.longest else { throw .busy }
    let result: Result<Value, Refusal> = await withCheckedContinuation { continuation in
      let isTaken = thread.later {
        continuation.resume(returning: Result { () throws(Refusal) in try work() })
      }
      if !isTaken { continuation.resume(returning: .failure(.busy)) }
    }
    return try result.get()
  }
}
