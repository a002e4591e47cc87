#if Serve
import DisplayServer
import FoundationEssentials
import Glibc
import HostSystem
import ServerOptions
import StrictJSON
import WorkoutModel

/// Asks the server that listens at an address of this machine, as its owner.
struct Admission {
  private static let (noSuchPhone, unavailable): (Int32, Int32) = (66, 69)
  private static let patience = Duration.seconds(5)
  /// The size of the longest reply.
  private static let most = 64 * 1024

  private let listen: ListenAddress
  private let token: String

  init(_ setup: ServerSetup) { (listen, token) = (setup.listen, setup.settings.tokens.control) }

  /// Whether a server listens there that has the tokens of this user.
  var isAnswered: Bool { (try? reply("GET", "/api/phones"))?.status == 200 }

  /// Lets the phone in that shows these digits.
  func letIn(_ digits: String) throws {
    let status: Int
    do { status = try decide(digits) } catch {
      throw Failure(description: "No server of yours answers at \(listen): \(error).", code: Self.unavailable)
    }
    switch status {
    case 200: _ = OutputWriter.write("The phone that shows \(digits) is let in.\n", to: STDOUT_FILENO)
    case 404:
      throw Failure(
        description: "No phone shows \(digits) now: the digits are valid for two minutes.", code: Self.noSuchPhone)
    default:
      throw Failure(description: "The server at \(listen) is not one of yours.", code: Self.unavailable)
    }
  }

  /// Opens the library in the user's browser, which is let in like a phone: the token would be seen among the arguments
  /// of the browser.
  func openLibrary() throws {
    let secret = AccessTokens().control
    do {
      let asked = try reply("POST", "/api/phones", ["secret": secret])
      guard let digits = JSONObject(line: asked.body)?["digits"]?.text, try decide(digits) == 200 else {
        throw Problem(description: "it lets nobody in")
      }
    } catch {
      throw Failure(description: "No server of yours answers at \(listen): \(error).", code: Self.unavailable)
    }
    let host = PeerAddress(address.host).isLoopback ? "localhost" : address.host
    let link = "http://\(ListenAddress(host: host, port: address.port))/#s=\(secret)"
    do throws(Errno) {
      let browser = try ChildProcess(["xdg-open", link], output: .nothing, errors: .nothing, inSession: true)
      guard browser.wait().status == 0 else { throw .noSuchFileOrDirectory }
    } catch {
      throw Failure(description: "No browser opens: cuebell serve --links prints the links.", code: Self.unavailable)
    }
  }

  private func decide(_ digits: String) throws -> Int {
    try reply("POST", "/api/phones/\(digits)", ["letIn": true]).status
  }

  /// A server on all addresses is on this one, too.
  private var address: ListenAddress {
    ListenAddress(host: ["0.0.0.0": "127.0.0.1", "::": "::1"][listen.host] ?? listen.host, port: listen.port)
  }

  private func reply(
    _ method: String, _ path: String, _ fields: JSONFields = [:]
  ) throws -> (status: Int, body: [UInt8]) {
    let deadline = SuspendingClock.now + Self.patience
    let descriptor: Int32
    do throws(TCPConnection.Failure) {
      descriptor = try TCPConnection.open(host: address.host, port: UInt16(address.port), by: deadline)
    } catch {
      throw Problem(description: error.reason)
    }
    defer { close(descriptor) }
    let body = method == "GET" ? "" : fields.line(.compact)
    let request = [
      "\(method) \(path) HTTP/1.1", "Host: \(address)", "Authorization: Bearer \(token)",
      "Content-Type: application/json", "Content-Length: \(body.utf8.count)", "Connection: close", "", body,
    ]
    let connection = FileDescriptor(rawValue: descriptor)
    try connection.send(Array(request.joined(separator: "\r\n").utf8), by: deadline)
    var (bytes, count) = ([UInt8](repeating: 0, count: Self.most), 0)
    while count < bytes.count {
      let received = try connection.receive(into: &bytes, from: count, by: deadline)
      if received == 0 { break }
      count += received
    }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    guard text.hasPrefix("HTTP/1.1 "), let status, let end = text.firstRange(of: "\r\n\r\n") else {
      throw Problem(description: "it is another kind of server")
    }
    return (status, Array(text[end.upperBound...].utf8))
  }

  private struct Problem: Error, CustomStringConvertible {
    let description: String
  }
}
#endif
