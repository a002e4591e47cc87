import SessionControl

/// The queued output of a client.
///
/// If the queue is full, the oldest events are dropped and one line has their number; replies are never dropped.
package struct OutgoingQueue {
  package static let lineCapacity = 1_024
  package static let byteCapacity = 1 << 20

  private enum Content {
    case reply([UInt8])
    case event([UInt8])
    /// The number of dropped events, and the instant of the first.
    case dropped(Int, at: Duration)
  }

  private var lines: [Content] = []
  package private(set) var byteCount = 0
  /// The line being sent, and the number of its bytes already sent.
  private var current: (bytes: [UInt8], sent: Int)?

  package init() {}

  package var count: Int { lines.count + (current == nil ? 0 : 1) }

  package var isEmpty: Bool { lines.isEmpty && current == nil }

  /// Whether the client should not be read until it has received more output.
  package var isFull: Bool { count >= Self.lineCapacity / 2 || byteCount >= Self.byteCapacity }

  /// Adds a line that is never dropped.
  package mutating func add(reply line: String) {
    let bytes = Array((line + "\n").utf8)
    lines.append(.reply(bytes))
    byteCount += bytes.count
    makeSpace(at: .zero)
  }

  /// Adds a line that may be dropped, sent at an instant of session time.
  package mutating func add(event bytes: [UInt8], at instant: Duration) {
    lines.append(.event(bytes))
    byteCount += bytes.count
    makeSpace(at: instant)
  }

  private mutating func makeSpace(at instant: Duration) {
    while count > Self.lineCapacity || byteCount > Self.byteCapacity {
      guard let oldest = lines.firstIndex(where: { if case .event = $0 { true } else { false } }),
        case .event(let bytes) = lines[oldest]
      else { return }
      byteCount -= bytes.count
      let marker = lines.firstIndex { if case .dropped = $0 { true } else { false } }
      if let marker, case .dropped(let count, let first) = lines[marker] {
        lines[marker] = .dropped(count + 1, at: first)
        lines.remove(at: oldest)
      } else {
        lines[oldest] = .dropped(1, at: instant)
      }
    }
  }

  /// Sends queued bytes: `send` returns the number of bytes sent, or `nil` if it would block.
  ///
  /// - Returns: Whether any bytes were sent.
  package mutating func send(_ send: (ArraySlice<UInt8>) -> Int?) -> Bool {
    var hasSent = false
    while !isEmpty {
      let (bytes, sent) = current ?? (removeFirst(), 0)
      current = (bytes, sent)
      guard let count = send(bytes[sent...]) else { return hasSent }
      hasSent = true
      byteCount -= count
      current = sent + count == bytes.count ? nil : (bytes, sent + count)
    }
    return hasSent
  }

  private mutating func removeFirst() -> [UInt8] {
    switch lines.removeFirst() {
    case .reply(let bytes), .event(let bytes): return bytes
    case .dropped(let count, let instant):
      let bytes = Array((ControlReply.dropped(count, at: instant) + "\n").utf8)
      byteCount += bytes.count
      return bytes
    }
  }
}
