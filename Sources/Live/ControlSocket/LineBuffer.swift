/// Splits what a client sends into lines.
package struct LineBuffer {
  /// The longest stretch without a line break that is kept, in bytes.
  package static let capacity = 64 * 1024

  private var bytes: [UInt8] = []
  /// How many of them have been taken out.
  private var taken = 0
  /// How many of them are known to hold no line break.
  private var searched = 0

  /// Whether more than `capacity` bytes came without a line break.
  package private(set) var hasOverflowed = false

  /// Adds what has come.
  package mutating func append(_ more: some Sequence<UInt8>) {
    if taken > 0 {
      bytes.removeFirst(taken)
      searched = max(0, searched - taken)
      taken = 0
    }
    bytes.append(contentsOf: more)
  }

  /// An empty one.
  package init() {}

  /// Whether nothing is left in it.
  package var isEmpty: Bool { taken == bytes.count }

  /// Whether one whole line is all that it holds.
  package mutating func holdsOneLine() -> Bool { lineEnd().map { $0 + 1 == bytes.count } ?? false }

  /// Takes the next line out, without its line break; `nil` where none has ended.
  package mutating func next() -> [UInt8]? {
    guard let end = lineEnd() else { return nil }
    defer {
      taken = end + 1
      searched = taken
    }
    return Array(bytes[taken..<end])
  }

  /// Takes out what follows the last line break.
  package mutating func rest() -> [UInt8] {
    defer { self = LineBuffer() }
    return Array(bytes[taken...])
  }

  private mutating func lineEnd() -> Int? {
    if let end = bytes[max(searched, taken)...].firstIndex(of: UInt8(ascii: "\n")) {
      searched = end
      if end - taken > Self.capacity { hasOverflowed = true }
      return hasOverflowed ? nil : end
    }
    searched = bytes.count
    if bytes.count - taken > Self.capacity { hasOverflowed = true }
    return nil
  }
}
