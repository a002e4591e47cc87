import WorkoutModel

/// What a client asks of a running session in one line.
public struct ClientRequest: Equatable, Sendable {
  /// What is asked for.
  public enum Kind: Equatable, Sendable {
    case command(ControlCommand)
    /// Reads properties once.
    case get([SessionProperty])
    /// Reads properties, and then their changes.
    case watch([SessionProperty])
    /// Ends that for some properties, or for all where none is named.
    case unwatch([SessionProperty])
    /// Subscribes to events by name, `all` for every one; with `ahead` as soon as they are decided.
    case events([String], ahead: Bool)
    /// Asks for the session's time; the client's own, as JSON, comes back with it.
    case clock(String)
    /// Only tells the client's name.
    case introduction
  }

  /// What is asked for.
  public let kind: Kind
  /// The number or text by which the client knows the reply, as JSON; `nil` for none.
  public let id: String?
  /// What the client calls itself from now on; `nil` where it doesn't say.
  public let name: String?

  /// A request.
  public init(_ kind: Kind, id: String? = nil, name: String? = nil) {
    (self.kind, self.id, self.name) = (kind, id, name)
  }

  /// The longest line, in bytes.
  public static let lineLimit = 16 * 1024
  /// How deep lists and objects may nest.
  static let depthLimit = 8
  /// The longest name of a client, in characters.
  static let nameLimit = 64
}

/// Why a line is no request, or is refused.
public struct RequestError: Error, Equatable, Sendable {
  /// The kinds of errors, by the names that replies use.
  public enum Kind: Equatable, Sendable {
    /// The line can't be read; the column is counted from 1.
    case malformed(column: Int)
    /// A word that the run doesn't know.
    case unknown
    /// A value that can't be.
    case invalid
    /// The session refuses, and says why.
    case refused
    /// The client speaks another version of the protocol.
    case version
    /// There are too many requests or clients.
    case busy
    /// The session is over, or about to be.
    case ending

    /// The name in a reply.
    public var name: String {
      switch self {
      case .malformed: "malformed"
      case .unknown: "unknown"
      case .invalid: "invalid"
      case .refused: "refused"
      case .version: "version"
      case .busy: "busy"
      case .ending: "ending"
      }
    }
  }

  /// What kind of error it is.
  public let kind: Kind
  /// The message for the user; safe to print.
  public let reason: String
  /// The number or text of the request, as JSON, where it could be read.
  public var id: String?

  /// An error of a request.
  public init(_ kind: Kind, _ reason: String, id: String? = nil) {
    (self.kind, self.reason, self.id) = (kind, reason, id)
  }

  /// The session is over.
  public static func ending(id: String?) -> RequestError { RequestError(.ending, "the workout is over", id: id) }

  /// More was asked for than the run answers.
  public static func busy(_ reason: String, id: String? = nil) -> RequestError { RequestError(.busy, reason, id: id) }
}
