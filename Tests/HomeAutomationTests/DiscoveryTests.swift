import HomeAutomation
import StrictJSON
import Testing

/// The announcement to Home Assistant, by the keys that it documents.
@Suite struct `The discovery` {
  private func config() throws -> JSONObject {
    let bridge = TestBridge()
    let configs = bridge.take(.connected).messages("homeassistant/device/cuebell_gym/config")
    return try #require(configs.first.flatMap { JSONObject(line: $0.utf8) })
  }

  private func names(_ object: JSONValue?) -> [String] { object?.object?.members.map(\.key) ?? [] }

  /// The keys of a component by its platform, beside those of all.
  private static let keys: [String: Set<String>] = [
    "sensor": ["stat_t", "val_tpl", "dev_cla", "ops", "unit_of_meas"],
    "binary_sensor": ["stat_t", "val_tpl", "dev_cla"],
    "button": ["cmd_t", "pl_prs", "avty", "avty_mode"], "notify": ["cmd_t", "cmd_tpl"],
    "number": ["stat_t", "val_tpl", "cmd_t", "cmd_tpl", "min", "max", "step", "unit_of_meas"],
    "select": ["stat_t", "val_tpl", "cmd_t", "ops"], "event": ["stat_t", "event_types"],
  ]

  @Test func `has one device with the documented entities and keys`() throws {
    let config = try config()
    #expect(config.members.map(\.key) == ["dev", "o", "avty", "cmps"])
    #expect(names(config["dev"]) == ["ids", "name", "mf", "sw"] && names(config["o"]) == ["name", "sw", "url"])
    #expect(config["dev"]?["ids"]?.list?.map(\.text) == ["cuebell_gym"] && config["dev"]?["sw"]?.text == "1.2.3")
    #expect(config["avty"]?.list?.map { $0["t"]?.text } == ["cuebell/gym/status"])
    let platforms = [
      ("phase", "sensor"), ("set", "sensor"), ("workout", "sensor"), ("intensity", "sensor"),
      ("overtime", "binary_sensor"), ("phaseEnd", "sensor"), ("end", "sensor"), ("heartRate", "sensor"),
      ("running", "binary_sensor"), ("pause", "button"), ("resume", "button"), ("next", "button"), ("back", "button"),
      ("say", "button"), ("notify", "notify"), ("extend", "button"), ("stop", "button"),
      ("volume", "number"), ("start", "select"), ("event", "event"),
    ]
    let components = try #require(config["cmps"]?.object)
    #expect(components.members.map(\.key) == platforms.map(\.0))
    for (key, platform) in platforms {
      let component = components[key]
      #expect(component?["p"]?.text == platform && component?["name"]?.text?.isEmpty == false, "\(key)")
      #expect(component?["uniq_id"]?.text == "cuebell_gym_\(key)")
      let others = Set(names(component)).subtracting(["p", "name", "uniq_id"])
      #expect(try others.isSubset(of: #require(Self.keys[platform])), "\(key): \(others)")
    }
  }

  @Test func `says of each entity what its values are`() throws {
    let components = try #require(try config()["cmps"])
    #expect(
      components["intensity"]?["ops"]?.list?.compactMap(\.text) == [
        "idle", "prepare", "warmup", "high", "low", "rest", "cooldown", "sit",
      ])
    for key in ["phaseEnd", "end"] {
      #expect(components[key]?["dev_cla"]?.text == "timestamp" && components[key]?["unit_of_meas"] == nil)
    }
    #expect(components["volume"]?["min"]?.integer == -60 && components["volume"]?["max"]?.integer == 12)
    #expect(components["volume"]?["cmd_tpl"]?.text == #"{"do":"volume","to":{{ value }}}"#)
    #expect(components["notify"]?["cmd_tpl"]?.text == #"{"do":"say","text":{{ value | tojson }}}"#)
    #expect(components["start"]?["cmd_t"]?.text == "cuebell/gym/start")
    #expect(
      components["event"]?["event_types"]?.list?.compactMap(\.text) == [
        "phase", "cue", "paused", "resumed", "finished",
      ])
  }

  @Test(arguments: ["pause", "resume", "next", "back", "say", "extend", "stop"])
  func `has buttons that are there while a run lives, and ask it for something`(key: String) throws {
    let button = try #require(try config()["cmps"]?[key])
    #expect(button["avty"]?.list?.map { $0["t"]?.text } == ["cuebell/gym/status", "cuebell/gym/state"])
    #expect(button["avty"]?.list?.last?["val_tpl"]?.text?.contains("value_json.running") == true)
    #expect(button["avty_mode"]?.text == "all" && button["cmd_t"]?.text == "cuebell/gym/do")
    let bridge = TestBridge()
    bridge.take(.connected)
    bridge.take(try TestRun().news)
    let effects = bridge.receive("do", try #require(button["pl_prs"]?.text))
    guard case .ask? = effects.first else {
      Issue.record("\(effects)")
      return
    }
  }

  @Test func `is left out where nobody wants it, and names a machine by plain letters`() {
    let bridge = TestBridge(discovered: nil)
    let effects = bridge.take(.connected)
    #expect(effects.messages("homeassistant/device/cuebell_gym/config").isEmpty)
    #expect(BrokerTopics(prefix: "home/cuebell", node: "Pi-3.größe + #").root == "home/cuebell/Pi-3_gr__e____")
  }
}
