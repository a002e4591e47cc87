public import ArgumentParser

/// The options of the server, which `cuebell serve` passes on to `cuebell-serve`.
public struct ServeArguments: ParsableArguments {
  /// Where to listen.
  @Option(help: ArgumentHelp("The address and port to listen at; 0.0.0.0 or [::] is all.", valueName: "address:port"))
  public var listen: ListenAddress = .standard

  /// The folders of workouts; none for those that the command knows.
  @Option(
    name: .customLong("workouts"),
    help: ArgumentHelp(
      "A folder of workouts to show instead of the usual ones; may be repeated.", valueName: "folder"),
    completion: .directory)
  public var workouts: [String] = []

  /// Names by which the server may be called besides its own.
  @Option(
    name: .customLong("host"),
    help: ArgumentHelp("A name by which the server is called, such as that of a proxy; may be repeated."))
  public var hosts: [String] = []

  /// Whether links that were given away are to work no more.
  @Flag(help: "Make new tokens: links that were given away don't work any more.")
  public var newTokens = false

  /// Whether the links are printed, and nothing else is done.
  @Flag(help: "Print the links, and serve nothing.")
  public var links = false

  /// Whether each request is written down.
  @Flag(name: [.short, .long], help: "Write a line for each request, on stderr.")
  public var verbose = false

  /// What each run that is started begins with.
  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After --: the options of run for each workout that is started.", valueName: "option"))
  public var runOptions: [String] = []

  /// The options of a command line.
  public init() {}

  /// Refuses what can't be meant.
  public func validate() throws {
    if links, newTokens {
      throw ValidationError("--links prints the tokens that the running server has: start it again with --new-tokens.")
    }
    guard !workouts.contains("") else { throw ValidationError("--workouts needs the name of a folder.") }
    for host in hosts where host.isEmpty || host.contains(where: { "/@ ".contains($0) }) {
      throw ValidationError("--host needs a name, perhaps with a port: gym.example or gym.example:8443.")
    }
  }

  /// The words of the command line.
  public var words: [String] {
    var words = ["--listen", listen.description]
    for folder in workouts { words += ["--workouts", folder] }
    for host in hosts { words += ["--host", host] }
    if newTokens { words.append("--new-tokens") }
    if links { words.append("--links") }
    if verbose { words.append("--verbose") }
    if !runOptions.isEmpty { words += ["--"] + runOptions }
    return words
  }
}

/// An address and a port to listen at.
public struct ListenAddress: ExpressibleByArgument, CustomStringConvertible, Equatable, Sendable {
  /// Only programs of this machine reach it.
  public static let standard = ListenAddress(host: "127.0.0.1", port: 7420)

  /// The address as numbers, one of IPv6 without brackets.
  public let host: String
  /// The port.
  public let port: Int

  /// An address of its parts.
  public init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// Reads `127.0.0.1:7420`, `[::1]:7420`, or an address alone.
  public init?(argument: String) {
    var rest = argument[...]
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      host = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
    } else {
      host = String(rest.prefix { $0 != ":" })
      rest = rest.dropFirst(host.count)
    }
    // A name of a file is no address that somebody has left the port out of.
    guard !rest.isEmpty || host.contains(":") || host.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
    let allowed = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".:%-_".contains($0)) }
    guard !host.isEmpty, allowed else { return nil }
    if rest.isEmpty {
      port = Self.standard.port
    } else {
      guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
      self.port = Int(port)
    }
  }

  /// The address as it is written.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// As in help.
  public var defaultValueDescription: String { description }
}
