import ControlSocket
import HostSystem

/// The thread of the hub, which passes messages between runs and pages.
struct HubLoop {
  /// A query, and the runs whose state it still waits for.
  struct Question {
    var open: Set<String>
    var reports: [LiveRunReport] = []
    let answer: @Sendable ([LiveRunReport]) -> Void
  }

  /// The interval between searches for new runs while a page waits for one, and between comments to each page.
  private static let (scanInterval, commentInterval) = (Duration.milliseconds(500), Duration.seconds(15))
  /// The time from a new socket until it is connected to: it must listen first.
  private static let settlingTime = Duration.milliseconds(20)
  /// The pause between attempts to connect to a run that refuses; it doubles each time.
  private static let (firstPause, longestPause) = (Duration.seconds(1), Duration.seconds(10))

  /// The folder with the control sockets.
  private let folder: String
  private let watch: FolderWatch
  private let isAhead: Bool
  private let mailbox: Mailbox<LiveRunHub.Message>
  private let waking: WakeDescriptor
  var links: [String: LiveRunLink] = [:]
  var pages: [Int: PageSubscription] = [:]
  var followers: [Int: LiveRunNews.Receiver] = [:]
  var questions: [Int: Question] = [:]
  var requests: [Int: @Sendable (LiveRunReply) -> Void] = [:]
  var nextScan: Duration?
  /// The runs that accept no client or use another protocol version, with the next attempt and the pause after it.
  private var refusals: [String: (until: Duration, pause: Duration)] = [:]
  private var nextComment: Duration?
  var isStopped = false

  init(_ folder: String, isAhead: Bool, _ mailbox: Mailbox<LiveRunHub.Message>, _ waking: WakeDescriptor) {
    (self.folder, self.isAhead, self.mailbox, self.waking) = (folder, isAhead, mailbox, waking)
    watch = FolderWatch(folder)
  }

  /// Runs until the hub is released.
  mutating func run() {
    while true {
      let now = HostTime.now
      // Available input is read before a run is considered silent.
      for name in links.keys.sorted() { read(name, at: now) }
      for message in mailbox.drain().messages { handle(message, at: now) }
      // Nothing would end a wait any more.
      if isStopped { return }
      for name in links.keys.sorted() { tick(name, at: now) }
      if watch.hasNews() { nextScan = now + Self.settlingTime }
      scan(at: now)
      assignPages(at: now)
      assignFollowers(at: now)
      comment(at: now)
      wait(at: now)
    }
  }

  // MARK: Waiting

  private mutating func wait(at now: Duration) {
    let deadlines = links.values.compactMap(\.deadline) + [nextScan, nextComment].compactMap { $0 }
    var polled = PollSet([waking.number, watch.number] + links.values.map(\.client.descriptor))
    polled.wait(for: links.values.contains(where: \.client.holdsLine) ? .zero : deadlines.min().map { $0 - now })
  }

  /// Looks for runs while a page or query waits for one, or a follower is there.
  private mutating func scan(at now: Duration) {
    let isAnyWanted = !followers.isEmpty || pages.values.contains { $0.wanted == nil }
    let isNeeded = isAnyWanted || pages.values.contains { $0.wanted.map { links[$0] == nil } == true }
    guard isNeeded else {
      nextScan = nil
      return
    }
    if let nextScan, now < nextScan { return }
    nextScan = now + Self.scanInterval
    let wanted = isAnyWanted ? nil : Set(pages.values.compactMap(\.wanted))
    connect(to: wanted, at: now)
  }

  /// Connects to the runs with these names, or to all, unless connected.
  mutating func connect(to names: Set<String>?, at now: Duration) {
    for run in ControlClient.sockets(in: folder) where links[run.name] == nil && names?.contains(run.name) != false {
      if let refusal = refusals[run.name], now < refusal.until { continue }
      guard let client = try? ControlClient(run.path) else { continue }
      links[run.name] = LiveRunLink(run.name, client, isAhead: isAhead, at: now)
    }
  }

  private mutating func comment(at now: Duration) {
    guard !pages.isEmpty else {
      nextComment = nil
      return
    }
    let due = nextComment ?? now + Self.commentInterval
    nextComment = due
    guard now >= due else { return }
    nextComment = now + Self.commentInterval
    for page in pages.keys.sorted() { pages[page]?.stream.send(ServerSentEvent.comment) }
  }

  // MARK: Runs

  private mutating func read(_ name: String, at now: Duration) {
    guard let (effects, loss) = links[name]?.read(at: now) else { return }
    perform(effects, of: name)
    if let loss { lose(name, loss, at: now) }
  }

  private mutating func tick(_ name: String, at now: Duration) {
    guard let effects = links[name]?.feed.tick(at: now) else { return }
    apply(effects, to: name, at: now)
    // Pages without a named run may switch to any run that gets the audio session.
    let isWatched = pages.values.contains { $0.wanted == nil }
    if !isWatched, links[name]?.isAbandoned(at: now) == true { links[name] = nil }
  }

  /// Performs the effects of a feed.
  mutating func apply(_ effects: [LiveRunFeed.Effect], to name: String, at now: Duration) {
    guard !effects.isEmpty, let (rest, loss) = links[name]?.send(effects) else { return }
    perform(rest, of: name)
    if let loss { lose(name, loss, at: now) }
  }

  private mutating func perform(_ effects: [LiveRunFeed.Effect], of name: String) {
    for effect in effects {
      switch effect {
      case .publish(let event, let pages):
        guard !pages.isEmpty else { continue }
        tell(followers.keys.filter(pages.contains).sorted(), event, of: name)
        let bytes = event.bytes
        for page in pages { self.pages[page]?.stream.send(bytes) }
      case .answer(let question): answer(question, name)
      case .reply(let number, let reply): requests.removeValue(forKey: number)?(reply)
      case .send, .leave: break
      }
    }
  }

  /// A connection was closed. A run that has not announced its end, and accepts a new connection, may only have
  /// dropped this one. The socket of a dying process may accept, too, but sends no greeting.
  private mutating func lose(_ name: String, _ loss: LiveRunLink.Loss, at now: Duration) {
    guard var link = links.removeValue(forKey: name) else { return }
    if loss == .closed, link.feed.mayLiveOn, let client = try? ControlClient("\(folder)/\(name).sock") {
      let effects = link.reconnect(client, at: now)
      links[name] = link
      return perform(effects, of: name)
    }
    let hasEnded = loss == .closed && link.feed.report.greeting != nil
    if loss == .closed {
      refusals[name] = nil
    } else {
      let pause = min(refusals[name].map { $0.pause * 2 } ?? Self.firstPause, Self.longestPause)
      refusals[name] = (now + pause, pause)
    }
    perform(hasEnded ? link.feed.end(at: now) : link.feed.abandon(), of: name)
    for follower in followers.keys.sorted() { followers[follower]?(.left(run: name)) }
    for page in pages.keys where pages[page]?.place == .run(name) { pages[page]?.place = .undecided }
    nextScan = nil
  }
}
