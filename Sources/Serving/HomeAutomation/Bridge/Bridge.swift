import ControlSocket
package import LiveRuns
import SessionControl
package import StrictJSON
import WorkoutModel

/// The bridge between the live runs of this machine and a broker: takes what happens on either side, and returns what
/// is to be done.
///
/// It performs no I/O and reads no clock.
package struct Bridge {
  package struct Question: Equatable, Sendable {
    let id: ControlRequest.ID?
    let run: String?
  }

  package enum Input: Sendable {
    case connected
    case lost
    /// The connection has sent a message, or it could not be sent.
    case sent
    case unsent(MQTTMessage)
    case received(MQTTMessage)
    case run(LiveRunNews)
    case replied(LiveRunReply, Question)
    case started(Result<String, CommandFailure>)
    /// Time has passed, as `nextStage` asks for.
    case woken
    case listed([WorkoutItem])
  }

  package enum Effect: Equatable {
    case subscribe([String])
    case send(MQTTMessage)
    case ask(run: String, JSONFields, Question)
    case start([String], log: String)
  }

  /// An instant by the boot clock and by the wall clock.
  package struct Moment {
    let boot: Duration
    let wall: Duration

    package init(boot: Duration, wall: Duration) { (self.boot, self.wall) = (boot, wall) }
  }

  /// The messages that the connection may hold: a broker that reads slowly leaves the others here.
  private static let atOnce = 16
  private static let rate = 20
  /// A wall clock that is off by more has been set.
  private static let trim = Duration.milliseconds(500)

  let topics: BrokerTopics
  /// The version of Cuebell in the discovery; `nil` without discovery.
  private let discovered: String?
  let runOptions: [String]
  var requests: TokenBucket
  private(set) var reports: [String: LiveRunReport] = [:]
  var workouts: [WorkoutItem] = []
  var effects: [Effect] = []
  private var stamps: [String: EndStamps] = [:]
  /// How far the wall clock is ahead of the boot clock: steady while it is only trimmed.
  private var offset: Duration?
  private var outbox = Outbox()
  private var isConnected = false
  private var sending = 0
  private var kept: [String: String] = [:]

  package init(_ topics: BrokerTopics, discovered: String?, runOptions: [String], at now: Moment) {
    (self.topics, self.discovered, self.runOptions) = (topics, discovered, runOptions)
    requests = TokenBucket(rate: Self.rate, capacity: Self.rate, at: now.boot)
  }

  /// Takes what has happened; returns what is to be done, in order.
  package mutating func take(_ input: Input, at now: Moment) -> [Effect] {
    effects = []
    switch input {
    case .connected: connect(at: now)
    case .lost: isConnected = false
    case .sent: sending = max(0, sending - 1)
    case .unsent(let message):
      isConnected = false
      if !message.isRetained { outbox.putBack(message) }
    case .received(let message): receive(message, at: now)
    case .run(let news): take(news, at: now)
    case .replied(let answer, let question): reply(answer == .absent ? .ending : answer, to: question)
    case .started(let outcome): reply(to: outcome)
    case .woken: shareStates(at: now)
    case .listed(let items):
      workouts = items
      shareDiscovery()
    }
    while isConnected, sending < Self.atOnce, let message = outbox.next() {
      sending += 1
      effects.append(.send(message))
    }
    return effects
  }

  // MARK: What the broker keeps

  private mutating func connect(at now: Moment) {
    (isConnected, sending, kept) = (true, 0, [:])
    let waiting = outbox.removeAll()
    effects.append(.subscribe(topics.received + (discovered == nil ? [] : [BrokerTopics.birth])))
    keep("online", as: topics.status)
    shareDiscovery()
    shareStates(at: now)
    for message in waiting { outbox.add(message) }
  }

  /// Lets the broker keep a text, unless it does already; an empty one removes the topic.
  private mutating func keep(_ text: String, as topic: String) {
    guard isConnected, kept[topic] != text else { return }
    kept[topic] = text.isEmpty ? nil : text
    outbox.add(MQTTMessage(topic, text, isRetained: true))
  }

  private mutating func shareDiscovery() {
    guard let discovered else { return }
    let names = workouts.filter { !$0.isBroken && !Discovery.reserved.contains($0.id.lowercased()) }.map(\.id)
    keep(Discovery(topics: topics, version: discovered, workouts: names).line, as: topics.discovery)
  }

  /// The run that requests without a name concern.
  var current: String? { ShownRun.choice(among: Array(reports.values), current: nil) }

  /// The instant of the boot clock at which a phase shows another intensity; `nil` if only news lead to one.
  package func nextStage(after now: Moment) -> Duration? {
    reports.values.compactMap { $0.nextStage(after: now.boot) }.min()
  }

  private mutating func shareStates(at now: Moment) {
    for name in reports.keys.sorted() { shareState(of: name, at: now) }
    shareCurrent(at: now)
  }

  private mutating func shareState(of name: String, at now: Moment) {
    guard let report = reports[name] else { return }
    let ahead = (now.wall - now.boot).steady(offset, within: Self.trim)
    offset = ahead
    stamps[name, default: EndStamps()].read(report, offset: ahead)
    keep(SharedState.line(report, stamps[name] ?? EndStamps(), at: now.boot), as: topics.state(of: name))
  }

  private mutating func shareCurrent(at now: Moment) {
    let name = current
    let stamps = name.flatMap { self.stamps[$0] } ?? EndStamps()
    keep(SharedState.line(name.flatMap { reports[$0] }, stamps, at: now.boot), as: topics.state)
  }

  // MARK: Runs

  private mutating func take(_ news: LiveRunNews, at now: Moment) {
    switch news {
    case .state(let report):
      reports[report.name] = report
      shareState(of: report.name, at: now)
      shareCurrent(at: now)
    case .event(let run, let line): if let text = SharedEvent.line(line, of: run) { say(text, on: topics.event) }
    case .left(let run):
      guard reports.removeValue(forKey: run) != nil else { return }
      stamps[run] = nil
      keep("", as: topics.state(of: run))
      shareCurrent(at: now)
    }
  }

  mutating func say(_ text: String, on topic: String) { outbox.add(MQTTMessage(topic, text)) }

  /// Tells everything that the broker should keep of a topic again.
  mutating func repeatDiscovery() {
    kept[topics.discovery] = nil
    shareDiscovery()
  }

  /// The broker has published the will of an earlier connection: this one lives.
  mutating func repeatStatus() {
    kept[topics.status] = nil
    keep("online", as: topics.status)
  }

  mutating func forgetState(of run: String) {
    guard reports[run] == nil else { return }
    outbox.add(MQTTMessage(topics.state(of: run), "", isRetained: true))
  }
}
