#if Serve
import HTTPTypes
import Hummingbird
import PageFiles
import StrictJSON

/// Checks each request before its endpoint, and completes each reply.
struct RequestChecks: RouterMiddleware {
  let hosts: HostCheck
  /// The proxy whose own names count, and whose pages may show these in a frame.
  let proxy: PeerAddress?
  let paths: [(path: RouterPath, methods: [HTTPRequest.Method])]
  /// The page for people who open an address where nothing is.
  let nowhere: PageTemplate?
  /// Called with each request and the status of its reply.
  let record: @Sendable (Request, PageContext, Int) -> Void

  func handle(
    _ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    let isProxied = context.peer == proxy
    var response: Response
    do {
      guard let host = request.host, isProxied || hosts.allows(host, at: context.local) else {
        throw Refusal(421, "refused", "the server has another name: start it with --host to add this one")
      }
      try SiteCheck.check(request)
      response = try await next(request, context)
    } catch {
      response = reply(to: request, error as? Refusal ?? unrouted(request))
      // The body of a rejected request is not read.
      if !request.method.isReading { response.headers[.connection] = "close" }
    }
    let isPicture = response.headers[.contentType] == "image/svg+xml"
    response.headers.append(contentsOf: Self.security(isPicture: isPicture, hasFrame: isProxied))
    record(request, context, Int(response.status.code))
    return request.method == .head ? response.createHeadResponse() : response
  }

  /// The reply with a rejection: JSON, or a page where a person has opened an unknown address.
  private func reply(to request: Request, _ refusal: Refusal) -> Response {
    let isPage = request.method.isReading && !request.uri.path.hasPrefix("/api/")
    guard refusal.status == 404, isPage, request.headers.value("accept")?.contains("text/html") == true, let nowhere
    else { return refusal.response }
    var response = Response.page(nowhere, for: request)
    response.status = .notFound
    return response
  }

  private func unrouted(_ request: Request) -> Refusal {
    let steps = request.uri.path.split(separator: "/")
    let matching = paths.filter { path, _ in path.count == steps.count && zip(path, steps).allSatisfy { $0 ~= $1 } }
    guard !matching.isEmpty else { return .unknown }
    let allowed = Set(matching.flatMap(\.methods).map(\.rawValue)).sorted().joined(separator: ", ")
    return Refusal(405, "unknown", "this address accepts \(allowed)", fields: ["allow": allowed])
  }

  /// Header fields that restrict what a browser allows the pages to do.
  private static func security(isPicture: Bool, hasFrame: Bool) -> HTTPFields {
    HTTPFields([
      "content-security-policy": (isPicture ? picture : page) + (hasFrame ? "'self'" : "'none'"),
      "x-content-type-options": "nosniff",
      "x-frame-options": hasFrame ? "SAMEORIGIN" : "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    ])
  }

  private static let page = """
    default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; \
    media-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors\u{20}
    """
  /// A picture that is opened directly is displayed in a sandbox.
  private static let picture = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors "
}

extension HTTPFields {
  init(_ fields: [String: String]) {
    self.init()
    for (name, value) in fields { if let name = HTTPField.Name(name) { self[name] = value } }
  }
}

extension Response {
  init(_ type: String, _ bytes: [UInt8]) {
    self.init(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  static func json(_ bytes: some Sequence<UInt8>) -> Response { Response("application/json", Array(bytes)) }

  static func json(_ object: JSONFields, status: Int = 200, _ fields: [String: String] = [:]) -> Response {
    var response = json(object.line(.compact).utf8)
    response.status = HTTPResponse.Status(code: status)
    response.headers.append(contentsOf: HTTPFields(fields))
    return response
  }
}

extension Refusal {
  var response: Response {
    var object: JSONFields = ["error": error, "reason": reason]
    object.add(details)
    return .json(object, status: status, fields)
  }
}
#endif
