import Glibc

/// Debian's mosquitto on a port of this machine that is its own.
final class MQTTBroker {
  let home: TemporaryHome
  let port: Int
  private let words: [String]
  private(set) var process: Child

  /// Starts a broker with lines of its configuration.
  init(_ home: TemporaryHome, _ settings: [String] = ["allow_anonymous true"]) throws {
    let port = try HTTPConnection.freePort()
    (self.home, self.port) = (home, port)
    // As another user it could not read the files of the test.
    let lines = ["listener \(port) 127.0.0.1", "user root"] + settings
    try home.write(lines.joined(separator: "\n") + "\n", to: "mosquitto.conf")
    words = ["/usr/sbin/mosquitto", "-c", home.path("mosquitto.conf")]
    process = try Child(words, in: home)
    try waitUntilReady()
  }

  /// Ends it at once, and everything that it keeps.
  func kill() throws {
    process.signal(SIGKILL)
    _ = try process.finish()
  }

  func restart() throws {
    process = try Child(words, in: home)
    try waitUntilReady()
  }

  private func waitUntilReady() throws {
    let port = port
    try process.wait { (try? LoopbackSocket.connected(to: port)) != nil }
  }

  /// The options of mosquitto's own clients.
  private var address: [String] { ["-h", "127.0.0.1", "-p", "\(port)"] }

  /// Publishes a payload, or each line of it.
  func publish(_ payload: String, to topic: String, byLine: Bool = false) throws {
    let source = payload.isEmpty ? "-n" : byLine ? "-l" : "-s"
    let words = ["/usr/bin/mosquitto_pub"] + address + ["-t", topic, source]
    let child = try Child(words, in: home, input: .text(payload))
    let result = try child.finish()
    guard result.code == 0 else { throw Failure("\(result)") }
  }

  /// Subscribes to topics below that of the machine, and to all others that `others` names.
  func subscription(_ others: String...) throws -> MQTTSubscription {
    let topics = (["cuebell/gym/#"] + others).flatMap { ["-t", $0] }
    // Each line at once, also where nothing is kept.
    let words = ["/usr/bin/stdbuf", "-oL", "/usr/bin/mosquitto_sub"] + address + topics
    let child = try Child(words + ["-d", "-F", "MESSAGE %r %t %p"], in: home)
    try child.line { $0.hasPrefix("Subscribed") }
    return MQTTSubscription(child)
  }

  /// What it keeps, as lines of topic and payload.
  func kept() throws -> [String] {
    try Child(["/usr/bin/mosquitto_sub"] + address + ["-t", "#", "-W", "1", "-F", "%t %p"], in: home).finish().out
      .split(separator: "\n").map(String.init)
  }

  /// Starts a bridge that is called gym, whose runs have no sound, and waits until it is connected.
  func bridge(_ options: [String] = []) throws -> Child {
    let bridge = try Child(bridgeWords(options), in: home)
    try bridge.line { $0 == "Connected to mqtt://127.0.0.1:\(port) as cuebell/gym." }
    return bridge
  }

  func bridgeWords(_ options: [String] = []) -> [String] {
    [Project.command, "mqtt", "--broker", "mqtt://127.0.0.1:\(port)", "--node", "gym", "--workouts", home.folder]
      + options + ["--", "--silent"]
  }
}

/// The messages of a subscription.
final class MQTTSubscription {
  struct Message {
    let isRetained: Bool
    let topic: String
    let payload: String
  }

  private let child: Child

  init(_ child: Child) { self.child = child }

  /// The next message.
  func next() throws -> Message {
    let line = try child.line { $0.hasPrefix("MESSAGE ") }
    let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    return Message(isRetained: parts[1] == "1", topic: parts[2], payload: parts[3])
  }

  /// The payload of the next message of a topic that holds a text.
  @discardableResult
  func next(_ topic: String, with part: String = "") throws -> String {
    while true {
      let message = try next()
      if message.topic.hasSuffix(topic), message.payload.contains(part) { return message.payload }
    }
  }
}
