#if Serve
import DisplayServer
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Enforces limits that HTTP doesn't have: the number of connections, the time for a header, and closing a connection
/// whose request isn't read to its end.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// HTTP/1.1 with these limits.
  static let configuration = HTTP1Channel.Configuration(
    additionalChannelHandlers: [ConnectionGuard()], idleTimeout: .seconds(Int64(ServerLimits.idleSeconds)),
    httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: ServerLimits.header, maxHeaderListSize: ServerLimits.header, maxHeaderFieldCount: 100))

  private static let connections = Mutex(ConnectionCount())

  private var requestsInProgress = 0
  private var headerTimer: Scheduled<Void>?
  private var isStreaming = false
  private var isClosing = false

  func handlerAdded(context: ChannelHandlerContext) {
    let peer = context.channel.peerAddress
    guard Self.connections.withLock({ $0.admit(peer) }) else {
      // The channel can't be closed before it is set up.
      let channel = context.channel
      return context.eventLoop.execute { channel.close(mode: .all, promise: nil) }
    }
    context.channel.closeFuture.whenComplete { _ in Self.connections.withLock { $0.leave(peer) } }
    try? context.pipeline.syncOperations.addHandler(FirstByteWatch(self), position: .first)
  }

  func handlerRemoved(context: ChannelHandlerContext) { headerTimer?.cancel() }

  /// Starts the time limit for the header at the first bytes of a request.
  fileprivate func bytesHaveCome(on channel: any Channel) {
    guard requestsInProgress == 0, headerTimer == nil else { return }
    headerTimer = channel.eventLoop.scheduleTask(in: .seconds(Int64(ServerLimits.headerSeconds))) {
      channel.close(mode: .all, promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) {
      headerTimer?.cancel()
      headerTimer = nil
      requestsInProgress += 1
    }
    context.fireChannelRead(data)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A page that has disconnected doesn't read further events.
    if isStreaming, let event = event as? ChannelEvent, event == .inputClosed {
      return context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      isStreaming = head.headerFields[.contentType] == "text/event-stream"
      isClosing = head.headerFields[.connection] == "close"
      context.write(data, promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      requestsInProgress -= 1
      isStreaming = false
      context.write(data, promise: promise)
      if isClosing {
        context.flush()
        context.close(promise: nil)
      }
    }
  }
}

/// Observes incoming bytes before they are decoded.
private final class FirstByteWatch: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let connection: ConnectionGuard

  init(_ connection: ConnectionGuard) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.bytesHaveCome(on: context.channel)
    context.fireChannelRead(data)
  }
}
#endif
