package struct MQTTMessage: Equatable, Sendable {
  package enum Quality: Int32, Sendable {
    /// At most once.
    case sent
    /// At least once: the broker confirms it.
    case confirmed
  }

  package let topic: String
  package let payload: [UInt8]
  /// Whether the broker keeps it for later subscribers; on receipt, whether it was kept.
  package let isRetained: Bool
  package let quality: Quality

  package init(_ topic: String, _ payload: [UInt8], isRetained: Bool = false, quality: Quality = .sent) {
    (self.topic, self.payload, self.isRetained, self.quality) = (topic, payload, isRetained, quality)
  }

  package init(_ topic: String, _ text: String, isRetained: Bool = false, quality: Quality = .sent) {
    self.init(topic, Array(text.utf8), isRetained: isRetained, quality: quality)
  }
}
