/// The name or address of a machine, and ports of it, as in `gym.lan:1705:1704` and `[::1]:10200`.
package struct HostPorts: Equatable, Hashable, Sendable {
  package let host: String
  package let ports: [UInt16]

  package init?(_ text: some StringProtocol) {
    // An address of IPv6 has colons itself.
    let isBracketed = text.hasPrefix("[")
    let hostEnd = isBracketed ? text.firstIndex(of: "]") : text.firstIndex(of: ":") ?? text.endIndex
    guard let end = hostEnd else { return nil }
    let host = text[..<end].dropFirst(isBracketed ? 1 : 0)
    let rest = text[end...].dropFirst(isBracketed ? 1 : 0)
    guard rest.isEmpty || rest.hasPrefix(":"), !host.isEmpty else { return nil }
    guard host.allSatisfy({ $0.isASCII && !$0.isWhitespace && !"/[".contains($0) }) else { return nil }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
    ports = parts.compactMap { part in part.allSatisfy(\.isNumber) ? UInt16(part).flatMap { $0 > 0 ? $0 : nil } : nil }
    guard ports.count == parts.count else { return nil }
    self.host = String(host)
  }

  /// The host as it is written before a port.
  package static func written(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
