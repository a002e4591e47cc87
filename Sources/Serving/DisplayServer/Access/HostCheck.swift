/// The host names that requests may use; others are rejected to prevent DNS rebinding.
package struct HostCheck: Sendable {
  private let names: Set<String>
  private let port: Int

  /// A check for a server at `port` of a machine with a name; `others` are additional names, such as those of a proxy,
  /// with a port if it isn't the server's.
  package init(port: Int, machine: String, others: [String]) {
    self.port = port
    let own = ["localhost", "127.0.0.1", "[::1]"] + (machine.isEmpty ? [] : [machine, machine + ".local"])
    // A proxy uses the default port of the protocol, which browsers omit.
    let named = others.flatMap { Self.hasPort($0) ? [$0] : [$0, "\($0):\(port)"] }
    names = Set((own.flatMap { Self.authorities($0, port) } + named).map { $0.lowercased() })
  }

  /// Whether a request to `host` is allowed that has come to an address of this machine.
  func allows(_ host: String, at local: PeerAddress) -> Bool {
    let host = host.lowercased()
    // The address that the client connected to can't be faked by DNS.
    return names.contains(host) || Self.authorities(local.host, port).contains(host)
  }

  /// Whether the host of a request is this machine as only it is called.
  static func isLoopback(_ host: String) -> Bool {
    let name = host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
    return name.lowercased() == "localhost" || PeerAddress(String(name)).isLoopback
  }

  private static func authorities(_ name: String, _ port: Int) -> [String] {
    port == 80 ? [name, "\(name):80"] : ["\(name):\(port)"]
  }

  private static func hasPort(_ name: String) -> Bool {
    guard let colon = name.lastIndex(of: ":") else { return false }
    let digits = name[name.index(after: colon)...]
    return !digits.isEmpty && digits.allSatisfy(\.isNumber)
  }
}
