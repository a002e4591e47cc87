/// The resource or action of a request.
enum Route: Equatable, Sendable {
  case page(Page)
  case asset(String)
  case health, time, login, logout
  case runs, run(String), start
  /// The events of a run, or of the run that the wall shows.
  case events(String?)
  case request(String)
  case workouts, workout(String), workoutPicture(String)
  case history, historyPicture, session(Int)

  /// A page, by its file name.
  enum Page: String, Sendable {
    case wall, remote, library, history
  }
}

/// The access that a token grants.
public enum Access: Int, Comparable, Sendable {
  case none, view, control

  /// The name in replies.
  public var name: String {
    switch self {
    case .none: "none"
    case .view: "view"
    case .control: "control"
    }
  }

  /// Whether the second access includes the first and more.
  public static func < (a: Access, b: Access) -> Bool { a.rawValue < b.rawValue }
}

/// A method and a path of the HTTP interface.
public struct Endpoint: Sendable {
  /// The method.
  public let method: String
  /// The path; a component in braces matches any.
  public let path: String
  /// The access that it requires.
  public let access: Access
  private let steps: [Substring]
  private let route: @Sendable (String) -> Route?

  private init(_ method: String, _ path: String, _ access: Access, _ route: @escaping @Sendable (String) -> Route?) {
    (self.method, self.path, self.access, self.route) = (method, path, access, route)
    steps = path.split(separator: "/")
  }

  private init(_ method: String, _ path: String, _ access: Access, _ route: Route) {
    self.init(method, path, access) { _ in route }
  }

  /// The route for path components; `nil` if they don't match.
  private func route(of given: [String]) -> Route? {
    guard given.count == steps.count else { return nil }
    var name = ""
    for (step, given) in zip(steps, given) {
      if step.hasPrefix("{") { name = given } else if step != given { return nil }
    }
    return route(name)
  }

  /// All endpoints.
  public static let all: [Endpoint] = [
    Endpoint("GET", "/", .none, .page(.library)),
    Endpoint("GET", "/wall", .none, .page(.wall)),
    Endpoint("GET", "/wall/{run}", .none, .page(.wall)),
    Endpoint("GET", "/remote", .none, .page(.remote)),
    Endpoint("GET", "/remote/{run}", .none, .page(.remote)),
    Endpoint("GET", "/history", .none, .page(.history)),
    Endpoint("GET", "/assets/{file}", .none) { .asset($0) },
    Endpoint("GET", "/api/health", .none, .health),
    Endpoint("GET", "/api/time", .none, .time),
    Endpoint("POST", "/api/login", .none, .login),
    Endpoint("POST", "/api/logout", .none, .logout),
    Endpoint("GET", "/api/runs", .view, .runs),
    Endpoint("GET", "/api/runs/{run}", .view) { .run($0) },
    Endpoint("GET", "/api/runs/{run}/events", .view) { .events($0) },
    Endpoint("GET", "/api/events", .view, .events(nil)),
    Endpoint("POST", "/api/runs/{run}/requests", .control) { .request($0) },
    Endpoint("POST", "/api/runs", .control, .start),
    Endpoint("GET", "/api/workouts", .control, .workouts),
    Endpoint("GET", "/api/workouts/{workout}", .control) { .workout($0) },
    Endpoint("GET", "/api/workouts/{workout}/picture.svg", .control) { .workoutPicture($0) },
    Endpoint("GET", "/api/history", .control, .history),
    Endpoint("GET", "/api/history/picture.svg", .control, .historyPicture),
    Endpoint("GET", "/api/history/{session}", .control) { Int($0).map { .session($0) } },
  ]

  /// The route of a request and the access that it requires.
  static func find(_ head: RequestHead) throws(Refusal) -> (route: Route, access: Access) {
    guard let steps = head.steps else { throw .unknown }
    var methods: [String] = []
    for endpoint in all {
      guard let route = endpoint.route(of: steps) else { continue }
      if endpoint.method == head.method { return (route, endpoint.access) }
      methods.append(endpoint.method)
    }
    guard !methods.isEmpty else { throw .unknown }
    let allowed = methods.joined(separator: ", ")
    throw Refusal(405, "unknown", "this address takes \(allowed)").with(RequestHead.Field("allow", allowed))
  }
}
