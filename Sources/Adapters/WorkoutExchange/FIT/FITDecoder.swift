/// Reads the messages of a FIT file.
///
/// It supports headers of 12 and 14 bytes, both byte orders, redefinitions, compressed timestamps, and developer
/// fields, which it skips.
struct FITDecoder {
  private struct Definition {
    let global: Int
    let isBigEndian: Bool
    let fields: [(number: Int, size: Int, type: FITBaseType)]
    let size: Int
  }

  private let bytes: [UInt8]
  private let globals: Set<Int>
  private var offset = 0
  private let end: Int
  private var definitions: [Int: Definition] = [:]

  static func isFIT(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 12 && Array(bytes[8..<12]) == Array(".FIT".utf8)
  }

  /// The messages with some global numbers in order; throws with the byte offset if the file is damaged, or if there
  /// are more than `limit`.
  static func messages(
    _ bytes: [UInt8], of globals: Set<Int>, atMost limit: Int
  ) throws(ExchangeError) -> [FITMessage] {
    var decoder = try FITDecoder(bytes, globals)
    var messages: [FITMessage] = []
    while decoder.offset < decoder.end {
      guard let message = try decoder.next() else { continue }
      guard messages.count < limit else { throw error(message.offset, "has more than \(limit) messages of a workout") }
      messages.append(message)
    }
    return messages
  }

  private init(_ bytes: [UInt8], _ globals: Set<Int>) throws(ExchangeError) {
    self.bytes = bytes
    self.globals = globals
    guard Self.isFIT(bytes), bytes[0] == 12 || bytes[0] == 14 else { throw Self.error(0, "is not a FIT file") }
    let size = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
    offset = Int(bytes[0])
    end = offset + size
    guard bytes.count >= end + 2 else {
      throw Self.error(bytes.count, "ends here, but its header promises \(end + 2) bytes")
    }
    if offset == 14 {
      let sum = Int(bytes[12]) | Int(bytes[13]) << 8
      // 0 means that there is no checksum.
      guard sum == 0 || sum == FITChecksum.of(bytes[..<12]) else { throw Self.error(12, "has a damaged header") }
    }
    let sum = Int(bytes[end]) | Int(bytes[end + 1]) << 8
    guard sum == FITChecksum.of(bytes[..<end]) else { throw Self.error(end, "is damaged: its checksum differs") }
  }

  /// The next message; `nil` after a definition record and after another message.
  private mutating func next() throws(ExchangeError) -> FITMessage? {
    let start = offset
    let header = try byte()
    if header & 0x80 != 0 { return try message(Int(header >> 5 & 3), at: start) }
    let local = Int(header & 0xF)
    guard header & 0x40 != 0 else { return try message(local, at: start) }
    try define(local, hasDeveloperFields: header & 0x20 != 0)
    return nil
  }

  private mutating func define(_ local: Int, hasDeveloperFields: Bool) throws(ExchangeError) {
    _ = try byte()
    let isBigEndian = try byte() == 1
    let (first, second) = (Int(try byte()), Int(try byte()))
    let global = isBigEndian ? first << 8 | second : second << 8 | first
    var fields: [(number: Int, size: Int, type: FITBaseType)] = []
    var size = 0
    for _ in 0..<(try byte()) {
      let (number, length, type) = (Int(try byte()), Int(try byte()), try byte())
      fields.append((number, length, FITBaseType(type)))
      size += length
    }
    if hasDeveloperFields {
      for _ in 0..<(try byte()) {
        _ = try byte()
        size += Int(try byte())
        _ = try byte()
      }
    }
    definitions[local] = Definition(global: global, isBigEndian: isBigEndian, fields: fields, size: size)
  }

  private mutating func message(_ local: Int, at start: Int) throws(ExchangeError) -> FITMessage? {
    guard let definition = definitions[local] else {
      throw Self.error(start, "is damaged: a record here has no definition")
    }
    guard offset + definition.size <= end else { throw Self.error(start, "is damaged: a record here is cut off") }
    defer { offset += definition.size }
    guard globals.contains(definition.global) else { return nil }
    var values: [Int: FITValue] = [:]
    var place = offset
    for (number, size, type) in definition.fields {
      values[number] = type.value(bytes[place..<place + size], isBigEndian: definition.isBigEndian)
      place += size
    }
    return FITMessage(global: definition.global, fields: values, offset: start)
  }

  private mutating func byte() throws(ExchangeError) -> UInt8 {
    guard offset < end else { throw Self.error(offset, "is damaged: a record here is cut off") }
    offset += 1
    return bytes[offset - 1]
  }

  private static func error(_ offset: Int, _ why: String) -> ExchangeError {
    ExchangeError(.byte(offset), that: "the file", why)
  }
}
