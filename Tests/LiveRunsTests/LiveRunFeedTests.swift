import LiveRuns
import StrictJSON
import Testing

/// A feed as an object: what checks expectations calls nothing that changes a value.
private final class TestFeed {
  private var feed = LiveRunFeed("w", at: .zero)

  var report: LiveRunReport { feed.report }
  var deadline: Duration? { feed.deadline }
  var isSettled: Bool { feed.isSettled }
  var isOver: Bool { feed.isOver }

  func add(_ consumer: LiveRunFeed.Consumer, last: Int? = nil, at now: Duration = .zero) -> [LiveRunFeed.Effect] {
    feed.add(consumer, last: last, at: now)
  }

  func remove(_ consumer: LiveRunFeed.Consumer) { feed.remove(consumer) }

  func receive(_ line: String, at now: Duration = .zero) -> [LiveRunFeed.Effect] { feed.receive(line, at: now) }

  func request(_ number: Int, _ fields: JSONFields, at now: Duration = .zero) -> [LiveRunFeed.Effect] {
    feed.request(number, fields, at: now)
  }

  var mayLiveOn: Bool { feed.mayLiveOn }

  func reconnect() -> [LiveRunFeed.Effect] { feed.reconnect(at: .zero) }

  func tick(at now: Duration) -> [LiveRunFeed.Effect] { feed.tick(at: now) }

  func end(at now: Duration) -> [LiveRunFeed.Effect] { feed.end(at: now) }
}

/// What pages receive about a run, as values on a clock that the test keeps.
@Suite struct `The feed of a run` {
  private static let greeting = """
    {"control":1,"version":"0.2.0","name":"w","pid":7,"session":12,"workout":"W","epoch":1000000000,"speed":1}
    """
  private static let place = #""place":{"t":5,"elapsed":3000000000,"rate":0}"#

