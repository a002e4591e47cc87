package import StrictJSON
import WorkoutModel

/// The protocol state of the connection to one run: takes lines of its socket, and produces lines to the run and
/// events for pages.
///
/// It performs no I/O: each step returns its effects in order.
package struct LiveRunFeed {
  /// A page or query that needs the run's state.
  package enum Consumer: Hashable {
    case page(Int)
    case question(Int)

    var page: Int? { if case .page(let page) = self { page } else { nil } }
    var question: Int? { if case .question(let question) = self { question } else { nil } }
  }

  package enum Effect: Equatable {
    case send(String)
    case publish(ServerSentEvent, to: [Int])
    /// Answer a query with the known state.
    case answer(question: Int)
    /// Answer a request with the run's reply, or with the reason why there is none.
    case reply(request: Int, LiveRunReply)
    /// The run uses another protocol version, or accepts no more clients: close the connection.
    case leave
  }

  private enum Question {
    case values
    case request(Int)
    case nothing

    var request: Int? { if case .request(let number) = self { number } else { nil } }
  }

  private struct Wait {
    var last: Int?
    /// The earliest request whose reply tells the state: a query may follow a reply of the run to another client, which
    /// no older reading may contradict.
    let first: Int
  }

  /// The silence after which a run is asked for the time, and the time limit for its reply.
  static let (quiet, patience) = (Duration.milliseconds(500), Duration.seconds(2))
  private static let events = ["phase", "cue", "paused", "resumed", "action", "audio", "finished"]

  package private(set) var report: LiveRunReport
  /// Whether events come as soon as they are decided; and a silent run is asked whether it is there.
  private let isAhead: Bool
  private var ring = EventRing()
  /// The pages that have the state, and so receive changes.
  private var pages: Set<Int> = []
  private var waiting: [Consumer: Wait] = [:]
  private var questions: [Int: Question] = [:]
  private var nextQuestion = 1
  /// The time of the run's last output, and the time since which a reply is due.
  private var lastHeard: Duration
  private var pending: Duration?
  /// The reason and the active time in the run's `finished` event.
  private var ending: (outcome: LiveRunReport.Outcome, elapsed: Int?)?

  /// Whether the run hasn't sent its greeting on this connection.
  private var owesGreeting = true

  package init(_ name: String, isAhead: Bool = true, at now: Duration) {
    report = LiveRunReport(name: name)
    self.isAhead = isAhead
    lastHeard = now
    pending = now
  }

  var isWanted: Bool { !pages.isEmpty || !waiting.isEmpty }

  /// Whether the state is known, or the run doesn't reply.
  package var isSettled: Bool { report.isKnown || !report.answers }

  /// Whether the run may continue although the connection was closed.
  package var mayLiveOn: Bool { !owesGreeting && ending == nil }

  package var isOver: Bool { ending != nil }

  /// The time to call `tick`; `nil` if not needed.
  package var deadline: Duration? {
    let isAwaited = isWanted && isAhead || !report.isKnown || questions.values.contains { $0.request != nil }
    guard isAwaited, report.answers else { return nil }
    return (pending.map { $0 + Self.patience }) ?? lastHeard + Self.quiet
  }

  // MARK: Consumers

  func serves(_ consumer: Consumer) -> Bool { waiting[consumer] != nil || consumer.page.map(pages.contains) == true }

  package mutating func add(_ consumer: Consumer, last: Int? = nil, at now: Duration) -> [Effect] {
    // A page receives every change after the state, so that it may be an earlier one.
    waiting[consumer] = Wait(last: last, first: consumer.page == nil ? nextQuestion : 0)
    if !report.answers { return tellSilence() }
    return askForValues(at: now)
  }

  /// Asks for the state unless a reply is due; one reply serves all consumers that waited before.
  private mutating func askForValues(at now: Duration) -> [Effect] {
    let isAsked = questions.values.contains { if case .values = $0 { true } else { false } }
    return owesGreeting || isAsked ? [] : [ask(.values, ["get": "all"], at: now)]
  }

  package mutating func remove(_ consumer: Consumer) {
    waiting[consumer] = nil
    if case .page(let page) = consumer { pages.remove(page) }
  }

  /// Sends a request: the fields of its object, without `id`.
  package mutating func request(_ number: Int, _ fields: JSONFields, at now: Duration) -> [Effect] {
    guard report.answers else { return [.reply(request: number, .silent)] }
    return [ask(.request(number), fields, at: now)]
  }

  private mutating func ask(_ question: Question, _ fields: JSONFields, at now: Duration) -> Effect {
    defer { nextQuestion += 1 }
    questions[nextQuestion] = question
    pending = pending ?? now
    var object: JSONFields = ["id": nextQuestion]
    object.add(fields)
    return .send(object.line(.compact))
  }

  // MARK: Input

  package mutating func receive(_ line: String, at now: Duration) -> [Effect] {
    guard let object = JSONObject(line: line.utf8) else { return [.leave] }
    lastHeard = now
    pending = nil
    var effects: [Effect] = []
    if !report.answers, !owesGreeting {
      report.answers = true
      // The state is read again, because changes may have been missed.
      suspendPages()
      effects.append(ask(.values, ["get": "all"], at: now))
    }
    if let version = object["control"] {
      guard version.integer == 1 else { return [.leave] }
      return effects + greet(object, at: now)
    }
    if let change = object["change"]?.object {
      report.merge(change, at: object["t"]?.integer)
      return effects + [.publish(ServerSentEvent("change", line), to: pages.sorted())]
    }
    if let event = object["event"]?.text { return effects + [pass(event, object, line)] }
    return effects + answer(object, line, at: now)
  }

  private mutating func greet(_ greeting: JSONObject, at now: Duration) -> [Effect] {
    owesGreeting = false
    var effects: [Effect] = []
    if let process = report.process, process != greeting["pid"]?.integer {
      // It is another run that uses the same name.
      effects.append(ended(at: now))
      report = LiveRunReport(name: report.name)
      ring = EventRing()
      for consumer in waiting.keys { waiting[consumer]?.last = nil }
    }
    report.greeting = greeting
    // Pages that were told of its silence wait for the state again.
    if !report.answers { suspendPages() }
    report.answers = true
    return effects + [
      ask(.values, ["watch": "all"], at: now), ask(.nothing, ["events": Self.events, "ahead": isAhead], at: now),
    ]
  }

  private mutating func pass(_ event: String, _ object: JSONObject, _ line: String) -> Effect {
    if event == "finished" {
      let outcome: LiveRunReport.Outcome =
        switch object["reason"]?.text {
        case "completed": .finished
        case "stopped": .stopped
        default: .interrupted
        }
      ending = (outcome, object["elapsed"]?.integer)
    }
    guard let sequence = object["seq"]?.integer, let instant = object["t"]?.integer else {
      return .publish(ServerSentEvent("event", line), to: pages.sorted())
    }
    let entry = EventRing.Entry(sequence: sequence, instant: instant, line: line)
    ring.add(entry)
    return .publish(entry.event, to: pages.sorted())
  }

  private mutating func answer(_ object: JSONObject, _ line: String, at now: Duration) -> [Effect] {
    let number = object["id"]?.integer
    guard let number, let question = questions.removeValue(forKey: number) else {
      // A run with too many clients sends an error without being asked.
      return owesGreeting ? [.leave] : []
    }
    if !questions.isEmpty { pending = now }
    switch question {
    case .nothing: return []
    case .request(let number): return [.reply(request: number, LiveRunReply(object))]
    case .values:
      guard let values = object["values"]?.object else {
        // A busy run rejects requests but still reports changes, so the known state is current.
        return !report.isKnown ? [] : sendState(readAt: .max, by: number, at: now)
      }
      report.merge(values, at: object["t"]?.integer)
      return sendState(readAt: object["t"]?.integer ?? 0, by: number, at: now)
    }
  }

  /// Sends the state, read at an instant, to the consumers that wait for the reply to a request or an earlier one, and
  /// asks again for the others.
  private mutating func sendState(readAt instant: Int, by number: Int, at now: Duration) -> [Effect] {
    let effects = sendState(readAt: instant, by: number)
    return waiting.isEmpty ? effects : effects + askForValues(at: now)
  }

  private mutating func sendState(readAt instant: Int, by number: Int = .max) -> [Effect] {
    let state = ServerSentEvent("state", report.fields.line(.compact))
    let waited = waiting.filter { $0.value.first <= number }
    for consumer in waited.keys { waiting[consumer] = nil }
    var effects: [Effect] = []
    for page in waited.keys.compactMap(\.page).sorted() {
      pages.insert(page)
      effects.append(.publish(state, to: [page]))
      let missed = ring.missed(after: waited[.page(page)]?.last, heardAfter: instant)
      effects += missed.map { .publish($0.event, to: [page]) }
    }
    return effects + waited.keys.compactMap(\.question).sorted().map { .answer(question: $0) }
  }

  // MARK: Silence and end

  package mutating func tick(at now: Duration) -> [Effect] {
    guard let deadline, now >= deadline else { return [] }
    guard pending != nil else { return [ask(.nothing, ["clock": 0], at: now)] }
    report.answers = false
    return dismissQuestions(.silent) + [.publish(silence, to: pages.sorted())] + tellSilence()
  }

  private var silence: ServerSentEvent {
    ServerSentEvent("silent", (["since": lastHeard] as JSONFields).line(.compact))
  }

  /// Sends the known state to the consumers that wait, with a `silent` event.
  private mutating func tellSilence() -> [Effect] {
    let waited = waiting.keys.compactMap(\.page).sorted()
    return sendState(readAt: .max) + [.publish(silence, to: waited)]
  }

  /// The run is over: informs and removes all consumers.
  package mutating func end(at now: Duration) -> [Effect] {
    [ended(at: now)] + abandon()
  }

  private func ended(at now: Duration) -> Effect {
    let told = pages.union(waiting.keys.compactMap(\.page)).sorted()
    return .publish(
      report.ended(ending?.outcome ?? report.silentOutcome, elapsed: ending?.elapsed, at: now), to: told)
  }

  /// The connection was replaced by a new one, possibly to the same run; its greeting will show.
  package mutating func reconnect(at now: Duration) -> [Effect] {
    suspendPages()
    owesGreeting = true
    (lastHeard, pending) = (now, now)
    return dismissQuestions(.ending)
  }

  /// Makes the pages wait for the state before further events.
  private mutating func suspendPages() {
    for page in pages { waiting[.page(page)] = Wait(last: ring.newest, first: 0) }
    pages = []
  }

  /// The connection was closed, but the run may continue: removes all consumers.
  mutating func abandon() -> [Effect] {
    let asked = waiting.keys.compactMap(\.question).sorted()
    (pages, waiting) = ([], [:])
    return dismissQuestions(.ending) + asked.map { .answer(question: $0) }
  }

  /// Answers the requests for which no answer comes any more.
  private mutating func dismissQuestions(_ reply: LiveRunReply) -> [Effect] {
    defer { questions = [:] }
    return questions.keys.sorted().compactMap { questions[$0]?.request }.map { .reply(request: $0, reply) }
  }
}
