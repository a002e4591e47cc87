/// A request of a page or a program, without its body.
public struct RequestHead: Sendable {
  /// A header field; its name is in small letters.
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

  /// The method, in capitals.
  public let method: String
  /// The path as it was sent, without what follows a question mark.
  public let path: String
  /// The header fields in their order; `host` is the first of them where it was sent.
  public let fields: [Field]
  /// Who asks.
  public let peer: PeerAddress
  /// The address of this machine that was called.
  public let local: PeerAddress

  /// A request.
  public init(method: String, target: String, fields: [Field], peer: PeerAddress, local: PeerAddress) {
    self.method = method
    path = String(target.prefix { $0 != "?" && $0 != "#" })
    self.fields = fields
    self.peer = peer
    self.local = local
  }

  /// The values of all fields of a name, which is in small letters.
  /// Whether a proxy says that it passes the request on.
  var isForwarded: Bool {
    fields.contains { $0.name == "forwarded" || $0.name == "via" || $0.name.hasPrefix("x-forwarded-") }
  }

  func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// The value of a field that may occur once; `nil` where it is missing or ambiguous.
  func value(_ name: String) -> String? {
    let values = values(name)
    return values.count == 1 ? values[0] : nil
  }

  /// The steps of the path, decoded; `nil` where it isn't one.
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
  /// The address, without a port, as numbers.
  public let text: String

  /// An address as numbers; one of IPv4 within IPv6 counts as what it is.
  public init(_ text: String) {
    let mapped = "::ffff:"
    let isMapped = text.hasPrefix(mapped) && text.contains(".")
    self.text = (isMapped ? String(text.dropFirst(mapped.count)) : text).lowercased()
  }

  /// Whether it is this machine's own.
  public var isLoopback: Bool { text.hasPrefix("127.") || text == "::1" }

  /// As in a link: an address of IPv6 in brackets, without its interface.
  public var host: String {
    let address = text.prefix { $0 != "%" }
    return address.contains(":") ? "[\(address)]" : String(address)
  }
}

/// The coding of paths, in which `%20` is a space.
package enum PercentCoding {
  /// The text of a step of a path; `nil` for one that isn't UTF-8 or has a character that no name has.
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

  /// A text as a step of a path.
  package static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isPlain || "-._~".unicodeScalars.contains(scalar) { return String(scalar) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
