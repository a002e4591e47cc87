#if Serve
import FoundationEssentials
import HTTPTypes
import HostSystem
package import Hummingbird
package import LiveRuns
package import PageFiles
import SessionReporting
import SharedLinks
import StrictJSON
import Synchronization
import WorkoutModel

/// The HTTP interface: endpoints behind the checks of each request.
package final class PageServer: Sendable {
  let settings: ServerSettings
  let assets: [String: Asset]
  /// The page at each path, and the one for people who open an address where nothing is.
  private let pages: [(path: String, page: PageTemplate)]
  private let nowhere: PageTemplate?
  let access: AccessCheck
  let waitingPhones = Mutex(WaitingPhones())
  let hub: LiveRunHub
  let reader: CommandReader
  let pictures: PictureCache
  let starter: LiveRunStarter
  let editor: WorkoutEditor
  private let sounds: SoundClips
  let feeds: FeedStore

  package init(_ settings: ServerSettings, assets: [Asset], hub: LiveRunHub) {
    self.settings = settings
    self.hub = hub
    let files = Dictionary(assets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.assets = files
    pages = Self.pages.compactMap { path, file, tab in PageTemplate(file, tab: tab, in: files).map { (path, $0) } }
    nowhere = PageTemplate("nowhere", in: files)
    access = AccessCheck(
      settings.tokens, port: settings.port, trustsLoopback: settings.trustsLoopback,
      trustedProxy: settings.trustedProxy)
    reader = CommandReader(settings.command) { settings.listed }
    pictures = PictureCache(
      settings.command, folder: settings.cache, version: settings.version,
      settings: settings.config.map { $0 + "/config.json" })
    editor = WorkoutEditor(settings.command) { settings.listed }
    sounds = SoundClips(settings.command)
    feeds = FeedStore(settings.command, folder: settings.cache)
    starter = LiveRunStarter(settings.command, logs: settings.logs, hub: hub)
  }

  /// The router. `record` is called with each request and the status of its reply.
  package func responder(
    record: @escaping @Sendable (_ method: String, _ path: String, _ status: Int, _ peer: PeerAddress) -> Void
  ) -> some HTTPResponder<PageContext> {
    let router = Router(context: PageContext.self)
    router.add(
      middleware: RequestChecks(
        hosts: settings.hosts, proxy: settings.trustedProxy, paths: endpoints.map { (RouterPath($0.path), $0.methods) },
        nowhere: nowhere
      ) { record($0.method.rawValue, $0.uri.path, $2, $1.peer) })
    for endpoint in endpoints {
      for method in endpoint.methods {
        router.on(RouterPath(endpoint.path), method: method) { request, context in
          if !method.isReading { try SiteCheck.checkType(request) }
          try self.access.require(endpoint.access, of: request, from: context.peer)
          return try await endpoint.reply(Endpoint.Call(request: request, context: context))
        }
      }
    }
    return router.buildResponder()
  }

  package var endpoints: [Endpoint] {
    pages.map { path, page in
      Endpoint(.get, path, .none) { .page(page, for: $0.request) }
    } + [
      Endpoint(.get, "/assets/{file}", .none) { (call) throws(Refusal) in
        guard !call.name.hasSuffix(".html") else { throw .unknown }
        return try self.asset(call.name, call)
      },
      Endpoint(.get, "/api/health", .none, health),
      Endpoint(.get, "/api/words/{language}", .none) { .json(ScreenWords(tag: $0.name).fields) },
      Endpoint(.get, "/api/sounds/{sound}", .none) { (call) throws(Refusal) in
        guard call.name.hasSuffix(".json") else { throw .unknown }
        return .json(try await self.sounds.clip(named: String(call.name.dropLast(".json".count))))
      },
      Endpoint(.get, "/api/time", .none) { _ in .json(["boot": HostTime.now]) },
      Endpoint(.post, "/api/login", .none, logIn),
      Endpoint(.post, "/api/logout", .none) { (call) throws(Refusal) in
        _ = try await call.body()
        return .json([:], self.access.removal)
      },
    ] + phones + wall + runs + library + past + editing + podcasts
  }

  // MARK: The wall between workouts

  private var wall: [Endpoint] {
    [
      Endpoint(.get, "/api/wall", .view) { (call) throws(Refusal) in
        let (week, timer) = (try await self.reader.week(), await self.reader.nextTimer())
        let session = call.request.uri.queryParameters["session"].flatMap { Int($0) }
        var fields: JSONFields = [
          "title": self.settings.title, "code": self.settings.code != nil, "week": week, "timer": timer,
        ]
        fields.add(await self.reader.result(of: session))
        return .json(fields)
      },
      Endpoint(.get, "/api/wall/code.svg", .view) { (_) throws(Refusal) in
        guard let code = self.settings.code else { throw .unknown }
        return .picture(Array(code.utf8))
      },
    ]
  }

  // MARK: Runs

  private var runs: [Endpoint] {
    [
      Endpoint(.get, "/api/runs", .view) { _ in
        .json(["runs": await self.hub.reports().map(\.fields)])
      },
      Endpoint(.get, "/api/runs/{run}", .view) { (call) throws(Refusal) in
        guard let report = await self.hub.reports(of: call.name).first else {
          throw .unknown(LiveRunReply.absentReason)
        }
        return .json(report.fields)
      },
      Endpoint(.get, "/api/runs/{run}/strip.svg", .view) { (call) throws(Refusal) in
        let reply = await self.hub.request(["get": ["plan"]], to: call.name)
        guard let strip = reply.strip else { throw Refusal(reply.status, "failed", "the run has no plan") }
        return .picture(Array(strip.svg.utf8))
      },
      Endpoint(.get, "/api/runs/{run}/events", .view) { self.events(of: $0.name, $0) },
      Endpoint(.get, "/api/events", .view) { self.events(of: nil, $0) },
      Endpoint(.post, "/api/runs/{run}/requests", .control) { (call) throws(Refusal) in
        let request = try LiveRunRequest(await call.body(), from: call.context.client)
        let reply = request.reply(await self.hub.request(request.fields, to: call.name))
        return .json(reply.object, status: reply.status)
      },
      Endpoint(.post, "/api/runs", .control, start),
    ]
  }

  private func events(of run: String?, _ call: Endpoint.Call) -> Response {
    // Nobody would read the stream.
    if call.request.method == .head { return Response("text/event-stream", []) }
    let last = call.request.headers.value("last-event-id").flatMap { Int($0) }
    return hub.events(of: run, after: last).response(on: call.context.channel)
  }

  @Sendable private func start(_ call: Endpoint.Call) async throws(Refusal) -> Response {
    let request = try StartRequest(await call.body())
    var (item, sent): (WorkoutItem?, SentWorkout.Contents?)
    switch request.subject {
    case .workout(let id, _):
      let found = try await reader.workout(id)
      if found.isBroken { throw .broken(try await reader.problems(of: found)) }
      item = found
    case .programme(let id): item = try await reader.programme(id)
    case .sent(let workout, _): sent = try await reader.contents(of: workout)
    case .again(let session):
      let past = JSONObject(line: try await reader.session(session))
      item = try await reader.workouts().first { $0.path == past?["file"]?.text && !$0.isBroken }
      // Its file may be gone, or may have come from elsewhere.
      if item == nil { sent = try SentWorkout.Contents(of: past) }
    case .session: break
    }
    let arguments = request.arguments(
      path: item?.path, name: sent.map { String($0.stem.prefix(32)) }, options: settings.runOptions)
    let log = item?.id ?? (sent == nil ? "resume" : "sent")
    let name: String
    do throws(CommandFailure) { name = try await starter.start(arguments, input: sent?.text, log: log) } catch {
      throw Refusal(error)
    }
    var location = URLComponents()
    // Beside the address of the request, which a proxy may have put below another.
    location.path = "runs/\(name)"
    return .json(["name": name], status: 201, ["location": location.percentEncodedPath])
  }

  // MARK: Workouts and history

  private var library: [Endpoint] {
    let reader = reader
    return [
      Endpoint(.get, "/api/workouts", .control) { (_) throws(Refusal) in .json(try await self.workouts()) },
      Endpoint(.post, "/api/workouts", .control, keep),
      Endpoint(.post, "/api/open", .control, open),
      Endpoint(.get, "/api/programmes", .control) { (_) throws(Refusal) in
        var objects: [JSONFields] = []
        for item in try await reader.programmes() where !item.isBroken {
          objects.append(try await reader.progress(of: item))
        }
        return .json(["programmes": objects])
      },
      Endpoint(.get, "/api/workouts/{workout}", .control) { (call) throws(Refusal) in
        .json(try await reader.plan(reader.workout(call.name)))
      },
      Endpoint(.get, "/api/workouts/{workout}/details", .control) { (call) throws(Refusal) in
        .json(try await reader.details(reader.listedWorkout(call.name)))
      },
      Endpoint(.get, "/api/workouts/{workout}/share", .control, share),
      Endpoint(.get, "/api/programmes/{programme}", .control) { (call) throws(Refusal) in
        .json(try await reader.sessions(of: reader.programme(call.name)))
      },
      Endpoint(.get, "/api/workouts/{workout}/picture.svg", .control) { (call) throws(Refusal) in
        .picture(try await self.pictures.picture(.plan, of: reader.listedWorkout(call.name)))
      },
      Endpoint(.get, "/api/workouts/{workout}/strip.svg", .control) { (call) throws(Refusal) in
        .picture(try await self.pictures.picture(.strip, of: reader.listedWorkout(call.name)))
      },
      Endpoint(.get, "/api/workouts/{workout}/excerpt.mp3", .control) { (call) throws(Refusal) in
        let sound = try await self.pictures.excerpt(of: reader.listedWorkout(call.name))
        return try .media("audio/mpeg", sound, for: call.request)
      },
    ]
  }

  /// Shows a workout that the request contains, without starting anything.
  @Sendable private func open(_ call: Endpoint.Call) async throws(Refusal) -> Response {
    .json(try await reader.contents(of: SentWorkout(body: await call.body())).page.json.line(.compact).utf8)
  }

  /// A link that contains a workout and leads to this server.
  @Sendable private func share(_ call: Endpoint.Call) async throws(Refusal) -> Response {
    let details = JSONObject(line: try await reader.details(reader.listedWorkout(call.name)))
    guard let text = details?["link"]?.text else { throw Refusal(409, "refused", "the workout is too long for a link") }
    return link("/open#w=\(text)", call)
  }

  /// A link to a path of this server, with its QR code if it isn't too long for one.
  func link(_ path: String, _ call: Endpoint.Call) -> Response {
    // Another phone doesn't reach the name by which this machine calls itself.
    let host = call.request.host.flatMap { HostCheck.isLoopback($0) ? settings.origin : $0 }
    let link = "http://\(host ?? call.request.host ?? "")\(path)"
    let code = QRCode(link).map { editor.strips.add(Array($0.svg.utf8)) }
    return .json(["link": link, "code": code.map { "/api/check/\($0)" }])
  }

  /// Writes a workout that the request contains into the user's folder.
  @Sendable private func keep(_ call: Endpoint.Call) async throws(Refusal) -> Response {
    let contents = try await reader.contents(of: SentWorkout(body: await call.body(atMost: Limits.fileSize)))
    guard let folder = settings.own else { throw Refusal(500, "failed", "HOME is not set") }
    // A folder that isn't there yet lists nothing.
    try Self.requireRoom(beside: (try? await reader.workouts()) ?? [])
    return .json(["id": try KeptWorkouts.keep(contents, in: folder)], status: 201)
  }

  static func requireRoom(beside items: [WorkoutItem]) throws(Refusal) {
    guard items.count < ServerLimits.workouts else { throw Refusal(409, "refused", "there are too many workouts") }
  }

  /// The workouts; for broken ones with their first problem.
  private func workouts() async throws(Refusal) -> JSONFields {
    var objects: [JSONFields] = []
    // A history that can't be read is no reason to show no workouts.
    let uses = (try? await reader.lastUses()) ?? [:]
    for item in try await reader.workouts() {
      let problem = item.isBroken ? try await reader.problems(of: item).first : nil
      objects.append(item.fields(used: uses[item.path], problem: problem))
    }
    return ["workouts": objects]
  }
}

extension Response {
  /// A page in the language that its reader's browser asks for first.
  static func page(_ page: PageTemplate, for request: Request) -> Response {
    let asked = request.headers.value("accept-language")?.prefix(8).prefix { $0.isASCII && $0.isLetter } ?? ""
    return Response("text/html; charset=utf-8", page.page(at: request.uri.path, in: asked.lowercased()))
  }

  static func picture(_ bytes: [UInt8]) -> Response { Response("image/svg+xml", bytes) }
}
#endif
