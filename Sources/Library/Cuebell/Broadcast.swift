import Synchronization

/// Hands elements to all who listen, to each from when it began to listen.
final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    var count = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// The elements from now on.
  func stream() -> AsyncStream<Element> {
    let (stream, listener) = AsyncStream.makeStream(of: Element.self)
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.count += 1
      state.listeners[state.count] = listener
      return state.count
    }
    guard let number else {
      listener.finish()
      return stream
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { state in _ = state.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  func send(_ elements: [Element]) {
    guard !elements.isEmpty else { return }
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { for element in elements { listener.yield(element) } }
  }

  /// Ends all streams once their elements have been taken.
  func finish() {
    let listeners = state.withLock { state in
      defer { (state.listeners, state.isFinished) = ([:], true) }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
