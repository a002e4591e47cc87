import SessionControl
import SessionReporting
import StrictJSON
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// An engine on virtual time and the properties that follow it.
struct FollowedSession {
  private(set) var engine: Engine
  private(set) var session: ObservedSession
  /// What changed by the last action, at each instant.
  private(set) var changes: [String] = []

  init(_ nodes: [Node], speed: Int = 1) throws {
    engine = Engine(try Timeline(Workout(name: "Test", style: .silent, nodes: nodes)))
    session = ObservedSession(engine, speed: speed)
  }

  init(_ engine: Engine) {
    self.engine = engine
    session = ObservedSession(engine)
  }

  /// Sends an action, after ticks at each deadline before it.
  mutating func send(_ action: Action, at seconds: Double) {
    send(action, at: .nanoseconds(Int(seconds * 1e9)))
  }

  mutating func send(_ action: Action, at instant: Duration) {
    changes = []
    while let deadline = engine.nextDeadline, deadline <= instant { follow(engine.send(.tick, at: deadline)) }
    follow(engine.send(action, at: instant))
  }

  /// Begins to play at 0.
  mutating func start() {
    send(.start, at: 0)
    send(.prepared, at: 0)
  }

  private mutating func follow(_ reaction: Engine.Reaction) {
    for event in reaction.events {
      let changed = session.changes { $0.observe(SessionEvent(event)) }.list.map(\.rawValue)
      if changed.isEmpty { continue }
      changes.append("\(event.at.wholeNanoseconds / 1_000_000): \(changed.joined(separator: " "))")
    }
  }

  func value(_ property: SessionProperty, at seconds: Double? = nil) -> String {
    let now = seconds.map { Duration.nanoseconds(Int($0 * 1e9)) } ?? engine.now
    let object = session.values(of: [property], at: now).line(.compact)
    return String(object.dropFirst(property.rawValue.count + 4).dropLast())
  }
}

extension ObservedSession {
  /// The properties that an event or another change changes.
  mutating func changes(_ change: (inout ObservedSession) -> Void) -> SessionPropertySet {
    let before = self
    change(&self)
    return changes(since: before)
  }
}

@Suite struct `The properties of a session` {
  private static let intervals: [Node] = [
    .phase(Phase("Ready", .prepare, .after(.fixed(.seconds(5))))),
    .group(
      SetGroup(
        .sets(3),
        nodes: [
          .phase(Phase("Work", .high, .after(.fixed(.seconds(20))))),
          .phase(Phase("Squats", .high, .open(), reps: 12)),
        ])),
    .phase(Phase("Cool", .cooldown, .after(.fixed(.seconds(60))))),
  ]

