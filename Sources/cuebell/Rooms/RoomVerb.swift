import SessionReporting

/// What `rooms` can do.
enum RoomVerb: String, CaseIterable {
  case list, volume, mute, latency, stream, name

  /// The arguments and what they do.
  var usage: (arguments: String, meaning: String) {
    switch self {
    case .list: ("", "all rooms: name, volume, latency, stream, connected")
    case .volume: ("ROOM 60 or +10 or -10", "0 to 100 per cent")
    case .mute: ("ROOM on or off", "keeps the volume")
    case .latency: ("ROOM 40", "what the amplifier adds, in ms: sound comes that much earlier")
    case .stream: ("ROOM NAME", "moves the room's group to another stream")
    case .name: ("ROOM NAME", "at first a room has the name of its machine")
    }
  }

  /// A line for each verb.
  static var help: [String] {
    Columns.aligned(allCases.map { ["\($0.rawValue) \($0.usage.arguments)", $0.usage.meaning] })
  }
}
