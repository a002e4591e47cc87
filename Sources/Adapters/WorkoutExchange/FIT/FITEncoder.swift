/// Writes the records of a FIT file in little-endian byte order.
struct FITEncoder {
  struct Field {
    let number: Int
    let size: Int
    let baseType: UInt8

    static func enumeration(_ number: Int) -> Field { Field(number: number, size: 1, baseType: 0x00) }
    static func uint8(_ number: Int) -> Field { Field(number: number, size: 1, baseType: 0x02) }
    static func uint16(_ number: Int) -> Field { Field(number: number, size: 2, baseType: 0x84) }
    static func uint32(_ number: Int) -> Field { Field(number: number, size: 4, baseType: 0x86) }
    static func uint32z(_ number: Int) -> Field { Field(number: number, size: 4, baseType: 0x8C) }
    /// A text field; the size includes the terminating zero.
    static func text(_ number: Int, size: Int) -> Field { Field(number: number, size: size, baseType: 0x07) }
  }

  /// The size limit of a field in bytes.
  static let longestText = 254

  private var records: [UInt8] = []

  /// Begins with the identity of a file of a type, whose number tells it from others; `created` is its moment as FIT
  /// counts seconds.
  mutating func begin(_ type: Int, serial: Int, created: Int) {
    let fields: [Field] = [.enumeration(0), .uint16(1), .uint16(2), .uint32z(3), .uint32(4)]
    define(0, global: FITProfile.fileID, fields)
    add(0, fields, [type, FITProfile.manufacturer, 0, serial, created].map { .number($0) })
  }

  /// Adds a definition record for a local message type.
  mutating func define(_ local: UInt8, global: Int, _ fields: [Field]) {
    records += [0x40 | local, 0, 0] + Self.bytes(global, 2) + Self.bytes(fields.count, 1)
    for field in fields {
      records += [UInt8(truncatingIfNeeded: field.number), UInt8(truncatingIfNeeded: field.size), field.baseType]
    }
  }

  /// Adds a data record; `nil` is written as the invalid value.
  mutating func add(_ local: UInt8, _ fields: [Field], _ values: [FITValue?]) {
    records.append(local)
    for (field, value) in zip(fields, values) {
      switch value {
      case .number(let number): records += Self.bytes(number, field.size)
      case .text(let text):
        let bytes = Array(text.utf8.prefix(field.size - 1))
        records += bytes + Array(repeating: 0, count: field.size - bytes.count)
      case nil:
        let isZeroed = field.baseType == 0x07 || field.baseType == 0x8C
        records += Array(repeating: isZeroed ? 0 : 0xFF, count: field.size)
      }
    }
  }

  /// A text that fits a field, cut between characters.
  static func cut(_ text: String) -> String {
    var short = text
    while short.utf8.count > longestText { short.removeLast() }
    return short
  }

  /// A number by which devices distinguish files: the 32-bit FNV-1a hash of a text; never 0, which means none.
  static func serialNumber(of text: String) -> Int {
    Int(max(1, text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }))
  }

  /// The whole file: a header of 14 bytes, the records and the checksum.
  var file: [UInt8] {
    var file = [14, 0x10, 0x5C, 0x08] + Self.bytes(records.count, 4) + Array(".FIT".utf8)
    file += Self.bytes(FITChecksum.of(file), 2)
    file += records
    return file + Self.bytes(FITChecksum.of(file), 2)
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
