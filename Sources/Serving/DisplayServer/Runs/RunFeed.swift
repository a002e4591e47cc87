import SessionReporting
import WorkoutModel

/// What is told of one run, to pages and to those who ask once: lines of its socket in, lines and messages out.
///
/// It does nothing itself: each step returns what is to be done, in order.
package struct RunFeed {
  /// Who wants to know the run's state.
  package enum Consumer: Hashable {
    case page(Int)
    case question(Int)

    var page: Int? { if case .page(let page) = self { page } else { nil } }
    var question: Int? { if case .question(let question) = self { question } else { nil } }
  }

  /// What is to be done.
  package enum Effect: Equatable {
    /// Send a line to the run.
    case send(String)
    /// Pass an event on to pages.
    case publish(ServerSentEvent, to: [Int])
    /// Answer somebody who has asked once with what is known now.
    case answer(question: Int)
    /// Answer a request with a line of the run, or with why there is none.
    case reply(request: Int, RunReply)
    /// The run doesn't speak this protocol, or takes no more clients: it is left alone.
    case leave
  }

  /// What a line was sent for.
  private enum Question {
    case values
    case request(Int)
    /// An answer is expected, but says nothing.
    case nothing

    var request: Int? { if case .request(let number) = self { number } else { nil } }
  }

  /// How long a run may be quiet before it is asked for the time, and how long that may take.
  static let (quiet, patience) = (Duration.milliseconds(500), Duration.seconds(2))
  /// What pages are told of.
  private static let events = #"["phase","cue","paused","resumed","action","audio","finished"]"#

  package private(set) var report: RunReport
  private var ring = EventRing()
  /// The pages that have the state, and so are told each change.
  private var pages: Set<Int> = []
  /// Those who get the state as soon as it has been read, pages with the last event that they have.
  private var waiting: [Consumer: Int?] = [:]
  private var questions: [Int: Question] = [:]
  private var nextQuestion = 1
  /// When the run said something last, and since when it owes an answer.
  private var heard: Duration
  private var owing: Duration?
  /// The reason and the active time of the end that the run has announced.
  private var ending: (outcome: RunReport.Outcome, elapsed: Int?)?

  /// Whether the run on this connection hasn't said who it is.
  private var owesGreeting = true

  /// The feed of a run that has just been connected to, and owes its greeting.
  package init(_ name: String, at now: Duration) {
    report = RunReport(name: name)
    heard = now
    owing = now
  }

  /// Whether anybody wants to know anything.
  var isWanted: Bool { !pages.isEmpty || !waiting.isEmpty }

  /// Whether the state is known, or the run doesn't tell it.
  package var isSettled: Bool { !report.values.isEmpty || !report.answers }

  /// Whether the run may go on where the connection doesn't.
  package var mayLiveOn: Bool { !owesGreeting && ending == nil }

  /// Whether the run has said that it is over.
  package var isOver: Bool { ending != nil }

  /// When `tick` is due; `nil` where nothing is.
  package var deadline: Duration? {
    let isAwaited = isWanted || report.values.isEmpty || questions.values.contains { $0.request != nil }
    guard isAwaited, report.answers else { return nil }
    return (owing.map { $0 + Self.patience }) ?? heard + Self.quiet
  }

  // MARK: Those who want to know

  /// Adds somebody who wants the state.
  package mutating func add(_ consumer: Consumer, last: Int? = nil, at now: Duration) -> [Effect] {
    waiting[consumer] = .some(last)
    if !report.answers { return tellSilence() }
    // One answer serves all who wait for it.
    let isAsked = questions.values.contains { if case .values = $0 { true } else { false } }
    return report.values.isEmpty || isAsked ? [] : [ask(.values, #""get":"all""#, at: now)]
  }

  /// Somebody wants nothing any more.
  package mutating func remove(_ consumer: Consumer) {
    waiting[consumer] = nil
    if case .page(let page) = consumer { pages.remove(page) }
  }

  /// Sends a request: the fields of its object, without an `id`.
  package mutating func request(_ number: Int, _ fields: String, at now: Duration) -> [Effect] {
    guard report.answers else { return [.reply(request: number, .silent)] }
    return [ask(.request(number), fields, at: now)]
  }

  private mutating func ask(_ question: Question, _ fields: String, at now: Duration) -> Effect {
    defer { nextQuestion += 1 }
    questions[nextQuestion] = question
    owing = owing ?? now
    return .send("{\"id\":\(nextQuestion),\(fields)}")
  }

  // MARK: What the run says

  /// Takes a line of the run.
  package mutating func receive(_ line: String, at now: Duration) -> [Effect] {
    guard let object = JSONLine(line) else { return [.leave] }
    heard = now
    owing = nil
    var effects: [Effect] = []
    if !report.answers, !owesGreeting {
      report.answers = true
      // What it has done meanwhile is read again.
      suspendPages()
      effects.append(ask(.values, #""get":"all""#, at: now))
    }
    if let version = object["control"] {
      guard version.integer == 1 else { return [.leave] }
      return effects + greet(object, at: now)
    }
    if let change = object["change"]?.object {
      report.merge(change)
      return effects + [.publish(ServerSentEvent("change", line), to: pages.sorted())]
    }
    if let event = object["event"]?.text { return effects + [pass(event, object, line)] }
    return effects + answer(object, line, at: now)
  }

  private mutating func greet(_ greeting: JSONLine, at now: Duration) -> [Effect] {
    owesGreeting = false
    var effects: [Effect] = []
    if let process = report.process, process != greeting["pid"]?.integer {
      // It is another run in the place of the one that was there.
      effects.append(ended(at: now))
      report = RunReport(name: report.name)
      ring = EventRing()
      for consumer in waiting.keys { waiting[consumer] = .some(nil) }
    }
    report.greeting = greeting
    report.answers = true
    return effects + [
      ask(.values, #""watch":"all""#, at: now), ask(.nothing, #""events":\#(Self.events),"ahead":true"#, at: now),
    ]
  }

  private mutating func pass(_ event: String, _ object: JSONLine, _ line: String) -> Effect {
    if event == "finished" {
      let outcome: RunReport.Outcome =
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

  private mutating func answer(_ object: JSONLine, _ line: String, at now: Duration) -> [Effect] {
    guard let question = object["id"]?.integer.flatMap({ questions.removeValue(forKey: $0) }) else {
      // A run that has too many clients says so without being asked.
      return owesGreeting ? [.leave] : []
    }
    if !questions.isEmpty { owing = now }
    switch question {
    case .nothing: return []
    case .request(let number): return [.reply(request: number, RunReply(object))]
    case .values:
      guard let values = object["values"]?.object else {
        // A run that is too busy to answer tells every change, so what is known is true.
        return report.values.isEmpty ? [] : tellState(readAt: .max)
      }
      report.merge(values)
      return tellState(readAt: object["t"]?.integer ?? 0)
    }
  }

  /// Tells those who wait for the state.
  private mutating func tellState(readAt instant: Int) -> [Effect] {
    let state = ServerSentEvent("state", report.json)
    let waited = waiting
    waiting = [:]
    var effects: [Effect] = []
    for page in waited.keys.compactMap(\.page).sorted() {
      pages.insert(page)
      effects.append(.publish(state, to: [page]))
      let missed = ring.missed(after: waited[.page(page)] ?? nil, heardAfter: instant)
      effects += missed.map { .publish($0.event, to: [page]) }
    }
    return effects + waited.keys.compactMap(\.question).sorted().map { .answer(question: $0) }
  }

  // MARK: Silence and the end

  /// What is due at an instant.
  package mutating func tick(at now: Duration) -> [Effect] {
    guard let deadline, now >= deadline else { return [] }
    guard owing != nil else { return [ask(.nothing, "\"clock\":0", at: now)] }
    report.answers = false
    let unanswered = questions.keys.sorted().compactMap { questions[$0]?.request }
    questions = [:]
    return unanswered.map { .reply(request: $0, .silent) } + [.publish(silence, to: pages.sorted())] + tellSilence()
  }

  private var silence: ServerSentEvent { ServerSentEvent("silent", "{\"since\":\(heard.inNanoseconds)}") }

  /// Tells those who wait for the state what is known of it.
  private mutating func tellSilence() -> [Effect] {
    let waited = waiting.keys.compactMap(\.page).sorted()
    return tellState(readAt: .max) + [.publish(silence, to: waited)]
  }

  /// The run is over: everybody is told, and wants nothing any more.
  package mutating func end(at now: Duration) -> [Effect] {
    [ended(at: now)] + abandon()
  }

  private func ended(at now: Duration) -> Effect {
    let told = pages.union(waiting.keys.compactMap(\.page)).sorted()
    return .publish(
      report.ended(ending?.outcome ?? report.silentOutcome, elapsed: ending?.elapsed, at: now), to: told)
  }

  /// The connection is over, and another has been made to what may be the same run: its greeting tells.
  package mutating func reconnect(at now: Duration) -> [Effect] {
    let unanswered = questions.keys.sorted().compactMap { questions[$0]?.request }
    questions = [:]
    suspendPages()
    owesGreeting = true
    (heard, owing) = (now, now)
    return unanswered.map { .reply(request: $0, .ending) }
  }

  /// Has the pages get the state before anything else.
  private mutating func suspendPages() {
    for page in pages { waiting[.page(page)] = .some(ring.newest) }
    pages = []
  }

  /// The connection is over, but perhaps not the run: nobody gets what is still to come by it.
  mutating func abandon() -> [Effect] {
    let asked = waiting.keys.compactMap(\.question).sorted()
    let unanswered = questions.keys.sorted().compactMap { questions[$0]?.request }
    (pages, waiting, questions) = ([], [:], [:])
    return unanswered.map { .reply(request: $0, .ending) } + asked.map { .answer(question: $0) }
  }
}
