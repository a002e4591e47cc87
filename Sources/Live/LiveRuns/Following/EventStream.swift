import Synchronization

/// The event stream of one page; a page that doesn't read is disconnected.
package final class EventStream: Sendable {
  package let pieces: AsyncStream<[UInt8]>
  private static let capacity = 256

  private let source: AsyncStream<[UInt8]>.Continuation
  private let abandon = Mutex<(@Sendable () -> Void)?>(nil)

  /// A stream; `onEnd` is called once, when either side ends it.
  init(onEnd: @escaping @Sendable () -> Void) {
    (pieces, source) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
    source.onTermination = { _ in onEnd() }
  }

  deinit { source.finish() }

  /// Sets `abandon`, which is called if the page doesn't read, because its connection can't be closed cleanly then.
  package func onOverflow(_ abandon: @escaping @Sendable () -> Void) { self.abandon.withLock { $0 = abandon } }

  /// Ends the stream because the page has disconnected.
  package func cancel() { source.finish() }

  /// Adds bytes; ends the stream if too many are waiting.
  func send(_ bytes: [UInt8]) {
    guard case .dropped = source.yield(bytes) else { return }
    source.finish()
    abandon.withLock { $0 }?()
  }
}

package struct ServerSentEvent: Equatable, Sendable {
  package let name: String
  package let data: String
  /// The ID that a reconnecting page sends as the last one received.
  package var id: Int?

  package init(_ name: String, _ data: String, id: Int? = nil) {
    (self.name, self.data, self.id) = (name, data, id)
  }

  package var bytes: [UInt8] {
    Array("event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: \(data)\n\n".utf8)
  }

  /// A comment, which keeps the connection alive; pages don't see it.
  static let comment = Array(": \n\n".utf8)

  /// The browser's first reconnection delay, 1000 ms.
  static let retry = Array("retry: 1000\n\n".utf8)
}
