#if Serve
package import Hummingbird
import LiveRuns
import Logging
package import NIOCore

package struct PageContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  let peer: PeerAddress
  let local: PeerAddress
  /// The connection; `nil` for a request that comes from none.
  let channel: (any Channel)?

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    peer = source.channel.peerAddress
    local = PeerAddress(source.channel.localAddress?.ipAddress ?? "")
    channel = source.channel
  }

  /// Creates the context of a request that comes from no connection.
  package init(peer: PeerAddress, local: PeerAddress) {
    coreContext = CoreRequestContextStorage(source: NoConnection())
    (self.peer, self.local, channel) = (peer, local, nil)
  }

  /// Identifies the client of a request by its connection; `nil` for a request that comes from none.
  var client: String? { channel?.remoteAddress.map { "\(peer.text) \($0.port ?? 0)" } }

  private struct NoConnection: RequestContextSource {
    let logger = Logger(label: "cuebell")
  }
}

extension Channel {
  package var peerAddress: PeerAddress { PeerAddress(remoteAddress?.ipAddress ?? "") }
}

extension EventStream {
  /// The reply that streams the events until the connection ends.
  func response(on channel: (any Channel)?) -> Response {
    onOverflow { channel?.close(mode: .all, promise: nil) }
    channel?.closeFuture.whenComplete { _ in self.cancel() }
    let body = ResponseBody { writer in
      defer { self.cancel() }
      for await piece in self.pieces { try await writer.write(ByteBuffer(bytes: piece)) }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
  }
}
#endif
