#if Serve
import DisplayServer
import Glibc
import ServerOptions

/// The links to the pages, whose tokens grant access.
struct PageLinks {
  private let listen: ListenAddress
  private let tokens: AccessTokens
  /// The hosts of the links: this machine's network addresses, or loopback.
  private let hosts: [String]
  private let isLocal: Bool

  init(_ listen: ListenAddress, _ tokens: AccessTokens) {
    (self.listen, self.tokens) = (listen, tokens)
    isLocal = listen.host == "localhost" || PeerAddress(listen.host).isLoopback
    if ["localhost", "127.0.0.1", "::1"].contains(listen.host) {
      hosts = ["localhost"]
    } else if ["0.0.0.0", "::"].contains(listen.host) {
      hosts = Self.addresses.filter { listen.host == "::" || !$0.text.contains(":") }.map(\.host)
    } else {
      hosts = [PeerAddress(listen.host).host]
    }
  }

  /// The links as text, with a QR code for the remote.
  func text(isTerminal: Bool) -> String {
    let blocks = hosts.map { host in
      let base = "http://\(host):\(listen.port)"
      let remote = "\(base)/remote#k=\(tokens.control)"
      // Local browsers need no token for the wall.
      let wall = isLocal ? "\(base)/wall" : "\(base)/wall#k=\(tokens.view)"
      let lines = ["Wall      \(wall)", "Remote    \(remote)", "Workouts  \(base)/#k=\(tokens.control)"]
      let picture = isLocal ? nil : QRCode(remote)?.text(isTerminal: isTerminal)
      return (lines + (picture.map { [$0] } ?? [])).joined(separator: "\n")
    }
    let none = "Listening at \(listen), but this machine is in no network."
    return (blocks.isEmpty ? none : blocks.joined(separator: "\n")) + "\n\n"
  }

  /// The network addresses of this machine.
  private static var addresses: [PeerAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var addresses: [PeerAddress] = []
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      let isUp = unsafe entry.pointee.ifa_flags & UInt32(IFF_UP) != 0
      guard isUp, let address = unsafe entry.pointee.ifa_addr else { continue }
      let family = unsafe Int32(address.pointee.sa_family)
      guard [AF_INET, AF_INET6].contains(family) else { continue }
      let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      guard unsafe getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
      else { continue }
      let found = PeerAddress(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      // Browsers don't support link-local addresses.
      if !found.isLoopback, !found.text.hasPrefix("fe80:"), !addresses.contains(found) { addresses.append(found) }
    }
    return addresses
  }
}
#endif
