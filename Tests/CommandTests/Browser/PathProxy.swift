import Foundation
import Glibc
import TestSupport

/// A proxy of this machine that offers a server below a path, as Home Assistant's ingress does: it takes the path away,
/// and passes the rest on with the host that the browser has named.
final class PathProxy: Sendable {
  let port: Int
  private let listener: Int32

  /// Offers the server at a port below `path`, which begins with a slash and doesn't end with one.
  init(to server: Int, below path: String) throws {
    let (socket, port) = try LoopbackSocket.bound()
    let listener = dup(socket.number)
    (self.listener, self.port) = (listener, port)
    // Threads of their own, since a queue starts few where all of them wait.
    Thread.detachNewThread {
      let own = Descriptor(listener)
      while case let client = accept(own.number, nil, nil), client >= 0 {
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread { Self.serve(Descriptor(client), server, path) }
      }
    }
  }

  // The accept that waits ends with an error.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Passes on one request with its reply; connections aren't used again.
  private static func serve(_ client: Descriptor, _ port: Int, _ path: String) {
    var head = ""
    while !head.contains("\r\n\r\n") {
      let bytes = read(client.number)
      guard !bytes.isEmpty else { return }
      head += String(decoding: bytes, as: UTF8.self)
    }
    let words = head.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[1].hasPrefix(path + "/"), let server = try? LoopbackSocket.connected(to: port) else {
      let refusal = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      return write(Array(refusal.utf8), to: client.number)
    }
    let request = "\(words[0]) \(words[1].dropFirst(path.count)) \(words[2])"
    write(Array(request.replacing("Connection: keep-alive", with: "Connection: close").utf8), to: server.number)
    let (one, other) = (client.number, server.number)
    let body = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      pass(one, to: other)
      body.signal()
    }
    pass(other, to: one)
    body.wait()
  }

  /// Passes on what comes until one side hangs up, and hangs up on both.
  private static func pass(_ source: Int32, to target: Int32) {
    while case let bytes = read(source), !bytes.isEmpty { write(bytes, to: target) }
    for socket in [source, target] { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  private static func read(_ source: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(source, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes[..<count]) : []
  }

  private static func write(_ bytes: [UInt8], to target: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { raw in
        unsafe send(target, raw.baseAddress, raw.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }
}
