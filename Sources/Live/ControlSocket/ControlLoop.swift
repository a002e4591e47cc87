import Glibc
import HostSystem
import SessionControl
import SessionReporting

/// The thread of a control server, which serves clients and the session's notices.
struct ControlLoop {
  private let endpoint: ControlEndpoint
  let session: ControlServer.Session
  let mailbox: NoticeMailbox
  let perform: CommandPerformer
  var clients: [ClientConnection] = []
  var interest = NoticeMailbox.Interest()
  var allRequests: TokenBucket
  /// Numbers the events that are sent when they are decided.
  var aheadEncoder: EventEncoder
  /// The plan on one line, cached at the first request.
  var plan: String?
  private var clientCount = 0
  /// The end of the pause in accepting clients after descriptors ran out.
  private var pausedUntil: Duration?
  /// The deadline for clients to read their output; `nil` while the session runs.
  private(set) var closingAt: Duration?

  init(
    _ endpoint: ControlEndpoint, _ session: ControlServer.Session, _ mailbox: NoticeMailbox,
    perform: @escaping CommandPerformer
  ) {
    self.endpoint = endpoint
    self.session = session
    self.mailbox = mailbox
    self.perform = perform
    aheadEncoder = EventEncoder(frameOf: session.frameOf)
    allRequests = TokenBucket(
      rate: ControlLimits.allRequestsPerSecond, capacity: ControlLimits.allRequestsAtOnce, at: Self.now)
  }

  /// Serves until the session is over and clients have received their output.
  mutating func run() {
    while true {
      synchronize()
      serveClients()
      let now = Self.now
      if let closingAt, now >= closingAt || clients.allSatisfy(\.output.isEmpty) { break }
      wait(at: now)
    }
    for client in clients { Self.hangUp(client.descriptor) }
  }

  /// The time for limits, independent of session time.
  static var now: Duration { .monotonic }

  /// Delivers the session's notices under the subscriptions so far.
  @discardableResult
  mutating func synchronize(for interest: NoticeMailbox.Interest? = nil) -> ObservedSession {
    if let interest { self.interest = interest }
    let taken = mailbox.drain(for: interest)
    deliver(taken.notices)
    if taken.isFinishing, closingAt == nil {
      closingAt = Self.now + ControlLimits.farewell
      // Pending commands get no other answer after the end.
      for index in clients.indices {
        for id in clients[index].unanswered {
          clients[index].output.add(reply: ControlReply.line(ControlError.ending, to: id))
        }
        clients[index].unanswered = []
      }
    }
    return taken.session
  }

  // MARK: Clients

  private mutating func serveClients() {
    // Clients with the fewest requests come first, so that busy clients can't starve others.
    let now = Self.now
    let order = clients.indices.map { (index: $0, left: clients[$0].requests.available(at: now)) }
      .sorted { $0.left > $1.left }
    for (index, _) in order { serveRequests(of: index) }
    for index in clients.indices {
      clients[index].write(at: Self.now)
      if let since = clients[index].blockedSince, Self.now - since >= session.patience {
        clients[index].isGone = true
      }
    }
    guard clients.contains(where: \.isDone) else { return }
    for client in clients where client.isDone { Self.hangUp(client.descriptor) }
    clients.removeAll(where: \.isDone)
    let left = clients.reduce(into: NoticeMailbox.Interest()) { $0.add($1) }
    if left != interest { synchronize(for: left) }
  }

  private mutating func serveRequests(of index: Int) {
    clients[index].isWaiting = false
    while clients[index].canAsk(at: Self.now) {
      if mustWait(index) {
        clients[index].isWaiting = true
        return
      }
      guard let line = clients[index].input.next() else {
        if clients[index].input.hasOverflowed { refuseEndlessLine(of: index) }
        break
      }
      serve(line, of: index)
    }
    // The last line may have no line break.
    if clients[index].hasEnded, !clients[index].input.isEmpty, clients[index].canAsk(at: Self.now) {
      serve(clients[index].input.rest(), of: index)
    }
  }

  /// Whether a slow client, with a single request, must wait for the limit of all clients; a busy client is rejected
  /// instead.
  private mutating func mustWait(_ index: Int) -> Bool {
    let now = Self.now
    return allRequests.available(at: now) == 0
      && clients[index].requests.available(at: now) >= ControlLimits.patientFrom && clients[index].input.holdsOneLine()
  }

  private mutating func refuseEndlessLine(of index: Int) {
    let reason = "a line may have at most \(ControlProtocol.lineLength) bytes"
    let error = ControlError.malformed(reason, column: ControlProtocol.lineLength + 1)
    clients[index].output.add(reply: ControlReply.line(error, to: nil))
    clients[index].isClosing = true
  }

  private mutating func accept() {
    let descriptor = Glibc.accept(endpoint.listener, nil, nil)
    guard descriptor >= 0 else {
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pausedUntil = Self.now + ControlLimits.pause }
      return
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    guard Peer.isTrusted(at: descriptor) else { return Self.hangUp(descriptor) }
    var client = ClientConnection(number: clientCount, descriptor: descriptor, at: Self.now)
    clientCount += 1
    if clients.count >= ControlLimits.clients {
      let error = ControlError.busy("\(ControlLimits.clients) clients are connected")
      client.output.add(reply: ControlReply.line(error, to: nil))
      client.write(at: Self.now)
      return Self.hangUp(descriptor)
    }
    client.output.add(reply: session.greeting().line)
    client.write(at: Self.now)
    clients.append(client)
  }

  /// Closes a connection, also if a forked child still shares the descriptor.
  private static func hangUp(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  // MARK: Waiting

  private mutating func wait(at now: Duration) {
    var polled = PollSet([mailbox.descriptor])
    if let until = pausedUntil, now >= until { pausedUntil = nil }
    let accepts = pausedUntil == nil && closingAt == nil
    polled.add(accepts ? endpoint.listener : -1)
    for index in clients.indices {
      var events: Int32 = 0
      if clients[index].acceptsInput(at: now) { events |= POLLIN }
      if !clients[index].output.isEmpty { events |= POLLOUT }
      // With no events requested, poll would still report a hangup again and again.
      let isLeftAlone = events == 0 && !clients[index].hasEnded
      polled.add(isLeftAlone ? -1 : clients[index].descriptor, for: events)
    }
    guard polled.wait(for: delay(at: now)) else { return }
    for (index, entry) in polled.entries.dropFirst(2).enumerated() where entry.revents != 0 {
      if entry.revents & Int16(POLLIN) != 0 {
        clients[index].read()
      } else if entry.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0, entry.events & Int16(POLLOUT) == 0 {
        // All input has been read. If output is queued, the next attempt to send it fails.
        clients[index].isGone = clients[index].input.isEmpty
      }
    }
    if polled[1] != 0 { accept() }
  }

  /// The time until the next deadline; `nil` if there is none.
  private mutating func delay(at now: Duration) -> Duration? {
    var delays = [pausedUntil, closingAt].compactMap { $0 }.map { $0 - now }
    for index in clients.indices {
      if let since = clients[index].blockedSince { delays.append(since + session.patience - now) }
      if clients[index].isWaiting { delays.append(allRequests.delay(at: now)) }
      if !clients[index].isClosing, !clients[index].output.isFull, !clients[index].canAsk(at: now) {
        delays.append(clients[index].refusals.delay(at: now))
      }
    }
    return delays.min()
  }
}

extension NoticeMailbox.Interest {
  mutating func add(_ client: ClientConnection) {
    properties.formUnion(client.watched)
    guard !client.events.isEmpty else { return }
    isHeard = true
    if client.isAhead { isAhead = true }
  }
}
