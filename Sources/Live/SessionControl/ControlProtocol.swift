/// The control protocol: one JSON object per line, in both directions.
package enum ControlProtocol {
  /// Increased by incompatible changes; fields, words and events may be added without one.
  package static let version = 1
  /// The longest line of a client, in bytes.
  package static let lineLength = 16 * 1024
  /// The deepest nesting of a line.
  package static let depth = 8
  /// The longest name of a client, in Unicode scalars.
  package static let nameLength = 64
}

/// The reason why a request is rejected. No error closes the connection.
package enum ControlError: Error, Equatable, Sendable {
  /// The line isn't JSON or UTF-8, or too long; the column is counted from 1.
  case malformed(String, column: Int)
  /// A field or word is unknown.
  case unknown(String)
  /// A field or word has an invalid value.
  case invalid(String)
  /// The session refused the command.
  case refused(String)
  /// The request has another version of the protocol.
  case version
  /// There are too many requests or clients.
  case busy(String)
  /// The session is over or about to end.
  case ending

  /// The name in replies.
  package var name: String {
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

  /// The message for the user; safe to print.
  package var reason: String {
    switch self {
    case .malformed(let reason, _), .unknown(let reason), .invalid(let reason), .refused(let reason),
      .busy(let reason):
      reason
    case .version: "this run speaks version \(ControlProtocol.version) of the protocol"
    case .ending: "the workout is over"
    }
  }
}
