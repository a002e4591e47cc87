/// A request for words that haven't been said yet.
struct SayRequest: Equatable, Sendable {
  /// The words; `nil` for where the session is.
  let text: String?
  /// The earliest instant at which they may begin.
  let due: Duration
  /// Its number among all requests of the session.
  let number: Int
}

/// The requests for words that wait to be said, oldest first.
struct SayRequests: Equatable, Sendable {
  private var waiting: [SayRequest] = []
  private var count = 0

  var first: SayRequest? { waiting.first }
  var isEmpty: Bool { waiting.isEmpty }
  /// Whether a single one waits.
  var isLone: Bool { waiting.count == 1 }

  func contains(_ text: String?) -> Bool { waiting.contains { $0.text == text } }

  mutating func add(_ text: String?, due: Duration) {
    count += 1
    waiting.append(SayRequest(text: text, due: due, number: count))
  }

  mutating func removeFirst() { if !waiting.isEmpty { waiting.removeFirst() } }

  @discardableResult
  mutating func removeAll() -> [SayRequest] {
    defer { waiting = [] }
    return waiting
  }
}
