#if Serve
import Hummingbird
import PageFiles
import StrictJSON

/// The pages with their files, and who may see what behind them.
extension PageServer {
  /// The paths of the pages, their files, and where in the navigation they belong.
  static let pages: [(path: String, file: String, tab: String?)] = [
    ("/", "library", "/"), ("/wall", "wall", nil), ("/wall/{run}", "wall", nil), ("/remote", "remote", "/remote"),
    ("/remote/{run}", "remote", "/remote"), ("/history", "history", "/history"), ("/edit", "edit", nil),
    ("/edit/{workout}", "edit", nil), ("/workouts/{workout}", "workout", "/"),
    ("/programmes/{programme}", "workout", "/"), ("/open", "workout", "/"),
  ]

  func asset(_ name: String, _ call: Endpoint.Call) throws(Refusal) -> Response {
    guard let asset = assets[name] else { throw .unknown }
    let bytes = asset.bytes(at: call.request.uri.path)
    guard asset.type.hasPrefix("video/") else { return Response(asset.type, bytes) }
    return try .media(asset.type, bytes, for: call.request)
  }

  @Sendable func health(_ call: Endpoint.Call) throws(Refusal) -> Response {
    // A page uses this request to find out whether its token is still valid.
    var fields: [String: String] = [:]
    var allowed = Access.none
    do throws(Refusal) { allowed = try access.access(of: call.request, from: call.context.peer) } catch {
      guard error.status == 401 else { throw error }
      fields = error.fields
    }
    return .json(["api": 1, "version": settings.version, "access": allowed.name], fields)
  }

  @Sendable func logIn(_ call: Endpoint.Call) async throws(Refusal) -> Response {
    let body = Body(try Body.object(await call.body()))
    guard let token = try body.text("token") else { throw .invalid("\"token\" is missing") }
    let allowed = try access.access(of: token, from: call.context.peer)
    return .json(["access": allowed.name], access.storage(of: token))
  }
}
#endif
