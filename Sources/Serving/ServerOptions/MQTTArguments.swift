package import ArgumentParser

/// The options of the bridge to a broker, which `cuebell mqtt` passes on to `cuebell-serve`.
package struct MQTTArguments: ParsableArguments {
  package enum Discovery: String, ExpressibleByArgument, CaseIterable {
    case homeassistant, none
  }

  @Option(
    help: ArgumentHelp(
      "The broker: mqtt://HOST or mqtts://HOST, perhaps with a port.", valueName: "address"))
  package var broker: BrokerAddress

  @Option(help: ArgumentHelp("The name by which the broker knows this user.", valueName: "name"))
  package var user: String?

  @Option(
    help: ArgumentHelp("A file with the password, which others can't read.", valueName: "file"),
    completion: .file())
  package var passwordFile: String?

  @Option(
    help: ArgumentHelp("A file with the certificates to trust, instead of the system's.", valueName: "file"),
    completion: .file())
  package var ca: String?

  @Option(help: ArgumentHelp("The name of this machine in topics; by default its host name.", valueName: "name"))
  package var node: String?

  @Option(help: ArgumentHelp("The beginning of all topics.", valueName: "topic"))
  package var prefix = "cuebell"

  @Option(
    help: ArgumentHelp("Whether Home Assistant discovers this machine: homeassistant or none.", valueName: "service"))
  package var discovery = Discovery.homeassistant

  /// The folders of workouts; empty for the command's default folders.
  @Option(
    name: .customLong("workouts"),
    help: ArgumentHelp(
      "A folder of workouts to start instead of the default ones; may be repeated.", valueName: "folder"),
    completion: .directory)
  package var workouts: [String] = []

  @Flag(help: "Exit with status 69 if there is no broker within 10 s of the start.")
  package var requireBroker = false

  @Flag(help: "Remove everything that the broker keeps of this machine, and exit.")
  package var forget = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After --: the run options for each workout that is started.", valueName: "option"))
  package var runOptions: [String] = []

  package init() {}

  package func validate() throws {
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

package struct BrokerAddress: ExpressibleByArgument, CustomStringConvertible, Equatable, Sendable {
  /// The name or address; IPv6 without brackets.
  package let host: String
  package let port: Int
  package let isEncrypted: Bool

  /// Parses `mqtt://host`, `mqtts://host:8883` or `mqtt://[::1]:1883`.
  package init?(argument: String) {
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
  package var description: String {
    (isEncrypted ? "mqtts://" : "mqtt://") + HostAndPort(host: host, port: port).text
  }
}
