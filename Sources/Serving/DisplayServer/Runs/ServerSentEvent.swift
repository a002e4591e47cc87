/// A server-sent event, for a browser's `EventSource`.
package struct ServerSentEvent: Equatable, Sendable {
  /// The type of the event.
  package let name: String
  /// The data on one line.
  package let data: String
  /// The ID that a reconnecting page sends as the last one received.
  package var id: Int?

  package init(_ name: String, _ data: String, id: Int? = nil) {
    (self.name, self.data, self.id) = (name, data, id)
  }

  /// The encoded event.
  package var bytes: [UInt8] {
    Array("event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: \(data)\n\n".utf8)
  }

  /// A comment, which keeps the connection alive; pages don't see it.
  static let comment = Array(": \n\n".utf8)

  /// The browser's first reconnection delay, 1000 ms.
  static let retry = Array("retry: 1000\n\n".utf8)
}
