import Glibc
import HostSystem
import StrictJSON

/// Asks the stream port of a Snapcast server for the length of its buffer, as a player does when it connects: control
/// doesn't tell it.
///
/// The asker is a player until it is deleted; it always has the same identifier, so that an interrupted one leaves no
/// second one.
struct StreamGreeting {
  static let identifier = "cuebell"

  /// A kind of message: the server's settings, and the greeting of a player.
  private static let (settings, hello): (UInt16, UInt16) = (3, 5)
  private static let headerBytes = 26
  private static let maximumBytes = 1_000_000
  private static let lengths = 1...60_000

  private let address: SnapcastAddress
  private let deadline: SuspendingClock.Instant
  private var reader: SocketReader

  /// The time from the arrival of sound at the server until it is heard.
  static func buffer(
    at address: SnapcastAddress, by deadline: SuspendingClock.Instant
  ) throws(SnapcastFault) -> Duration {
    let socket = try address.connect(to: address.streamPort, by: deadline)
    defer { close(socket) }
    do throws(Errno) { try FileDescriptor(rawValue: socket).send(greeting, by: deadline) } catch {
      throw SnapcastFault(.system(error), of: address)
    }
    var exchange = StreamGreeting(address: address, deadline: deadline, reader: SocketReader(socket))
    while true {
      let header = try exchange.read(headerBytes)
      let payload = try exchange.read(exchange.length(in: header, at: headerBytes - 4))
      guard UInt16(header[0]) | UInt16(header[1]) << 8 == settings else { continue }
      guard payload.count >= 4, try exchange.length(in: payload, at: 0) == payload.count - 4,
        let length = JSONObject(line: payload.dropFirst(4))?["bufferMs"]?.integer, lengths.contains(length)
      else { throw .malformed(address, "it doesn't say how long its buffer is") }
      return .milliseconds(length)
    }
  }

  /// The message that a player begins with.
  private static var greeting: [UInt8] {
    let fields: JSONFields = [
      "MAC": "00:00:00:00:00:00", "HostName": identifier, "Version": "0.26.0", "ClientName": "Cuebell", "OS": "Linux",
      "Arch": "", "Instance": 1, "ID": identifier, "SnapStreamProtocolVersion": 2,
    ]
    let text = Array(fields.line().utf8)
    func bytes(_ number: Int, _ count: Int = 4) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) } }
    // Two numbers of the message and two times, which the server replaces.
    let header = bytes(Int(hello), 2) + [UInt8](repeating: 0, count: headerBytes - 6)
    return header + bytes(4 + text.count) + bytes(text.count) + text
  }

  private mutating func read(_ count: Int) throws(SnapcastFault) -> [UInt8] {
    do throws(SocketReader.Failure) { return try reader.read(count, by: deadline) } catch {
      throw SnapcastFault(error, of: address)
    }
  }

  private func length(in bytes: [UInt8], at start: Int) throws(SnapcastFault) -> Int {
    let length = (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    guard length <= Self.maximumBytes else { throw .malformed(address, "a message of \(length) bytes") }
    return length
  }
}
