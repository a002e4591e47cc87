#if Serve
import DisplayServer
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Enforces limits that HTTP doesn't have: the number of connections, the time for a header and for a body. Closes a
/// connection whose request isn't read to its end.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart

  static let configuration = HTTP1Channel.Configuration(
    additionalChannelHandlers: [ConnectionGuard()], idleTimeout: .seconds(Int64(ServerLimits.idleSeconds)),
    httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
      maxHeaderFieldSize: ServerLimits.header, maxHeaderListSize: ServerLimits.header, maxHeaderFieldCount: 100))

  private static let connections = Mutex((table: ConnectionTable(), channels: [ConnectionTable.Number: any Channel]()))

  /// Before there is any connection: all clients of this proxy share its address.
  static func trust(_ proxy: PeerAddress) {
    connections.withLock { $0.table = ConnectionTable(trustedProxy: proxy) }
  }

  private var number: ConnectionTable.Number?
  private var requestsInProgress = 0
  /// The time limit of the header or body that is being received.
  private var timer: Scheduled<Void>?
  /// Whether no whole request has come yet.
  private var isNew = true
  private var isStreaming = false
  private var isClosing = false

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    let (number, ended) = Self.admit(channel)
    ended?.close(mode: .all, promise: nil)
    guard let number else {
      // The channel can't be closed before it is set up.
      return context.eventLoop.execute { channel.close(mode: .all, promise: nil) }
    }
    self.number = number
    channel.closeFuture.whenComplete { _ in
      Self.connections.withLock { connections in
        connections.table.remove(number)
        connections.channels[number] = nil
      }
    }
    startTimer(seconds: ServerLimits.headerSeconds, on: channel)
    try? context.pipeline.syncOperations.addHandler(FirstByteWatch(self), position: .first)
  }

  /// Adds a connection; returns its number if it is admitted, and the channel of one that gives way to it.
  private static func admit(_ channel: any Channel) -> (ConnectionTable.Number?, ended: (any Channel)?) {
    connections.withLock { connections in
      guard let (number, ended) = connections.table.admit(channel.peerAddress) else { return (nil, nil) }
      connections.channels[number] = channel
      return (number, ended.flatMap { connections.channels.removeValue(forKey: $0) })
    }
  }

  private func record(_ activity: ConnectionTable.Activity) {
    guard let number else { return }
    Self.connections.withLock { $0.table.record(activity, of: number) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { stopTimer() }

  /// Starts the time limit for the header at the first bytes of a request, unless it runs since the connection began.
  fileprivate func bytesHaveCome(on channel: any Channel) {
    if isNew { record(.beginning) }
    if requestsInProgress == 0, timer == nil { startTimer(seconds: ServerLimits.headerSeconds, on: channel) }
  }

  private func startTimer(seconds: Int, on channel: any Channel) {
    stopTimer()
    timer = channel.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { channel.close(mode: .all, promise: nil) }
  }

  private func stopTimer() {
    timer?.cancel()
    timer = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      // Without a time limit, a slow body would hold the connection for ever.
      startTimer(seconds: ServerLimits.bodySeconds, on: context.channel)
      requestsInProgress += 1
    case .body: break
    case .end:
      stopTimer()
      isNew = false
      // The reply doesn't always wait for the whole request.
      record(requestsInProgress > 0 ? .answering : .idle)
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
      if requestsInProgress == 0 { record(.idle) }
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
