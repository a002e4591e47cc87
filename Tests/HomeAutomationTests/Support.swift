import Foundation
import HomeAutomation
import LiveRuns
import StrictJSON
import TestSupport
import Testing

/// A bridge as an object, on clocks that the test keeps.
final class TestBridge {
  static let topics = BrokerTopics(prefix: "cuebell", node: "gym")

  private var bridge: Bridge
  private var boot = Duration.seconds(1_000)
  /// How far the wall clock is ahead: 2026-11-26T10:00:00Z at 1,000 s since the boot.
  var offset = Duration.seconds(1_795_687_200 - 1_000)

  init(discovered: String? = "1.2.3", runOptions: [String] = ["--silent"]) {
    let now = Bridge.Moment(boot: .seconds(1_000), wall: .seconds(1_795_687_200))
    bridge = Bridge(Self.topics, discovered: discovered, runOptions: runOptions, at: now)
  }

  func pass(_ span: Duration) { boot += span }

  /// The time until another stage begins.
  var untilStage: Duration? {
    bridge.nextStage(after: Bridge.Moment(boot: boot, wall: boot + offset)).map { $0 - boot }
  }

  /// What is to be done, where each sent message leaves at once.
  @discardableResult
  func take(_ input: Bridge.Input) -> [Bridge.Effect] {
    var effects = step(input)
    var next = 0
    while next < effects.count {
      if case .send = effects[next] { effects += step(.sent) }
      next += 1
    }
    return effects
  }

  /// What is to be done, while the broker reads nothing.
  func step(_ input: Bridge.Input) -> [Bridge.Effect] {
    bridge.take(input, at: Bridge.Moment(boot: boot, wall: boot + offset))
  }

  /// The messages of a topic below that of the machine.
  func messages(_ topic: String, after input: Bridge.Input) -> [String] {
    take(input).messages("cuebell/gym/\(topic)")
  }

  func receive(_ topic: String, _ text: String, isRetained: Bool = false) -> [Bridge.Effect] {
    take(.received(MQTTMessage("cuebell/gym/\(topic)", text, isRetained: isRetained)))
  }

  /// The replies to a message.
  func replies(_ topic: String, _ text: String, isRetained: Bool = false) -> [String] {
    receive(topic, text, isRetained: isRetained).messages("cuebell/gym/reply")
  }
}

extension [Bridge.Effect] {
  /// The messages of a topic.
  func messages(_ topic: String) -> [String] {
    compactMap { effect in
      guard case .send(let message) = effect, message.topic == topic else { return nil }
      return String(decoding: message.payload, as: UTF8.self)
    }
  }
}

/// The state of a run whose session began 1,000 s after the boot.
struct TestRun {
  private(set) var report: LiveRunReport

  init(_ name: String = "w", owner: Bool = false) throws {
    report = LiveRunReport(name: name)
    report.greeting = JSONObject(line: #"{"control":1,"workout":"Tabata","epoch":1000000000000,"speed":1}"#.utf8)
    try read(#"{"playback":"playing","volume":-3,"muted":false,"reason":null,"owner":\#(owner ? #""me""# : "null")}"#)
    try read(Self.work)
    try read(Self.place())
  }

  static let work = #"{"phase":{"name":"Work","intensity":"high","set":3,"sets":8,"length":20000000000}}"#

  /// A place 5 s into the session, `more` ns later than it was.
  static func place(_ more: Int = 0, rate: Int = 1) -> String {
    """
    {"place":{"t":\(5_000_000_000 + more),"remaining":\(60_000_000_000 - more),"phaseEnd":\(17_000_000_000 + more % 5),\
    "rate":\(rate)}}
    """
  }

  mutating func read(_ values: String, at instant: Int = 5_000_000_000) throws {
    report.merge(try #require(JSONObject(line: values.utf8)), at: instant)
  }

  var news: Bridge.Input { .run(.state(report)) }
}
