import Glibc
import StrictJSON
import Testing

/// `cuebell mqtt`: runs on a real broker, as subscribers get them.
@Suite(.serialized) struct `The bridge to a broker` {
  private static let short = """
    {
      "name": "Short", "style": "silent", "cues": [ { "on": "phase", "at": "start", "sound": "bell" } ],
      "phases": [ { "name": "Ready", "intensity": "prepare", "duration": "1s" },
        { "name": "On", "intensity": "high", "duration": "1s" },
        { "name": "Off", "intensity": "rest", "duration": "1s" },
        { "name": "On", "intensity": "high", "duration": "1s" } ]
    }
    """

  private func object(_ payload: String) throws -> JSONObject { try #require(JSONObject(line: payload.utf8)) }

  @Test func `tells each change of a run once, when its phases end, and what happens`() throws {
    let home = try TemporaryHome.withoutSound()
    try home.write(Self.short, to: "w.json")
    let broker = try MQTTBroker(home)
    let bridge = try broker.bridge()
    let messages = try broker.subscription()
    try messages.next("/state", with: #""running":false"#)
    let run = try home.start("run", "--silent", "--json", "w.json")
    var (states, own, events): ([String], [String], [String]) = ([], [], [])
    while states.last?.contains(#""running":false"#) != true {
      let message = try messages.next()
      switch message.topic {
      case "cuebell/gym/state": states.append(message.payload)
      case "cuebell/gym/runs/w/state": own.append(message.payload)
      case "cuebell/gym/event": events.append(message.payload)
      default: break
      }
      #expect(!message.isRetained)
    }
    #expect(try run.finish().code == 0)
    #expect(own == states.dropLast() + [""])
    #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 })
    let objects = try states.map(object)
    #expect(objects.first?["workout"]?.text == "Short" && objects.first?["volume"]?.number == 0)
    // Each phase has one end, the workout one, and both are the same at last.
    let ends = objects.compactMap { $0["phaseEnd"]?.text }
    let distinct = ends.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    #expect(distinct.count == 4 && Set(objects.compactMap { $0["end"]?.text }) == [distinct.last ?? ""], "\(states)")
    #expect(ends.allSatisfy { $0.hasSuffix("+00:00") })
    let seconds = distinct.compactMap { Double($0.dropFirst(17).prefix(6)) }
    let steps = zip(seconds.dropFirst(), seconds).map { ($0 - $1 + 60).truncatingRemainder(dividingBy: 60) }
    #expect(steps.allSatisfy { abs($0 - 1) < 0.002 }, "\(distinct)")
    // The first phase may have begun before the bridge knew the run.
    let phases = events.filter { $0.contains(#""phase""#) && !$0.contains("Ready") }
    #expect(
      phases
        == ["On", "Off", "On"].map {
          #"{"event_type":"phase","run":"w","name":"\#($0)","intensity":"\#($0 == "On" ? "high" : "rest")","set":null}"#
        })
    #expect(events.filter { $0 == #"{"event_type":"cue","run":"w","kind":"custom"}"# }.count >= 3)
    #expect(events.last == #"{"event_type":"finished","run":"w","reason":"completed"}"#)
    bridge.signal(SIGTERM)
    #expect(try bridge.finish().code == 0)
    #expect(try messages.next("/status") == "offline")
  }

  @Test func `has a button for each request, which the run performs`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let broker = try MQTTBroker(home)
    let bridge = try broker.bridge()
    let run = try home.startSlow()
    let messages = try broker.subscription("homeassistant/#")
    let config = try object(try messages.next("/config"))
    try messages.next("cuebell/gym/state", with: #""phase":"Ready""#)
    for key in ["pause", "resume", "next", "back", "extend", "stop"] {
      let button = try #require(config["cmps"]?[key])
      try broker.publish(try #require(button["pl_prs"]?.text), to: try #require(button["cmd_t"]?.text))
      let reply = try object(try messages.next("/reply"))
      #expect(reply["ok"]?.bool == true && reply["run"]?.text == "w", "\(key): \(reply)")
    }
    try messages.next("/event", with: "finished")
    #expect(try run.finish().code == 4)
    try broker.publish(#"{"id":1,"do":"pause"}"#, to: "cuebell/gym/do")
    #expect(try messages.next("/reply").hasPrefix(#"{"id":1,"run":null,"ok":false,"error":"ending""#))
    withExtendedLifetime(bridge) {}
  }

  @Test func `says that it died, tells everything when it is back, and lets all be forgotten`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let broker = try MQTTBroker(home)
    let first = try broker.bridge()
    let run = try home.startSlow()
    let messages = try broker.subscription()
    try messages.next("/runs/w/state", with: #""running":true"#)
    first.signal(SIGKILL)
    #expect(try first.finish().code == -SIGKILL)
    #expect(try messages.next("/status", with: "offline") == "offline")
    _ = try run.stop()
    // The state of a run that ended meanwhile is removed.
    let second = try broker.bridge()
    #expect(try messages.next("/status") == "online")
    #expect(try messages.next("/runs/w/state") == "")
    let late = try broker.subscription("homeassistant/#")
    var kept: Set<String> = []
    while kept.count < 3 {
      let message = try late.next()
      #expect(message.isRetained)
      kept.insert(message.topic)
    }
    #expect(kept == ["cuebell/gym/status", "cuebell/gym/state", "homeassistant/device/cuebell_gym/config"])
    // A run that outlives the bridge leaves its state.
    let other = try home.startSlow("other")
    try late.next("/runs/other/state", with: #""running":true"#)
    second.signal(SIGINT)
    #expect(try second.finish().code == 0)
    _ = try other.stop()
    #expect(try broker.kept().contains { $0.contains("/runs/other/state ") })
    let forgotten = try Child(broker.bridgeWords(["--forget"]), in: home).finish()
    #expect(forgotten.code == 0 && forgotten.err.isEmpty, "\(forgotten)")
    #expect(try broker.kept().isEmpty)
  }

  @Test func `starts workouts of a list that it renews, and resumes a session`() throws {
    let home = try TemporaryHome.withSlowWorkout()
    let broker = try MQTTBroker(home)
    let bridge = try broker.bridge()
    let messages = try broker.subscription("homeassistant/#")
    try messages.next("/config", with: #""ops":["w"]"#)
    try home.write(WorkoutText.slow, to: "new.json")
    try messages.next("/config", with: #""ops":["new","w"]"#)
    try broker.publish("new", to: "cuebell/gym/start")
    #expect(try messages.next("/reply") == #"{"run":"new","ok":true}"#)
    try messages.next("/gym/state", with: #""name":"new""#)
    try broker.publish("../w", to: "cuebell/gym/start")
    #expect(try messages.next("/reply").contains(#""error":"unknown""#))
    try broker.publish("stop", to: "cuebell/gym/runs/new/do")
    try messages.next("/gym/state", with: #""running":false"#)
    try broker.publish("resume", to: "cuebell/gym/start")
    #expect(try messages.next("/reply", with: #""ok":true}"#) == #"{"run":"new","ok":true}"#)
    try broker.publish("stop", to: "cuebell/gym/do")
    try messages.next("/gym/state", with: #""running":false"#)
    withExtendedLifetime(bridge) {}
  }
}
