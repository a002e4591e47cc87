import SessionReporting
import WorkoutModel

/// The reply to a request.
public struct Reply: Sendable {
  /// The body of a reply.
  public enum Body: Sendable {
    case bytes([UInt8])
    /// A stream of events that either side can end.
    case events(EventStream)
  }

  /// The HTTP status.
  public var status: Int
  /// The header fields other than the length.
  public var fields: [RequestHead.Field]
  /// The body.
  public var body: Body
  /// Whether to close the connection after the reply, because the rest of the request is not read.
  public var isLast = false

  init(_ status: Int, type: String, _ body: Body, _ fields: [RequestHead.Field] = []) {
    self.status = status
    self.body = body
    self.fields = [RequestHead.Field("content-type", type)] + fields
  }

  /// A reply with a JSON object.
  static func json(_ text: String, status: Int = 200, _ fields: [RequestHead.Field] = []) -> Reply {
    Reply(status, type: "application/json", .bytes(Array(text.utf8)), fields)
  }

  /// A reply with an SVG picture.
  static func picture(_ bytes: [UInt8]) -> Reply { Reply(200, type: "image/svg+xml", .bytes(bytes)) }
}

/// A rejection of a request; the names of errors are those of the control socket.
package struct Refusal: Error, Equatable {
  package let status: Int
  /// The name of the error.
  package let error: String
  /// The message for the user.
  package let reason: String
  /// Additional fields of the object, as JSON.
  var details: [Detail] = []
  /// Additional header fields.
  var fields: [RequestHead.Field] = []

  struct Detail: Equatable {
    let name: String
    let json: String
  }

  init(_ status: Int, _ error: String, _ reason: String) {
    self.status = status
    self.error = error
    self.reason = reason
  }

  func with(_ fields: RequestHead.Field...) -> Refusal {
    var refusal = self
    refusal.fields += fields
    return refusal
  }

  /// The rejection as a reply.
  var reply: Reply {
    var json = JSONText(.compact)
    json.add("error", error)
    json.add("reason", reason)
    for detail in details { json.add(detail.name, raw: detail.json) }
    return .json(json.object, status: status, fields)
  }
}

extension Refusal {
  static let unknown = Refusal(404, "unknown", "there is nothing at this address")
  static let tooLong = Refusal(413, "malformed", "a request has at most \(ServerLimits.body) bytes")
  static let busy = Refusal(429, "busy", "too much is asked for at once")
  static let failed = Refusal(500, "failed", "the server can't do that now")

  static func unknown(_ reason: String) -> Refusal { Refusal(404, "unknown", reason) }
  static func invalid(_ reason: String) -> Refusal { Refusal(400, "invalid", reason) }
}

/// The limits of the server.
public enum ServerLimits {
  /// The maximum number of connections in total, and per address other than loopback.
  public static let (connections, connectionsOfOne) = (128, 16)
  /// The size limit of a request's header in bytes, and its time limit in seconds: for the first one of a connection
  /// from its beginning, for others from their first byte.
  public static let (header, headerSeconds) = (16 * 1024, 5)
  /// The time limit of a body in seconds.
  public static let bodySeconds = 10
  /// The size limit of a body in bytes.
  public static let body = 64 * 1024
  /// The time in seconds after which an idle connection is closed.
  public static let idleSeconds = 60
  /// The maximum number of events that wait for a page.
  public static let waitingEvents = 256
  /// The number of events of a run that are kept for pages that reconnect.
  public static let keptEvents = 1_000
  /// The maximum number of wrong tokens of an address per minute.
  public static let wrongTokens = 10
}

/// Header fields that restrict what a browser allows the pages to do.
enum SecurityFields {
  private static let page = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """
  /// A picture that is opened directly is displayed in a sandbox.
  private static let picture = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

  static func fields(for reply: Reply) -> [RequestHead.Field] {
    let isPicture = reply.fields.contains(RequestHead.Field("content-type", "image/svg+xml"))
    return [
      RequestHead.Field("content-security-policy", isPicture ? picture : page),
      RequestHead.Field("x-content-type-options", "nosniff"),
      RequestHead.Field("x-frame-options", "DENY"),
      RequestHead.Field("referrer-policy", "no-referrer"),
      RequestHead.Field("cross-origin-resource-policy", "same-origin"),
      RequestHead.Field("cache-control", "no-store"),
    ]
  }
}
