import ArgumentParser
import AudioOutput
import FoundationEssentials
import HostDiagnostics
import SessionReporting
import WorkoutModel

/// `devices`: the output devices.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the audio devices.",
    discussion: """
      Examples:
        cuebell devices
        cuebell run tabata --device hw:1

      The one marked * is used where --device isn't given. Nothing is opened, so whether a device works is told by: \
      cuebell doctor --device NAME
      """)

  /// The device of a run without `--device`.
  static let standard = "default"

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let devices: [ALSADevices.Device]
    do throws(ALSAError) { devices = try ALSADevices.list() } catch {
      throw Exit.fail(Exit.unavailable, "The devices can't be listed: \(error). See: cuebell doctor")
    }
    let environment = ProcessInfo.processInfo.environment
    let server = ServerCheck.probe(environment)
    let advice = AudioEnvironment.probe(environment, hasServer: server.isReachable)
      .advice(among: devices.count)
    try Streams.out(json ? Self.object(devices, advice) : Self.lines(devices, advice))
  }

  private static func lines(_ devices: [ALSADevices.Device], _ advice: String?) -> String {
    let list = devices.flatMap { device in
      [(device.name == standard ? "* " : "  ") + SafeText.filtered(device.name)]
        + device.description.split(separator: "\n").map { "      " + SafeText.filtered(String($0)) }
    }
    return (list + (advice.map { [$0] } ?? [])).joined(separator: "\n")
  }

  private static func object(_ devices: [ALSADevices.Device], _ advice: String?) -> String {
    let list = devices.map { device in
      var json = JSONText()
      json.add("name", device.name)
      json.add("description", device.description)
      json.add("default", device.name == standard)
      return json.object
    }
    var object = JSONText()
    object.add("devices", raw: "[" + list.joined(separator: ", ") + "]")
    object.add("advice", advice)
    return object.object
  }
}
