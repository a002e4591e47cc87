import Glibc

package enum LocalAddresses {
  /// The numeric addresses by which other machines reach this one, those of IPv4 first: neither loopback nor
  /// link-local ones, which browsers don't support.
  package static var reachable: [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0 else { return [] }
    defer { unsafe freeifaddrs(first) }
    var found: [(family: Int32, text: String)] = []
    var next = unsafe first
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      guard let address = unsafe entry.pointee.ifa_addr, let text = unsafe text(of: address) else { continue }
      let isOwn = unsafe entry.pointee.ifa_flags & UInt32(IFF_LOOPBACK) != 0
      guard !isOwn, !text.hasPrefix("fe80:"), !found.contains(where: { $0.text == text }) else { continue }
      found.append((Int32(unsafe address.pointee.sa_family), text))
    }
    return (found.filter { $0.family == AF_INET } + found.filter { $0.family != AF_INET }).map(\.text)
  }

  /// The numeric text of an IPv4 or IPv6 address; `nil` for any other.
  private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
    let sizes = [AF_INET: MemoryLayout<sockaddr_in>.size, AF_INET6: MemoryLayout<sockaddr_in6>.size]
    guard let size = sizes[Int32(unsafe address.pointee.sa_family)] else { return nil }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = unsafe getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    return code == 0 ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
