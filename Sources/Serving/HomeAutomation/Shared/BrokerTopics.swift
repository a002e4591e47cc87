package struct BrokerTopics: Equatable, Sendable {
  enum Subject: Equatable {
    /// A request to a run, or without a name to the current one.
    case request(run: String?)
    case start
    case measurement(signal: String)
    case status
    case state(run: String)
    /// Home Assistant has started, or ends.
    case birth
  }

  /// Where Home Assistant says that it has started.
  static let birth = "homeassistant/status"

  /// The name of the machine: of `a-z`, `A-Z`, `0-9`, `_` and `-`.
  let node: String
  /// The beginning of all topics but those of Home Assistant.
  package let root: String

  /// The topics of a machine, whose name may have other characters, below a prefix.
  package init(prefix: String, node: String) {
    let node = node.unicodeScalars.map { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-".unicodeScalars.contains(scalar))
        ? String(scalar) : "_"
    }
    self.node = node.joined()
    root = "\(prefix)/\(self.node)"
  }

  /// Identifies the machine among the devices of Home Assistant.
  var device: String { "cuebell_\(node)" }

  var status: String { "\(root)/status" }
  var state: String { "\(root)/state" }
  var event: String { "\(root)/event" }
  var request: String { "\(root)/do" }
  var reply: String { "\(root)/reply" }
  var start: String { "\(root)/start" }
  private var measurements: String { "\(root)/measure/" }
  var discovery: String { "homeassistant/device/\(device)/config" }

  func state(of run: String) -> String { "\(root)/runs/\(run)/state" }

  var states: String { state(of: "+") }
  /// What the broker keeps of a bridge that has ended.
  var farewell: MQTTMessage { MQTTMessage(status, "offline", isRetained: true, quality: .confirmed) }

  var received: [String] { [request, "\(root)/runs/+/do", start, measurements + "+", status, states] }

  /// What a topic is about; `nil` if that concerns nobody here.
  func subject(of topic: String) -> Subject? {
    switch topic {
    case request: return .request(run: nil)
    case start: return .start
    case status: return .status
    case Self.birth: return .birth
    default: break
    }
    if topic.hasPrefix(measurements) { return .measurement(signal: String(topic.dropFirst(measurements.count))) }
    let runs = "\(root)/runs/"
    guard topic.hasPrefix(runs) else { return nil }
    let levels = topic.dropFirst(runs.count).split(separator: "/", omittingEmptySubsequences: false)
    switch (levels.count, levels.last) {
    case (2, "do"): return .request(run: String(levels[0]))
    case (2, "state"): return .state(run: String(levels[0]))
    default: return nil
    }
  }
}
