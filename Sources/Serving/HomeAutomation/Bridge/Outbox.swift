struct Outbox {
  static let capacity = 256

  private var messages: [MQTTMessage] = []

  /// Adds a message: a kept one replaces an older one of its topic, others displace the oldest if too many wait.
  mutating func add(_ message: MQTTMessage) {
    if message.isRetained, let older = messages.firstIndex(where: { $0.isRetained && $0.topic == message.topic }) {
      messages[older] = message
      return
    }
    messages.append(message)
    if messages.count > Self.capacity { messages.remove(at: messages.firstIndex { !$0.isRetained } ?? 0) }
  }

  /// Returns a message that could not be sent to the front.
  mutating func putBack(_ message: MQTTMessage) { messages.insert(message, at: 0) }

  mutating func next() -> MQTTMessage? { messages.isEmpty ? nil : messages.removeFirst() }

  /// Removes all messages; returns those that aren't kept: what the broker keeps is to be told again.
  mutating func removeAll() -> [MQTTMessage] {
    defer { messages = [] }
    return messages.filter { !$0.isRetained }
  }
}
