/// The head of an HTTP request.
public struct RequestHead: Sendable {
  /// A header field; its name is in lower case.
  public struct Field: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The value as it was sent.
    public let value: String

    /// A field of a request or a reply.
    public init(_ name: String, _ value: String) {
      self.name = name.lowercased()
      self.value = value
    }
  }

  /// The method in upper case.
  public let method: String
  /// The path as it was sent, without the query.
  public let path: String
  /// The header fields in order; `host` comes first if it was sent.
  public let fields: [Field]
  /// The client's address.
  public let peer: PeerAddress
  /// The local address of the connection.
  public let local: PeerAddress

  /// Creates a request head.
  public init(method: String, target: String, fields: [Field], peer: PeerAddress, local: PeerAddress) {
    self.method = method
    path = String(target.prefix { $0 != "?" && $0 != "#" })
    self.fields = fields
    self.peer = peer
    self.local = local
  }

  /// Whether a proxy has forwarded the request.
  var isForwarded: Bool {
    fields.contains { $0.name == "forwarded" || $0.name == "via" || $0.name.hasPrefix("x-forwarded-") }
  }

  /// The values of all fields with a name in lower case.
  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The value of a field that may occur once; `nil` if it is missing or repeated.
  func value(_ name: String) -> String? {
    let values = values(name)
    return values.count == 1 ? values[0] : nil
  }

  /// The decoded components of the path; `nil` if it is invalid.
  var steps: [String]? {
    guard path.hasPrefix("/") else { return nil }
    var steps: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let step = PercentCoding.decoded(part) else { return nil }
      steps.append(step)
    }
    return steps == [""] ? [] : steps
  }
}

/// The address of one end of a connection.
public struct PeerAddress: Hashable, Sendable {
  /// The numeric address without a port.
  public let text: String

  /// Creates an address; an IPv4-mapped IPv6 address becomes an IPv4 address.
  public init(_ text: String) {
    let mapped = "::ffff:"
    let isMapped = text.hasPrefix(mapped) && text.contains(".")
    self.text = (isMapped ? String(text.dropFirst(mapped.count)) : text).lowercased()
  }

  /// Whether it is a loopback address.
  public var isLoopback: Bool { text.hasPrefix("127.") || text == "::1" }

  /// The address as the host of a URL: IPv6 in brackets, without its zone.
  public var host: String {
    let address = text.prefix { $0 != "%" }
    return address.contains(":") ? "[\(address)]" : String(address)
  }
}

/// Percent-encodes path components.
package enum PercentCoding {
  /// Decodes a component; `nil` if it isn't UTF-8 or has a control character.
  package static func decoded(_ step: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(step.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") }) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Encodes a component.
  package static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isPlain || "-._~".unicodeScalars.contains(scalar) { return String(scalar) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
