import DisplayServer
import TestSupport
import Testing

/// A server without sockets, in a folder of its own.
struct TestServer: Sendable {
  static let tokens = AccessTokens(
    view: "00112233445566778899aabbccddeeff", control: "ffeeddccbbaa99887766554433221100")
  static let local = PeerAddress("192.168.1.5")

  let folder: TemporaryFolder
  let server: PageServer

  init(trustsLoopback: Bool = true, command: String = "/bin/false", options: [String] = []) throws {
    folder = try TemporaryFolder()
    let tokens = try #require(Self.tokens)
    let settings = ServerSettings(
      version: "1.2.3", port: 7420,
      hosts: HostCheck(port: 7420, machine: "gym", others: ["wall.example", "p.example:9"]),
      tokens: tokens, trustsLoopback: trustsLoopback, command: command, folders: [], runOptions: options,
      logs: folder.path + "/logs", cache: folder.path + "/cache")
    let assets = ["wall", "remote", "library", "history"].map { Asset($0 + ".html", Array("<p>\($0)".utf8)) }
    let hub = try RunHub(folder.path)
    server = PageServer(settings, assets: assets + [Asset("page.css", [])], hub: hub)
  }

  /// Sends a request as a page of this server would, unless fields say otherwise.
  func send(
    _ method: String, _ path: String, token: String? = nil, body: String = "{}", from peer: String = "192.168.1.9",
    fields: [RequestHead.Field]? = nil
  ) async -> Reply {
    var all =
      fields ?? [
        RequestHead.Field("host", "gym.local:7420"), RequestHead.Field("origin", "http://gym.local:7420"),
        RequestHead.Field("content-type", "application/json"),
      ]
    if let token { all.append(RequestHead.Field("cookie", "cuebell-7420=\(token)")) }
    let head = RequestHead(method: method, target: path, fields: all, peer: PeerAddress(peer), local: Self.local)
    return await server.reply(to: head) { Array(body.utf8) }
  }
}

extension Reply {
  /// The body, where it is bytes.
  var text: String { if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" } }

  func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

extension Endpoint {
  /// A path that the endpoint answers.
  var example: String {
    path == "/"
      ? path
      : path.split(separator: "/").reduce("") {
        $0 + "/" + ($1 == "{session}" ? "1" : $1.hasPrefix("{") ? "page.css" : $1)
      }
  }
}
