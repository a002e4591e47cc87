/// An event as a browser's `EventSource` reads it.
package struct ServerSentEvent: Equatable, Sendable {
  /// What listeners listen to.
  package let name: String
  /// One line.
  package let data: String
  /// What a page that comes back names as the last that it has.
  package var id: Int?

  package init(_ name: String, _ data: String, id: Int? = nil) {
    (self.name, self.data, self.id) = (name, data, id)
  }

  /// The lines of the event.
  package var bytes: [UInt8] {
    Array("event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: \(data)\n\n".utf8)
  }

  /// What keeps a connection from being taken for dead; it is no event.
  static let comment = Array(": \n\n".utf8)

  /// How soon a browser connects again at first, in milliseconds.
  static let retry = Array("retry: 1000\n\n".utf8)
}
