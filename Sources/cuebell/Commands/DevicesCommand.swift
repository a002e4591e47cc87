import ArgumentParser
import AudioOutput
import CommandSupport
import FoundationEssentials
import LivePlayback
import SessionReporting
import StrictJSON
import WorkoutModel

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the audio devices.",
    discussion: """
      Examples:
        cuebell devices
        cuebell run tabata --device hw:1

      The one marked * is the default. Listing opens no device; cuebell doctor --device NAME tests one.
      """)

  private static let standard = OutputDevice.standard

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let devices: [ALSADevices.Device]
    do throws(ALSAError) { devices = try ALSADevices.list() } catch {
      throw Exit.fail(.unavailable, "The list of devices is not available: \(error). See: cuebell doctor")
    }
    let environment = ProcessInfo.processInfo.environment
    let server = ServerCheck.probe(environment)
    let advice = AudioEnvironment.probe(environment, hasServer: server.isReachable)
      .advice(among: devices.count)
    try Streams.out(json ? Self.object(devices, advice) : Self.lines(devices, advice))
  }

  private static func lines(_ devices: [ALSADevices.Device], _ advice: String?) -> String {
    let list = devices.filter { !isPlugin($0) }.flatMap { device in
      [(device.name == standard ? "* " : "  ") + SafeText.filtered(device.name)]
        + device.description.split(separator: "\n").map { "      " + SafeText.filtered(String($0)) }
    }
    let plugins = devices.filter(isPlugin).map { SafeText.filtered($0.name) }.joined(separator: ", ")
    let others = plugins.isEmpty ? [] : LineWrap.lines("ALSA plugins: \(plugins)", columns: Streams.lineLimit)
    return (list + others + (advice.map { [$0] } ?? [])).joined(separator: "\n")
  }

  /// Whether it is no card and no sound server: ALSA also lists what converts or discards the sound of others.
  private static func isPlugin(_ device: ALSADevices.Device) -> Bool {
    !device.name.contains(":") && ![standard, "pipewire", "pulse", "jack"].contains(device.name)
  }

  private static func object(_ devices: [ALSADevices.Device], _ advice: String?) -> String {
    let list: [JSONFields] = devices.map {
      ["name": $0.name, "description": $0.description, "default": $0.name == standard]
    }
    return (["devices": list, "advice": advice] as JSONFields).line()
  }
}
