/// Handles pages and single queries.
extension HubLoop {
  /// Handles a message to the thread.
  mutating func handle(_ message: LiveRunHub.Message, at now: Duration) {
    switch message {
    case .join(let page, let run, let last, let stream):
      pages[page] = PageSubscription(stream: stream, wanted: run, last: last)
      stream.send(ServerSentEvent.retry)
      nextScan = nil
    case .follow(let follower, let receive):
      followers[follower] = receive
      nextScan = nil
    case .leave(let page):
      if case .run(let name)? = pages[page]?.place { links[name]?.feed.remove(.page(page)) }
      pages[page] = nil
    case .announce(let event):
      for page in pages.keys.sorted() { pages[page]?.stream.send(event.bytes) }
    case .ask(let question, let run, let answer): ask(question, run, answer, at: now)
    case .request(let number, let run, let fields, let answer):
      connect(to: [run], at: now)
      guard links[run] != nil else { return answer(.absent) }
      requests[number] = answer
      apply(links[run]?.feed.request(number, fields, at: now) ?? [], to: run, at: now)
    case .stop: isStopped = true
    }
  }

  private mutating func ask(
    _ question: Int, _ run: String?, _ answer: @escaping @Sendable ([LiveRunReport]) -> Void, at now: Duration
  ) {
    connect(to: run.map { [$0] }, at: now)
    let names = links.keys.filter { run == nil || $0 == run }.sorted()
    guard !names.isEmpty else { return answer([]) }
    questions[question] = Question(open: Set(names), answer: answer)
    for name in names { apply(links[name]?.feed.add(.question(question), at: now) ?? [], to: name, at: now) }
  }

  /// Records the state of a run for a query; a run that has ended has none.
  mutating func answer(_ number: Int, _ name: String) {
    guard var question = questions.removeValue(forKey: number) else { return }
    question.open.remove(name)
    if let report = links[name]?.feed.report { question.reports.append(report) }
    if question.open.isEmpty {
      question.answer(question.reports.sorted { $0.name < $1.name })
    } else {
      questions[number] = question
    }
  }

  /// Assigns each page the run that it shows.
  mutating func assignPages(at now: Duration) {
    let isSettled = links.values.allSatisfy(\.feed.isSettled)
    let reports = links.keys.sorted().compactMap { links[$0]?.feed.report }
    for page in pages.keys.sorted() {
      guard let subscription = pages[page] else { continue }
      var current: String?
      if case .run(let name) = subscription.place { current = name }
      let run: String?
      if let wanted = subscription.wanted {
        run = links[wanted] == nil ? nil : wanted
      } else {
        // The run to show may be one whose state isn't known yet.
        guard isSettled else { continue }
        run = ShownRun.choice(among: reports, current: current)
      }
      move(page, to: run.map { .run($0) } ?? .none, at: now)
    }
  }

  /// Lets each follower follow each run.
  mutating func assignFollowers(at now: Duration) {
    for follower in followers.keys.sorted() {
      for name in links.keys.sorted() where links[name]?.feed.serves(.page(follower)) == false {
        apply(links[name]?.feed.add(.page(follower), at: now) ?? [], to: name, at: now)
      }
    }
  }

  /// Tells followers what an event for pages means.
  func tell(_ told: [Int], _ event: ServerSentEvent, of name: String) {
    for receive in told.compactMap({ followers[$0] }) {
      switch event.name {
      case "event": receive(.event(run: name, line: event.data))
      case "ended": receive(.left(run: name))
      default: if let report = links[name]?.feed.report, report.isKnown { receive(.state(report)) }
      }
    }
  }

  private mutating func move(_ page: Int, to place: PageSubscription.Place, at now: Duration) {
    guard var subscription = pages[page], subscription.place != place else { return }
    if case .run(let name) = subscription.place { links[name]?.feed.remove(.page(page)) }
    let last = subscription.last
    // A page for a named run has received the end of that run, and waits for the next one.
    let isTold = subscription.isNew || subscription.wanted == nil
    (subscription.place, subscription.last, subscription.isNew) = (place, nil, false)
    pages[page] = subscription
    switch place {
    case .run(let name): apply(links[name]?.feed.add(.page(page), last: last, at: now) ?? [], to: name, at: now)
    case .none: if isTold { subscription.stream.send(LiveRunReport.none.bytes) }
    case .undecided: break
    }
  }
}
