#if Serve
import DisplayServer
import HostSystem
import ServerOptions
import SharedLinks

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
      let addresses = LocalAddresses.reachable.map { PeerAddress($0) }
      hosts = addresses.filter { listen.host == "::" || !$0.text.contains(":") }.map(\.host)
    } else {
      hosts = [PeerAddress(listen.host).host]
    }
  }

  /// The address of the remote without a token, by which a phone asks for one; `nil` if only this machine reaches it.
  var remote: String? { origin.map { "http://\($0)/remote" } }

  /// The host and port by which other machines reach the pages.
  var origin: String? { isLocal ? nil : hosts.first.map { "\($0):\(listen.port)" } }

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
    let none = "Listening on \(listen), but this machine is not connected to a network."
    return (blocks.isEmpty ? none : blocks.joined(separator: "\n")) + "\n\n"
  }
}
#endif
