#if Serve
import DisplayServer
import HTTPTypes
import Hummingbird
import LiveRuns
import PageFiles
import TestSupport
import Testing

/// A server without sockets, in a folder of its own.
struct TestServer: Sendable {
  static let tokens = AccessTokens(
    view: "00112233445566778899aabbccddeeff", control: "ffeeddccbbaa99887766554433221100")
  static let local = PeerAddress("192.168.1.5")

  let folder: TemporaryFolder
  let server: PageServer
  private let responder: any HTTPResponder<PageContext>

  init(trustsLoopback: Bool = true, trustedProxy: String? = nil, command: String = "/bin/false", options: [String] = [])
    throws
  {
    folder = try TemporaryFolder()
    let tokens = try #require(Self.tokens)
    let settings = ServerSettings(
      version: "1.2.3", port: 7420,
      hosts: HostCheck(port: 7420, machine: "gym", others: ["wall.example", "p.example:9"]),
      tokens: tokens, trustsLoopback: trustsLoopback, trustedProxy: trustedProxy.map { PeerAddress($0) },
      command: command, folders: [], runOptions: options, logs: folder.path + "/logs", cache: folder.path + "/cache")
    let assets = ["wall", "remote", "library", "history", "edit", "workout"].map {
      Asset($0 + ".html", Array("<p>\($0)<a href=\"/wall\"></head>".utf8))
    }
    let hub = try LiveRunHub(folder.path)
    server = PageServer(settings, assets: assets + [Asset("look.css", Array("url(\"/assets/a\")".utf8))], hub: hub)
    responder = server.responder { _, _, _, _ in }
  }

  /// Sends a request as a page of this server would, unless `host` or `fields` say otherwise.
  func send(
    _ method: String, _ path: String, token: String? = nil, body: String = "{}", from peer: String = "192.168.1.9",
    host: String? = "gym.local:7420",
    fields: [String: String] = ["origin": "http://gym.local:7420", "content-type": "application/json"]
  ) async throws -> TestReply {
    var head = HTTPRequest(
      method: try #require(HTTPRequest.Method(rawValue: method)), scheme: nil, authority: host, path: path)
    for (name, value) in fields { head.headerFields[try #require(HTTPField.Name(name))] = value }
    if let token { head.headerFields[.cookie] = "cuebell-7420=\(token)" }
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
    let response = try await responder.respond(
      to: request, context: PageContext(peer: PeerAddress(peer), local: Self.local))
    return try await TestReply(response)
  }
}

/// A reply, with its body unless that is a stream.
struct TestReply {
  let status: Int
  let fields: HTTPFields
  let text: String

  init(_ response: Response) async throws {
    (status, fields) = (response.status.code, response.headers)
    text = response.body.contentLength == nil ? "" : try await Self.text(of: response.body)
  }

  func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }

  private static func text(of body: ResponseBody) async throws -> String {
    let (pieces, source) = AsyncStream<ByteBuffer>.makeStream()
    try await body.write(Writer(pieces: source))
    source.finish()
    return await pieces.reduce(into: "") { $0 += String(buffer: $1) }
  }

  private struct Writer: ResponseBodyWriter {
    let pieces: AsyncStream<ByteBuffer>.Continuation

    mutating func write(_ buffer: ByteBuffer) async throws { pieces.yield(buffer) }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}

extension Endpoint {
  /// A path that the endpoint answers.
  var example: String {
    path == "/"
      ? path
      : path.split(separator: "/").reduce("") {
        $0 + "/" + ($1 == "{session}" ? "1" : $1.hasPrefix("{") ? "look.css" : $1)
      }
  }
}
#endif
