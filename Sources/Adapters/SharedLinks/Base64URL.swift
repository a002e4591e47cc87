import FoundationEssentials

/// Base64 in the alphabet for addresses, without padding.
enum Base64URL {
  static func encode(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The bytes of a text; `nil` if it isn't the only one that stands for them.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let usual = String(text).replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - usual.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: usual + padding) else { return nil }
    let bytes = Array(data)
    return encode(bytes) == text ? bytes : nil
  }
}
