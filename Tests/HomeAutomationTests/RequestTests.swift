import Foundation
import HomeAutomation
import LiveRuns
import StrictJSON
import TestSupport
import Testing

/// What others may ask for by a broker.
@Suite struct `A request by a broker` {
  private func bridge(owner: Bool = false, runOptions: [String] = ["--silent"]) throws -> TestBridge {
    let bridge = TestBridge(runOptions: runOptions)
    bridge.take(.connected)
    bridge.take(try TestRun(owner: owner).news)
    return bridge
  }

  /// The fields that a run is asked for.
  private func asked(_ effects: [Bridge.Effect]) -> [String] {
    effects.compactMap { effect in
      guard case .ask(let run, let fields, _) = effect else { return nil }
      return "\(run) \(fields.line(.compact))"
    }
  }

  @Test(arguments: [
    (#"{"do":"pause"}"#, #"{"do":"pause","as":"MQTT"}"#),
    (#"{"id":7,"control":1,"do":"volume","to":-6,"as":"Kitchen"}"#, #"{"do":"volume","to":-6,"as":"Kitchen"}"#),
    ("extend 15s\n", #"{"do":"extend","by":"15s","as":"MQTT"}"#),
    ("volume -3", #"{"do":"volume","by":-3,"as":"MQTT"}"#),
    ("seek +5s", #"{"do":"jump","by":"5s","as":"MQTT"}"#), ("restart", #"{"do":"restartPhase","as":"MQTT"}"#),
    ("jump set 3", #"{"do":"jump","to":"set 3","as":"MQTT"}"#),
    (#"{"get":["place"]}"#, #"{"get":["place"],"as":"MQTT"}"#),
  ])
  func `is one of the socket, as JSON or as words`(payload: String, fields: String) throws {
    let bridge = try bridge()
    #expect(asked(bridge.receive("do", payload)) == ["w \(fields)"])
    #expect(asked(bridge.receive("runs/w/do", payload)) == ["w \(fields)"])
  }

  @Test(arguments: [
    ("", "malformed"), ("# no request", "malformed"), ("pause\nresume", "malformed"), (#"{"do":"pause"#, "malformed"),
    (String(repeating: " ", count: 20_000) + "pause", "malformed"), ("pauze", "unknown"), (#"{"do":"fly"}"#, "unknown"),
    (#"{"watch":"all"}"#, "invalid"), ("watch", "invalid"), (#"{"as":"me"}"#, "invalid"), ("volume 99", "invalid"),
    (#"{"control":2,"do":"pause"}"#, "version"), ("\u{1B}[2J", "malformed"),
  ])
  func `that is wrong is answered, and nothing else happens`(payload: String, error: String) throws {
    let effects = try bridge().receive("do", payload)
    #expect(asked(effects).isEmpty)
    let replies = effects.messages("cuebell/gym/reply")
    #expect(replies.count == 1 && replies[0].hasPrefix(#"{"run":"w","ok":false,"error":"\#(error)","reason":""#))
  }

  @Test(arguments: [("131", 131), (" 130.6\n", 131), ("nan", nil), ("1e30", nil), ("much", nil), ("", nil)])
  func `may be the value that a sensor has measured`(payload: String, value: Int?) throws {
    let effects = try bridge().receive("measure/heartRate", payload)
    let wanted = value.map { #"w {"do":"measure","signal":"heartRate","value":\#($0),"as":"MQTT"}"# }
    #expect(asked(effects) == [wanted].compactMap(\.self))
    #expect(effects.messages("cuebell/gym/reply").count == (value == nil ? 1 : 0))
    #expect(try asked(bridge().receive("measure/heartRate", payload, isRetained: true)).isEmpty)
  }

  @Test func `gets the run's reply, with the name of the run and its own ID`() throws {
    let bridge = try bridge()
    let effects = bridge.receive("do", #"{"id":"a","do":"redo"}"#)
    guard case .ask(_, _, let question)? = effects.first else { throw Failure() }
    #expect(
      bridge.messages("reply", after: .replied(.ending, question)) == [
        #"{"id":"a","run":"w","ok":false,"error":"ending","reason":"the workout is over"}"#
      ])
    #expect(bridge.messages("reply", after: .replied(.absent, question)).first?.contains(#""error":"ending""#) == true)
  }

  private struct Failure: Error {}

  @Test func `without a run is answered that none is running`() throws {
    let bridge = TestBridge()
    bridge.take(.connected)
    #expect(
      bridge.replies("do", #"{"id":1,"do":"pause"}"#) == [
        #"{"id":1,"run":null,"ok":false,"error":"ending","reason":"no workout is running"}"#
      ])
    #expect(bridge.replies("runs/../do", "pause").first?.contains(#""error":"ending""#) == true)
  }

  @Test func `beyond twenty a second is answered with busy, and one that the broker keeps is refused`() throws {
    let bridge = try bridge()
    let effects = (0..<50).flatMap { _ in bridge.receive("do", "next") }
    #expect(asked(effects).count == 20)
    #expect(effects.messages("cuebell/gym/reply").filter { $0.contains(#""error":"busy""#) }.count == 30)
    bridge.pass(.milliseconds(500))
    #expect((0..<50).flatMap { _ in asked(bridge.receive("do", "next")) }.count == 10)
    bridge.pass(.seconds(1))
    #expect(bridge.replies("do", "next", isRetained: true).first?.contains(#""error":"refused""#) == true)
  }

  // MARK: Starts

  /// Two workouts, one of them broken, in files of their own.
  private func listed(in folder: TemporaryFolder) throws -> Bridge.Input {
    for name in ["tabata", "broken"] { try Data().write(to: URL(fileURLWithPath: folder["\(name).json"])) }
    let list = """
      {"workouts": [{"name": "tabata", "file": "\(folder["tabata.json"])"},
        {"name": "broken", "file": "\(folder["broken.json"])", "problem": "no phases"}]}
      """
    return .listed(try #require(WorkoutItem.items("workouts", in: Array(list.utf8))))
  }

  @Test func `starts a workout of the list, never a path, or resumes a session`() throws {
    let folder = try TemporaryFolder()
    let bridge = try bridge()
    bridge.take(try listed(in: folder))
    let started = Bridge.Effect.start(["run", "--silent", "--", folder["tabata.json"]], log: "tabata")
    #expect(bridge.receive("start", "tabata") == [started])
    #expect(
      bridge.receive("start", "resume") == [.start(["resume", "--go-on-after", "5s", "--silent"], log: "resume")])
    for name in ["tabta", folder["tabata.json"], "../tabata", "", "--help", "\u{0}"] {
      let replies = bridge.replies("start", name)
      #expect(replies.first?.hasPrefix(#"{"run":null,"ok":false,"error":"unknown","#) == true, "\(replies)")
    }
    #expect(bridge.messages("reply", after: .started(.success("tabata"))) == [#"{"run":"tabata","ok":true}"#])
  }

  @Test func `starts nothing while a run holds the audio session, unless runs may take it`() throws {
    let folder = try TemporaryFolder()
    let bridge = try bridge(owner: true)
    bridge.take(try listed(in: folder))
    #expect(bridge.replies("start", "tabata").first?.contains(#""error":"refused""#) == true)
    let other = try self.bridge(owner: true, runOptions: ["--take-over"])
    other.take(try listed(in: folder))
    #expect(other.receive("start", "tabata").count == 1)
  }

  @Test func `offers the workouts that can be started, and again when they change`() throws {
    let bridge = try bridge()
    let folder = try TemporaryFolder()
    let list = try listed(in: folder)
    let configs = bridge.take(list).messages("homeassistant/device/cuebell_gym/config")
    #expect(configs.count == 1 && configs[0].contains(#""ops":["tabata"]"#), "\(configs)")
    #expect(bridge.take(list).isEmpty)
    let birth = Bridge.Input.received(MQTTMessage("homeassistant/status", "online"))
    #expect(bridge.take(birth).messages("homeassistant/device/cuebell_gym/config") == configs)
  }
}