  @Test func `tell what has passed of a phase as a screen shows it, at instants with parts of nanoseconds`() throws {
    for part in 0..<10 {
      var session = try FollowedSession(Self.intervals)
      session.start()
      let third = Duration(secondsComponent: 1, attosecondsComponent: 333_333_333)
      session.send(.jump(to: .seconds(21)), at: third)
      let tenths = Duration(secondsComponent: 0, attosecondsComponent: Int64(part) * 100_000_000)
      session.send(.pause, at: third * 2 + tenths)
      let shown = try #require(JSONObject(line: session.value(.place).utf8))
      let at = try #require(shown["t"]?.integer)
      let (start, position) = try (#require(shown["phaseStart"]?.integer), #require(shown["position"]?.integer))
      #expect(at - start == position - 5_000_000_000, "\(part) tenths")
      #expect(position == session.session.place.progress.position.wholeNanoseconds)
    }
  }

  @Test func `are those of the engine before the first event`() throws {
    let session = try FollowedSession(Self.intervals)
    #expect(session.value(.playback) == #""idle""# && session.value(.reason) == "null")
    #expect(
      session.value(.phase)
        == #"{"name":"Ready","intensity":"prepare","set":null,"sets":null,"id":"1","open":false,"reps":null,"#
        + #""length":5000000000,"notes":null,"end":null}"#)
    #expect(
      session.value(.next)
        == #"{"name":"Work","intensity":"high","set":1,"sets":3,"id":"3_1","open":false,"reps":null,"#
        + #""length":20000000000,"notes":null}"#)
    #expect(
      session.value(.place, at: 9)
        == #"{"t":9000000000,"elapsed":0,"position":0,"remaining":null,"phaseStart":9000000000,"#
        + #""phaseEnd":14000000000,"rate":0}"#)
    #expect(session.value(.volume) == "0" && session.value(.muted) == "false" && session.value(.audible) == "true")
    #expect(session.value(.audio) == "null" && session.value(.owner) == "null" && session.value(.lastCue) == "null")
    #expect(session.value(.undoable) == "0" && session.value(.inhibits) == "[]" && session.value(.plan) == "null")
  }

  @Test func `list what is ahead, with unknown places behind an open phase`() throws {
    let session = try FollowedSession(Self.intervals)
    let ahead = session.value(.ahead)
    #expect(
      ahead.hasPrefix(
        #"[{"position":5000000000,"name":"Work","intensity":"high","set":1,"sets":3,"id":"3_1","open":false,"#
          + #""reps":null,"length":20000000000,"notes":null,"groups":[{"name":null,"set":1,"sets":3,"left":null}]},"#
          + #"{"position":25000000000,"name":"Squats","intensity":"high","set":1,"sets":3,"id":"4_1","#
          + #""open":true,"reps":12,"length":null,"notes":null,"groups":[{"name":null,"set":1,"sets":3,"left":null}]},"#
          + #"{"position":null,"name":"Work","#), "\(ahead)")
    #expect(ahead.matches(of: #/"position"/#).count == 7)
  }

  @Test func `change when something happens, not because time passes`() throws {
    var session = try FollowedSession(Self.intervals)
    session.start()
    session.send(.tick, at: 4)
    // The fade in is over.
    #expect(session.changes == ["1500: playback"])
    // A phase begins: the place counts on.
    session.send(.tick, at: 6)
    #expect(session.changes == ["5000: phase next groups ahead"])
    #expect(session.value(.place, at: 7).contains(#""position":7000000000,"#))
    session.send(.pause, at: 8)
    #expect(session.changes.joined(separator: " ").contains("8000: playback reason place"))
    #expect(session.value(.reason) == #""user""#)
    #expect(session.value(.place, at: 60).hasSuffix(#""phaseStart":57000000000,"phaseEnd":77000000000,"rate":0}"#))
    session.send(.resume, at: 60)
    #expect(session.changes.joined(separator: " ").contains("place"))
    #expect(session.value(.reason) == "null")
    session.send(.tick, at: 65)
    #expect(session.value(.place).contains(#""elapsed":13000000000,"position":13000000000,"#))
  }

  @Test func `follow what the user does to the plan`() throws {
    var session = try FollowedSession(Self.intervals)
    session.start()
    session.send(.tick, at: 6)
    session.send(.extend(by: .seconds(15)), at: 10)
    #expect(session.changes == ["10000: phase place ahead undoable"])
    #expect(session.value(.phase).hasSuffix(#""length":35000000000,"notes":null,"end":40000000000}"#))
    #expect(session.value(.place).contains(#""phaseEnd":40000000000"#))
    #expect(session.value(.ahead).hasPrefix(#"[{"position":40000000000,"name":"Squats""#))
    session.send(.tick, at: 41)
    #expect(session.value(.phase).contains(#""open":true,"reps":12,"length":null"#))
    session.send(.done, at: 50)
    session.send(.tick, at: 51)
    #expect(session.value(.ahead).hasPrefix(#"[{"position":70000000000,"name":"Squats""#))
    session.send(.undo, at: 52)
    #expect(session.value(.phase).contains("Squats") && session.value(.redoable) == "1")
    #expect(session.value(.next).contains(#""name":"Work","intensity":"high","set":2"#))
    session.send(.jump(to: .seconds(7)), at: 53)
    #expect(session.changes.contains { $0.contains("place") })
    #expect(session.value(.ahead).hasPrefix(#"[{"position":25000000000,"name":"Squats""#))
  }

  @Test func `know the volume, the sound and its owner`() throws {
    var session = try FollowedSession(Self.intervals)
    session.start()
    session.send(.setVolume(-60), at: 1)
    #expect(session.changes == ["1000: volume muted"] && session.value(.muted) == "true")
    session.send(.setVolume(-4.5), at: 2)
    #expect(session.value(.volume) == "-4.5" && session.value(.muted) == "false")
    session.send(.audioLost, at: 3)
    #expect(session.changes == ["3000: audible"] && session.value(.audible) == "false")
    var properties = session.session
    let report = SessionEvent.AudioReport(sink: "alsa", device: "hw:0", state: .lost, xruns: 2, reason: "unplugged")
    #expect(properties.changes { $0.observe(SessionEvent(at: .seconds(3), kind: .audio(report))) } == [.audio])
    #expect(properties.changes { $0.observe(SessionEvent(at: .seconds(3), kind: .audio(report))) } == [])
    #expect(
      properties.changes { $0.observe(SessionEvent(at: .seconds(3), kind: .session(owner: "workout"))) } == [.owner])
    #expect(properties.changes { $0.inhibits = ["idle"] } == [.inhibits])
    #expect(
      properties.values(of: [.audio, .owner, .inhibits], at: .zero).line(.compact)
        == #"{"audio":{"sink":"alsa","device":"hw:0","state":"lost","xruns":2,"reason":"unplugged"},"#
        + #""owner":"workout","inhibits":["idle"]}"#)
  }

  @Test func `are those of a restored session`() throws {
    var first = try FollowedSession(Self.intervals)
    first.start()
    first.send(.tick, at: 6)
    first.send(.extend(by: .seconds(10)), at: 7)
    let session = FollowedSession(try #require(first.engine.paused()))
    #expect(session.value(.phase).contains(#""length":30000000000,"#) && session.value(.undoable) == "1")
    #expect(session.value(.reason) == #""restored""#)
    #expect(session.value(.place, at: 2).contains(#""position":7000000000"#))
    #expect(session.value(.ahead).hasPrefix(#"[{"position":35000000000,"name":"Squats""#))
  }

  @Test func `count place and rate with the speed`() throws {
    var session = try FollowedSession(Self.intervals, speed: 10)
    session.start()
    session.send(.tick, at: 3)
    #expect(session.value(.place).hasSuffix(#""rate":10}"#))
  }

  @Test func `have no phase when all is done`() throws {
    var session = try FollowedSession([.phase(Phase("Work", .high, .after(.fixed(.seconds(2)))))])
    session.start()
    session.send(.tick, at: 3)
    // Nothing was next before either.
    #expect(session.changes.last == "2000: phase ahead")
    #expect(session.value(.phase) == "null" && session.value(.ahead) == "[]")
    #expect(session.value(.playback) == #""completed""#)
  }
}
