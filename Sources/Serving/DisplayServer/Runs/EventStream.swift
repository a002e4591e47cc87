import Synchronization

/// The event stream of one page; a page that doesn't read is disconnected.
public final class EventStream: Sendable {
  /// The bytes to send.
  public let pieces: AsyncStream<[UInt8]>
  private let source: AsyncStream<[UInt8]>.Continuation
  private let abandon = Mutex<(@Sendable () -> Void)?>(nil)

  /// A stream; `onEnd` is called once, when either side ends it.
  init(onEnd: @escaping @Sendable () -> Void) {
    (pieces, source) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(ServerLimits.waitingEvents))
    source.onTermination = { _ in onEnd() }
  }

  deinit { source.finish() }

  /// Sets `abandon`, which is called if the page doesn't read, because its connection can't be closed cleanly then.
  public func onOverflow(_ abandon: @escaping @Sendable () -> Void) { self.abandon.withLock { $0 = abandon } }

  /// Ends the stream because the page has disconnected.
  public func cancel() { source.finish() }

  /// Adds bytes; ends the stream if too many are waiting.
  func send(_ bytes: [UInt8]) {
    guard case .dropped = source.yield(bytes) else { return }
    source.finish()
    abandon.withLock { $0 }?()
  }
}
