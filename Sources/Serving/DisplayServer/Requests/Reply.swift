import SessionReporting
import WorkoutModel

/// What the server answers to a request.
public struct Reply: Sendable {
  /// What follows the header.
  public enum Body: Sendable {
    case bytes([UInt8])
    /// Events, until either end has enough.
    case events(EventStream)
  }

  /// The status of HTTP.
  public var status: Int
  /// The header fields beside the length.
  public var fields: [RequestHead.Field]
  /// What follows them.
  public var body: Body
  /// Whether the connection is closed behind it, as the rest of the request isn't read.
  public var isLast = false

  init(_ status: Int, type: String, _ body: Body, _ fields: [RequestHead.Field] = []) {
    self.status = status
    self.body = body
    self.fields = [RequestHead.Field("content-type", type)] + fields
  }

  /// An object of JSON.
  static func json(_ text: String, status: Int = 200, _ fields: [RequestHead.Field] = []) -> Reply {
    Reply(status, type: "application/json", .bytes(Array(text.utf8)), fields)
  }

  /// A picture.
  static func picture(_ bytes: [UInt8]) -> Reply { Reply(200, type: "image/svg+xml", .bytes(bytes)) }
}

/// Why a request isn't carried out; the words are those of a run's socket.
package struct Refusal: Error, Equatable {
  package let status: Int
  /// The name of the error.
  package let error: String
  /// What is wrong, for people.
  package let reason: String
  /// Fields of the object beside these, as JSON.
  var details: [Detail] = []
  /// Header fields that belong to it.
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

  /// The refusal as a reply.
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
  /// The connections of all, and those of one address other than this machine's own.
  public static let (connections, connectionsOfOne) = (128, 16)
  /// The bytes of a request's header, and how long it may take, in seconds.
  public static let (header, headerSeconds) = (16 * 1024, 5)
  /// How long, in seconds, a body may take.
  public static let bodySeconds = 10
  /// The bytes of a request's body.
  public static let body = 64 * 1024
  /// How many seconds nothing may come from a client that asks for nothing.
  public static let idleSeconds = 60
  /// How many events may wait for a page.
  public static let waitingEvents = 256
  /// How many events of a run are kept for pages that come back.
  public static let keptEvents = 1_000
  /// How many wrong tokens an address may send within a minute.
  public static let wrongTokens = 10
}
