/// How numbers and texts become bytes between a host and its speech worker: little endian, lengths before contents.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    var rest = number
    for _ in 0..<Number.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Puts a text of at most 65 535 bytes; what is longer is cut at a character.
  mutating func put(_ text: String) {
    var text = text
    while text.utf8.count > Int(UInt16.max) { text.removeLast() }
    put(UInt16(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }
}

/// Reads what a `WireWriter` wrote; every read says nil where the bytes don't hold what they should.
struct WireReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    let size = Number.bitWidth / 8
    guard rest.count >= size else { return nil }
    let value = rest.prefix(size).reversed().reduce(Number.zero) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    rest.removeFirst(size)
    return value
  }

  mutating func text() -> String? {
    guard let length = number(UInt16.self), rest.count >= Int(length) else { return nil }
    defer { rest.removeFirst(Int(length)) }
    return String(validating: rest.prefix(Int(length)), as: UTF8.self)
  }

  /// Reads `count` signed 16-bit samples.
  mutating func samples(_ count: Int) -> [Int16]? {
    guard count >= 0, rest.count / 2 >= count else { return nil }
    let raw = rest.prefix(count * 2)
    rest.removeFirst(count * 2)
    return unsafe raw.withUnsafeBytes { bytes in
      (0..<count).map { unsafe Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
    }
  }
}
