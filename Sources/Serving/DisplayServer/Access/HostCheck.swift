/// Under which names the server may be called: a name of somebody else's that leads here (DNS rebinding) is none.
public struct HostCheck: Sendable {
  private let names: Set<String>
  private let port: Int

  /// The check of a server.
  ///
  /// - Parameters:
  ///   - port: The port that it listens at.
  ///   - machine: The name of this machine.
  ///   - others: Names that the user gives, with a port where that isn't the server's, such as those of a proxy.
  public init(port: Int, machine: String, others: [String]) {
    self.port = port
    let own = ["localhost", "127.0.0.1", "[::1]"] + (machine.isEmpty ? [] : [machine, machine + ".local"])
    // Behind a proxy the port is that of the protocol, which a browser leaves out.
    let named = others.flatMap { Self.hasPort($0) ? [$0] : [$0, "\($0):\(port)"] }
    names = Set((own.flatMap { Self.authorities($0, port) } + named).map { $0.lowercased() })
  }

  /// Whether a request may be for this server.
  func allows(_ head: RequestHead) -> Bool {
    guard let host = head.value("host")?.lowercased() else { return false }
    // Nobody can have an address of this machine lead elsewhere.
    return names.contains(host) || Self.authorities(head.local.host, port).contains(host)
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
