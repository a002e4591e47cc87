import Foundation
import StrictJSON
import Testing

/// What Home Assistant itself says about the discovery.
@Suite struct `Home Assistant` {
  @Test func `accepts the discovery by its own schemas, and reads each state`() throws {
    guard let python = ProcessInfo.processInfo.environment["HA_PYTHON"] else {
      try Test.cancel("HA_PYTHON names no Python with the package homeassistant, 2024.11 or later")
    }
    let home = try TemporaryHome.withoutSound()
    try home.write(WorkoutText.slow, to: "w.json")
    try home.write(WorkoutText.slow, to: "with \"quotes\" {{ 7 * 7 }}.json")
    let broker = try MQTTBroker(home)
    let messages = try broker.subscription("homeassistant/#")
    let bridge = try broker.bridge()
    let config = try messages.next("/config")
    let idle = try messages.next("/gym/state")
    let run = try home.start("run", "--silent", "--json", "w.json")
    let playing = try messages.next("/gym/state", with: #""playback":"playing""#)
    let words = [python, Project.root + "/Tests/Judges/discovery.py", config, idle, playing]
    let result = try Child(words, in: home).finish()
    #expect(result.code == 0, "\(result)")
    let states = try result.lines.map { try #require(JSONObject(line: $0.utf8)) }
    #expect(states.map { $0["running"]?.text } == ["OFF", "ON"] && states.map { $0["start"]?.text } == ["None", "w"])
    #expect(states.map { $0["intensity"]?.text } == ["idle", "prepare"])
    #expect(states.first?["phaseEnd"]?.text == "None" && states.last?["phaseEnd"]?.text?.hasSuffix("+00:00") == true)
    _ = try run.stop()
    withExtendedLifetime(bridge) {}
  }
}
