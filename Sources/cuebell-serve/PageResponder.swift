#if Serve
import DisplayServer
import HTTPTypes
import Hummingbird
import NIOCore

/// Adapts the page server to HTTP.
struct PageResponder: HTTPResponder {
  /// The connection of a request.
  struct Context: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }
  }

  private let server: PageServer
  private let log = RequestLog()

  init(_ server: PageServer) { self.server = server }

  func respond(to request: Request, context: Context) async -> Response {
    let head = Self.head(of: request, context.channel)
    let reply = await server.reply(to: head) {
      // Without a time limit, a slow body would hold the connection for ever.
      let channel = context.channel
      let deadline = channel.eventLoop.scheduleTask(in: .seconds(Int64(ServerLimits.bodySeconds))) {
        channel.close(mode: .all, promise: nil)
      }
      defer { deadline.cancel() }
      // The rest of an oversized body is not read.
      return (try? await request.body.collect(upTo: ServerLimits.body)).map { Array($0.readableBytesView) }
    }
    log.record(head, reply.status)
    return Self.response(reply, context.channel)
  }

  private static func head(of request: Request, _ channel: any Channel) -> RequestHead {
    // The library removes the first `Host` from the fields.
    let host = request.head.authority.map { [RequestHead.Field("host", $0)] } ?? []
    let fields = request.headers.map { RequestHead.Field($0.name.rawName, $0.value) }
    return RequestHead(
      method: request.method.rawValue, target: request.head.path ?? "", fields: host + fields,
      peer: channel.peerAddress, local: PeerAddress(channel.localAddress?.ipAddress ?? ""))
  }

  private static func response(_ reply: Reply, _ channel: any Channel) -> Response {
    var fields = HTTPFields()
    for field in reply.fields {
      if let name = HTTPField.Name(field.name) { fields.append(HTTPField(name: name, value: field.value)) }
    }
    if reply.isLast { fields[.connection] = "close" }
    let body: ResponseBody
    switch reply.body {
    case .bytes(let bytes): body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    case .events(let stream): body = Self.body(stream, channel)
    }
    return Response(status: HTTPResponse.Status(code: reply.status), headers: fields, body: body)
  }

  /// A body that streams events until the connection ends.
  private static func body(_ stream: EventStream, _ channel: any Channel) -> ResponseBody {
    stream.onOverflow { channel.close(mode: .all, promise: nil) }
    channel.closeFuture.whenComplete { _ in stream.cancel() }
    return ResponseBody { writer in
      defer { stream.cancel() }
      for await piece in stream.pieces { try await writer.write(ByteBuffer(bytes: piece)) }
      try await writer.finish(nil)
    }
  }
}

extension Channel {
  /// The client's address.
  var peerAddress: PeerAddress { PeerAddress(remoteAddress?.ipAddress ?? "") }
}
#endif
