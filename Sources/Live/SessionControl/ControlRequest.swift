package import StrictJSON

/// A request of a client.
///
/// ```swift
/// if case .perform(.extend(let amount))? = try ControlRequest.read(Array("extend 15s".utf8))?.kind {
///   perform(engine.send(.extend(by: amount), at: now).effects)
/// }
/// ```
package struct ControlRequest: Equatable, Sendable {
  /// Identifies a request; the reply repeats it.
  package enum ID: Equatable, Sendable {
    case integer(Int)
    case text(String)
  }

  /// The kind of a request.
  package enum Kind: Equatable, Sendable {
    case perform(ControlCommand)
    /// The values of properties, once.
    case get(SessionPropertySet)
    /// The values of properties, now and after each change.
    case watch(SessionPropertySet)
    case unwatch(SessionPropertySet)
    /// Subscribes to events by name; `nil` for none. They are sent when they are heard, or when they are decided if
    /// `ahead`.
    case events(Set<String>?, ahead: Bool)
    /// The session time; the reply repeats the client's JSON value.
    case clock(JSONOutput)
    /// Only sets the client's name.
    case name
  }

  /// The client's name for the request.
  package var id: ID?
  /// The client's name for itself, if the request has one.
  package var clientName: String?
  /// The client whose request it is, where a connection passes on those of several.
  package var client: String?
  /// The `id` of the phase that the client has seen: a move is refused in another one.
  package var seenPhase: String?
  /// The kind of the request.
  package var kind: Kind

  /// A request of one kind.
  package init(
    _ kind: Kind, id: ID? = nil, clientName: String? = nil, client: String? = nil, seenPhase: String? = nil
  ) {
    self.kind = kind
    self.id = id
    self.clientName = clientName
    self.client = client
    self.seenPhase = seenPhase
  }

  /// The reason why a line is invalid, with the request's ID if it could be read.
  package struct Failure: Error, Equatable, Sendable {
    /// The client's name for the request.
    package let id: ID?
    /// The error.
    package let error: ControlError

    package init(id: ID?, error: ControlError) { (self.id, self.error) = (id, error) }
  }

  /// Parses a line without its line break: JSON if it begins with `{`, otherwise the words of `cuebell ctl`.
  ///
  /// - Returns: The request; `nil` for an empty line and for one that begins with `#`.
  package static func read(_ line: [UInt8]) throws(Failure) -> ControlRequest? {
    let blanks = line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    guard let first = line.dropFirst(blanks.count).first, first != UInt8(ascii: "#") else { return nil }
    guard line.count <= ControlProtocol.lineLength else {
      let reason = "the line has \(line.count) bytes: at most \(ControlProtocol.lineLength) are allowed"
      throw Failure(id: nil, error: .malformed(reason, column: ControlProtocol.lineLength + 1))
    }
    if first == UInt8(ascii: "{") { return try JSONRequestReader.read(line) }
    let text: String
    do throws(ControlError) {
      text = try checked(line)
      return try read(words: text.split(whereSeparator: { $0.isWhitespace }).map(String.init))
    } catch {
      throw Failure(id: nil, error: error)
    }
  }

  /// The line as text; throws if it isn't UTF-8 or has control characters.
  private static func checked(_ line: [UInt8]) throws(ControlError) -> String {
    let text = String(decoding: line, as: UTF8.self)
    let isWhole = line.elementsEqual(text.utf8)
    for (column, scalar) in text.unicodeScalars.enumerated() {
      let isControl = scalar.value < 0x20 && scalar != "\t" && scalar != "\r" || scalar.value == 0x7F
      if isControl || !isWhole && scalar == "\u{FFFD}" {
        throw .malformed("a character here is not text", column: column + 1)
      }
    }
    return text
  }
}

extension ControlRequest.ID: JSONConvertible {
  /// The value that the client has sent.
  package var json: JSONOutput {
    switch self {
    case .integer(let integer): integer.json
    case .text(let text): text.json
    }
  }
}
