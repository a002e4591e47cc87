struct HostAndPort {
  /// The name or address; IPv6 without brackets.
  let host: String
  let port: Int
  let hasPort: Bool

  init(host: String, port: Int) { (self.host, self.port, hasPort) = (host, port, true) }

  /// Parses `host:port`, `[::1]:port`, or a host alone.
  init?(_ text: some StringProtocol, standardPort: Int) {
    var rest = Substring(text)
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      host = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
    } else {
      host = String(rest.prefix { $0 != ":" })
      rest = rest.dropFirst(host.count)
    }
    let allowed = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".:%-_".contains($0)) }
    guard !host.isEmpty, allowed else { return nil }
    hasPort = !rest.isEmpty
    if rest.isEmpty {
      port = standardPort
    } else {
      guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
      self.port = Int(port)
    }
  }

  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
