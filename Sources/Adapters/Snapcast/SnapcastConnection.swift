import Glibc
import HostSystem
import StrictJSON

/// A connection to the control port of a Snapcast server, which speaks JSON-RPC in lines.
///
/// The server isn't trusted: its lines are limited, and none is waited for longer than until the deadline of the
/// connection. Modules that use a client must know it: otherwise Swift 6.2 can't destroy one there.
package struct SnapcastConnection: ~Copyable {
  private static let maximumLine = 4 << 20
  private static let depth = 16

  let address: SnapcastAddress
  let deadline: SuspendingClock.Instant
  private let socket: Int32
  private var reader: SocketReader
  private var lastID = 0

  init(to address: SnapcastAddress, by deadline: SuspendingClock.Instant) throws(SnapcastFault) {
    socket = try address.connect(to: address.controlPort, by: deadline)
    self.address = address
    self.deadline = deadline
    reader = SocketReader(socket)
  }

  deinit { close(socket) }

  /// Calls a method and returns its result; what the server tells meanwhile is left out.
  mutating func call(_ method: String, _ parameters: JSONFields? = nil) throws(SnapcastFault) -> JSONValue {
    lastID += 1
    var request: JSONFields = ["id": lastID, "jsonrpc": "2.0", "method": method]
    request.add("params", ifAny: parameters)
    let line = Array((request.line() + "\n").utf8)
    do throws(Errno) { try FileDescriptor(rawValue: socket).send(line, by: deadline) } catch {
      throw SnapcastFault(.system(error), of: address)
    }
    while true {
      let message = try receive()
      guard message["id"]?.integer == lastID else { continue }
      if let error = message["error"] {
        let words = [error["message"], error["data"]].compactMap { $0?.text }.joined(separator: ": ")
        throw SnapcastFault(.unavailable, "the Snapcast server refuses \(method): \(Excerpt.plain(words, length: 100))")
      }
      guard let result = message["result"] else { throw .malformed(address, "no result of \(method)") }
      return result
    }
  }

  private mutating func receive() throws(SnapcastFault) -> JSONObject {
    let line: [UInt8]
    do throws(SocketReader.Failure) { line = try reader.readLine(atMost: Self.maximumLine, by: deadline) } catch {
      throw SnapcastFault(error, of: address)
    }
    do throws(JSONError) { return try JSONReader.readObject(line, maximumDepth: Self.depth) } catch {
      throw .malformed(address, error.message)
    }
  }
}

extension SnapcastAddress {
  func connect(to port: UInt16, by deadline: SuspendingClock.Instant) throws(SnapcastFault) -> Int32 {
    do throws(TCPConnection.Failure) { return try TCPConnection.open(host: host, port: port, by: deadline) } catch {
      throw .absent(self, error.reason)
    }
  }
}
