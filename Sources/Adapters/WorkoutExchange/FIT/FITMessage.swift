struct FITMessage: Equatable {
  let global: Int
  let fields: [Int: FITValue]
  let offset: Int

  func number(_ field: Int) -> Int? {
    if case .number(let number) = fields[field] { number } else { nil }
  }

  func text(_ field: Int) -> String? {
    if case .text(let text) = fields[field] { text } else { nil }
  }
}

/// The value of a field; fields with the invalid value are omitted.
enum FITValue: Equatable {
  case number(Int)
  case text(String)
}

struct FITBaseType {
  let size: Int
  private let kind: Kind

  private enum Kind {
    case unsigned, signed, zeroed, text, other
  }

  /// The base types of the "Flexible and Interoperable Data Transfer (FIT) Protocol", revision 2.4, table 7.
  init(_ code: UInt8) {
    (size, kind) =
      switch code & 0x1F {
      case 0x00, 0x02, 0x0D: (1, .unsigned)
      case 0x01: (1, .signed)
      case 0x03: (2, .signed)
      case 0x04: (2, .unsigned)
      case 0x05: (4, .signed)
      case 0x06: (4, .unsigned)
      case 0x07: (1, .text)
      case 0x0A: (1, .zeroed)
      case 0x0B: (2, .zeroed)
      case 0x0C: (4, .zeroed)
      case 0x08: (4, .other)
      default: (8, .other)
      }
  }

  /// The first value in some bytes; `nil` if it is invalid, or neither an integer nor a text.
  func value(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> FITValue? {
    if kind == .text {
      let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      return text.isEmpty ? nil : .text(text)
    }
    guard size <= 4, bytes.count >= size, bytes.count.isMultiple(of: size) else { return nil }
    let own = bytes.prefix(size)
    let raw = (isBigEndian ? Array(own) : own.reversed()).reduce(0) { $0 << 8 | Int($1) }
    let bits = size * 8
    switch kind {
    case .unsigned: return raw == 1 << bits - 1 ? nil : .number(raw)
    case .zeroed: return raw == 0 ? nil : .number(raw)
    case .signed:
      if raw == 1 << (bits - 1) - 1 { return nil }
      return .number(raw >= 1 << (bits - 1) ? raw - 1 << bits : raw)
    case .text, .other: return nil
    }
  }
}

/// The checksum of FIT files: CRC-16 with the polynomial 0xA001, computed by nibbles as in the protocol description.
enum FITChecksum {
  private static let table: [UInt16] = [
    0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01,
    0x8801, 0x4400,
  ]

  static func of(_ bytes: some Sequence<UInt8>) -> Int {
    var sum: UInt16 = 0
    for byte in bytes {
      sum = sum >> 4 ^ table[Int(sum & 0xF)] ^ table[Int(byte & 0xF)]
      sum = sum >> 4 ^ table[Int(sum & 0xF)] ^ table[Int(byte >> 4)]
    }
    return Int(sum)
  }
}
