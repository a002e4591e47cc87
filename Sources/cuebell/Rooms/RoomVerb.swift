import SessionReporting

enum RoomVerb: String, CaseIterable {
  case list, volume, mute, latency, stream, name, control

  var usage: (arguments: String, meaning: String) {
    switch self {
    case .list: ("", "the rooms; the same without a verb")
    case .volume: ("ROOM 60|+10|-10", "in per cent")
    case .mute: ("ROOM on|off", "keeps the volume")
    case .latency: ("ROOM 40", "ms that its amplifier adds: plays so much earlier")
    case .stream: ("ROOM NAME", "plays another stream, in its whole group")
    case .name: ("ROOM NAME", "at first it has the name of its machine")
    case .control: ("STREAM", "serve the buttons of Snapcast's apps, for snapserver")
    }
  }

  static var help: [String] {
    Columns.aligned(allCases.map { ["\($0.rawValue) \($0.usage.arguments)", $0.usage.meaning] })
  }
}
