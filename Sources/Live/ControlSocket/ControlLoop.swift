import Glibc
import HostSystem
import SessionControl
import SessionReporting
import Synchronization
import WorkoutEngine

/// The loop of the server's thread: accepts clients, answers their lines, and sends them what they asked to be told.
struct ControlLoop {
  /// How many clients may be connected.
  static let clientLimit = 64
  /// How long no client is accepted after the system has refused one.
  private static let acceptPause = Duration.seconds(1)
  /// How long changes are collected.
  private static let changePause = Duration.milliseconds(4)
  /// SO_PEERCRED, which glibc shows to GNU programs only.
  private static let peerCredentials: Int32 = 17

  private let server: ControlServer
  private var clients: [ClientConnection] = []
  private var count = 0
  private var requests: TokenBucket
  private var encoder: EventEncoder
  private var acceptsFrom = Duration.zero
  /// What has changed and is to be told in one line, and when: one action changes several properties.
  private var changed: Set<SessionProperty> = []
  private var changesDue: Duration?
  /// When clients that haven't read everything are hung up on; `nil` until the session is over.
  private var end: Duration?
  private let clock = ContinuousClock()
  private let begin: ContinuousClock.Instant

  init(_ server: ControlServer) {
    self.server = server
    begin = clock.now
    requests = TokenBucket(capacity: 100, rate: 100, at: .zero)
    encoder = EventEncoder(frameOf: server.session.frameOf)
  }

  private var now: Duration { clock.now - begin }

  /// Serves until the session is over and its clients know.
  mutating func run() {
    while !isOver {
      wait()
      let now = now
      for index in clients.indices { clients[index].check(at: now) }
      receiveMessages()
      accept(at: now)
      for index in clients.indices { serve(index) }
      tellChanges(at: now)
      for index in clients.indices where !clients[index].isOver { clients[index].flush(at: now) }
      hangUp()
    }
    for client in clients { client.hangUp() }
  }

  private var isOver: Bool {
    guard let end else { return false }
    return now >= end || clients.allSatisfy(\.isFlushed)
  }

