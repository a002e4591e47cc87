import ControlSocket
import Foundation
import Glibc
import SessionControl
import Synchronization
import TestSupport
import Testing

@Suite struct `The limits of the socket` {
  @Test func `let a client ask forty times at once, and continue after that`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let connection = try ControlConnection(session.endpoint.path)
    // All at once, as forty more are allowed within two seconds.
    try connection.send((1...80).map { "{\"id\":\($0),\"clock\":0}" }.joined(separator: "\n"))
    var replies: [Int: Bool] = [:]
    for _ in 1...80 {
      let reply = try connection.next()
      let id = try #require(reply.firstMatch(of: #/^{"id":(\d+),/#).flatMap { Int($0.output.1) })
      replies[id] = reply.contains(#""ok":true"#)
      if replies[id] == false { #expect(reply.contains(#""error":"busy""#)) }
    }
    #expect(replies.count == 80 && (1...40).allSatisfy { replies[$0] == true } && replies.values.contains(false))
    #expect(try Timeout.wait { try connection.ask(#"{"clock":0}"#).contains(#""ok":true"#) })
  }

  @Test func `leave something to the others of what all may ask`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let (greedy, modest) = (
      try (0..<10).map { _ in try ControlConnection(session.endpoint.path) },
      try ControlConnection(session.endpoint.path)
    )
    for connection in greedy { for _ in 0..<40 { try connection.send(#"{"clock":0}"#) } }
    for connection in greedy { for _ in 0..<40 { #expect(try connection.next().contains(#""ok""#)) } }
    for _ in 0..<4 { #expect(try modest.ask(#"{"clock":0}"#).contains(#""ok":true"#)) }
  }

  @Test func `are sixty-four clients`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    var connections = try (0..<64).map { _ in try ControlConnection(session.endpoint.path) }
    let late = try ControlConnection(session.endpoint.path)
    #expect(late.greeting == #"{"ok":false,"error":"busy","reason":"64 clients are connected"}"#)
    #expect(try late.next() == "closed")
    connections.removeLast()
    #expect(try Timeout.wait { try ControlConnection(session.endpoint.path).greeting.contains("control") })
  }

  @Test func `are 16 KiB a line, and 64 KiB without a line break`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    let connection = try ControlConnection(session.endpoint.path)
    let padding = String(repeating: " ", count: ControlProtocol.lineLength - 11)
    #expect(try connection.ask("{\"clock\":1\(padding)}").contains(#""ok":true"#))
    #expect(try connection.ask("{\"clock\":1\(padding) }").contains(#""error":"malformed""#))
    #expect(try connection.ask(#"{"clock":1}"#).contains(#""ok":true"#))
    // The run may have ended the connection before all is sent.
    try? connection.send(String(repeating: "x", count: 200_000))
    #expect(try connection.next().contains(#""error":"malformed""#))
    #expect(try connection.next() == "closed")
  }

  @Test func `keep others served where ten never read and ten never stop writing`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path, patience: .seconds(600))
    let silent = try (0..<10).map { _ in try ControlConnection(session.endpoint.path) }
    for connection in silent { try connection.send(#"{"events":[]}"#) }
    let end = WriterEnd()
    let path = session.endpoint.path
    let writers = (0..<10).map { _ in
      Thread {
        guard let connection = try? ControlConnection(path) else {
          Issue.record("a writer isn't let in")
          return
        }
        while !end.isOver.load(ordering: .relaxed) {
          // The run stops reading when its replies are not read.
          do throws(ControlClient.Failure) {
            try connection.client.send(#"{"clock":1}"#, by: .now + .milliseconds(50))
          } catch {
            if error != .noAnswer { return }
          }
        }
      }
    }
    for writer in writers { writer.start() }
    let connection = try ControlConnection(session.endpoint.path)
    let before = Self.residentBytes
    var count = 0
    for number in 1...60 {
      try connection.send("{\"id\":\(number),\"clock\":1}")
      let reply = try connection.next()
      #expect(reply.hasPrefix("{\"id\":\(number),\"ok\":"))
      if reply.contains(#""ok":true"#) { count += 1 }
      session.advance(to: 10 + number)
    }
    #expect(count >= 4)
    #expect(Self.residentBytes - before < 16 << 20)
    end.isOver.store(true, ordering: .relaxed)
    #expect(Timeout.wait { writers.allSatisfy(\.isFinished) })
  }

  @Test func `close a client that doesn't read what waits for it`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path, patience: .milliseconds(50))
    let connection = try ControlConnection(session.endpoint.path)
    // More than the buffers of the system take.
    for _ in 0..<40 { try connection.send(#"{"get":"all"}"#) }
    #expect(try Timeout.wait { try Self.isClosed(connection) })
  }

  /// Whether the run has ended a connection that asks and doesn't read.
  private static func isClosed(_ connection: ControlConnection) throws -> Bool {
    do throws(ControlClient.Failure) {
      for _ in 0..<50 { try connection.client.send(#"{"get":["ahead"]}"#, by: .now + .milliseconds(5)) }
      return false
    } catch {
      return error == .closed
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func `exclude other users, whatever the permissions of the file`() throws {
    let folder = try socketFolder()
    let session = try ControlledSession(in: folder.path)
    try #require(unsafe chmod(folder.path, 0o755) == 0 && chmod(session.endpoint.path, 0o666) == 0)
    let command = "socat -t 5 - UNIX:\(session.endpoint.path) </dev/null"
    #expect(try Shell.output(of: "setpriv --reuid 12345 --clear-groups \(command)") == "")
    #expect(try Shell.output(of: command).contains(#""control":1"#))
  }

  /// The memory of this process, in bytes.
  private static var residentBytes: Int {
    let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}

/// Signals threads to end.
private final class WriterEnd: Sendable {
  let isOver = Atomic(false)
}
