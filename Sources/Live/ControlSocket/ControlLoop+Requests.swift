import SessionControl
import SessionReporting
import StrictJSON
import WorkoutEngine

extension ControlLoop {
  mutating func serve(_ line: [UInt8], of index: Int) {
    let now = Self.now
    let request: ControlRequest
    do throws(ControlRequest.Failure) {
      guard let read = try ControlRequest.read(line) else {
        // Empty lines count against the limit, too.
        return refuse(line, of: index, at: now)
      }
      request = read
    } catch {
      // Invalid lines count against their own limit, not that of requests.
      refuse(line, of: index, at: now)
      return reply(error.error, to: error.id, of: index)
    }
    guard acceptsRequest(of: index, at: now) else {
      refuse(line, of: index, at: now)
      return reply(Self.tooMany, to: request.id, of: index)
    }
    if let name = request.clientName { clients[index].name = name }
    serve(request, of: index)
  }

  private static let tooMany = ControlError.busy("too many requests")

  /// Counts a request; `false` if this client or all clients together exceed their limit.
  private mutating func acceptsRequest(of index: Int, at now: Duration) -> Bool {
    guard clients[index].requests.available(at: now) > 0, allRequests.consume(at: now) else { return false }
    return clients[index].requests.consume(at: now)
  }

  /// Counts a rejected line, a long one as several.
  private mutating func refuse(_ line: [UInt8], of index: Int, at now: Duration) {
    _ = clients[index].refusals.consume(1 + line.count / ControlLimits.refusedBytes, at: now)
  }

  private mutating func reply(_ error: ControlError, to id: ControlRequest.ID?, of index: Int) {
    clients[index].output.add(reply: ControlReply.line(error, to: id))
  }

  private mutating func serve(_ request: ControlRequest, of index: Int) {
    let id = request.id
    switch request.kind {
    case .perform(let command):
      let client = clients[index]
      let origin = ActionOrigin.from(
        .socket, name: client.name, client: request.client ?? "#\(client.number)", seeing: request.seenPhase)
      perform(command, origin, of: index, id)
    case .get(let properties):
      addValues(of: properties, synchronize(), to: id, of: index)
    case .watch(let properties): watch(clients[index].watched.union(properties), properties, to: id, of: index)
    case .unwatch(let properties): watch(clients[index].watched.subtracting(properties), nil, to: id, of: index)
    case .events(let names, let isAhead):
      var client = clients[index]
      client.events = names ?? []
      client.isAhead = isAhead
      subscribe(client, at: index)
      clients[index].output.add(reply: ControlReply.done(id))
    case .clock(let sent):
      clients[index].output.add(reply: ControlReply.clock(sent, session.clock(), to: id))
    case .name: clients[index].output.add(reply: ControlReply.done(id))
    }
  }

  // MARK: Properties

  private mutating func watch(
    _ watched: SessionPropertySet, _ asked: SessionPropertySet?, to id: ControlRequest.ID?, of index: Int
  ) {
    var client = clients[index]
    client.watched = watched
    let session = subscribe(client, at: index)
    guard let asked else { return clients[index].output.add(reply: ControlReply.done(id)) }
    addValues(of: asked, session, to: id, of: index)
  }

  /// Replaces a client's subscription. Earlier notices are delivered by the old one, later ones by the new one; the
  /// returned session is the one in between.
  @discardableResult
  private mutating func subscribe(_ subscribed: ClientConnection, at index: Int) -> ObservedSession {
    var interest = NoticeMailbox.Interest()
    for other in clients.indices { interest.add(other == index ? subscribed : clients[other]) }
    let session = synchronize(for: interest)
    clients[index].watched = subscribed.watched
    clients[index].events = subscribed.events
    clients[index].isAhead = subscribed.isAhead
    return session
  }

  private mutating func addValues(
    of asked: SessionPropertySet, _ observed: ObservedSession, to id: ControlRequest.ID?, of index: Int
  ) {
    let now = session.clock()
    if asked.contains(.plan), plan == nil {
      // Line breaks are only whitespace here; those in strings are escaped.
      plan = session.plan().split(separator: "\n").joined()
    }
    let values = observed.values(of: asked, at: now) { [plan] in plan.map { .raw($0) } ?? .null }
    clients[index].output.add(reply: ControlReply.values(values, at: now, to: id))
  }

  // MARK: Commands

  private mutating func perform(
    _ command: ControlCommand, _ origin: ActionOrigin, of index: Int, _ id: ControlRequest.ID?
  ) {
    if closingAt != nil { return reply(.ending, to: id, of: index) }
    guard clients.reduce(0, { $0 + $1.unanswered.count }) < ControlLimits.unanswered else {
      return reply(.busy("the session doesn't answer"), to: id, of: index)
    }
    clients[index].unanswered.append(id)
    perform(command, origin) { [mailbox, number = clients[index].number] answer in
      mailbox.answer(answer, to: number, id)
    }
  }

  // MARK: Notices of the session

  mutating func deliver(_ notices: [Notice]) {
    var changes: (properties: SessionPropertySet, values: ObservedSession, at: Duration)?
    func deliverChanges(_ loop: inout Self) {
      if let changes { loop.deliver(changes.properties, changes.values, at: changes.at) }
      changes = nil
    }
    for notice in notices {
      switch notice {
      case .changed(let properties, let values, let instant):
        // Changes at one instant are merged into one message.
        if changes?.at != instant { deliverChanges(&self) }
        changes = (properties.union(changes?.properties ?? []), values, instant)
      case .heard(let event, let line): deliver(event, line: line)
      case .decided(let event): deliverAhead(SessionEvent(event))
      case .answered(let answer, let number, let id):
        // Nobody hears of a change after the reply that tells it.
        deliverChanges(&self)
        guard let index = clients.firstIndex(where: { $0.number == number }),
          let unanswered = clients[index].unanswered.firstIndex(of: id)
        else { continue }
        clients[index].unanswered.remove(at: unanswered)
        clients[index].output.add(reply: ControlReply.line(answer, to: id))
      }
    }
    deliverChanges(&self)
  }

  private mutating func deliver(_ changed: SessionPropertySet, _ values: ObservedSession, at instant: Duration) {
    // Cached, because most clients watch the same properties.
    var lines: [SessionPropertySet: [UInt8]] = [:]
    for index in clients.indices {
      let mine = clients[index].watched.intersection(changed)
      if mine.isEmpty { continue }
      let known = lines[mine]
      let line = known ?? Array((ControlReply.change(values.values(of: mine, at: instant), at: instant) + "\n").utf8)
      lines[mine] = line
      clients[index].output.add(event: line, at: instant)
    }
  }

  /// Delivers an event when it is heard. Clients that are ahead already have the events of the engine.
  private mutating func deliver(_ event: SessionEvent, line: String) {
    let bytes = Array((line + "\n").utf8)
    for index in clients.indices where !clients[index].isAhead && clients[index].events.contains(event.name) {
      clients[index].output.add(event: bytes, at: event.at)
    }
    if case .engine = event.kind { return }
    deliverAhead(event)
  }

  private mutating func deliverAhead(_ event: SessionEvent) {
    let name = event.name
    let receivers = clients.indices.filter { clients[$0].isAhead && clients[$0].events.contains(name) }
    if receivers.isEmpty { return }
    let bytes = Array((aheadEncoder.line(event) + "\n").utf8)
    for index in receivers { clients[index].output.add(event: bytes, at: event.at) }
  }
}
