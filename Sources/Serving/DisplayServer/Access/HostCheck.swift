/// The host names that requests may use; others are rejected to prevent DNS rebinding.
public struct HostCheck: Sendable {
  private let names: Set<String>
  private let port: Int

  /// Creates the check for a server.
  ///
  /// - Parameters:
  ///   - port: The server's port.
  ///   - machine: The name of this machine.
  ///   - others: Additional names, such as those of a proxy, with a port if it isn't the server's.
  public init(port: Int, machine: String, others: [String]) {
    self.port = port
    let own = ["localhost", "127.0.0.1", "[::1]"] + (machine.isEmpty ? [] : [machine, machine + ".local"])
    // A proxy uses the default port of the protocol, which browsers omit.
    let named = others.flatMap { Self.hasPort($0) ? [$0] : [$0, "\($0):\(port)"] }
    names = Set((own.flatMap { Self.authorities($0, port) } + named).map { $0.lowercased() })
  }

  /// Whether the host of a request is allowed.
  func allows(_ head: RequestHead) -> Bool {
    guard let host = head.value("host")?.lowercased() else { return false }
    // The address that the client connected to can't be faked by DNS.
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

/// Rejects cross-site requests.
enum SiteCheck {
  /// Throws for a request from another site; a request that changes something needs an origin, or must come from a
  /// program.
  static func check(_ head: RequestHead) throws(Refusal) {
    if head.values("sec-fetch-site").contains("cross-site") { throw foreign }
    let origins = head.values("origin")
    if !origins.isEmpty {
      guard let origin = head.value("origin"), let host = head.value("host"), isSame(origin, host) else {
        throw foreign
      }
    } else if head.method != "GET", Credentials(head, cookie: "").bearer == nil {
      throw Refusal(403, "refused", "a request that changes something has an Origin or a token of a program")
    }
  }

  /// Throws for a content type that a form of another site could send.
  static func checkType(_ head: RequestHead) throws(Refusal) {
    let type = head.value("content-type")?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    guard type == "application/json" else { throw Refusal(415, "malformed", "a request is application/json") }
  }

  private static let foreign = Refusal(403, "refused", "another site asks for this")

  private static func isSame(_ origin: String, _ host: String) -> Bool {
    let origin = origin.lowercased()
    return ["http://", "https://"].contains { origin == $0 + host.lowercased() }
  }
}
