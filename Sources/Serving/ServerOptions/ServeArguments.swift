package import ArgumentParser

/// The options of the server, which `cuebell serve` passes on to `cuebell-serve`.
package struct ServeArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The address and port to listen on; 0.0.0.0 or [::] for all.", valueName: "address:port"))
  package var listen: ListenAddress = .standard

  /// The folders of workouts; empty for the command's default folders.
  @Option(
    name: .customLong("workouts"),
    help: ArgumentHelp(
      "A folder of workouts to list beside your own, instead of the others; may be repeated.", valueName: "folder"),
    completion: .directory)
  package var workouts: [String] = []

  @Option(
    name: .customLong("host"),
    help: ArgumentHelp("An additional host name of the server, such as a proxy's; may be repeated."))
  package var hosts: [String] = []

  @Option(
    help: ArgumentHelp(
      "The address of a proxy with a login of its own: its requests need no token.", valueName: "address"))
  package var trustedProxy: String?

  @Option(help: ArgumentHelp("The name of the gym, which the wall shows between workouts.", valueName: "name"))
  package var title: String?

  @Flag(help: "Create new tokens, which invalidates all earlier links.")
  package var newTokens = false

  @Flag(help: "Print the links and exit.")
  package var links = false

  @Flag(help: "Open the workouts in the browser; if a server of yours listens there already, its own.")
  package var open = false

  @Option(
    help: ArgumentHelp(
      "Let the phone in that shows these four digits, by the server that listens there, and exit.",
      valueName: "digits"))
  package var allow: String?

  @Flag(name: [.short, .long], help: "Log each request on stderr.")
  package var verbose = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After --: the run options for each workout that a page starts.", valueName: "option"))
  package var runOptions: [String] = []

  package init() {}

  package func validate() throws {
    if links, newTokens {
      throw ValidationError("--links prints the links of the running server: restart it with --new-tokens.")
    }
    guard [links, open, allow != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError("--links, --open and --allow exclude each other.")
    }
    if let allow, allow.utf8.count != 4 || !allow.utf8.allSatisfy({ (48...57).contains($0) }) {
      throw ValidationError("--allow needs the four digits that the phone shows.")
    }
    guard !workouts.contains("") else { throw ValidationError("--workouts needs the name of a folder.") }
    if let proxy = trustedProxy {
      let isAddress = !proxy.isEmpty && proxy.allSatisfy { $0.isHexDigit || ".:".contains($0) }
      guard isAddress else { throw ValidationError("--trusted-proxy needs a numeric address, such as 172.30.32.2.") }
      guard !proxy.hasPrefix("127."), proxy != "::1" else {
        throw ValidationError("--trusted-proxy can't be this machine: all its users would need no token.")
      }
    }
    for host in hosts where host.isEmpty || host.contains(where: { "/@ ".contains($0) }) {
      throw ValidationError("--host needs a name, perhaps with a port: gym.example or gym.example:8443.")
    }
  }
}

package struct ListenAddress: ExpressibleByArgument, CustomStringConvertible, Equatable, Sendable {
  /// The default, which only local programs can reach.
  package static let standard = ListenAddress(host: "127.0.0.1", port: 7420)

  /// The numeric address; IPv6 without brackets.
  package let host: String
  package let port: Int

  package init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// Parses `127.0.0.1:7420`, `[::1]:7420`, or an address without a port.
  package init?(argument: String) {
    guard let place = HostAndPort(argument, standardPort: Self.standard.port) else { return nil }
    // A file name is not an address without a port.
    guard place.hasPort || place.host.contains(":") || place.host.allSatisfy({ $0.isNumber || $0 == "." }) else {
      return nil
    }
    (host, port) = (place.host, place.port)
  }

  /// The address as it is written on the command line.
  package var description: String { HostAndPort(host: host, port: port).text }

  package var defaultValueDescription: String { description }
}
