package struct LineBuffer {
  /// The longest line of a client that is buffered, in bytes.
  package static let capacity = 64 * 1024

  private let capacity: Int
  private var bytes: [UInt8] = []
  /// The number of bytes already consumed.
  private var taken = 0
  /// The number of bytes already searched for a line break.
  private var searched = 0

  package private(set) var hasOverflowed = false

  package mutating func append(_ more: some Sequence<UInt8>) {
    if taken > 0 {
      bytes.removeFirst(taken)
      searched = max(0, searched - taken)
      taken = 0
    }
    bytes.append(contentsOf: more)
  }

  /// An empty buffer for lines of at most `capacity` bytes.
  package init(capacity: Int = Self.capacity) { self.capacity = capacity }

  package var isEmpty: Bool { taken == bytes.count }

  package mutating func holdsLine() -> Bool { lineEnd() != nil }

  package mutating func holdsOneLine() -> Bool { lineEnd().map { $0 + 1 == bytes.count } ?? false }

  package mutating func next() -> [UInt8]? {
    guard let end = lineEnd() else { return nil }
    defer {
      taken = end + 1
      searched = taken
    }
    return Array(bytes[taken..<end])
  }

  /// Consumes and returns the bytes after the last line break.
  package mutating func rest() -> [UInt8] {
    defer { self = LineBuffer(capacity: capacity) }
    return Array(bytes[taken...])
  }

  private mutating func lineEnd() -> Int? {
    if let end = bytes[max(searched, taken)...].firstIndex(of: UInt8(ascii: "\n")) {
      searched = end
      if end - taken > capacity { hasOverflowed = true }
      return hasOverflowed ? nil : end
    }
    searched = bytes.count
    if bytes.count - taken > capacity { hasOverflowed = true }
    return nil
  }
}
