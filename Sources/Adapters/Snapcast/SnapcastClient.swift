import StrictJSON

/// Controls a Snapcast server: its rooms, and which stream each has.
///
/// ```swift
/// var client = try SnapcastClient(.local)
/// let kitchen = try client.status().room("Kitchen")
/// try client.setVolume(of: kitchen, to: 60)
/// ```
package struct SnapcastClient: ~Copyable {
  /// The time for all calls of a client together.
  private static let limit = Duration.seconds(3)

  private var connection: SnapcastConnection

  package init(_ address: SnapcastAddress) throws(SnapcastFault) {
    // The last part of a second is for the exit of the command.
    connection = try SnapcastConnection(to: address, by: .now + Self.limit - .milliseconds(250))
  }

  package mutating func status() throws(SnapcastFault) -> SnapcastStatus {
    SnapcastStatus(try connection.call("Server.GetStatus"))
  }

  /// A socket to which the sound of a stream is written.
  package func connect(to port: UInt16) throws(SnapcastFault) -> Int32 {
    try connection.address.connect(to: port, by: connection.deadline)
  }

  /// The time from the arrival of sound at the server until all rooms play it.
  package mutating func buffer() throws(SnapcastFault) -> Duration {
    defer {
      // Another asker may have deleted it already.
      _ = try? connection.call("Server.DeleteClient", ["id": StreamGreeting.identifier])
    }
    return try StreamGreeting.buffer(at: connection.address, by: connection.deadline)
  }

  /// Sets the volume in per cent, and whether the room is mute; returns the volume that the server kept.
  @discardableResult
  package mutating func setVolume(
    of room: Room, to percent: Int, muted: Bool
  ) throws(SnapcastFault) -> (percent: Int, isMuted: Bool) {
    let volume: JSONFields = ["percent": percent, "muted": muted]
    let kept = try connection.call("Client.SetVolume", ["id": room.id, "volume": volume])["volume"]
    return (kept?["percent"]?.integer ?? percent, kept?["muted"]?.bool ?? muted)
  }

  /// Sets what the amplifier of a room adds, in milliseconds; returns what the server kept.
  package mutating func setLatency(of room: Room, to milliseconds: Int) throws(SnapcastFault) -> Int {
    let result = try connection.call("Client.SetLatency", ["id": room.id, "latency": milliseconds])
    return result["latency"]?.integer ?? milliseconds
  }

  /// Names a room; an empty name is that of its machine.
  package mutating func setName(of room: Room, to name: String) throws(SnapcastFault) {
    _ = try connection.call("Client.SetName", ["id": room.id, "name": name])
  }

  package mutating func move(_ room: Room, to stream: SnapcastStream) throws(SnapcastFault) {
    _ = try connection.call("Group.SetStream", ["id": room.group, "stream_id": stream.id])
  }
}
