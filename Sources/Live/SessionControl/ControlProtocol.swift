/// The protocol by which clients control a running session: one JSON object a line, in both directions.
public enum ControlProtocol {
  /// Counts incompatible changes; fields, words and events may be added at any time.
  public static let version = 1
  /// The longest line of a client, in bytes.
  public static let lineLength = 16 * 1024
  /// How deep the objects of a line may nest.
  public static let depth = 8
  /// The longest name of a client, in Unicode scalars.
  public static let nameLength = 64
  /// The volumes that can be set, in dB.
  public static let volumes = -60.0...12.0
}

/// Why a request isn't carried out. No error ends the connection.
public enum ControlError: Error, Equatable, Sendable {
  /// The line isn't JSON or UTF-8, or too long; the column is counted from 1.
  case malformed(String, column: Int)
  /// A field or word that this version doesn't know.
  case unknown(String)
  /// A field or word whose value can't be used.
  case invalid(String)
  /// The session can't do it now.
  case refused(String)
  /// The request is for another version of the protocol.
  case version
  /// There are too many requests or clients.
  case busy(String)
  /// The session is over, or about to be.
  case ending

  /// The name in replies.
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

  /// What is wrong, for people; nothing in it can steer a terminal.
  public var reason: String {
    switch self {
    case .malformed(let reason, _), .unknown(let reason), .invalid(let reason), .refused(let reason),
      .busy(let reason):
      reason
    case .version: "this run speaks version \(ControlProtocol.version) of the protocol"
    case .ending: "the workout is over"
    }
  }
}
