public import ArgumentParser

/// The options of the bridge to a broker, which `cuebell mqtt` passes on to `cuebell-serve`.
public struct MQTTArguments: ParsableArguments {
  /// The program to which this machine is announced.
  public enum Discovery: String, ExpressibleByArgument, CaseIterable {
    case homeassistant, none
  }

  /// The broker.
  @Option(
    help: ArgumentHelp(
      "The broker: mqtt://HOST or mqtts://HOST, perhaps with a port.", valueName: "address"))
  public var broker: BrokerAddress

  /// The user name.
  @Option(help: "The name by which the broker knows this user.")
  public var user: String?

  /// The file with the password.
  @Option(
    help: ArgumentHelp("A file with the password, which others can't read.", valueName: "file"),
    completion: .file())
  public var passwordFile: String?

  /// The certificates to trust.
  @Option(
    help: ArgumentHelp("A file with the certificates to trust, instead of the system's.", valueName: "file"),
    completion: .file())
  public var ca: String?

  /// The name of this machine.
  @Option(help: "The name of this machine in topics; by default its host name.")
  public var node: String?

  /// The beginning of all topics.
  @Option(help: "The beginning of all topics.")
  public var prefix = "cuebell"

  /// The program to which this machine is announced.
  @Option(help: "Whether Home Assistant discovers this machine: homeassistant or none.")
  public var discovery = Discovery.homeassistant

  /// The folders of workouts; empty for the command's default folders.
  @Option(
    name: .customLong("workouts"),
    help: ArgumentHelp(
      "A folder of workouts to start instead of the default ones; may be repeated.", valueName: "folder"),
    completion: .directory)
  public var workouts: [String] = []

  /// Whether to end without a broker.
  @Flag(help: "Exit with status 69 if there is no broker within 10 s of the start.")
  public var requireBroker = false

  /// Whether to remove everything from the broker.
  @Flag(help: "Remove everything that the broker keeps of this machine, and exit.")
  public var forget = false

  /// The options of each started run.
  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After --: the run options for each workout that is started.", valueName: "option"))
  public var runOptions: [String] = []

  /// Creates default arguments.
  public init() {}

  /// Throws for invalid combinations.
  public func validate() throws {
    guard passwordFile == nil || user != nil else { throw ValidationError("--password-file needs --user.") }
    guard ca == nil || broker.isEncrypted else { throw ValidationError("--ca needs a broker at mqtts://.") }
    guard !workouts.contains("") else { throw ValidationError("--workouts needs the name of a folder.") }
    guard node != "" else { throw ValidationError("--node needs a name.") }
    let levels = prefix.split(separator: "/", omittingEmptySubsequences: false)
    guard !levels.contains(""), !prefix.contains(where: { "+#\0".contains($0) }), prefix.utf8.count <= 256 else {
      throw ValidationError("--prefix needs a topic without + and #, such as cuebell or home/cuebell.")
    }
  }
}

/// The address of a broker.
public struct BrokerAddress: ExpressibleByArgument, CustomStringConvertible, Equatable, Sendable {
  /// The name or address; IPv6 without brackets.
  public let host: String
  /// The port.
  public let port: Int
  /// Whether the connection is encrypted.
  public let isEncrypted: Bool

  /// Parses `mqtt://host`, `mqtts://host:8883` or `mqtt://[::1]:1883`.
  public init?(argument: String) {
    guard let scheme = ["mqtt://", "mqtts://"].first(where: argument.hasPrefix) else { return nil }
    isEncrypted = scheme == "mqtts://"
    let rest = argument.dropFirst(scheme.count)
    // A password in the address, which the list of processes would show, is none of its characters.
    guard
      let place = HostAndPort(rest.hasSuffix("/") ? rest.dropLast() : rest, standardPort: isEncrypted ? 8883 : 1883)
    else { return nil }
    (host, port) = (place.host, place.port)
  }

  /// The address as it is written on the command line.
  public var description: String {
    (isEncrypted ? "mqtts://" : "mqtt://") + HostAndPort(host: host, port: port).text
  }
}
