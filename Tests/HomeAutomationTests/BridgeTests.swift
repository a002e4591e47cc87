import HomeAutomation
import LiveRuns
import StrictJSON
import TestSupport
import Testing

/// What a broker gets of the runs, as values.
@Suite struct `The bridge between runs and a broker` {
  private static let none = """
    {"running":false,"name":null,"workout":null,"playback":null,"phase":null,"intensity":null,"set":null,"sets":null,\
    "phaseEnd":null,"end":null,"volume":null,"muted":null,"reason":null}
    """
  private static let playing = """
    {"running":true,"name":"w","workout":"Tabata","playback":"playing","phase":"Work","intensity":"high","set":3,\
    "sets":8,"phaseEnd":"2026-11-26T10:00:17.000+00:00","end":"2026-11-26T10:01:05.000+00:00","volume":-3,\
    "muted":false,"reason":null}
    """

  private func connected(runOptions: [String] = ["--silent"]) -> TestBridge {
    let bridge = TestBridge(runOptions: runOptions)
    bridge.take(.connected)
    return bridge
  }

  @Test func `tells all that the broker keeps once it is connected, and only then`() throws {
    let bridge = TestBridge()
    #expect(try bridge.take(TestRun().news).isEmpty)
    let effects = bridge.take(.connected)
    let topics = ["do", "runs/+/do", "start", "measure/+", "status", "runs/+/state"].map { "cuebell/gym/\($0)" }
    #expect(effects.first == .subscribe(topics + ["homeassistant/status"]))
    #expect(effects.messages("cuebell/gym/status") == ["online"])
    #expect(effects.messages("cuebell/gym/state") == [Self.playing])
    #expect(effects.messages("cuebell/gym/runs/w/state") == [Self.playing])
    #expect(effects.messages("homeassistant/device/cuebell_gym/config").count == 1)
    for case .send(let message) in effects { #expect(message.isRetained, "\(message.topic)") }
    bridge.take(.lost)
    #expect(bridge.take(.connected) == effects)
  }

  @Test func `sends a state when it changes, and never because time passes`() throws {
    let bridge = connected()
    #expect(bridge.take(.run(.left(run: "w"))).isEmpty)
    var run = try TestRun()
    #expect(bridge.messages("state", after: run.news) == [Self.playing])
    for more in [0, 1, 999, 4_000_000_003] {
      bridge.pass(.seconds(1))
      bridge.offset += .microseconds(700)
      try run.read(TestRun.place(more))
      #expect(bridge.take(run.news).isEmpty)
    }
    try run.read(#"{"volume":-6}"#)
    #expect(bridge.messages("state", after: run.news) == [Self.playing.replacing("-3", with: "-6")])
    #expect(bridge.messages("state", after: .run(.left(run: "w"))) == [Self.none])
  }

  @Test func `shows the intensity of the stage that has begun, and the highest one in overtime`() throws {
    let bridge = connected()
    var run = try TestRun()
    #expect(bridge.untilStage == nil)
    let stages = #"[{"from":10000000000,"intensity":"warmup"},{"from":15000000000,"intensity":"high"}]"#
    let speech = #"{"phase":{"name":"Speech","intensity":"low","length":20000000000,"stages":\#(stages)}}"#
    bridge.pass(.seconds(5))
    try run.read(speech)
    func intensity(after input: Bridge.Input) -> [String] {
      bridge.messages("state", after: input).compactMap { line in
        line.firstMatch(of: /"intensity":"([a-z]+)"/).map { String($0.output.1) }
      }
    }
    #expect(intensity(after: run.news) == ["low"] && bridge.untilStage == .seconds(10))
    bridge.pass(.seconds(10))
    #expect(intensity(after: .woken) == ["warmup"] && bridge.untilStage == .seconds(5))
    #expect(intensity(after: .woken).isEmpty, "nothing has changed")
    // A pause holds the stage back.
    var paused = run
    try paused.read(#"{"place":{"t":15000000000,"phaseStart":5000000000,"rate":0}}"#)
    #expect(intensity(after: paused.news) == ["warmup"] && bridge.untilStage == nil)
    bridge.pass(.seconds(5))
    #expect(intensity(after: run.news) == ["high"] && bridge.untilStage == nil)
    try run.read(#"{"phase":{"name":"Speech","intensity":"low","overtime":true,"length":null}}"#, at: 25_000_000_000)
    let state = bridge.messages("state", after: run.news)
    #expect(state.first?.contains(#""intensity":"high""#) == true && state.first?.contains(#""overtime":true"#) == true)
  }

  @Test func `has the heart rate where it is known`() throws {
    let bridge = connected()
    var run = try TestRun()
    try run.read(#"{"heartRate":{"value":131,"zone":3,"since":5000000000}}"#)
    #expect(bridge.messages("state", after: run.news) == [Self.playing.dropLast() + #","heartRate":131}"#])
    try run.read(#"{"heartRate":{"value":null,"zone":null,"since":9000000000}}"#)
    #expect(bridge.messages("state", after: run.news) == [Self.playing])
  }

  @Test func `moves the end with a phase that begins by the clock, in one message`() throws {
    let bridge = connected()
    var run = try TestRun()
    bridge.take(run.news)
    try run.read(
      #"{"phase":{"name":"Rest","intensity":"rest","set":3,"sets":8,"length":10000000000}}"#, at: 17_000_000_000)
    let rest = Self.playing.replacing("Work", with: "Rest").replacing("high", with: "rest").replacing(
      "00:17", with: "00:27")
    #expect(bridge.messages("state", after: run.news) == [rest])
    try run.read(#"{"phase":{"name":"Free","intensity":"rest","set":3,"sets":8,"length":null}}"#, at: 27_000_000_000)
    #expect(bridge.messages("state", after: run.news).first?.contains(#""phaseEnd":null,"end":"2026"#) == true)
  }

  @Test func `knows no end while a run stands`() throws {
    let bridge = connected()
    var run = try TestRun()
    bridge.take(run.news)
    try run.read(#"{"playback":"paused","reason":"user"}"#)
    try run.read(TestRun.place(rate: 0))
    let paused = bridge.messages("state", after: run.news)
    #expect(paused.count == 1 && paused[0].contains(#""playback":"paused""#))
    #expect(paused[0].contains(#""phaseEnd":null,"end":null"#) && paused[0].hasSuffix(#""reason":"user"}"#))
  }

  @Test func `follows a wall clock that is set`() throws {
    let bridge = connected()
    let run = try TestRun()
    bridge.take(run.news)
    bridge.offset += .seconds(3_600)
    let moved = Self.playing.replacing("T10:", with: "T11:")
    #expect(bridge.messages("state", after: run.news) == [moved])
  }

  @Test func `takes the owner of the audio session for the current run, otherwise the newest`() throws {
    let bridge = connected()
    bridge.take(try TestRun("a", owner: true).news)
    let other = bridge.take(try TestRun("b").news)
    #expect(other.messages("cuebell/gym/state").isEmpty && other.messages("cuebell/gym/runs/b/state").count == 1)
    let effects = bridge.take(.run(.left(run: "a")))
    #expect(effects.messages("cuebell/gym/runs/a/state") == [""])
    #expect(effects.messages("cuebell/gym/state") == [Self.playing.replacing(#""w""#, with: #""b""#)])
    #expect(bridge.receive("do", "pause") == bridge.receive("runs/b/do", "pause"))
  }

  @Test(arguments: [
    (
      #"{"event": "phase", "t": 1, "name": "Work", "intensity": "high", "set": 3, "say": "x"}"#,
      #"{"event_type":"phase","run":"w","name":"Work","intensity":"high","set":3}"#
    ),
    (
      #"{"event": "cue", "cue": "r1", "kind": "countdown", "outcome": "onTime", "say": "secret"}"#,
      #"{"event_type":"cue","run":"w","kind":"countdown"}"#
    ),
    (#"{"event": "cue", "kind": "countdown", "outcome": "cancelled"}"#, nil),
    (#"{"event": "paused", "reason": "user"}"#, #"{"event_type":"paused","run":"w","reason":"user"}"#),
    (#"{"event": "finished", "reason": "stopped"}"#, #"{"event_type":"finished","run":"w","reason":"stopped"}"#),
    (#"{"event": "action", "action": "next"}"#, nil), ("nonsense", nil),
  ])
  func `says what happens, but no words that are spoken`(line: String, shared: String?) {
    let effects = connected().take(.run(.event(run: "w", line: line)))
    #expect(effects.messages("cuebell/gym/event") == [shared].compactMap(\.self))
    for case .send(let message) in effects { #expect(!message.isRetained && message.quality == .sent) }
  }

  @Test func `lets 256 messages wait for a broker that doesn't read, and states replace one another`() throws {
    let bridge = connected()
    var run = try TestRun()
    var sent = 0
    for number in 1...1_000 {
      try run.read(#"{"volume":-\#(number % 60)}"#)
      sent += bridge.step(run.news).count + bridge.step(.run(.event(run: "w", line: event(number)))).count
    }
    #expect(sent == 16)
    var waiting: [Bridge.Effect] = []
    while let effects = Optional(bridge.step(.sent)), !effects.isEmpty { waiting += effects }
    #expect(waiting.count == 256)
    #expect(waiting.messages("cuebell/gym/state").map { $0.contains(#""volume":-40"#) } == [true])
    #expect(waiting.messages("cuebell/gym/runs/w/state").count == 1)
    let events = waiting.messages("cuebell/gym/event")
    #expect(events.first?.contains(#""name":"747""#) == true && events.last?.contains(#""name":"1000""#) == true)
  }

  @Test func `keeps events for a broker that is away, and sends what could not be sent`() throws {
    let bridge = connected()
    bridge.take(.lost)
    #expect(bridge.take(.run(.event(run: "w", line: event(1)))).isEmpty)
    let effects = bridge.step(.connected)
    guard case .send(let last)? = effects.last else { throw Failure() }
    #expect(last.topic == "cuebell/gym/event")
    #expect(bridge.step(.unsent(last)).isEmpty)
    #expect(bridge.take(.connected).messages("cuebell/gym/event").count == 1)
  }

  private struct Failure: Error {}

  private func event(_ number: Int) -> String { #"{"event":"phase","name":"\#(number)"}"# }

  @Test func `says that it lives when an earlier connection is given up, and removes states of runs that are gone`()
    throws
  {
    let bridge = connected()
    #expect(bridge.receive("status", "offline").messages("cuebell/gym/status") == ["online"])
    #expect(bridge.receive("status", "online").isEmpty)
    bridge.take(try TestRun().news)
    #expect(bridge.receive("runs/old/state", "{}", isRetained: true).messages("cuebell/gym/runs/old/state") == [""])
    #expect(bridge.receive("runs/w/state", "{}", isRetained: true).isEmpty)
    #expect(bridge.receive("runs/old/state", "{}").isEmpty && bridge.receive("elsewhere", "x").isEmpty)
  }
}
