import Synchronization

/// The events of one page on their way to it: a page that doesn't read is let go.
public final class EventStream: Sendable {
  /// What is to be sent, piece by piece, to its end.
  public let pieces: AsyncStream<[UInt8]>
  private let source: AsyncStream<[UInt8]>.Continuation
  private let abandon = Mutex<(@Sendable () -> Void)?>(nil)

  /// A stream; `onEnd` is called once, when either end has enough.
  init(onEnd: @escaping @Sendable () -> Void) {
    (pieces, source) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(ServerLimits.waitingEvents))
    source.onTermination = { _ in onEnd() }
  }

  deinit { source.finish() }

  /// Has `abandon` called where the page doesn't read what waits for it, as its connection can't end in order then.
  public func onOverflow(_ abandon: @escaping @Sendable () -> Void) { self.abandon.withLock { $0 = abandon } }

  /// The page has gone.
  public func cancel() { source.finish() }

  /// Adds a piece; where too many wait, the stream ends instead.
  func send(_ bytes: [UInt8]) {
    guard case .dropped = source.yield(bytes) else { return }
    source.finish()
    abandon.withLock { $0 }?()
  }
}
