#if Serve
import DisplayServer
import FoundationEssentials
import Glibc
import HostSystem
import ServerOptions
import StrictJSON
import WorkoutModel

/// Lets a phone in by the server that listens at an address of this machine.
struct Admission {
  private static let (noSuchPhone, unavailable): (Int32, Int32) = (66, 69)
  private static let patience = Duration.seconds(5)

  private let listen: ListenAddress
  private let token: String

  init(_ setup: ServerSetup) { (listen, token) = (setup.listen, setup.settings.tokens.control) }

  func letIn(_ digits: String) throws {
    let reply: String
    do { reply = try answer(to: digits) } catch {
      throw Failure(description: "No server of yours answers at \(listen): \(error).", code: Self.unavailable)
    }
    switch reply.split(separator: " ").dropFirst().first {
    case "200": _ = OutputWriter.write("The phone that shows \(digits) is let in.\n", to: STDOUT_FILENO)
    case "404":
      throw Failure(
        description: "No phone shows \(digits) now: the digits are valid for two minutes.", code: Self.noSuchPhone)
    default:
      throw Failure(description: "The server at \(listen) is not one of yours.", code: Self.unavailable)
    }
  }

  /// The first bytes of the server's reply.
  private func answer(to digits: String) throws -> String {
    // A server on all addresses is on this one, too.
    let host = ["0.0.0.0": "127.0.0.1", "::": "::1"][listen.host] ?? listen.host
    let address = ListenAddress(host: host, port: listen.port)
    let deadline = SuspendingClock.now + Self.patience
    let descriptor: Int32
    do throws(TCPConnection.Failure) {
      descriptor = try TCPConnection.open(host: host, port: UInt16(listen.port), by: deadline)
    } catch {
      throw Problem(description: error.reason)
    }
    defer { close(descriptor) }
    let body = (["letIn": true] as JSONFields).line(.compact)
    let request = [
      "POST /api/phones/\(digits) HTTP/1.1", "Host: \(address)", "Authorization: Bearer \(token)",
      "Content-Type: application/json", "Content-Length: \(body.utf8.count)", "Connection: close", "", body,
    ]
    let connection = FileDescriptor(rawValue: descriptor)
    try connection.send(Array(request.joined(separator: "\r\n").utf8), by: deadline)
    var reply = [UInt8](repeating: 0, count: 64)
    let count = try connection.receive(into: &reply, from: 0, by: deadline)
    return String(decoding: reply[..<count], as: UTF8.self)
  }

  private struct Problem: Error, CustomStringConvertible {
    let description: String
  }
}
#endif
