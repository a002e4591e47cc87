package struct PeerAddress: Hashable, Sendable {
  /// The numeric address without a port.
  package let text: String

  /// Creates an address; an IPv4-mapped IPv6 address becomes an IPv4 address.
  package init(_ text: String) {
    let mapped = "::ffff:"
    let isMapped = text.hasPrefix(mapped) && text.contains(".")
    self.text = (isMapped ? String(text.dropFirst(mapped.count)) : text).lowercased()
  }

  package var isLoopback: Bool { text.hasPrefix("127.") || text == "::1" }

  /// The address as the host of a URL: IPv6 in brackets, without its zone.
  package var host: String {
    let address = text.prefix { $0 != "%" }
    return address.contains(":") ? "[\(address)]" : String(address)
  }
}
