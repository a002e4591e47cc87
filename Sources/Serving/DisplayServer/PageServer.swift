import HostSystem
import SessionControl
import SessionReporting
import WorkoutFiles
import WorkoutModel

/// Handles requests independently of the transport: checks access, then performs them.
public final class PageServer: Sendable {
  private let settings: ServerSettings
  private let assets: [String: Asset]
  private let access: AccessCheck
  let hub: RunHub
  let reader: CommandReader
  let pictures: PictureCache
  let starter: RunStarter

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - assets: The files of the pages.
  ///   - hub: The live runs.
  public init(_ settings: ServerSettings, assets: [Asset], hub: RunHub) {
    self.settings = settings
    self.hub = hub
    self.assets = Dictionary(assets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    access = AccessCheck(settings.tokens, port: settings.port, trustsLoopback: settings.trustsLoopback)
    reader = CommandReader(settings.command, folders: settings.folders)
    pictures = PictureCache(settings.command, folder: settings.cache, version: settings.version)
    starter = RunStarter(settings.command, options: settings.runOptions, logs: settings.logs, hub: hub)
  }

  /// Replies to a request. `body` is called only if needed, and returns `nil` if the body is too long or doesn't
  /// arrive.
  public func reply(to head: RequestHead, body: () async -> [UInt8]?) async -> Reply {
    var reply: Reply
    do throws(Refusal) { reply = try await carryOut(head, body) } catch {
      reply = error.reply
      // The body of a rejected request is not read.
      reply.isLast = head.method != "GET"
    }
    reply.fields += SecurityFields.fields(for: reply)
    return reply
  }

  private func carryOut(_ head: RequestHead, _ body: () async -> [UInt8]?) async throws(Refusal) -> Reply {
    guard settings.hosts.allows(head) else {
      throw Refusal(421, "refused", "this server has another name: start it with --host for this one")
    }
    try SiteCheck.check(head)
    let (route, needed) = try Endpoint.find(head)
    if head.method == "POST" { try SiteCheck.checkType(head) }
    if needed > .none { try AccessCheck.require(needed, of: access.access(of: head)) }
    guard head.method == "POST" else { return try await read(route, head) }
    guard let body = await body() else { throw .tooLong }
    return try await change(route, head, body)
  }

  // MARK: Reading

  private func read(_ route: Route, _ head: RequestHead) async throws(Refusal) -> Reply {
    switch route {
    case .page(let page): return try asset(page.rawValue + ".html")
    case .asset(let name):
      guard !name.hasSuffix(".html") else { throw .unknown }
      return try asset(name)
    case .health: return try health(head)
    case .time: return .json("{\"boot\":\(HostTime.now.inNanoseconds)}")
    case .runs: return .json("{\"runs\":[\(await hub.reports().map(\.json).joined(separator: ","))]}")
    case .run(let name):
      guard let report = await hub.reports(of: name).first else { throw .unknown(RunReply.absentReason) }
      return .json(report.json)
    case .events(let run):
      let last = head.value("last-event-id").flatMap { Int($0) }
      return Reply(200, type: "text/event-stream", .events(hub.events(of: run, after: last)))
    case .workouts: return .json(try await workouts())
    case .workout(let id): return .json(bytes: try await reader.plan(reader.workout(id)))
    case .workoutPicture(let id): return .picture(try await pictures.picture(of: reader.workout(id)))
    case .history: return .json(bytes: try await reader.history())
    case .historyPicture: return .picture(try await reader.historyPicture())
    case .session(let number): return .json(bytes: try await reader.session(number))
    case .login, .logout, .start, .request: throw .unknown
    }
  }

  private func asset(_ name: String) throws(Refusal) -> Reply {
    guard let asset = assets[name] else { throw .unknown }
    return Reply(200, type: asset.type, .bytes(asset.bytes))
  }

  private func health(_ head: RequestHead) throws(Refusal) -> Reply {
    var json = JSONText(.compact)
    json.add("api", 1)
    json.add("version", settings.version)
    // A page uses this request to find out whether its token is still valid.
    var fields: [RequestHead.Field] = []
    var allowed = Access.none
    do throws(Refusal) { allowed = try access.access(of: head) } catch {
      guard error.status == 401 else { throw error }
      fields = error.fields
    }
    json.add("access", allowed.name)
    return .json(json.object, fields)
  }

  /// The workouts; for broken ones with their first problem.
  private func workouts() async throws(Refusal) -> String {
    var objects: [String] = []
    for item in try await reader.workouts() {
      let problem = item.isBroken ? try await reader.problems(of: item).first : nil
      objects.append(item.json(problem: problem))
    }
    return "{\"workouts\":[\(objects.joined(separator: ","))]}"
  }

  // MARK: Changing

  private func change(_ route: Route, _ head: RequestHead, _ body: [UInt8]) async throws(Refusal) -> Reply {
    switch route {
    case .login: return try logIn(head, body)
    case .logout: return .json("{}", [access.cookie.removal])
    case .start:
      let request = try StartRequest(body)
      var item: WorkoutItem?
      if case .workout(let id, _) = request.subject {
        let found = try await reader.workout(id)
        if found.isBroken { throw .broken(try await reader.problems(of: found)) }
        item = found
      }
      let name = try await starter.start(request, item)
      return .json(
        "{\"name\":\(SafeText.jsonString(name))}", status: 201,
        [RequestHead.Field("location", "/api/runs/\(PercentCoding.encoded(name))")])
    case .request(let run):
      let request = try RunRequest(body)
      return request.reply(await hub.request(request.fields, to: run))
    default: throw .unknown
    }
  }

  private func logIn(_ head: RequestHead, _ body: [UInt8]) throws(Refusal) -> Reply {
    guard let token = try Body(Body.object(body)).text("token") else { throw .invalid("\"token\" is missing") }
    let allowed = try access.access(of: token, from: head.peer)
    return .json("{\"access\":\"\(allowed.name)\"}", [access.cookie.field(token)])
  }
}

extension Reply {
  /// A reply with JSON that another program has written.
  fileprivate static func json(bytes: [UInt8]) -> Reply { Reply(200, type: "application/json", .bytes(bytes)) }
}
