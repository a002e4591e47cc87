import Glibc
import TestSupport

/// A connection to a server of this machine, byte by byte as a client of its own making would have it.
final class HTTPConnection {
  private let socket: Descriptor
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  /// Connects to a port.
  init(_ port: Int) throws { socket = try LoopbackSocket.connected(to: port) }

  /// Sends bytes; a server that has hung up is no error.
  func send(_ bytes: [UInt8]) { _ = unsafe Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Says that nothing more will be sent.
  func finishSending() { shutdown(socket.number, Int32(SHUT_WR)) }

  /// The next line without its end; `nil` at the end of the connection.
  func line() throws -> String? {
    let deadline = ContinuousClock.now + Timeout.limit
    while true {
      if let end = bytes.firstIndex(of: 10) {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<end].filter { $0 != 13 }, as: UTF8.self)
      }
      guard !isAtEnd else { return nil }
      try readMore(by: deadline)
    }
  }

  /// All that is still to come, to the end of the connection.
  func rest() throws -> String {
    let deadline = ContinuousClock.now + Timeout.limit
    while !isAtEnd { try readMore(by: deadline) }
    defer { bytes = [] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func readMore(by deadline: ContinuousClock.Instant) throws {
    var waiting = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    let left = max(.zero, deadline - ContinuousClock.now)
    guard unsafe poll(&waiting, 1, Int32(left / .milliseconds(1))) > 0 else {
      throw Failure("the server says nothing after\n\(String(decoding: bytes, as: UTF8.self))")
    }
    var more = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(socket.number, &more, more.count, 0)
    if count > 0 { bytes += more[..<count] } else { isAtEnd = true }
  }

  /// A port at which nothing listens now.
  static func freePort() throws -> Int { try LoopbackSocket.freePort() }
}

/// What a server has answered.
struct HTTPAnswer {
  let status: Int
  let head: String
  let body: String

  /// Reads an answer that ends with its connection.
  init(_ text: String) throws {
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let words = text.split(separator: " ", maxSplits: 2)
    guard text.hasPrefix("HTTP/1.1 "), let status = words.dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure("no answer: \(text.prefix(300))")
    }
    self.status = status
    head = String(parts[0])
    body = parts.count > 1 ? String(parts[1]) : ""
  }
}