  /// Waits for messages, clients and what they send or can take.
  private mutating func wait() {
    let now = now
    let accepts = end == nil && now >= acceptsFrom
    var waiting = [
      pollfd(fd: server.waking.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: server.endpoint.listener, events: Int16(accepts ? POLLIN : 0), revents: 0),
    ]
    for client in clients {
      waiting.append(pollfd(fd: client.descriptor, events: client.interest(at: now), revents: 0))
    }
    var deadlines = clients.compactMap(\.deadline) + [end, changesDue].compactMap { $0 }
    if !accepts, end == nil { deadlines.append(acceptsFrom) }
    if clients.contains(where: \.hasLines) { deadlines.append(now) }
    _ = unsafe poll(&waiting, nfds_t(waiting.count), deadlines.min().map { ($0 - now).pollMilliseconds } ?? -1)
    for index in clients.indices where waiting[index + 2].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
      clients[index].read()
    }
  }

  // MARK: Clients

  private mutating func accept(at now: Duration) {
    guard end == nil, now >= acceptsFrom else { return }
    while true {
      let descriptor = unsafe Glibc.accept(server.endpoint.listener, nil, nil)
      guard descriptor >= 0 else {
        if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED { acceptsFrom = now + Self.acceptPause }
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      guard Self.isOwn(descriptor) else {
        close(descriptor)
        continue
      }
      count += 1
      var client = ClientConnection(descriptor, number: count, at: now)
      guard clients.count < Self.clientLimit else {
        client.reply(ControlReply.line(.busy("\(Self.clientLimit) clients are connected")), at: now)
        client.flush(at: now)
        client.hangUp()
        continue
      }
      client.reply(server.session.greeting().line, at: now)
      clients.append(client)
      publishCounts()
    }
  }

  /// Whether the process at the other end is this user's, or root's.
  private static func isOwn(_ descriptor: Int32) -> Bool {
    // The process, the user and the group, as in `struct ucred` of unix(7).
    var credentials: [UInt32] = [0, .max, .max]
    var length = socklen_t(12)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, peerCredentials, &credentials, &length) == 0 else { return false }
    return credentials[1] == geteuid() || credentials[1] == 0
  }

  private mutating func hangUp() {
    for client in clients where client.isOver { client.hangUp() }
    clients.removeAll(where: \.isOver)
    publishCounts()
  }

  /// Tells the session's threads for whom there is something to do.
  private func publishCounts() {
    server.clients.store(clients.count, ordering: .relaxed)
    server.clientsAhead.store(clients.count { $0.isAhead && !$0.events.isEmpty }, ordering: .relaxed)
  }

  // MARK: Requests

  private mutating func serve(_ index: Int) {
    let now = now
    for turn in clients[index].turns(at: now) {
      switch turn {
      case .request(let line) where requests.take(at: now): answer(line, of: index, at: now)
      case .request(let line), .tooMany(let line):
        guard let request = try? ClientRequest.read(line) else { continue }
        clients[index].reply(ControlReply.line(.busy("too many requests", id: request.id)), at: now)
      }
    }
  }

  private mutating func answer(_ line: [UInt8], of index: Int, at now: Duration) {
    do throws(RequestError) {
      guard let request = try ClientRequest.read(line) else { return }
      if let name = request.name { clients[index].name = name }
      if let reply = answer(request, of: index) { clients[index].reply(reply, at: now) }
    } catch {
      clients[index].reply(ControlReply.line(error), at: now)
    }
  }

  /// The reply to a request; `nil` where the session gives it later.
  private mutating func answer(_ request: ClientRequest, of index: Int) -> String? {
    let id = request.id
    switch request.kind {
    case .command(let command):
      if end != nil { return ControlReply.line(.ending(id: id)) }
      let (answers, client) = (server.answers, clients[index].number)
      server.session.perform(command, .from(.socket, name: clients[index].name)) {
        answers.put(ControlServer.Answer(client: client, id: id, answer: $0))
      }
      return nil
    case .get(let properties): return values(of: properties, id)
    case .watch(let properties):
      clients[index].watched.formUnion(properties)
      return values(of: properties, id)
    case .unwatch(let properties):
      clients[index].watched.subtract(properties.isEmpty ? SessionProperty.allCases : properties)
      return ControlReply.done(id: id)
    case .events(let names, let isAhead):
      clients[index].events = Set(names)
      clients[index].isAhead = isAhead
      publishCounts()
      return ControlReply.done(id: id)
    case .clock(let own): return ControlReply.clock(own, at: server.session.now(), id: id)
    case .introduction: return ControlReply.done(id: id)
    }
  }

  private func values(of properties: [SessionProperty], _ id: String?) -> String {
    // A long plan takes its time, and the session's threads must not wait for it.
    let plan = properties.contains(.plan) ? server.session.plan() : ""
    let values = server.properties.withLock { $0.values(of: properties) { plan } }
    return ControlReply.values(values, at: server.session.now(), id: id)
  }

  // MARK: Messages

  private mutating func receiveMessages() {
    for answer in server.answers.drain().messages {
      guard let index = clients.firstIndex(where: { $0.number == answer.client }) else { continue }
      clients[index].reply(ControlReply.line(answer.answer, id: answer.id), at: now)
    }
    for message in server.inbox.drain().messages {
      switch message {
      case .event(let name, let line, let isEngines): tell(name, ControlReply.compact(line), isHeard: true, isEngines)
      case .ahead(let event):
        tell(event.kind.name, ControlReply.compact(encoder.line(SessionEvent(event))), isHeard: false, true)
      case .change(let properties):
        changed.formUnion(properties)
        changesDue = changesDue ?? now + Self.changePause
      case .finish:
        changesDue = changesDue.map { _ in now }
        end = now + .milliseconds(ControlServer.endPatience)
      }
    }
  }

  /// Tells an event to the clients that want it at this time; what isn't the engine's is only told when it happens.
  private mutating func tell(_ name: String, _ line: String, isHeard: Bool, _ isEngines: Bool) {
    let now = now
    for index in clients.indices {
      let client = clients[index]
      guard client.events.contains(name) || client.events.contains("all") else { continue }
      if client.isAhead != isHeard || !isEngines { clients[index].tell(line, at: now) }
    }
  }

  private mutating func tellChanges(at now: Duration) {
    guard let changesDue, changesDue <= now else { return }
    self.changesDue = nil
    defer { changed = [] }
    for index in clients.indices {
      let watched = SessionProperty.allCases.filter { changed.contains($0) && clients[index].watched.contains($0) }
      if watched.isEmpty { continue }
      let values = server.properties.withLock { $0.values(of: watched) }
      clients[index].tell(ControlReply.change(values, at: server.session.now()), at: now)
    }
  }
}
