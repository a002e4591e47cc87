package import StrictJSON

package struct SnapcastStatus: Equatable, Sendable {
  /// The rooms, in the order of the server.
  package let rooms: [Room]
  /// The streams, in the order of its configuration.
  package let streams: [SnapcastStream]

  /// Reads the result of `Server.GetStatus` leniently: a room or stream without an identifier is left out, as is what
  /// asks for the buffer.
  package init(_ result: JSONValue) {
    let server = result["server"]
    streams = (server?["streams"]?.list ?? []).compactMap(SnapcastStream.init)
    rooms = (server?["groups"]?.list ?? []).flatMap { group in
      (group["clients"]?.list ?? []).compactMap { Room($0, in: group) }
    }.filter { $0.id != StreamGreeting.identifier }
  }
}

/// A room: a player of a Snapcast server.
package struct Room: Equatable, Sendable {
  /// The identifier, which never changes.
  package let id: String
  /// The name that the user has given it; before that, the name of its machine.
  package let name: String
  package let host: String
  package let isConnected: Bool
  /// The volume in per cent.
  package let volume: Int
  /// Whether it is mute; its volume stays.
  package let isMuted: Bool
  /// What its amplifier adds, in milliseconds: its sound comes that much earlier.
  package let latency: Int
  package let stream: String
  /// The identifier of its group: all rooms of one have the same stream.
  package let group: String
  package let version: String

  init?(_ client: JSONValue, in group: JSONValue) {
    guard let id = client["id"]?.text, let groupID = group["id"]?.text else { return nil }
    let config = client["config"]
    let host = client["host"]?["name"]?.text ?? ""
    let given = config?["name"]?.text ?? ""
    self.id = id
    self.host = host
    name = [given, host].first { !$0.isEmpty } ?? id
    isConnected = client["connected"]?.bool ?? false
    volume = config?["volume"]?["percent"]?.integer ?? 100
    isMuted = config?["volume"]?["muted"]?.bool ?? false
    latency = config?["latency"]?.integer ?? 0
    stream = group["stream_id"]?.text ?? ""
    self.group = groupID
    version = client["snapclient"]?["version"]?.text ?? ""
  }
}