  /// A feed whose run has greeted and been asked.
  private func greeted() -> TestFeed {
    let feed = TestFeed()
    #expect(
      feed.receive(Self.greeting) == [
        .send(#"{"id":1,"watch":"all"}"#),
        .send(
          #"{"id":2,"events":["phase","cue","paused","resumed","action","audio","finished"],"ahead":true}"#),
      ])
    return feed
  }

  /// A feed with a page that has the state.
  private func watched() -> TestFeed {
    let feed = greeted()
    #expect(feed.add(.page(1)).isEmpty)
    let effects = feed.receive(#"{"id":1,"ok":true,"t":5,"values":{"playback":"playing",\#(Self.place)}}"#)
    #expect(effects == [.publish(ServerSentEvent("state", feed.report.line), to: [1])])
    _ = feed.receive(#"{"id":2,"ok":true}"#)
    return feed
  }

  private func event(_ sequence: Int, at instant: Int = 0) -> String {
    #"{"api":1,"seq":\#(sequence),"t":\#(instant),"event":"cue"}"#
  }

  @Test func `begins with the state and passes on changes and events as they are`() {
    let feed = watched()
    #expect(
      feed.report.line.hasPrefix(
        #"{"name":"w","workout":"W","language":null,"pid":7,"session":12,"epoch":1000000000,"speed":1,"#))
    let change = #"{"t":9,"change":{"playback":"paused","owner":"workout"}}"#
    #expect(feed.receive(change) == [.publish(ServerSentEvent("change", change), to: [1])])
    #expect(feed.report["playback"]?.text == "paused" && feed.report.isOwner)
    let expected = ServerSentEvent("event", event(3), id: 3)
    #expect(feed.receive(event(3)) == [.publish(expected, to: [1])])
    #expect(String(decoding: expected.bytes, as: UTF8.self) == "event: event\nid: 3\ndata: \(event(3))\n\n")
  }

  @Test func `reads the state again for each page that connects, and sends it nothing before`() {
    let feed = watched()
    #expect(feed.add(.page(2)) == [.send(#"{"id":3,"get":"all"}"#)])
    #expect(feed.receive(event(1)) == [.publish(ServerSentEvent("event", event(1), id: 1), to: [1])])
    let effects = feed.receive(#"{"id":3,"ok":true,"t":8,"values":{"playback":"paused"}}"#)
    #expect(effects == [.publish(ServerSentEvent("state", feed.report.line), to: [2])])
    feed.remove(.page(1))
    #expect(feed.receive(event(2)) == [.publish(ServerSentEvent("event", event(2), id: 2), to: [2])])
  }

  @Test
  func `asks once for all who wait, again for who comes later, and answers from what it knows where the run is busy`() {
    let feed = watched()
    #expect(feed.add(.question(1)) == [.send(#"{"id":3,"get":"all"}"#)])
    #expect(feed.add(.question(2)).isEmpty && feed.add(.page(2)).isEmpty)
    let busy = #"{"id":3,"ok":false,"error":"busy","reason":"too many requests"}"#
    let state = ServerSentEvent("state", feed.report.line)
    // The second query may follow a reply of the run to somebody else, which the first reading needn't know.
    #expect(
      feed.receive(busy)
        == [.publish(state, to: [2]), .answer(question: 1), .send(#"{"id":4,"get":"all"}"#)])
    #expect(feed.add(.question(3)).isEmpty)
    let values = #"{"id":4,"ok":true,"t":9,"values":{"playback":"paused"}}"#
    #expect(feed.receive(values) == [.answer(question: 2), .send(#"{"id":5,"get":"all"}"#)])
    #expect(feed.receive(busy.replacing("3", with: "5")) == [.answer(question: 3)])
  }

  @Test func `gives a page that comes back what it has missed, and another what is still to be heard`() {
    let feed = watched()
    for number in 1...5 { _ = feed.receive(event(number, at: number)) }
    func received(after last: Int?) -> [Int?] {
      let asked = feed.add(.page(9), last: last)
      guard case .send(let line)? = asked.first, let id = line.firstMatch(of: #/"id":([0-9]+)/#)?.output.1 else {
        return []
      }
      let effects = feed.receive(#"{"id":\#(id),"ok":true,"t":3,"values":{}}"#)
      feed.remove(.page(9))
      return effects.map { if case .publish(let event, to: [9]) = $0 { event.id } else { -1 } }
    }
    #expect(received(after: 2) == [nil, 3, 4, 5])
    #expect(received(after: 5) == [nil])
    #expect(received(after: nil) == [nil, 4, 5])
    // A number that isn't reached yet is that of an earlier run.
    #expect(received(after: 80) == [nil, 4, 5])
  }

  @Test func `says after two seconds that the run doesn't answer, and reads all again when it does`() {
    let feed = watched()
    #expect(feed.deadline == .milliseconds(500) && feed.tick(at: .milliseconds(499)).isEmpty)
    #expect(feed.tick(at: .milliseconds(500)) == [.send(#"{"id":3,"clock":0}"#)])
    #expect(feed.tick(at: .milliseconds(2_499)).isEmpty)
    let silence = ServerSentEvent("silent", #"{"since":0}"#)
    #expect(feed.tick(at: .milliseconds(2_500)) == [.publish(silence, to: [1]), .publish(silence, to: [])])
    #expect(!feed.report.answers && feed.deadline == nil)
    // A page that comes meanwhile learns what is known.
    let state = ServerSentEvent("state", feed.report.line)
    #expect(feed.add(.page(2), at: .seconds(3)) == [.publish(state, to: [2]), .publish(silence, to: [2])])
    #expect(feed.request(4, ["do": "pause"], at: .seconds(3)) == [.reply(request: 4, .silent)])
    let late = feed.receive(event(1), at: .seconds(4))
    #expect(late == [.send(#"{"id":4,"get":"all"}"#), .publish(ServerSentEvent("event", event(1), id: 1), to: [])])
    let effects = feed.receive(#"{"id":4,"ok":true,"t":0,"values":{}}"#, at: .seconds(4))
    let missed = ServerSentEvent("event", event(1), id: 1)
    let again = ServerSentEvent("state", feed.report.line)
    #expect(
      effects == [
        .publish(again, to: [1]), .publish(missed, to: [1]), .publish(again, to: [2]), .publish(missed, to: [2]),
      ] || effects == [.publish(again, to: [1]), .publish(again, to: [2])])
    #expect(feed.report.answers)
  }

  @Test func `asks a run for nothing while it sends events or has no consumer`() {
    let feed = watched()
    _ = feed.receive(event(1), at: .milliseconds(400))
    #expect(feed.deadline == .milliseconds(900))
    feed.remove(.page(1))
    #expect(feed.deadline == nil && feed.tick(at: .seconds(60)).isEmpty)
  }

  @Test func `reports that a run that never greets doesn't answer`() {
    let feed = TestFeed()
    _ = feed.add(.page(1))
    _ = feed.add(.question(2))
    #expect(!feed.isSettled && feed.deadline == .seconds(2))
    let effects = feed.tick(at: .seconds(2))
    #expect(feed.isSettled && effects.contains(.answer(question: 2)))
    #expect(effects.contains(.publish(ServerSentEvent("state", feed.report.line), to: [1])))
    #expect(feed.report.line.contains(#""workout":null"#) && feed.report.line.contains(#""answers":false"#))
  }

  @Test func `answers requests by the numbers of its own, whatever theirs are`() throws {
    let feed = watched()
    #expect(feed.request(77, ["do": "undo"]) == [.send(#"{"id":3,"do":"undo"}"#)])
    let effects = feed.receive(#"{"id":3,"ok":false,"error":"refused","reason":"nothing to undo"}"#)
    guard case .reply(77, let reply)? = effects.first else { throw Problem() }
    #expect(reply.error == "refused" && reply.fields == ["ok": false, "error": "refused", "reason": "nothing to undo"])
    #expect(feed.receive(#"{"id":3,"ok":true}"#).isEmpty)
  }

  @Test(arguments: [("completed", "finished", false), ("stopped", "stopped", true), ("failed", "interrupted", true)])
  func `says how a run ended by what it said last`(reason: String, outcome: String, resumable: Bool) {
    let feed = watched()
    _ = feed.receive(#"{"api":1,"seq":9,"t":1,"event":"finished","elapsed":4,"reason":"\#(reason)"}"#)
    #expect(feed.isOver)
    let data = #"{"name":"w","session":12,"outcome":"\#(outcome)","at":7,"elapsed":4,"resumable":\#(resumable)}"#
    #expect(feed.end(at: .nanoseconds(7)) == [.publish(ServerSentEvent("ended", data), to: [1])])
  }

  @Test func `says of a run that was killed how far it had come`() throws {
    let feed = watched()
    _ = feed.receive(#"{"t":5,"change":{"place":{"t":500,"elapsed":100,"rate":1}}}"#)
    _ = feed.request(4, ["do": "pause"])
    let effects = feed.end(at: .nanoseconds(1_000_000_900))
    #expect(effects.last == .reply(request: 4, .ending))
    guard case .publish(let event, to: [1])? = effects.first else { throw Problem() }
    // Session time is 900 ns at that instant, 400 more than when the place was read.
    #expect(event.data.contains(#""outcome":"interrupted""#) && event.data.contains(#""elapsed":500,"resumable":true"#))
  }

  @Test func `says that a run was taken over where another had its sound when it ended`() throws {
    let feed = watched()
    _ = feed.receive(#"{"t":5,"change":{"reason":"interruption","owner":null}}"#)
    guard case .publish(let event, _)? = feed.end(at: .seconds(9)).first else { throw Problem() }
    #expect(event.data.contains(#""outcome":"takenOver""#))
  }

  @Test func `continues with a run that has only closed the connection, and reports what was missed`() {
    let feed = watched()
    _ = feed.receive(event(1))
    _ = feed.request(4, ["do": "pause"])
    #expect(feed.mayLiveOn && feed.reconnect() == [.reply(request: 4, .ending)] && !feed.mayLiveOn)
    #expect(feed.receive(Self.greeting).count == 2)
    _ = feed.receive(event(2))
    let effects = feed.receive(#"{"id":4,"ok":true,"t":9,"values":{}}"#)
    let missed = ServerSentEvent("event", event(2), id: 2)
    #expect(
      effects == [.publish(ServerSentEvent("state", feed.report.line), to: [1]), .publish(missed, to: [1])]
        && feed.mayLiveOn)
  }

  @Test func `says that the run has ended where another one has its place`() throws {
    let feed = watched()
    _ = feed.receive(event(1))
    _ = feed.reconnect()
    let effects = feed.receive(Self.greeting.replacing(#""pid":7,"session":12"#, with: #""pid":8,"session":13"#))
    guard case .publish(let event, to: [1])? = effects.first else { throw Problem() }
    #expect(event.name == "ended" && event.data.contains(#""session":12,"outcome":"interrupted""#))
    let state = feed.receive(#"{"id":3,"ok":true,"t":9,"values":{}}"#)
    #expect(state == [.publish(ServerSentEvent("state", feed.report.line), to: [1])])
    #expect(feed.report.line.contains(#""pid":8"#))
  }

  @Test(arguments: ["", "nonsense", "[]", #"{"control":2}"#, #"{"ok":false,"error":"busy","reason":"too many"}"#])
  func `leaves alone what is no run of its protocol`(line: String) {
    let feed = TestFeed()
    #expect(feed.receive(line) == [.leave])
  }

  @Test func `keeps the last thousand events`() {
    var ring = EventRing()
    for number in 1...2_345 { ring.add(EventRing.Entry(sequence: number, instant: number, line: "")) }
    #expect(ring.newest == 2_345)
    #expect(ring.missed(after: 0, heardAfter: 0).map(\.sequence) == Array(1_346...2_345))
    #expect(ring.missed(after: 2_344, heardAfter: 0).map(\.sequence) == [2_345])
    #expect(ring.missed(after: nil, heardAfter: 2_343).map(\.sequence) == [2_344, 2_345])
    #expect(EventRing().missed(after: 3, heardAfter: 0).isEmpty)
  }

  @Test func `shows the run with the sound, else the one that is shown already, else the newest`() {
    func report(_ name: String, epoch: Int?, owner: Bool = false) -> LiveRunReport {
      var report = LiveRunReport(name: name)
      report.greeting = epoch.flatMap { JSONObject(line: #"{"epoch":\#($0)}"#.utf8) }
      report.isOwner = owner
      return report
    }
    let (old, new) = (report("old", epoch: 1), report("new", epoch: 2))
    #expect(ShownRun.choice(among: [], current: "old") == nil)
    #expect(ShownRun.choice(among: [old, new], current: nil) == "new")
    #expect(ShownRun.choice(among: [old, new], current: "old") == "old")
    #expect(ShownRun.choice(among: [old, new], current: "gone") == "new")
    let owner = report("sound", epoch: 0, owner: true)
    #expect(ShownRun.choice(among: [old, new, owner], current: "old") == "sound")
    #expect(ShownRun.choice(among: [report("dumb", epoch: nil), old], current: nil) == "old")
  }

  private struct Problem: Error {}
}

extension LiveRunReport {
  fileprivate var line: String { fields.line(.compact) }
}
