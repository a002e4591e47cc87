/// Base64 in the alphabet for addresses, without padding.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values = Dictionary(uniqueKeysWithValues: zip(alphabet, UInt8(0)...))

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (Array(group) + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      let digits = stride(from: 18, through: 0, by: -6).map { alphabet[bits >> $0 & 63] }
      text += digits.prefix(group.count + 1)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; `nil` if it isn't the only one that stands for them.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for digit in text.utf8 {
      guard let value = values[digit] else { return nil }
      (bits, count) = (bits << 6 | Int(value), count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 255))
      }
      bits &= (1 << count) - 1
    }
    return count < 6 && bits == 0 ? bytes : nil
  }
}
